"""Takes the steps of a change in PostgreSQL, in one transaction.

Statements come as SQLite writes them, with `?1` for the first value. Invariant: all steps are
taken, or none.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from typing import Any

from whistlestop.server.store.operating import Rows, StoreStep
from whistlestop.server.store.postgres.connection import Connection

HAS_BYTES = "position(?{number}::bytea IN {column}) > 0"
_TAKEN = "23505"  # somebody else made a row with this key
_PLACE = re.compile(r"\?([0-9]+)")


class _NotNow(Exception):
    """A step that was needed touched nothing."""


async def take_steps(connection: Connection, steps: Sequence[StoreStep]) -> list[Rows]:
    """Take all steps; the rows that each gives."""
    done: list[Rows] = []
    async with connection.transaction():
        for step in steps:
            rows = await connection.fetch(_numbered(step.sql), *step.values)
            if step.needed and not rows:
                raise _NotNow
            done.append(rows)
    return done


async def take_query(connection: Connection, sql: str, values: Sequence[Any]) -> Rows:
    """The rows of a query."""
    return await connection.fetch(_numbered(sql), *values)


def is_conflict(error: BaseException | None) -> bool:
    """Whether steps did not fit what is stored."""
    return isinstance(error, _NotNow) or getattr(error, "sqlstate", None) == _TAKEN


@cache
def _numbered(sql: str) -> str:
    return _PLACE.sub(r"$\1", sql)
