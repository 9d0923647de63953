"""A whole store, read or filled at once, in either database.

Backup, restore and other commands use it, never a server. Invariant: reading sees one moment of the
store, and filling happens whole or not at all.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from typing import Any

from whistlestop.server.errors import StartupError
from whistlestop.server.store.operating import OperatedStore
from whistlestop.server.store.rows import (
    ENTRY_COLUMNS,
    MEMBER_COLUMNS,
    RESULT_COLUMNS,
    REVIEW_COLUMNS,
    TABLE_COLUMNS,
)

WAITING = 4  # the schema since which `waiting` is a column of `tables`
COPIED = "(key IN ('clock', 'secret') OR key LIKE 'secret.old.%')"  # of `meta`
BATCH = 1000  # rows at a time, some hundred kilobytes

Values = Sequence[Any]


@dataclass(frozen=True, slots=True)
class Kind:
    """Rows of one kind: their table, its columns and its key."""

    name: str
    table: str
    columns: str
    key: str
    flags: tuple[int, ...] = ()  # truth values, which SQLite keeps as 0 and 1

    @property
    def width(self) -> int:
        """How many columns there are."""
        return self.columns.count(",") + 1


TABLES = Kind("table", "tables", TABLE_COLUMNS, "id", flags=(4,))
ENTRIES = Kind("entry", "entries", ENTRY_COLUMNS, "table_id, seq")
TALK = Kind("talk", "talk", ENTRY_COLUMNS, "table_id, seq")
RESULTS = Kind("result", "results", RESULT_COLUMNS, "table_id, seat", flags=(8,))
REVIEWS = Kind("review", "reviews", REVIEW_COLUMNS, "table_id")
BANS = Kind("ban", "bans", "name, at, who, why", "name")

# The keys that sign cookies are copied too, so that everybody keeps their seats, and the game
# clock, so that they keep their time. Orders are not: they were given to this very store.
KINDS = (
    Kind("secret", "meta", "key, value", "key"),
    TABLES,
    ENTRIES,
    TALK,
    Kind("member", "members", MEMBER_COLUMNS, "table_id, guest, seat"),
    RESULTS,
    REVIEWS,
    BANS,
)


def selection(kind: Kind) -> str:
    """The FROM clause for rows of a kind; of `meta`, only what belongs to no one database."""
    return f"FROM {kind.table}" + (f" WHERE {COPIED}" if kind.table == "meta" else "")


class TalkApart:
    """Takes talk out of a log from before it was kept apart, as the second migration does in a
    store. The rows come in order."""

    def __init__(self) -> None:
        self._table = ""
        self._said = 0

    def parted(self, rows: Sequence[Values]) -> tuple[list[Values], list[Values]]:
        """The entries, each with the count of lines before it, and the lines of talk."""
        entries: list[Values] = []
        talk: list[Values] = []
        for row in rows:
            table, *others, body = row
            if table != self._table:
                self._table, self._said = table, 0
            if body.startswith(b'{"type":"said"'):
                self._said += 1
                talk.append(row)
            elif self._said:
                entries.append((table, *others, body[:-1] + b',"said":%d}' % self._said))
            else:
                entries.append(row)
        return entries, talk


_WAITING = re.compile(rb'"waiting":\[([0-9,]*)\]')  # in no text: its quotes would be escaped


def waiting_in(summary: bytes) -> int:
    """Whom a game waits for, out of a summary from before that had a column of its own."""
    found = _WAITING.search(summary)
    return sum(1 << int(seat) for seat in found[1].split(b",") if seat) if found else 0


SIZES = """SELECT table_id, CAST(sum(length(body)) AS bigint) FROM (
    SELECT table_id, body FROM entries UNION ALL SELECT table_id, body FROM talk
    UNION ALL SELECT table_id, body FROM reviews) AS bodies GROUP BY table_id"""
LAST_TALK = "SELECT table_id, max(seq) FROM talk GROUP BY table_id"


class WholeStore(ABC):
    """One moment of a store that is read, or an empty one that is filled; `schema` is its own."""

    schema: int

    def columns(self, kind: Kind) -> str:
        """The columns of a kind, also where one of them is not there yet."""
        old = kind is TABLES and self.schema < WAITING
        return kind.columns.replace("waiting", "0") if old else kind.columns

    @abstractmethod
    async def count(self, kind: Kind) -> int:
        """How many rows of a kind there are."""

    @abstractmethod
    def batches(self, kind: Kind) -> AsyncIterator[Sequence[Values]]:
        """All rows of a kind in the order of their key, some at a time."""

    @abstractmethod
    async def last_talk(self) -> dict[str, int]:
        """The newest line of talk at each table; none in a store that keeps talk in the logs."""

    @abstractmethod
    async def sizes(self) -> dict[str, int]:
        """How many bytes the log, the talk and the review of each table take."""

    @abstractmethod
    async def log(self, table: str) -> Sequence[Values]:
        """The entries of one table in order, without talk."""

    @abstractmethod
    async def put(self, kind: Kind, rows: Sequence[Values]) -> None:
        """Add rows of a kind."""


class Copier(ABC):
    """Reads and fills whole stores of one kind of database."""

    @abstractmethod
    def reading(self, *, older: bool = False) -> AbstractAsyncContextManager[WholeStore]:
        """Look at a store, while a server may go on using it; with `older`, also at one that no
        server has brought up to date yet. Raises StartupError."""

    @abstractmethod
    def filling(self) -> AbstractAsyncContextManager[WholeStore]:
        """Fill an empty store; an exception inside undoes everything. Raises StartupError."""

    @abstractmethod
    def operating(self) -> AbstractAsyncContextManager[OperatedStore]:
        """Give orders to a store, while a server may go on using it. Raises StartupError."""


def no_store(where: str) -> StartupError:
    """The refusal to read a store that does not exist."""
    return StartupError("no_store", f"There is no store in {where}.")


def old_schema(where: str) -> StartupError:
    """The refusal to read a store that a server has not brought up to date yet."""
    return StartupError(
        "old_schema", f"{where} was written by an older Whistlestop: start a server on it first."
    )


def not_empty(where: str) -> StartupError:
    """The refusal to fill a store that has tables."""
    return StartupError("not_empty", f"{where} holds tables already.")


def open_copier(url: str) -> Copier:
    """The copier for a store, named as for `open_store`."""
    from whistlestop.server.store.open import open_store
    from whistlestop.server.store.sqlite.store import SqliteStore

    store = open_store(url)
    if isinstance(store, SqliteStore):
        from whistlestop.server.store.sqlite.copying import SqliteCopier

        return SqliteCopier(store.path)
    from whistlestop.server.store.postgres.copying import PostgresCopier

    return PostgresCopier(url)
