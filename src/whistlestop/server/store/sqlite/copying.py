"""Reads or fills a whole SQLite file. It blocks, which is right for the command line only."""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, closing, suppress
from pathlib import Path

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
from whistlestop.server.store.sqlite.file import SqliteFile, cannot_start, connect, read_schema


class WholeSqlite(WholeStore):
    """Within a transaction of the copier: WAL keeps it apart from whatever is written meanwhile."""

    def __init__(self, connection: sqlite3.Connection, schema: int) -> None:
        self._connection = connection
        self.schema = schema

    async def count(self, kind: Kind) -> int:
        """How many rows of a kind there are."""
        query = f"SELECT count(*) {selection(kind)}"
        found: int = self._connection.execute(query).fetchone()[0]
        return found

    async def batches(self, kind: Kind) -> AsyncIterator[Sequence[Values]]:
        """All rows of a kind in the order of their key, some at a time."""
        cursor = self._connection.execute(
            f"SELECT {kind.columns} {selection(kind)} ORDER BY {kind.key}"
        )
        while rows := cursor.fetchmany(BATCH):
            yield rows

    async def last_talk(self) -> dict[str, int]:
        """The newest line of talk at each table; none in a store that keeps talk in the logs."""
        return {} if self.schema == 1 else dict(self._connection.execute(LAST_TALK).fetchall())

    async def sizes(self) -> dict[str, int]:
        """How many bytes the log, the talk and the review of each table take."""
        return dict(self._connection.execute(SIZES).fetchall())

    async def log(self, table: str) -> Sequence[Values]:
        """The entries of one table in order, without talk."""
        query = f"SELECT {ENTRIES.columns} FROM entries WHERE table_id = ? ORDER BY seq"
        return self._connection.execute(query, (table,)).fetchall()

    async def put(self, kind: Kind, rows: Sequence[Values]) -> None:
        """Add rows of a kind."""
        marks = ", ".join("?" * kind.width)
        self._connection.executemany(
            f"INSERT INTO {kind.table} ({kind.columns}) VALUES ({marks})", rows
        )


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
