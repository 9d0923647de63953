"""The store in one SQLite file: one server, one writer thread, a few readers.

Durable by `synchronous = FULL`: an append that returned survives a power cut. One server at a time
has the file, so nobody else changes it.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

from whistlestop.server.store.base import (
    Append,
    ChangeListener,
    Store,
    StoreCounts,
    StoreUnavailable,
)
from whistlestop.server.store.rows import check_append
from whistlestop.server.store.sqlite import reads
from whistlestop.server.store.sqlite.file import Connected, SqliteFile
from whistlestop.server.store.sqlite.readers import Readers
from whistlestop.server.store.sqlite.writer import Writer

_CLAIM = """UPDATE tables SET due_at = ? WHERE id IN (
    SELECT id FROM tables WHERE due_at <= ? ORDER BY due_at LIMIT ?) RETURNING id"""
# The value has to differ, or SQLite sees that there is nothing to write.
_CHECK = """INSERT INTO meta VALUES ('checked', randomblob(8))
    ON CONFLICT (key) DO UPDATE SET value = excluded.value"""


class SqliteStore(Store):
    """Tables in a file. It calls `connected` with each new connection, for tests of failures."""

    reads = reads

    def __init__(self, path: Path | str, connected: Connected | None = None) -> None:
        self.counts = StoreCounts()
        self.path = Path(path)
        self._file = SqliteFile(self.path, connected)
        self._writer: Writer | None = None
        self._readers: Readers | None = None

    async def open(self) -> None:
        """Lock the file, bring its schema up to date, and start the threads."""
        self._file.hold()
        self._writer = Writer(self._file, self.counts)
        self._readers = Readers(self._file)

    async def close(self) -> None:
        """Finish all appends that have begun, and let another server have the file."""
        writer, self._writer = self._writer, None
        readers, self._readers = self._readers, None
        # The writer goes last: whoever closes the last connection folds the log into the file.
        if readers is not None:
            await readers.close()
        if writer is not None:
            await writer.close()
            self._file.release()

    def put_off(self, work: Callable[[], None]) -> bool:
        """Take over work until shortly before the next commit, if commits keep a distance."""
        return self._writer is not None and self._writer.put_off(work)

    async def append(self, change: Append) -> None:
        """Store durably. Raises Conflict."""
        check_append(change)
        await self._writing().submit(change)

    async def claim_due(self, now: int, until: int, limit: int) -> list[str]:
        """Tables that are due, moved to `until`."""

        def claim(connection: sqlite3.Connection) -> list[str]:
            return [id_ for (id_,) in connection.execute(_CLAIM, (until, now, limit)).fetchall()]

        found: list[str] = await self._writing().submit(claim)
        return found

    async def check(self) -> None:
        """Write and read something. Raises StoreUnavailable."""
        await self._writing().submit(lambda connection: connection.execute(_CHECK))
        await self._read(reads.read_secret)

    def on_change(self, listener: ChangeListener) -> None:
        """Nobody else writes to the file, so `listener` is never called."""

    def _writing(self) -> Writer:
        if self._writer is None:
            raise StoreUnavailable("closed")
        return self._writer

    async def _read(self, function: Callable[..., Any], *arguments: Any) -> Any:
        if self._readers is None:
            raise StoreUnavailable("closed")
        return await self._readers.read(function, *arguments)
