"""The newest moves of a SQLite store, in the order of their commits, and what they say of tables.

A lazy append is one row of `tail`. Its table's row and log lag behind until the tail is folded in:
before anything else is written about the table, when the tail has grown long, and at a quiet stop.
The thread that writes keeps the account here and changes it after a commit only; others may look.
Invariant: a table's row and its entries are of one version, and the tail has all that came after.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from whistlestop.server.store.base import Append, TableRow
from whistlestop.server.store.rows import ENTRY_COLUMNS

# The tail is folded in when it holds so many rows for each of its tables: then a page of entries
# takes several at once. A start reads all of it.
ROWS_PER_TABLE = 64
FEWEST_ROWS, MOST_ROWS = 4_096, 65_536
NEVER = -1  # stands for no time when a table is due: a number, which sqlite3 is quick with
ROWS_AT_ONCE = 32  # folded in with one commit, or twice as many as it adds

_LOAD = """SELECT number, table_id, seq, at, tail.due_at, tail.waiting, status, listed, version
    FROM tail JOIN tables ON id = table_id ORDER BY number"""
_ENTER = f"""INSERT INTO entries SELECT {ENTRY_COLUMNS} FROM tail
    WHERE number IN (SELECT value FROM json_each(?)) ORDER BY table_id, seq
    ON CONFLICT DO NOTHING"""
_RAISE = """UPDATE tables SET version = new.version, updated = new.updated, due_at = new.due_at,
    waiting = new.waiting FROM (
        SELECT json_extract(value, '$[0]') AS of_table, json_extract(value, '$[1]') AS version,
            json_extract(value, '$[2]') AS updated, json_extract(value, '$[3]') AS due_at,
            json_extract(value, '$[4]') AS waiting FROM json_each(?)) AS new
    WHERE id = of_table AND tables.version < new.version"""
_CUT = "DELETE FROM tail WHERE number <= ?"

# The same for a whole tail of a file that no server has.
_ENTER_ALL = f"""INSERT INTO entries SELECT {ENTRY_COLUMNS} FROM tail WHERE true
    ORDER BY table_id, seq ON CONFLICT DO NOTHING"""
_RAISE_ALL = """UPDATE tables SET version = seq, updated = at, due_at = new.due_at,
    waiting = new.waiting
    FROM (SELECT table_id, max(seq) AS seq, at, due_at, waiting FROM tail GROUP BY table_id) AS new
    WHERE id = table_id AND version < seq"""


class Lag(Struct, frozen=True):
    """What the tail says of a table whose row lags behind; `numbers` are its rows there."""

    version: int
    updated: int
    due_at: int | None
    waiting: int
    status: str
    listed: bool
    numbers: list[int]

    def over(self, row: TableRow) -> TableRow:
        """The row as it should be, unless it has been written since."""
        if self.version <= row.version:
            return row
        return replace(
            row,
            version=self.version,
            updated=self.updated,
            due_at=self.due_at,
            waiting=self.waiting,
        )


class Changes:
    """What one transaction does to the tail; it counts once it is committed."""

    def __init__(self) -> None:
        self.added: list[tuple[Append, int]] = []
        self.folded: list[str] = []
        self.cut = 0

    def take(self, other: Changes) -> None:
        """Count what another part of the same transaction did, too."""
        self.added += other.added
        self.folded += other.folded


class Tail:
    """The account of one file's tail."""

    def __init__(self) -> None:
        self._lags: dict[str, Lag] = {}
        self._last = 0  # the newest number
        self._cut = 0  # the newest number that was cut off
        self._pass: list[str] = []  # tables that are still to be folded in before the next cut
        self._until = 0  # where that cut will be
        self.sure = False  # whether this is all that the file has

    # In any thread

    def lag(self, table: str) -> Lag | None:
        """What the tail says of a table."""
        return self._lags.get(table)

    def lags(self) -> list[tuple[str, Lag]]:
        """All tables whose rows lag behind."""
        return list(self._lags.items())

    def names(self) -> str:
        """The ids of these tables, as JSON."""
        return msgspec.json.encode(list(self._lags)).decode()

    def numbers(self, table: str) -> str | None:
        """A table's rows, as JSON; None if only the file knows them."""
        if not self.sure:
            return None
        lag = self._lags.get(table)
        return "[]" if lag is None else msgspec.json.encode(list(lag.numbers)).decode()

    # In the thread that writes

    def doubt(self) -> None:
        """Nobody knows whether the last transaction was committed: ask the file."""
        self.sure = False

    def load(self, connection: sqlite3.Connection) -> None:
        """Take the account anew from the file."""
        rows = _read(connection)
        self._cut = rows[0][0] - 1 if rows else 0
        self._last = rows[-1][0] if rows else 0
        self._pass, self._until = [], 0
        lags: dict[str, Lag] = {}
        for number, table, seq, at, due_at, waiting, status, listed, version in rows:
            if seq <= version:
                continue  # it was folded in before the last cut
            known = lags.get(table)
            numbers = [] if known is None else known.numbers
            numbers.append(number)
            lags[table] = Lag(seq, at, due_at, waiting, status, bool(listed), numbers)
        self._lags = lags
        self.sure = True

    def next_numbers(self, count: int) -> range:
        """The numbers of the next rows."""
        return range(self._last + 1, self._last + 1 + count)

    def set_due(self, table: str, due_at: int) -> None:
        """Change when a table is due. The file learns it when the table is folded in: after a crash
        it is due as it was, which is too early and never too late."""
        self._lags[table] = replace(self._lags[table], due_at=due_at)

    def claim(self, now: int, until: int, limit: int) -> list[str]:
        """Tables here that are due, moved to `until`."""
        due = [
            id_ for id_, lag in self._lags.items() if lag.due_at is not None and lag.due_at <= now
        ]
        for table in due[:limit]:
            self.set_due(table, until)
        return due[:limit]

    def fold(self, connection: sqlite3.Connection, tables: Iterable[str], done: Changes) -> None:
        """Bring rows and logs of tables up to date."""
        found = [(id_, lag) for id_ in tables if (lag := self._lags.get(id_)) is not None]
        if not found:
            return
        numbers = [number for _, lag in found for number in lag.numbers]
        rows = [(id_, lag.version, lag.updated, lag.due_at, lag.waiting) for id_, lag in found]
        connection.execute(_ENTER, (msgspec.json.encode(numbers).decode(),))
        connection.execute(_RAISE, (msgspec.json.encode(rows).decode(),))
        done.folded += [id_ for id_, _ in found]

    def fold_some(self, connection: sqlite3.Connection, done: Changes) -> None:
        """Fold in a part of a tail that has grown long; after the last part, cut it off."""
        if not self._pass and not self._begin_pass():
            return
        wanted = max(ROWS_AT_ONCE, 2 * len(done.added))
        tables: list[str] = []
        while self._pass and wanted > 0:
            table = self._pass.pop()
            lag = self._lags.get(table)
            if lag is not None and lag.numbers[0] <= self._until and table not in done.folded:
                tables.append(table)
                wanted -= len(lag.numbers)
        self.fold(connection, tables, done)
        if not self._pass:
            connection.execute(_CUT, (self._until,))
            done.cut = self._until

    def _begin_pass(self) -> bool:
        rows, enough = self._last - self._cut, ROWS_PER_TABLE * len(self._lags)
        if rows < min(max(FEWEST_ROWS, enough), MOST_ROWS):
            return False
        self._pass, self._until = sorted(self._lags, reverse=True), self._last
        return True

    def give_up(self) -> None:
        """Damage is in the way of folding: let it lie for a while. A start mends it."""
        self._pass, self._cut = [], self._last

    def note(self, done: Changes) -> None:
        """A transaction was committed."""
        for table in done.folded:
            self._lags.pop(table, None)
        for change, number in done.added:
            row, known = change.row, self._lags.get(change.row.id)
            numbers = [] if known is None else known.numbers
            numbers.append(number)
            self._lags[row.id] = Lag(
                row.version, row.updated, row.due_at, row.waiting, row.status, row.listed, numbers
            )
            self._last = number
        self._cut = max(self._cut, done.cut)


