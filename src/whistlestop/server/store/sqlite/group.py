"""Writing a group of appends into SQLite, within a transaction that the caller began.

Lazy appends go to the tail, all others to the tables that they concern, which are folded in before.
The whole group goes into a handful of statements, however many appends there are: every statement
hands the interpreter's lock to the event loop, and a busy loop gives it back up to 5 ms later.
Only when something in the group does not fit are the appends written one by one, each with a
savepoint of its own, and none of them lazily. Invariant: an append is written whole, or nothing of
it is.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import msgspec
from msgspec.structs import astuple

from whistlestop.server.store.base import Append, Conflict, StoreUnavailable
from whistlestop.server.store.outcomes import Outcome
from whistlestop.server.store.rows import (
    ENTRY_COLUMNS,
    MEMBER_COLUMNS,
    RESULT_COLUMNS,
    TABLE_COLUMNS,
    Seated,
    entry_tuples,
    forgotten_tuples,
    member_tuples,
    result_tuples,
    seated_anew,
    talk_tuples,
)
from whistlestop.server.store.sqlite.file import primary_code
from whistlestop.server.store.sqlite.tail import NEVER, Changes, Tail, tail_tuples

Rows = Sequence[Sequence[Any]]

# Rows that one statement takes at most. Statements exist for 1, 2, 4, ... rows, the rest filled
# up with rows that begin with '', so that few of them are ever prepared. (The module sqlite3 is
# quick with numbers and texts, and looks long for a way to store NULL or bytes.)
MOST_ROWS = 64
FEW_ROWS = 2
FILLING = ""

_TAKEN = (sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY, sqlite3.SQLITE_CONSTRAINT_UNIQUE)


@dataclass(frozen=True, eq=False, slots=True)
class Statement:
    """The same statement for one row, and for many.

    `{rows}` stands for (VALUES (?, ...), ...) with the columns column1, column2, ... Preparing and
    running that costs 30 µs more than the plain statement, which pays from the third row on.
    """

    one: str
    many: str


def _insert(table: str, columns: str) -> Statement:
    marks = ", ".join("?" * (columns.count(",") + 1))
    return Statement(
        f"INSERT INTO {table} ({columns}) VALUES ({marks})",
        f"INSERT INTO {table} ({columns}) SELECT * FROM {{rows}} WHERE column1 <> '{FILLING}'",
    )


_CHANGE = Statement(
    """UPDATE tables SET version = ?2, status = ?3, board = ?4, listed = ?5, created = ?6,
    updated = ?7, due_at = ?8, summary = ?9, waiting = ?10 WHERE id = ?1 AND version = ?11""",
    """UPDATE tables SET version = new.column2, status = new.column3, board = new.column4,
    listed = new.column5, created = new.column6, updated = new.column7, due_at = new.column8,
    summary = new.column9, waiting = new.column10
    FROM {rows} AS new WHERE id = new.column1 AND version = new.column11""",
)
_MAKE = _insert("tables", TABLE_COLUMNS)
_LOG = _insert("entries", ENTRY_COLUMNS)
_TAIL_COLUMNS = f"number, {ENTRY_COLUMNS}, due_at, waiting"
_TAIL = Statement(
    f"""INSERT INTO tail ({_TAIL_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, nullif(?, {NEVER}), ?)""",
    f"""INSERT INTO tail ({_TAIL_COLUMNS}) SELECT column1, column2, column3, column4, column5,
    column6, column7, nullif(column8, {NEVER}), column9
    FROM {{rows}} WHERE column1 <> '{FILLING}'""",
)
_VERSIONS = """SELECT json_group_object(id, version)
    FROM tables WHERE id IN (SELECT value FROM json_each(?))"""
_TALK = _insert("talk", ENTRY_COLUMNS)
_FORGET = "DELETE FROM talk WHERE table_id = ? AND seq <= ?"
_SEAT = _insert("members", MEMBER_COLUMNS)
_SCORE = _insert("results", RESULT_COLUMNS)
_UNSEAT = Statement(
    "DELETE FROM members WHERE table_id = ?",
    "DELETE FROM members WHERE table_id IN (SELECT column1 FROM {rows})",
)


def write_group(
    connection: sqlite3.Connection, tail: Tail, changes: Sequence[Append], done: Changes
) -> list[Outcome]:
    """Write all that can be written; for each append, why it could not be. `done` gets what this
    does to the tail."""
    if len({change.row.id for change in changes}) == len(changes):
        fits = _fits(connection, tail, changes)
        if fits is not None:
            done.take(fits)
            return [None] * len(changes)
        connection.execute("ROLLBACK")
        connection.execute("BEGIN IMMEDIATE")
    return [_write_alone(connection, tail, change, done) for change in changes]


def _fits(connection: sqlite3.Connection, tail: Tail, changes: Sequence[Append]) -> Changes | None:
    """Write a whole group at once; None if something did not fit, and some may be written."""
    done = Changes()
    lazy = [change for change in changes if change.lazy]
    others = [change for change in changes if not change.lazy]
    try:
        if not others or _write(connection, tail, others, done):
            return done if _write_lazily(connection, tail, lazy, done) else None
    except Exception as error:
        if concerns_the_store(error):
            raise
    return None


def _write_lazily(
    connection: sqlite3.Connection, tail: Tail, changes: Sequence[Append], done: Changes
) -> bool:
    """Add rows to the tail; False if one builds on another version than stored."""
    lags = [(change, tail.lag(change.row.id)) for change in changes]
    if any(lag is not None and lag.version != change.base for change, lag in lags):
        return False
    first = {change.row.id: change.base for change, lag in lags if lag is None}
    if first:
        names = msgspec.json.encode(list(first)).decode()
        found = connection.execute(_VERSIONS, (names,)).fetchone()[0]
        if msgspec.json.decode(found) != first:
            return False
    done.added = list(zip(changes, tail.next_numbers(len(changes)), strict=True))
    _run(connection, _TAIL, tail_tuples(done.added))
    return True


def _write_alone(
    connection: sqlite3.Connection, tail: Tail, change: Append, done: Changes
) -> Outcome:
    connection.execute("SAVEPOINT alone")
    outcome: Outcome = None
    own = Changes()
    try:
        if not _write(connection, tail, (change,), own):
            outcome = Conflict(f"{change.row.id} is not at version {change.base}")
    except Exception as error:
        if concerns_the_store(error):
            raise
        taken = getattr(error, "sqlite_errorcode", 0) in _TAKEN
        outcome = Conflict(str(error)) if taken else _of_one(error)
    if outcome is not None:
        connection.execute("ROLLBACK TO alone")
    else:
        done.take(own)
    connection.execute("RELEASE alone")
    return outcome


def concerns_the_store(error: Exception) -> bool:
    """Whether nothing at all can be written now; otherwise the error concerns one append."""
    of_one = (
        sqlite3.IntegrityError,
        sqlite3.DataError,
        sqlite3.ProgrammingError,
        sqlite3.InterfaceError,
    )
    # A damaged page concerns those whose rows lie there.
    damaged = primary_code(error) == sqlite3.SQLITE_CORRUPT
    return isinstance(error, sqlite3.Error) and not isinstance(error, of_one) and not damaged


def _of_one(error: Exception) -> Exception:
    damaged = primary_code(error) == sqlite3.SQLITE_CORRUPT
    return StoreUnavailable("damaged", str(error)) if damaged else error


def _write(
    connection: sqlite3.Connection, tail: Tail, changes: Sequence[Append], done: Changes
) -> bool:
    """Write appends of different tables; False if one builds on another version than stored."""
    tail.fold(connection, [change.row.id for change in changes], done)
    made = [astuple(change.row) for change in changes if change.base == 0]
    changed = [(*astuple(change.row), change.base) for change in changes if change.base]
    if _run(connection, _CHANGE, changed) != len(changed):
        return False
    _run(connection, _MAKE, made)
    _run(connection, _LOG, entry_tuples(changes))
    _write_talk(connection, changes)
    _write_members(connection, seated_anew(changes))
    _run(connection, _SCORE, result_tuples(changes))
    return True


def _write_talk(connection: sqlite3.Connection, changes: Sequence[Append]) -> None:
    _run(connection, _TALK, talk_tuples(changes))
    for old in forgotten_tuples(changes):
        connection.execute(_FORGET, old)


def _write_members(connection: sqlite3.Connection, seated: Seated) -> None:
    _run(connection, _UNSEAT, [(table,) for table, _ in seated])
    _run(connection, _SEAT, member_tuples(seated))


def _run(connection: sqlite3.Connection, statement: Statement, rows: Rows) -> int:
    """Run a statement over rows; how many rows of the database it touched."""
    if len(rows) <= FEW_ROWS:
        return sum(connection.execute(statement.one, row).rowcount for row in rows)
    touched = 0
    for start in range(0, len(rows), MOST_ROWS):
        part = rows[start : start + MOST_ROWS]
        width = len(part[0])
        count = 1 << (len(part) - 1).bit_length()
        values = [value for row in part for value in row]
        values += [FILLING, *[0] * (width - 1)] * (count - len(part))
        touched += connection.execute(_for_many(statement, count, width), values).rowcount
    return touched


@cache
def _for_many(statement: Statement, count: int, width: int) -> str:
    row = f"({', '.join('?' * width)})"
    return statement.many.format(rows=f"(VALUES {', '.join([row] * count)})")
