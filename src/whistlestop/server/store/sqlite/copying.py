"""Reads or fills a whole SQLite file. It blocks, which is right for the command line only."""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, closing, suppress
from pathlib import Path
from typing import Any

from whistlestop.server.store.base import Conflict
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
from whistlestop.server.store.migrations import pending
from whistlestop.server.store.operating import OperatedStore, Rows, StoreStep
from whistlestop.server.store.sqlite.file import SqliteFile, cannot_start, connect, read_schema
from whistlestop.server.store.sqlite.steps import take_steps

TAIL = 4  # the schema since which there is one
_UNFOLDED = f"""SELECT {ENTRIES.columns} FROM tail AS new WHERE NOT EXISTS (
    SELECT 1 FROM entries WHERE table_id = new.table_id AND seq = new.seq)"""
_TAIL_SIZES = f"SELECT table_id, sum(length(body)) FROM ({_UNFOLDED}) GROUP BY table_id"
_NEWEST = "SELECT table_id, max(seq) AS seq, at, due_at, waiting FROM tail GROUP BY table_id"
_WITH_TAIL = {
    "entries": f"SELECT {ENTRIES.columns} FROM entries UNION ALL {_UNFOLDED}",
    "tables": f"""SELECT id, version, status, board, listed, created, updated, due_at, summary,
        waiting FROM tables WHERE id NOT IN (SELECT table_id FROM tail)
        UNION ALL SELECT id, max(version, new.seq) AS version, status, board, listed, created,
        iif(new.seq > version, new.at, updated) AS updated,
        iif(new.seq > version, new.due_at, tables.due_at) AS due_at, summary,
        iif(new.seq > version, new.waiting, tables.waiting) AS waiting
        FROM tables JOIN ({_NEWEST}) AS new ON new.table_id = id""",
}


class WholeSqlite(WholeStore):
    """Within a transaction of the copier: WAL keeps it apart from whatever is written meanwhile."""

    def __init__(self, connection: sqlite3.Connection, schema: int) -> None:
        self._connection = connection
        self.schema = schema

    async def count(self, kind: Kind) -> int:
        """How many rows of a kind there are."""
        query = f"SELECT count(*) {self._selection(kind)}"
        found: int = self._connection.execute(query).fetchone()[0]
        return found

    async def batches(self, kind: Kind) -> AsyncIterator[Sequence[Values]]:
        """All rows of a kind in the order of their key, some at a time."""
        cursor = self._connection.execute(
            f"SELECT {self.columns(kind)} {self._selection(kind)} ORDER BY {kind.key}"
        )
        while rows := cursor.fetchmany(BATCH):
            yield rows

    async def last_talk(self) -> dict[str, int]:
        """The newest line of talk at each table; none in a store that keeps talk in the logs."""
        return {} if self.schema == 1 else dict(self._connection.execute(LAST_TALK).fetchall())

    async def sizes(self) -> dict[str, int]:
        """How many bytes the log, the talk and the review of each table take."""
        sizes: dict[str, int] = dict(self._connection.execute(SIZES).fetchall())
        for table, size in self._connection.execute(_TAIL_SIZES) if self.schema >= TAIL else ():
            sizes[table] = sizes.get(table, 0) + size
        return sizes

    async def log(self, table: str) -> Sequence[Values]:
        """The entries of one table in order, without talk."""
        entries = self._selection(ENTRIES)
        query = f"SELECT {ENTRIES.columns} {entries} WHERE table_id = ? ORDER BY seq"
        return self._connection.execute(query, (table,)).fetchall()

    def _selection(self, kind: Kind) -> str:
        """The FROM clause for rows of a kind as they should be, with what is in the tail."""
        tailed = self.schema >= TAIL and kind.table in _WITH_TAIL
        return f"FROM ({_WITH_TAIL[kind.table]})" if tailed else selection(kind)

    async def put(self, kind: Kind, rows: Sequence[Values]) -> None:
        """Add rows of a kind."""
        marks = ", ".join("?" * kind.width)
        self._connection.executemany(
            f"INSERT INTO {kind.table} ({kind.columns}) VALUES ({marks})", rows
        )


class SqliteBeside(OperatedStore):
    """The file for whoever gives orders, beside the server that has it."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    async def transact(self, steps: Sequence[StoreStep], about: Sequence[str] = ()) -> list[Rows]:
        """Do all steps durably, or none. Raises Conflict."""
        self._connection.execute("BEGIN IMMEDIATE")
        try:
            done = take_steps(self._connection, steps)
        finally:
            self._connection.execute("COMMIT")
        if done is None:
            raise Conflict(steps[0].sql)
        return done

    async def ask(self, sql: str, *values: Any) -> Rows:
        """The rows of a query."""
        return self._connection.execute(sql, values).fetchall()

    def has_bytes(self, column: str, number: int) -> str:
        """The condition that a column has these bytes in it."""
        return f"instr({column}, ?{number}) > 0"


class SqliteCopier(Copier):
    """Reads and fills a whole SQLite file."""

    def __init__(self, path: Path) -> None:
        self._path = path

    @asynccontextmanager
    async def reading(self, *, older: bool = False) -> AsyncIterator[WholeStore]:
        """Look at a store, while a server may go on using it. Raises StartupError."""
        if not self._path.is_file():
            raise no_store(str(self._path))
        try:
            with closing(connect(self._path)) as connection:
                connection.execute("PRAGMA query_only = ON")
                connection.execute("BEGIN")
                yield WholeSqlite(connection, self._schema(connection, older))
        except sqlite3.Error as error:
            raise cannot_start(self._path, error, "read") from None

    @asynccontextmanager
    async def filling(self) -> AsyncIterator[WholeStore]:
        """Fill an empty store; an exception inside undoes everything. Raises StartupError."""
        self._need_empty()  # before opening it brings an old one up to date
        file = SqliteFile(self._path)
        file.hold()
        try:
            with closing(file.connect(writes=True)) as connection:
                connection.execute("BEGIN IMMEDIATE")
                if _holds_tables(connection):
                    raise not_empty(str(self._path))
                connection.execute(f"DELETE FROM meta WHERE {COPIED}")
                yield WholeSqlite(connection, read_schema(connection, self._path))
                connection.execute("COMMIT")
            file.promises.remove()  # an old file's, which this is not
        except sqlite3.Error as error:
            raise cannot_start(self._path, error) from None
        finally:
            file.release()

    @asynccontextmanager
    async def operating(self) -> AsyncIterator[OperatedStore]:
        """Give orders to a store, while a server may go on using it. Raises StartupError."""
        if not self._path.is_file():
            raise no_store(str(self._path))
        try:
            with closing(connect(self._path)) as connection:
                connection.execute("PRAGMA synchronous = FULL")
                self._schema(connection, older=False)
                yield SqliteBeside(connection)
        except sqlite3.Error as error:
            raise cannot_start(self._path, error) from None

    def _need_empty(self) -> None:
        if not self._path.is_file():
            return
        with suppress(sqlite3.Error), closing(connect(self._path)) as connection:
            if read_schema(connection, self._path) and _holds_tables(connection):
                raise not_empty(str(self._path))

    def _schema(self, connection: sqlite3.Connection, older: bool) -> int:
        schema = read_schema(connection, self._path)
        if schema == 0:
            raise no_store(str(self._path))
        if pending("sqlite", schema, str(self._path)) and not older:
            raise old_schema(str(self._path))
        return schema


def _holds_tables(connection: sqlite3.Connection) -> bool:
    found: int = connection.execute("SELECT count(*) FROM tables").fetchone()[0]
    return found > 0
