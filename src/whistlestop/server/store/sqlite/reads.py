"""Reading tables from SQLite: each function runs in a thread of the readers.

A query gives its rows as one JSON text, for the reason given in `group.py`: every row that SQLite
steps to hands over the interpreter's lock. Bytes are hex digits in it. The tail says which rows lag
behind; it is asked before the file, so that what is folded in meanwhile is not missed. Nothing here
writes.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from heapq import nlargest
from typing import Any

import msgspec

from whistlestop.server.store.base import GuestTable, GuestTally, KeptReview, LogEntry, TableRow
from whistlestop.server.store.rows import TABLE_COLUMNS, newest_first, to_row, until
from whistlestop.server.store.sqlite.tail import Tail

_ROW = """json_array(id, version, status, board, listed, created, updated, due_at, hex(summary),
    waiting)"""
_ENTRIES = """SELECT json_group_array(json_array(seq, at, who, cmd, hex(body))) FROM (
    SELECT seq, at, who, cmd, body FROM entries WHERE table_id = ?1 AND seq > ?2
    UNION ALL SELECT seq, at, who, cmd, body FROM tail WHERE {tail} AND seq > ?2
    UNION ALL SELECT * FROM (
        SELECT seq, at, who, cmd, body FROM talk WHERE table_id = ?1 AND seq > ?2
        ORDER BY seq DESC LIMIT ?3))"""
# Its rows are found by their numbers, or by looking at the whole tail.
_NUMBERED = _ENTRIES.format(tail="number IN (SELECT value FROM json_each(?4))")
_SOUGHT = _ENTRIES.format(tail="table_id = ?1")
_TABLES = f"""SELECT json_group_array({_ROW}) FROM tables
    WHERE id IN (SELECT value FROM json_each(?))"""
_LISTED = f"""SELECT json_group_array({_ROW}) FROM (
    SELECT {TABLE_COLUMNS} FROM tables WHERE listed = 1 AND status = ? AND updated < ?
    AND id NOT IN (SELECT value FROM json_each(?)) ORDER BY updated DESC LIMIT ?)"""
_MINE = """SELECT json_group_array(json_array(id, updated, seat))
    FROM members JOIN tables ON id = table_id
    WHERE guest = ? AND status IN (SELECT value FROM json_each(?))"""
_TALLIES = """SELECT board, players, count(*), sum(won), sum(score), max(score),
    sum(tickets_held), sum(tickets_made)
    FROM results WHERE guest = ? GROUP BY board, players ORDER BY board, players"""
_VERSIONS = """SELECT json_group_object(id, version)
    FROM tables WHERE id IN (SELECT value FROM json_each(?))"""
_COUNT = "SELECT status, count(*) FROM tables GROUP BY status"


def read_entries(
    connection: sqlite3.Connection, tail: Tail, table: str, after: int, talk: int
) -> list[LogEntry]:
    """The log of a table after a version with its newest lines of talk, in order."""
    numbers = tail.numbers(table)
    if numbers is None:
        found = _one(connection, _SOUGHT, table, after, talk)
    else:
        found = _one(connection, _NUMBERED, table, after, talk, numbers)
    log = {seq: (seq, *others) for seq, *others in found}  # what is folded in may be there twice
    return [LogEntry(seq, at, who, cmd, bytes.fromhex(b)) for seq, at, who, cmd, b in _sorted(log)]


def _sorted(log: dict[int, tuple[Any, ...]]) -> list[tuple[Any, ...]]:
    return [log[seq] for seq in sorted(log)]


def read_row(connection: sqlite3.Connection, tail: Tail, table: str) -> TableRow | None:
    """The table's row, or None if there is no such table."""
    return next(iter(_rows(connection, tail, [table])), None)


def _rows(connection: sqlite3.Connection, tail: Tail, tables: list[str]) -> list[TableRow]:
    """Rows as they should be, in any order."""
    lags = {table: tail.lag(table) for table in tables}
    rows = [_row(values) for values in _one(connection, _TABLES, _json(tables))]
    return [row if (lag := lags[row.id]) is None else lag.over(row) for row in rows]


