"""The reading half of a store, which is the same for both databases.

Each database has the same functions in its module `reads`; a store only says how one of them is
run. Nothing here writes.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Sequence
from types import ModuleType
from typing import Any

from whistlestop.server.store.base import GuestTable, GuestTally, LogEntry, Store, TableRow


class ReadingStore(Store):
    """A store that reads by the functions of a module."""

    reads: ModuleType

    @abstractmethod
    async def _read(self, function: Callable[..., Any], *arguments: Any) -> Any:
        """Run a function of `reads` on a connection."""

    async def entries(self, table: str, after: int = 0) -> list[LogEntry]:
        """The log of a table after a version."""
        found: list[LogEntry] = await self._read(self.reads.read_entries, table, after)
        return found

    async def row(self, table: str) -> TableRow | None:
        """The table's row."""
        found: TableRow | None = await self._read(self.reads.read_row, table)
        return found

    async def listed(
        self, statuses: Sequence[str], limit: int, before: int | None
    ) -> list[TableRow]:
        """Listed tables, the most recently updated first."""
        found: list[TableRow] = await self._read(self.reads.read_listed, statuses, limit, before)
        return found

    async def tables_of(
        self, guest: str, statuses: Sequence[str], limit: int, before: int | None
    ) -> list[GuestTable]:
        """A guest's tables, the most recently updated first."""
        wanted = guest, statuses, limit, before
        found: list[GuestTable] = await self._read(self.reads.read_tables_of, *wanted)
        return found

    async def tallies(self, guest: str) -> list[GuestTally]:
        """A guest's results, by board and number of players."""
        found: list[GuestTally] = await self._read(self.reads.read_tallies, guest)
        return found

    async def versions(self, tables: Iterable[str]) -> dict[str, int]:
        """The current versions of some tables."""
        found: dict[str, int] = await self._read(self.reads.read_versions, list(tables))
        return found

    async def count_tables(self) -> dict[str, int]:
        """How many tables there are, by status."""
        found: dict[str, int] = await self._read(self.reads.read_counts)
        return found

    async def secret(self) -> bytes:
        """The key that signs cookies and tokens."""
        found: bytes = await self._read(self.reads.read_secret)
        return found
