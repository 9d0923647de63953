"""Reading tables from PostgreSQL. Nothing here writes."""

from __future__ import annotations

from collections.abc import Sequence

from whistlestop.server.store.base import GuestTable, GuestTally, KeptReview, LogEntry, TableRow
from whistlestop.server.store.postgres.connection import Connection
from whistlestop.server.store.rows import TABLE_COLUMNS, newest_first, to_guest_table, to_row, until

_ENTRIES = """SELECT seq, at, who, cmd, body FROM entries WHERE table_id = $1 AND seq > $2
    UNION ALL (SELECT seq, at, who, cmd, body FROM talk WHERE table_id = $1 AND seq > $2
        ORDER BY seq DESC LIMIT $3)
    ORDER BY seq"""
_TABLE = f"SELECT {TABLE_COLUMNS} FROM tables WHERE id = $1"
_LISTED = f"""SELECT found.* FROM unnest($1::text[]) AS wanted (name) CROSS JOIN LATERAL (
    SELECT {TABLE_COLUMNS} FROM tables WHERE status = wanted.name AND listed_at < $2
    ORDER BY listed_at DESC LIMIT $3) AS found"""
_MINE = f"""SELECT {TABLE_COLUMNS}, array_agg(seat) AS seats
    FROM members JOIN tables ON id = table_id
    WHERE guest = $1 AND status = ANY ($2::text[]) AND updated < $3
    GROUP BY id ORDER BY updated DESC, id LIMIT $4"""
_TALLIES = """SELECT board, players, count(*), count(*) FILTER (WHERE won), sum(score), max(score),
    sum(tickets_held), sum(tickets_made)
    FROM results WHERE guest = $1 GROUP BY board, players ORDER BY board, players"""
_VERSIONS = "SELECT id, version FROM tables WHERE id = ANY ($1::text[])"
_COUNT = "SELECT status, count(*) FROM tables GROUP BY status"


async def read_entries(connection: Connection, table: str, after: int, talk: int) -> list[LogEntry]:
    """The log of a table after a version with its newest lines of talk, in order."""
    return [LogEntry(*found) for found in await connection.fetch(_ENTRIES, table, after, talk)]


async def read_row(connection: Connection, table: str) -> TableRow | None:
    """The table's row, or None if there is no such table."""
    found = await connection.fetchrow(_TABLE, table)
    return to_row(tuple(found)) if found is not None else None


async def read_listed(
    connection: Connection, statuses: Sequence[str], limit: int, before: int | None
) -> list[TableRow]:
    """Listed tables of these statuses, the most recently updated first."""
    names = list(dict.fromkeys(statuses))
    found = await connection.fetch(_LISTED, names, until(before), limit)
    return newest_first([to_row(tuple(values)) for values in found], limit)


async def read_tables_of(
    connection: Connection, guest: str, statuses: Sequence[str], limit: int, before: int | None
) -> list[GuestTable]:
    """The tables where a guest has a seat, the most recently updated first."""
    found = await connection.fetch(_MINE, guest, list(statuses), until(before), limit)
    return [to_guest_table(tuple(values)[:-1], values[-1]) for values in found]


async def read_tallies(connection: Connection, guest: str) -> list[GuestTally]:
    """A guest's results, by board and number of players."""
    return [GuestTally(*found) for found in await connection.fetch(_TALLIES, guest)]


async def read_versions(connection: Connection, tables: Sequence[str]) -> dict[str, int]:
    """The current versions of some tables."""
    found = await connection.fetch(_VERSIONS, tables)
    return dict(map(tuple, found))


async def read_counts(connection: Connection) -> dict[str, int]:
    """How many tables there are, by status."""
    return dict(map(tuple, await connection.fetch(_COUNT)))


async def read_review(connection: Connection, table: str) -> KeptReview | None:
    """The review of a table's finished game, if it was kept."""
    query = "SELECT format, body FROM reviews WHERE table_id = $1"
    found = await connection.fetchrow(query, table)
    return None if found is None else KeptReview(*found)


async def read_secret(connection: Connection) -> bytes:
    """The key that signs cookies and tokens."""
    return bytes(await connection.fetchval("SELECT value FROM meta WHERE key = 'secret'"))


async def read_clock(connection: Connection) -> bytes | None:
    """The game clock as it was last kept."""
    found: bytes | None = await connection.fetchval("SELECT value FROM meta WHERE key = 'clock'")
    return found