def read_listed(
    connection: sqlite3.Connection,
    tail: Tail,
    statuses: Sequence[str],
    limit: int,
    before: int | None,
) -> list[TableRow]:
    """Listed tables of these statuses, the most recently updated first."""
    lags = {id_: lag for id_, lag in tail.lags() if lag.listed and lag.status in statuses}
    late = [(lag.updated, id_) for id_, lag in lags.items() if lag.updated < until(before)]
    rows = _rows(connection, tail, [id_ for _, id_ in nlargest(limit, late)]) if late else []
    rows = [row for row in rows if row.status in statuses and row.updated < until(before)]
    for status in dict.fromkeys(statuses):
        found = _one(connection, _LISTED, status, until(before), _json(list(lags)), limit)
        rows += [_row(values) for values in found]
    return newest_first(rows, limit)


def read_tables_of(
    connection: sqlite3.Connection,
    tail: Tail,
    guest: str,
    statuses: Sequence[str],
    limit: int,
    before: int | None,
) -> list[GuestTable]:
    """The tables where a guest has a seat, the most recently updated first."""
    lags = dict(tail.lags())
    updated: dict[str, int] = {}
    seats: dict[str, list[int]] = {}
    for table, at, seat in _one(connection, _MINE, guest, _json(list(statuses))):
        lag = lags.get(table)
        updated[table] = at if lag is None else max(at, lag.updated)
        seats.setdefault(table, []).append(seat)
    found = [table for table, at in updated.items() if at < until(before)]
    found.sort(key=lambda table: (-updated[table], table))
    rows = newest_first(_rows(connection, tail, found[:limit]), limit)
    return [GuestTable(row, tuple(sorted(seats[row.id]))) for row in rows]


def read_tallies(connection: sqlite3.Connection, tail: Tail, guest: str) -> list[GuestTally]:
    """A guest's results, by board and number of players."""
    return [GuestTally(*found) for found in connection.execute(_TALLIES, (guest,)).fetchall()]


def read_versions(
    connection: sqlite3.Connection, tail: Tail, tables: Sequence[str]
) -> dict[str, int]:
    """The current versions of some tables."""
    lags = {table: tail.lag(table) for table in tables}
    versions: dict[str, int] = _one(connection, _VERSIONS, _json(list(tables)))
    for table, lag in lags.items():
        if lag is not None and table in versions:
            versions[table] = max(versions[table], lag.version)
    return versions


def read_counts(connection: sqlite3.Connection, tail: Tail) -> dict[str, int]:
    """How many tables there are, by status."""
    return dict(connection.execute(_COUNT).fetchall())


def read_review(connection: sqlite3.Connection, tail: Tail, table: str) -> KeptReview | None:
    """The review of a table's finished game, if it was kept."""
    query = "SELECT format, body FROM reviews WHERE table_id = ?"
    found = connection.execute(query, (table,)).fetchone()
    return None if found is None else KeptReview(*found)


def read_secret(connection: sqlite3.Connection, tail: Tail) -> bytes:
    """The key that signs cookies and tokens."""
    found = connection.execute("SELECT value FROM meta WHERE key = 'secret'").fetchone()
    return bytes(found[0])


def read_clock(connection: sqlite3.Connection, tail: Tail) -> bytes | None:
    """The game clock as it was last kept."""
    found = connection.execute("SELECT value FROM meta WHERE key = 'clock'").fetchone()
    return None if found is None else bytes(found[0])


def _one(connection: sqlite3.Connection, query: str, *values: Any) -> Any:
    """The JSON that a query gives; the order of its rows means nothing."""
    text = connection.execute(query, values).fetchone()[0]
    return msgspec.json.decode(text)


def _json(values: list[str]) -> str:
    return msgspec.json.encode(values).decode()


def _row(values: list[Any]) -> TableRow:
    values[-2] = bytes.fromhex(values[-2])
    return to_row(values)
