"""A few threads that read a SQLite file, each with a connection of its own.

WAL lets them read while the writer writes. A connection that failed is closed, and the next read
makes a new one.
"""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any, TypeVar

from whistlestop.server.store.base import StoreUnavailable
from whistlestop.server.store.sqlite.file import SqliteFile, unavailable

READERS = 2  # threads: one that reads a long log does not hold up the others

T = TypeVar("T")


class Readers:
    """Runs reading functions off the event loop."""

    def __init__(self, file: SqliteFile) -> None:
        self._file = file
        self._own = threading.local()
        self._connections: list[sqlite3.Connection] = []
        self._pool = ThreadPoolExecutor(READERS, thread_name_prefix="store-reader")
        self._closed = False

    async def read(self, function: Callable[..., T], *arguments: Any) -> T:
        """Run a function of `reads` in a thread."""
        if self._closed:
            raise StoreUnavailable("closed")
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._pool, self._read, function, arguments)

    async def close(self) -> None:
        """Finish reads under way, and end the threads."""
        self._closed = True
        loop = asyncio.get_running_loop()
        await loop.run_in_executor(None, self._pool.shutdown)
        for connection in self._connections:
            connection.close()

    def _read(self, function: Callable[..., T], arguments: tuple[Any, ...]) -> T:
        try:
            return function(self._connection(), *arguments)
        except sqlite3.Error as error:
            self._discard()
            self._file.note_damage(error)
            raise unavailable(error) from error

    def _connection(self) -> sqlite3.Connection:
        connection: sqlite3.Connection | None = getattr(self._own, "connection", None)
        if connection is None:
            connection = self._file.connect(writes=False)
            self._own.connection = connection
            self._connections.append(connection)
        return connection

    def _discard(self) -> None:
        connection = vars(self._own).pop("connection", None)
        if connection is not None:
            self._connections.remove(connection)
            with suppress(sqlite3.Error):
                connection.close()
