"""The store in one SQLite file: one server, one writer thread, a few readers.

Durable by `synchronous = FULL`: an append that returned survives a power cut. One server at a time
has the file, so there is nobody else whose changes it could tell of.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from whistlestop.server.store.base import (
    Append,
    GuestTable,
    GuestTally,
    LogEntry,
    Store,
    StoreCounts,
    StoreUnavailable,
    TableRow,
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
    """Tables in a file. `connected` is called with each new connection, for tests of failures."""

    def __init__(self, path: Path | str, connected: Connected | None = None) -> None:
        self.counts = StoreCounts()
        self.path = Path(path)
        self._file = SqliteFile(self.path, connected)
        self._writer: Writer | None = None
        self._readers: Readers | None = None

    async def open(self) -> None:
        self._file.hold()
        self._writer = Writer(self._file, self.counts)
        self._readers = Readers(self._file)

    async def close(self) -> None:
        writer, self._writer = self._writer, None
        readers, self._readers = self._readers, None
        # The writer goes last: whoever closes the last connection folds the log into the file.
        if readers is not None:
            await readers.close()
        if writer is not None:
            await writer.close()
            self._file.release()

    def put_off(self, work: Callable[[], None]) -> bool:
        return self._writer is not None and self._writer.put_off(work)

    async def append(self, change: Append) -> None:
        check_append(change)
        await self._writing().submit(change)

    async def entries(self, table: str, after: int = 0) -> list[LogEntry]:
        return await self._reading().read(reads.read_entries, table, after)

    async def row(self, table: str) -> TableRow | None:
        return await self._reading().read(reads.read_row, table)

    async def listed(
        self, statuses: Sequence[str], limit: int, before: int | None
    ) -> list[TableRow]:
        return await self._reading().read(reads.read_listed, statuses, limit, before)

    async def tables_of(
        self, guest: str, statuses: Sequence[str], limit: int, before: int | None
    ) -> list[GuestTable]:
        return await self._reading().read(reads.read_mine, guest, statuses, limit, before)

    async def tallies(self, guest: str) -> list[GuestTally]:
        return await self._reading().read(reads.read_tallies, guest)

    async def claim_due(self, now: int, until: int, limit: int) -> list[str]:
        def claim(connection: sqlite3.Connection) -> list[str]:
            return [id_ for (id_,) in connection.execute(_CLAIM, (until, now, limit)).fetchall()]

        found: list[str] = await self._writing().submit(claim)
        return found

    async def versions(self, tables: Iterable[str]) -> dict[str, int]:
        return await self._reading().read(reads.read_versions, list(tables))

    async def count_tables(self) -> dict[str, int]:
        return await self._reading().read(reads.read_counts)

    async def secret(self) -> bytes:
        return await self._reading().read(reads.read_secret)

    async def check(self) -> None:
        await self._writing().submit(lambda connection: connection.execute(_CHECK))
        await self._reading().read(reads.read_secret)

    def on_change(self, tell: Callable[[str, int], None]) -> None:
        """Nobody else writes to the file, so nothing is ever told."""

    def _writing(self) -> Writer:
        if self._writer is None:
            raise StoreUnavailable("closed")
        return self._writer

    def _reading(self) -> Readers:
        if self._readers is None:
            raise StoreUnavailable("closed")
        return self._readers
