"""What a store promises, whichever database is behind it.

`append` is the only way to write anything about a table: entries, the table's row, its members and
its results go in together, durably, or not at all. It compares the version it builds on with the
one in the store, so two writers can never fork a table. Appends of many tables share one commit
(group commit). A store knows nothing of games.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from types import ModuleType
from typing import Any, TypeVar

from msgspec import Struct

SECRET_BYTES = 32  # of the key that signs cookies and tokens: as many as SHA-256 gives
MOST_APPENDS = 256  # in one commit, so that the first of them does not wait too long


T = TypeVar("T")
ChangeListener = Callable[[str, int], None]
"""Is called with a table's id and its new version."""


class LogEntry(Struct, frozen=True, gc=False):
    """One line of a table's log. `who` and `cmd` together are unique within a table."""

    seq: int
    at: int
    who: str
    cmd: str
    body: bytes


class TableRow(Struct, frozen=True, gc=False):
    """A table in short, so that lists need not read its log; all of it follows from the log.

    Its fields are in the order of the columns. `summary` is the public TablePart as JSON. `due_at`
    (milliseconds since 1970) is when somebody has to look after the table: a clock runs out, or a
    bot has not moved.
    """

    id: str
    version: int
    status: str
    board: str
    listed: bool
    created: int
    updated: int
    due_at: int | None
    summary: bytes


@dataclass(frozen=True, slots=True)
class Member:
    """A guest and a seat of a table."""

    guest: str
    seat: int


class SeatResult(Struct, frozen=True):
    """How one seat of a finished game ended, its fields in the order of the columns; `guest` is
    None for a bot."""

    seat: int
    guest: str | None
    name: str
    bot: str | None
    board: str
    players: int
    score: int
    won: bool
    tickets_held: int
    tickets_made: int


class Append(Struct, frozen=True):
    """New entries for a table, `seq` from `row.version - len(entries) + 1` to `row.version`.

    `members` replaces the table's members, unless it is None; `results` are added.
    """

    row: TableRow
    entries: tuple[LogEntry, ...]
    members: tuple[Member, ...] | None = None
    results: tuple[SeatResult, ...] = ()

    @property
    def base(self) -> int:
        """The version this builds on; 0 makes the table."""
        return self.row.version - len(self.entries)


@dataclass(frozen=True, slots=True)
class GuestTable:
    """A table of a guest with the guest's own seats there."""

    row: TableRow
    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class GuestTally:
    """A guest's results on one board with one number of players."""

    board: str
    players: int
    played: int
    won: int
    total: int
    best: int
    tickets_held: int
    tickets_made: int


@dataclass(slots=True)
class StoreCounts:
    """Counts what the store has done, for metrics."""

    commits: int = 0
    appends: int = 0
    conflicts: int = 0
    failures: int = 0
    latencies: list[float] = field(default_factory=list)  # seconds; whoever reads it empties it
    failing: bool = False  # whether the last group could not be stored


class Conflict(Exception):
    """Somebody else appended first, or the table exists already: read the log and decide anew."""


class StoreUnavailable(Exception):
    """The store cannot be written or read now; nothing was stored.

    `code` says why: `disk_full`, `read_only`, `busy` (another program holds it), `unreachable`,
    `closed`, or `broken` for anything else.
    """

    def __init__(self, code: str, detail: str = "") -> None:
        super().__init__(detail or code)
        self.code = code


class CommitUnknown(StoreUnavailable):
    """The connection or the disk broke while committing, so nobody knows whether it is stored.

    The log shows it later, and a resend of the same command is stored at most once.
    """


class Store(ABC):
    """A place for tables. Every method may raise StoreUnavailable.

    Each database has the same functions in its module `reads`; a store says how one of them is run.
    """

    reads: ModuleType
    counts: StoreCounts
    shared = False  # whether other processes may write to it too

    @abstractmethod
    async def open(self) -> None:
        """Connect and bring the schema up to date. Raises StartupError with a sentence."""

    @abstractmethod
    async def close(self) -> None:
        """Finish all appends that have begun, and disconnect."""

    def put_off(self, work: Callable[[], None]) -> bool:
        """Take over work that may lead to an append, to do it with other such work shortly before
        the next commit; False if the caller has to do it now."""
        return False

    @abstractmethod
    async def append(self, change: Append) -> None:
        """Store durably; returns after the commit. Raises Conflict."""

    @abstractmethod
    async def claim_due(self, now: int, until: int, limit: int) -> list[str]:
        """Tables that are due, moved to `until`: each is given to one caller only."""

    @abstractmethod
    async def check(self) -> None:
        """Raises StoreUnavailable unless the store can be read and written now."""

    @abstractmethod
    def on_change(self, listener: ChangeListener) -> None:
        """Call `listener` when another process has changed a table: a hint, never a promise."""

    # Reading

    @abstractmethod
    async def _read(self, function: Callable[..., T], *arguments: Any) -> T:
        """Run a function of `reads` on a connection."""

    async def entries(self, table: str, after: int = 0) -> list[LogEntry]:
        """The log of a table after a version, in order and without gaps."""
        return await self._read(self.reads.read_entries, table, after)

    async def row(self, table: str) -> TableRow | None:
        """The table's row, or None if there is no such table."""
        return await self._read(self.reads.read_row, table)

    async def listed(
        self, statuses: Sequence[str], limit: int, before: int | None
    ) -> list[TableRow]:
        """Listed tables of these statuses, most recently updated first, updated before a time."""
        return await self._read(self.reads.read_listed, statuses, limit, before)

    async def tables_of(
        self, guest: str, statuses: Sequence[str], limit: int, before: int | None
    ) -> list[GuestTable]:
        """The tables where a guest has a seat, most recently updated first."""
        return await self._read(self.reads.read_tables_of, guest, statuses, limit, before)

    async def tallies(self, guest: str) -> list[GuestTally]:
        """A guest's results, by board and number of players."""
        return await self._read(self.reads.read_tallies, guest)

    async def versions(self, tables: Iterable[str]) -> dict[str, int]:
        """The current versions of some tables."""
        return await self._read(self.reads.read_versions, list(tables))

    async def count_tables(self) -> dict[str, int]:
        """How many tables there are, by status."""
        return await self._read(self.reads.read_counts)

    async def secret(self) -> bytes:
        """The key that signs cookies and tokens: 32 bytes, made once, shared by all processes."""
        return await self._read(self.reads.read_secret)
