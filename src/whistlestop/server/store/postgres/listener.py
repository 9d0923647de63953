"""Listens for changes that other processes have committed, on a connection of its own.

What it hears is a hint: hints are lost while its connection is broken, and it does not ask for
them afterwards. It reconnects by itself until it is closed.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from whistlestop.server.store.base import ChangeListener
from whistlestop.server.store.postgres.connection import connect
from whistlestop.server.store.postgres.group import CHANNEL
from whistlestop.server.store.postgres.writer import Backoff

log = logging.getLogger("whistlestop.server")


class Listener:
    """Calls listeners for tables that other processes change, until it is closed; their list may
    grow meanwhile."""

    def __init__(self, url: str, tag: str, listeners: Sequence[ChangeListener]) -> None:
        self._url = url
        self._own = f"{tag};"
        self._listeners = listeners
        self.listening = asyncio.Event()
        self._task = asyncio.get_running_loop().create_task(self._listen(), name="store-listener")

    async def close(self) -> None:
        """Stop listening."""
        self._task.cancel()
        with suppress(asyncio.CancelledError):
            await self._task

    async def _listen(self) -> None:
        backoff = Backoff()
        while True:
            try:
                await self._listen_once(backoff)
            except Exception as error:
                log.info("store_listener_failed", extra={"error": type(error).__name__})
            await asyncio.sleep(backoff.failed(0.0))

    async def _listen_once(self, backoff: Backoff) -> None:
        """Listen until the connection ends."""
        ended = asyncio.Event()
        connection = await connect(self._url)
        try:
            connection.add_termination_listener(lambda _: ended.set())
            await connection.add_listener(CHANNEL, self._heard)
            backoff.succeeded()
            self.listening.set()
            await ended.wait()
        finally:
            self.listening.clear()
            connection.terminate()

    def _heard(self, connection: Any, pid: int, channel: str, payload: object) -> None:
        text = str(payload)
        if text.startswith(self._own):
            return
        _, _, tables = text.partition(";")
        for part in tables.split(","):
            table, _, version = part.partition(":")
            if version.isdecimal():
                for listener in self._listeners:
                    listener(table, int(version))
