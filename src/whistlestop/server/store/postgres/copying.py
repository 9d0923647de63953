"""Reads or fills a whole PostgreSQL store. It knows no servers."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any

from whistlestop.server.errors import StartupError
from whistlestop.server.store.copying import (
    BATCH,
    COPIED,
    ENTRIES,
    LAST_TALK,
    SIZES,
    Copier,
    Kind,
    Values,
    WholeStore,
    no_store,
    not_empty,
    old_schema,
    selection,
)
from whistlestop.server.store.migrations import migrations, pending
from whistlestop.server.store.operating import OperatedStore, Rows, StoreStep
from whistlestop.server.store.postgres.connection import (
    SCHEMA,
    Connection,
    connect_at_start,
    driver,
    migrate,
    place,
)
from whistlestop.server.store.postgres.steps import HAS_BYTES, take_query, take_steps


class WholePostgres(WholeStore):
    """Within a transaction of the copier, which sees the database as it was at its first query."""

    def __init__(self, connection: Connection, schema: int) -> None:
        self._connection = connection
        self.schema = schema

    async def count(self, kind: Kind) -> int:
        """How many rows of a kind there are."""
        found: int = await self._connection.fetchval(f"SELECT count(*) {selection(kind)}")
        return found

    async def batches(self, kind: Kind) -> AsyncIterator[Sequence[Values]]:
        """All rows of a kind in the order of their key, some at a time."""
        query = f"SELECT {self.columns(kind)} {selection(kind)} ORDER BY {kind.key}"
        rows: list[Values] = []
        async for row in self._connection.cursor(query, prefetch=BATCH):
            rows.append(tuple(row))
            if len(rows) == BATCH:
                yield rows
                rows = []
        yield rows

    async def last_talk(self) -> dict[str, int]:
        """The newest line of talk at each table; none in a store that keeps talk in the logs."""
        found = [] if self.schema == 1 else await self._connection.fetch(LAST_TALK)
        return {row[0]: row[1] for row in found}

    async def sizes(self) -> dict[str, int]:
        """How many bytes the log, the talk and the review of each table take."""
        return {row[0]: row[1] for row in await self._connection.fetch(SIZES)}

    async def log(self, table: str) -> Sequence[Values]:
        """The entries of one table in order, without talk."""
        query = f"SELECT {ENTRIES.columns} FROM entries WHERE table_id = $1 ORDER BY seq"
        return await self._connection.fetch(query, table)

    async def put(self, kind: Kind, rows: Sequence[Values]) -> None:
        """Add rows of a kind."""
        await self._connection.copy_records_to_table(
            kind.table, records=rows, columns=kind.columns.split(", "), schema_name=SCHEMA
        )


class PostgresBeside(OperatedStore):
    """The database for whoever gives orders, beside the servers that use it."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    async def transact(self, steps: Sequence[StoreStep], about: Sequence[str] = ()) -> list[Rows]:
        """Do all steps durably, or none. Raises Conflict."""
        return await take_steps(self._connection, steps)

    async def ask(self, sql: str, *values: Any) -> Rows:
        """The rows of a query."""
        return await take_query(self._connection, sql, values)

    def has_bytes(self, column: str, number: int) -> str:
        """The condition that a column has these bytes in it."""
        return HAS_BYTES.format(column=column, number=number)


class PostgresCopier(Copier):
    """Reads and fills a whole PostgreSQL database."""

    def __init__(self, url: str) -> None:
        self._url = url

    @asynccontextmanager
    async def reading(self, *, older: bool = False) -> AsyncIterator[WholeStore]:
        """Look at a store, while a server may go on using it. Raises StartupError."""
        async with (
            self._connected() as connection,
            connection.transaction(isolation="repeatable_read", readonly=True),
        ):
            yield WholePostgres(connection, await self._schema(connection, older))

    @asynccontextmanager
    async def filling(self) -> AsyncIterator[WholeStore]:
        """Fill an empty store; an exception inside undoes everything. Raises StartupError."""
        async with self._connected() as connection:
            there = await connection.fetchval(f"SELECT to_regclass('{SCHEMA}.tables') IS NOT NULL")
            if there:  # before an old one is brought up to date
                await self._need_empty(connection)
            await migrate(connection, place(self._url))
            async with connection.transaction():
                await connection.execute("LOCK TABLE tables, meta IN EXCLUSIVE MODE")
                await self._need_empty(connection)
                await connection.execute(f"DELETE FROM meta WHERE {COPIED}")
                yield WholePostgres(connection, len(migrations("postgres")))
            # Without it, the first plans would be made for an empty database.
            await connection.execute("ANALYZE tables, entries, talk, members, results, reviews")

    @asynccontextmanager
    async def operating(self) -> AsyncIterator[OperatedStore]:
        """Give orders to a store, while a server may go on using it. Raises StartupError."""
        async with self._connected() as connection:
            await self._schema(connection, older=False)
            yield PostgresBeside(connection)

    @asynccontextmanager
    async def _connected(self) -> AsyncIterator[Connection]:
        connection = await connect_at_start(self._url, patience=None)
        pg = driver()
        try:
            yield connection
        except (pg.PostgresError, pg.InterfaceError, OSError, TimeoutError) as error:
            sentence = f"The PostgreSQL server at {place(self._url)} failed: {_first_line(error)}."
            raise StartupError("unreachable", sentence) from None
        finally:
            connection.terminate()

    async def _need_empty(self, connection: Connection) -> None:
        if await connection.fetchval("SELECT EXISTS (SELECT FROM tables)"):
            raise not_empty(place(self._url))

    async def _schema(self, connection: Connection, older: bool) -> int:
        where = place(self._url)
        if await connection.fetchval(f"SELECT to_regclass('{SCHEMA}.meta') IS NULL"):
            raise no_store(where)
        schema = int(await connection.fetchval("SELECT value FROM meta WHERE key = 'schema'") or 0)
        if pending("postgres", schema, where) and not older:
            raise old_schema(where)
        return schema


def _first_line(error: Any) -> str:
    return (str(error) or type(error).__name__).splitlines()[0].rstrip(".")