def _read(connection: sqlite3.Connection) -> list[tuple[Any, ...]]:
    """All rows of a tail in order; of a damaged one, those before and after the damage."""
    found: dict[int, tuple[Any, ...]] = {}
    for way in ("", " DESC"):
        try:
            for row in connection.execute(_LOAD + way):
                found[row[0]] = row
            break
        except sqlite3.DatabaseError as error:
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_CORRUPT:
                raise
    return [found[number] for number in sorted(found)]


def fold_whole_tail(connection: sqlite3.Connection) -> None:
    """Fold a whole tail into a file that no server has."""
    for statement in (_ENTER_ALL, _RAISE_ALL, "DELETE FROM tail"):
        connection.execute(statement)


def tail_tuples(added: Sequence[tuple[Append, int]]) -> list[tuple[object, ...]]:
    """Lazy appends as rows of `tail`."""
    return [(number, change.row.id, *entry_values(change)) for change, number in added]


def entry_values(change: Append) -> tuple[object, ...]:
    """The one entry of a lazy append, and what it changes of the table's row."""
    (entry,) = change.entries
    row = change.row
    due_at = NEVER if row.due_at is None else row.due_at
    # Not bytes: the module sqlite3 first looks for adapters of these, and never of bytearrays.
    body = bytearray(entry.body)
    return entry.seq, entry.at, entry.who, entry.cmd, body, due_at, row.waiting
