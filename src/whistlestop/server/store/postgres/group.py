"""Writing a group of appends into PostgreSQL in one statement, which is one transaction.

Only when something in the group does not fit are the appends written one by one, each with a
savepoint of its own, in one transaction again. It locks rows in the order of their ids, so that
groups of several processes never wait for each other in a circle. Invariant: an append is written
whole, or nothing of it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from msgspec.structs import astuple

from whistlestop.server.store.base import Append, Conflict
from whistlestop.server.store.outcomes import Outcome
from whistlestop.server.store.postgres.connection import Connection, of_one_append, unavailable
from whistlestop.server.store.rows import (
    ENTRY_COLUMNS,
    MEMBER_COLUMNS,
    RESULT_COLUMNS,
    TABLE_COLUMNS,
    entry_tuples,
    forgotten_tuples,
    member_tuples,
    result_tuples,
    seated_anew,
    talk_tuples,
)

CHANNEL = "whistlestop"
# A notification holds less than 8,000 bytes; an id has at most 40, a version 10.
NOTIFIED_AT_ONCE = 140


def _arrays(first: int, types: str) -> str:
    """`$1::text[], $2::bigint[], ...` for as many types."""
    return ", ".join(f"${n}::{kind}[]" for n, kind in enumerate(types.split(), first))


_NEW = _arrays(1, "text bigint text text bool bigint bigint bigint bytea int bigint")
_LOG = _arrays(12, "text bigint bigint text text bytea")
_SEATS = _arrays(19, "text text int")
_SCORES = _arrays(22, "text int text text text text int int bool int int")
_TAG = "$33::text"

_TALK = _arrays(34, "text bigint bigint text text bytea")
_OLD = _arrays(40, "text bigint")

# Only groups with talk in them pay for it.
_WITH_TALK = f"""
), talked AS (
    INSERT INTO talk ({ENTRY_COLUMNS})
    SELECT said.* FROM unnest({_TALK}) AS said ({ENTRY_COLUMNS})
    WHERE table_id IN (SELECT id FROM stored)
), forgotten AS (
    DELETE FROM talk USING unnest({_OLD}) AS old (of_table, until)
    WHERE table_id = of_table AND seq <= until AND table_id IN (SELECT id FROM stored)
"""

_WRITE = f"""
WITH new AS (
    SELECT * FROM unnest({_NEW}) AS new ({TABLE_COLUMNS}, base)
), locked AS MATERIALIZED (
    SELECT id FROM tables WHERE id = ANY ($1::text[]) ORDER BY id FOR NO KEY UPDATE
), changed AS (
    UPDATE tables SET version = new.version, status = new.status, board = new.board,
        listed = new.listed, created = new.created, updated = new.updated, due_at = new.due_at,
        summary = new.summary, waiting = new.waiting
    FROM new JOIN locked USING (id)
    WHERE tables.id = new.id AND tables.version = new.base AND new.base > 0
    RETURNING tables.id, tables.version
), made AS (
    INSERT INTO tables ({TABLE_COLUMNS}) SELECT {TABLE_COLUMNS} FROM new WHERE base = 0 ORDER BY id
    ON CONFLICT (id) DO NOTHING RETURNING id, version
), stored AS (
    SELECT id, version FROM changed UNION ALL SELECT id, version FROM made
), logged AS (
    INSERT INTO entries ({ENTRY_COLUMNS})
    SELECT log.* FROM unnest({_LOG}) AS log ({ENTRY_COLUMNS})
    WHERE table_id IN (SELECT id FROM stored)
), seats AS (
    SELECT seats.* FROM unnest({_SEATS}) AS seats ({MEMBER_COLUMNS})
    WHERE table_id IN (SELECT id FROM stored)
), unseated AS (
    DELETE FROM members WHERE table_id = ANY ($18::text[])
    AND table_id IN (SELECT id FROM stored)
    AND (table_id, guest, seat) NOT IN (SELECT table_id, guest, seat FROM seats)
), seated AS (
    INSERT INTO members ({MEMBER_COLUMNS}) SELECT {MEMBER_COLUMNS} FROM seats
    ON CONFLICT DO NOTHING
), scored AS (
    INSERT INTO results ({RESULT_COLUMNS})
    SELECT scores.* FROM unnest({_SCORES}) AS scores ({RESULT_COLUMNS})
    WHERE table_id IN (SELECT id FROM stored)
{{talk}}), parts AS (
    SELECT string_agg(id || ':' || version, ',') AS part FROM (
        SELECT id, version, row_number() OVER () / {NOTIFIED_AT_ONCE} AS number FROM stored
    ) AS numbered GROUP BY number
), told AS (
    SELECT pg_notify('{CHANNEL}', {_TAG} || ';' || part) FROM parts
)
SELECT (SELECT array_agg(id) FROM stored), (SELECT count(*) FROM told)
"""
_WRITE_LOG = _WRITE.format(talk="")
_WRITE_TALK = _WRITE.format(talk=_WITH_TALK.lstrip())


async def write_group(connection: Connection, tag: str, changes: Sequence[Append]) -> list[Outcome]:
    """Write and commit all that can be written; for each append, why it could not be.

    Raises StoreUnavailable. `tag` goes into the notification, and says which process sent it.
    """
    if len({change.row.id for change in changes}) == len(changes):
        try:
            return await _write(connection, tag, changes)
        except Exception as error:
            if not of_one_append(error):
                raise unavailable(error, committing=True) from error
    return await _write_one_by_one(connection, tag, changes)


async def _write(connection: Connection, tag: str, changes: Sequence[Append]) -> list[Outcome]:
    talk = _talk_parameters(changes)
    write = _WRITE_TALK if talk else _WRITE_LOG
    found = await connection.fetchval(write, *_parameters(changes), tag, *talk)
    stored = frozenset(found or ())
    return [
        None
        if change.row.id in stored
        else Conflict(f"{change.row.id} is not at version {change.base}")
        for change in changes
    ]


async def _write_one_by_one(
    connection: Connection, tag: str, changes: Sequence[Append]
) -> list[Outcome]:
    committing = False
    try:
        await connection.execute("BEGIN")
        outcomes = [await _write_alone(connection, tag, change) for change in changes]
        committing = True
        await connection.execute("COMMIT")
        return outcomes
    except Exception as error:
        raise unavailable(error, committing=committing) from error


async def _write_alone(connection: Connection, tag: str, change: Append) -> Outcome:
    await connection.execute("SAVEPOINT alone")
    try:
        (outcome,) = await _write(connection, tag, (change,))
    except Exception as error:
        if not of_one_append(error):
            raise
        await connection.execute("ROLLBACK TO alone")
        taken = getattr(error, "sqlstate", None) == "23505"
        outcome = Conflict(str(error)) if taken else error
    await connection.execute("RELEASE alone")
    return outcome


def _parameters(changes: Sequence[Append]) -> list[Any]:
    seated = seated_anew(changes)
    return [
        *_columns(11, ((*astuple(change.row), change.base) for change in changes)),
        *_columns(6, entry_tuples(changes)),
        [table for table, _ in seated],
        *_columns(3, member_tuples(seated)),
        *_columns(11, result_tuples(changes)),
    ]


def _talk_parameters(changes: Sequence[Append]) -> list[Any]:
    talk = talk_tuples(changes)
    if not talk:
        return []
    return [*_columns(6, talk), *_columns(2, forgotten_tuples(changes))]


def _columns(width: int, rows: Iterable[Sequence[Any]]) -> list[Sequence[Any]]:
    """Rows turned into columns; without a row, `width` empty ones."""
    return list(zip(*rows, strict=True)) or [()] * width
