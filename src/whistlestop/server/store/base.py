"""What a store promises, whichever database is behind it.

`append` is the only way to write anything about a table: entries, the table's row, its members and
its results go in together, durably, or not at all. A row whose entry is durable may be written
later (`Append.lazy`); whoever asks for it gets it as it should be. An append compares the version
it builds on with the one in the store, so two writers can never fork a table. Appends of many
tables share one commit (group commit). Talk lies beside the log, so that the log stays short, and
its oldest lines may be forgotten. A store knows nothing of games.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from types import ModuleType
from typing import Any, TypeVar, final

from msgspec import Struct

from whistlestop.server.store.operating import OperatedStore

SECRET_BYTES = 32  # of the key that signs cookies and tokens: as many as SHA-256 gives
MOST_APPENDS = 256  # in one commit, so that the first of them does not wait too long
MOST_TALK = 1 << 31  # lines of talk: more than any table has


T = TypeVar("T")
ChangeListener = Callable[[str, int], None]
"""Is called with a table's id and its new version."""


class LogEntry(Struct, frozen=True, gc=False):
    """One line of a table's log. `who` and `cmd` together are unique within a table, which whoever
    appends has to know: they have read the log up to there."""

    seq: int
    at: int
    who: str
    cmd: str
    body: bytes


class TableRow(Struct, frozen=True, gc=False):
    """A table in short, so that lists need not read its log; all of it follows from the log.

    Its fields are in the order of the columns. `summary` is the public TablePart as JSON, but for
    whom the game waits: `waiting` has a bit for each of these seats. `due_at` (milliseconds of the
    game clock) is when somebody has to look after the table: a clock runs out, or a bot has not
    moved.
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
    waiting: int = 0


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


@final
class Append(Struct, frozen=True):
    """New entries and lines of talk for a table; their `seq` together end with `row.version`.

    `members` replaces the table's members, unless it is None; `results` are added. Lines of talk up
    to the version `forget` are forgotten. A `lazy` one has one entry, and changes nothing of the
    row but `version`, `updated`, `due_at` and `waiting`.
    """

    row: TableRow
    entries: tuple[LogEntry, ...]
    members: tuple[Member, ...] | None = None
    results: tuple[SeatResult, ...] = ()
    talk: tuple[LogEntry, ...] = ()
    forget: int = 0
    lazy: bool = False

    @property
    def base(self) -> int:
        """The version this builds on; 0 makes the table."""
        return self.row.version - len(self.entries) - len(self.talk)


@dataclass(frozen=True, slots=True)
class KeptReview:
    """The review of a finished game as packed JSON, and the format of it."""

    format: int
    body: bytes


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


@dataclass(slots=True)
class Damage:
    """What a store found wrong with itself, most of it when it was opened.

    `tables` have a log that is shorter than acknowledged; `behind` is how many tables went back to
    an earlier version; `log_lost` says that moves are missing and nobody knows of which tables;
    `met` that a damaged part was met since then; `key_lost` that the key of all cookies and links
    went with a part of the file, so that nobody has their seats any more.
    """

    tables: tuple[str, ...] = ()
    rowless: tuple[str, ...] = ()  # tables whose row has to be made again from the log
    behind: int = 0
    log_lost: bool = False
    met: bool = False
    key_lost: bool = False


class Conflict(Exception):
    """Somebody else appended first, or the table exists already: read the log and decide anew."""


class StoreUnavailable(Exception):
    """The store cannot be written or read now; nothing was stored.

    `code` says why: `disk_full`, `read_only`, `busy` (another program holds it), `unreachable`,
    `closed`, `damaged` (what was to be read or changed is no longer sound), or `broken` for
    anything else.
    """

    def __init__(self, code: str, detail: str = "") -> None:
        super().__init__(detail or code)
        self.code = code


class CommitUnknown(StoreUnavailable):
    """The connection or the disk broke while committing, so nobody knows whether it is stored.

    The log shows it later, and a resend of the same command is stored at most once.
    """


class Store(OperatedStore):
    """A place for tables. Every method may raise StoreUnavailable.

    Each database has the same functions in its module `reads`; a store says how one of them is run.
    """

    reads: ModuleType
    counts: StoreCounts
    damage = Damage()  # a store that finds damage has its own
    kept: str | None = None  # where it is kept as it was, if opening it changed its schema
    shared = False  # whether other processes may write to it too

    @abstractmethod
    async def open(self) -> None:
        """Connect and bring the schema up to date. Raises StartupError with a sentence."""

    @abstractmethod
    async def close(self) -> None:
        """Finish all appends that have begun, and disconnect."""

    @abstractmethod
    async def append(self, change: Append) -> None:
        """Store durably; returns after the commit. Raises Conflict."""

    @abstractmethod
    async def claim_due(self, now: int, until: int, limit: int) -> list[str]:
        """Tables that are due, moved to `until`: each is given to one caller only."""

    @abstractmethod
    async def renew_due(self, due: Sequence[tuple[str, int, int]]) -> None:
        """Change when tables are due (id, version, time), if they are still at these versions."""

    @abstractmethod
    async def keep_clock(self, shown: int) -> int:
        """Keep what the game clock shows, unless a later time is kept; the time that is kept.

        Where nobody else needs it to the second it may be kept a minute later.
        """

    @abstractmethod
    async def keep_review(self, table: str, review: KeptReview) -> None:
        """Keep the review of a finished game, in place of one of an older format."""

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

    async def entries(self, table: str, after: int = 0, talk: int = MOST_TALK) -> list[LogEntry]:
        """The log of a table after a version with its newest lines of talk, at most so many of
        them, in order. Only talk may be missing from it."""
        return await self._read(self.reads.read_entries, table, after, talk)

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

    async def review(self, table: str) -> KeptReview | None:
        """The review of a table's finished game, if it was kept."""
        return await self._read(self.reads.read_review, table)

    async def count_tables(self) -> dict[str, int]:
        """How many tables there are, by status."""
        return await self._read(self.reads.read_counts)

    async def kept_clock(self) -> int | None:
        """What the game clock showed when it was last kept; None if it never was."""
        kept = await self._read(self.reads.read_clock)
        return None if kept is None else int.from_bytes(kept, "big")

    async def secret(self) -> bytes:
        """The key that signs cookies and tokens: 32 bytes, made once, shared by all processes."""
        return await self._read(self.reads.read_secret)
