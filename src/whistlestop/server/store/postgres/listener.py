"""Hears of changes that other processes have committed, on a connection of its own.

What it hears is a hint: while its connection is broken, hints are lost, and it does not ask for
them afterwards. It reconnects by itself as long as it lives.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from whistlestop.server.store.postgres.connection import connect
from whistlestop.server.store.postgres.group import CHANNEL
from whistlestop.server.store.postgres.writer import Backoff

log = logging.getLogger("whistlestop.server")

Tell = Callable[[str, int], None]


class Listener:
    """Tells of tables that others changed, from its making to `close`."""

    def __init__(self, url: str, tag: str) -> None:
        self._url = url
        self._own = f"{tag};"
        self._tells: list[Tell] = []
        self.listening = asyncio.Event()
        self._task = asyncio.get_running_loop().create_task(self._listen(), name="store-listener")

    def add(self, tell: Tell) -> None:
        self._tells.append(tell)

    async def close(self) -> None:
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
                for tell in self._tells:
                    tell(table, int(version))
