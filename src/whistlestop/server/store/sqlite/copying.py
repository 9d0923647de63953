"""A whole SQLite file read or filled. It blocks, which is right for the command line only."""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, closing
from pathlib import Path

from whistlestop.server.errors import StartupError
from whistlestop.server.store.copying import (
    BATCH,
    Copier,
    Filling,
    Kind,
    Reading,
    Values,
    selection,
)
from whistlestop.server.store.migrations import pending
from whistlestop.server.store.sqlite.file import SqliteFile, cannot_start, connect, read_schema


class SqliteReading(Reading):
    """Within a read transaction, which WAL keeps apart from whatever is written meanwhile."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    async def count(self, kind: Kind) -> int:
        query = f"SELECT count(*) {selection(kind)}"
        found: int = self._connection.execute(query).fetchone()[0]
        return found

    async def batches(self, kind: Kind) -> AsyncIterator[Sequence[Values]]:
        cursor = self._connection.execute(
            f"SELECT {kind.columns} {selection(kind)} ORDER BY {kind.key}"
        )
        while rows := cursor.fetchmany(BATCH):
            yield rows


class SqliteFilling(Filling):
    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    async def put(self, kind: Kind, rows: Sequence[Values]) -> None:
        marks = ", ".join("?" * kind.width)
        self._connection.executemany(
            f"INSERT INTO {kind.table} ({kind.columns}) VALUES ({marks})", rows
        )


class SqliteCopier(Copier):
    def __init__(self, path: Path) -> None:
        self._path = path

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[Reading]:
        if not self._path.is_file():
            raise StartupError("no_store", f"There is no store in {self._path}.")
        try:
            with closing(connect(self._path)) as connection:
                connection.execute("PRAGMA query_only = ON")
                connection.execute("BEGIN")
                self._check_schema(connection)
                yield SqliteReading(connection)
        except sqlite3.Error as error:
            raise cannot_start(self._path, error, "read") from None

    @asynccontextmanager
    async def filling(self) -> AsyncIterator[Filling]:
        file = SqliteFile(self._path)
        file.hold()
        try:
            with closing(file.connect(writes=True)) as connection:
                connection.execute("BEGIN IMMEDIATE")
                if connection.execute("SELECT count(*) FROM tables").fetchone()[0]:
                    raise StartupError("not_empty", f"{self._path} holds tables already.")
                connection.execute("DELETE FROM meta WHERE key = 'secret'")
                yield SqliteFilling(connection)
                connection.execute("COMMIT")
        except sqlite3.Error as error:
            raise cannot_start(self._path, error) from None
        finally:
            file.release()

    def _check_schema(self, connection: sqlite3.Connection) -> None:
        if pending("sqlite", read_schema(connection, self._path), str(self._path)):
            raise StartupError(
                "old_schema",
                f"{self._path} was written by an older Whistlestop: start a server on it first.",
            )
