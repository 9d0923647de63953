"""A copy of all tables of a PostgreSQL store, made before this version changes their schema.

The copy lies in a schema of its own in the same database and is made in the transaction of the
change, so there is the one and the other or neither; a database without room undoes both. It is
never removed here.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Sequence
from typing import Any, Protocol

log = logging.getLogger("whistlestop.server")

_TABLES = "SELECT tablename FROM pg_tables WHERE schemaname = $1 ORDER BY tablename"
# What the database works out by itself cannot be copied, and need not be.
_COLUMNS = """SELECT column_name FROM information_schema.columns
    WHERE table_schema = $1 AND table_name = $2 AND is_generated = 'NEVER'
    ORDER BY ordinal_position"""


class Asked(Protocol):
    """The part of a connection that is used."""

    async def execute(self, query: str, *values: Any) -> str:
        """Run a statement."""

    async def fetch(self, query: str, *values: Any) -> list[Sequence[Any]]:
        """All rows of a query."""


async def keep_copy(connection: Asked, schema: str, number: int) -> str:
    """Copy the tables of a schema, whose number this is; the name of the schema with the copy."""
    kept = await _free_name(connection, f"{schema}_schema_{number}")
    await connection.execute(f"CREATE SCHEMA {kept}")
    for (table,) in await connection.fetch(_TABLES, schema):
        found = await connection.fetch(_COLUMNS, schema, table)
        columns = ", ".join(f'"{name}"' for (name,) in found)
        await connection.execute(f"CREATE TABLE {kept}.{table} (LIKE {table} INCLUDING ALL)")
        await connection.execute(
            f"INSERT INTO {kept}.{table} ({columns}) SELECT {columns} FROM {table}"
        )
    log.warning("store_kept", extra={"kept": kept, "schema": number})
    return kept


async def _free_name(connection: Asked, start: str) -> str:
    """A name with the time in it that no schema has."""
    name = first = f"{start}_{time.strftime('%Y%m%d_%H%M%S')}"
    again = 1
    while await connection.fetch("SELECT 1 FROM pg_namespace WHERE nspname = $1", name):
        again += 1
        name = f"{first}_{again}"
    return name
