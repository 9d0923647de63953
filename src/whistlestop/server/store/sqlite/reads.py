"""Reading tables from SQLite: each function runs in a thread of the readers.

A query gives its rows as one JSON text, for the reason given in `group.py`: every row that SQLite
steps to hands over the interpreter's lock. Bytes are hex digits in it. Nothing here writes.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from typing import Any

import msgspec

from whistlestop.server.store.base import GuestTable, GuestTally, KeptReview, LogEntry, TableRow
from whistlestop.server.store.rows import TABLE_COLUMNS, newest_first, to_guest_table, to_row, until

_ROW = "json_array(id, version, status, board, listed, created, updated, due_at, hex(summary))"
_ENTRIES = """SELECT json_group_array(json_array(seq, at, who, cmd, hex(body))) FROM (
    SELECT seq, at, who, cmd, body FROM entries WHERE table_id = ?1 AND seq > ?2
    UNION ALL SELECT * FROM (
        SELECT seq, at, who, cmd, body FROM talk WHERE table_id = ?1 AND seq > ?2
        ORDER BY seq DESC LIMIT ?3))"""
_TABLE = f"SELECT json_group_array({_ROW}) FROM tables WHERE id = ?"
_LISTED = f"""SELECT json_group_array({_ROW}) FROM (
    SELECT {TABLE_COLUMNS} FROM tables WHERE listed = 1 AND status = ? AND updated < ?
    ORDER BY updated DESC LIMIT ?)"""
_MINE = f"""SELECT json_group_array(json_array({_ROW}, json(seats))) FROM (
    SELECT {TABLE_COLUMNS}, json_group_array(seat) AS seats
    FROM members JOIN tables ON id = table_id
    WHERE guest = ? AND status IN (SELECT value FROM json_each(?)) AND updated < ?
    GROUP BY id ORDER BY updated DESC, id LIMIT ?)"""
_TALLIES = """SELECT board, players, count(*), sum(won), sum(score), max(score),
    sum(tickets_held), sum(tickets_made)
    FROM results WHERE guest = ? GROUP BY board, players ORDER BY board, players"""
_VERSIONS = """SELECT json_group_object(id, version)
    FROM tables WHERE id IN (SELECT value FROM json_each(?))"""
_COUNT = "SELECT status, count(*) FROM tables GROUP BY status"


def read_entries(
    connection: sqlite3.Connection, table: str, after: int, talk: int
) -> list[LogEntry]:
    """The log of a table after a version with its newest lines of talk, in order."""
    found = _one(connection, _ENTRIES, table, after, talk)
    found.sort()
    return [LogEntry(seq, at, who, cmd, bytes.fromhex(body)) for seq, at, who, cmd, body in found]


def read_row(connection: sqlite3.Connection, table: str) -> TableRow | None:
    """The table's row, or None if there is no such table."""
    found = _one(connection, _TABLE, table)
    return _row(found[0]) if found else None


def read_listed(
    connection: sqlite3.Connection, statuses: Sequence[str], limit: int, before: int | None
) -> list[TableRow]:
    """Listed tables of these statuses, the most recently updated first."""
    rows: list[TableRow] = []
    for status in dict.fromkeys(statuses):
        found = _one(connection, _LISTED, status, until(before), limit)
        rows += [_row(values) for values in found]
    return newest_first(rows, limit)


def read_tables_of(
    connection: sqlite3.Connection,
    guest: str,
    statuses: Sequence[str],
    limit: int,
    before: int | None,
) -> list[GuestTable]:
    """The tables where a guest has a seat, the most recently updated first."""
    found = _one(connection, _MINE, guest, _json(list(statuses)), until(before), limit)
    mine = [to_guest_table(_unhexed(values), seats) for values, seats in found]
    return sorted(mine, key=lambda one: (-one.row.updated, one.row.id))


def read_tallies(connection: sqlite3.Connection, guest: str) -> list[GuestTally]:
    """A guest's results, by board and number of players."""
    return [GuestTally(*found) for found in connection.execute(_TALLIES, (guest,)).fetchall()]


def read_versions(connection: sqlite3.Connection, tables: Sequence[str]) -> dict[str, int]:
    """The current versions of some tables."""
    versions: dict[str, int] = _one(connection, _VERSIONS, _json(list(tables)))
    return versions


def read_counts(connection: sqlite3.Connection) -> dict[str, int]:
    """How many tables there are, by status."""
    return dict(connection.execute(_COUNT).fetchall())


def read_review(connection: sqlite3.Connection, table: str) -> KeptReview | None:
    """The review of a table's finished game, if it was kept."""
    query = "SELECT format, body FROM reviews WHERE table_id = ?"
    found = connection.execute(query, (table,)).fetchone()
    return None if found is None else KeptReview(*found)


def read_secret(connection: sqlite3.Connection) -> bytes:
    """The key that signs cookies and tokens."""
    found = connection.execute("SELECT value FROM meta WHERE key = 'secret'").fetchone()
    return bytes(found[0])


def read_clock(connection: sqlite3.Connection) -> bytes | None:
    """The game clock as it was last kept."""
    found = connection.execute("SELECT value FROM meta WHERE key = 'clock'").fetchone()
    return None if found is None else bytes(found[0])


def _one(connection: sqlite3.Connection, query: str, *values: Any) -> Any:
    """The JSON that a query gives; the order of its rows means nothing."""
    text = connection.execute(query, values).fetchone()[0]
    return msgspec.json.decode(text)


def _json(values: list[str]) -> str:
    return msgspec.json.encode(values).decode()


def _unhexed(values: list[Any]) -> list[Any]:
    values[-1] = bytes.fromhex(values[-1])
    return values


def _row(values: list[Any]) -> TableRow:
    return to_row(_unhexed(values))
