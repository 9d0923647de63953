"""What a whole store consists of, and how it is read and filled as a whole, in either database.

Used by backup and restore only; a server never comes here. Invariant: reading sees one moment of
the store, and filling it happens whole or not at all.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from typing import Any

from whistlestop.server.store.rows import (
    ENTRY_COLUMNS,
    MEMBER_COLUMNS,
    RESULT_COLUMNS,
    TABLE_COLUMNS,
)

BATCH = 1000

Values = Sequence[Any]


@dataclass(frozen=True, slots=True)
class Kind:
    """Rows of one kind: where they are, in which order, and which columns need care."""

    name: str
    table: str
    columns: str
    key: str
    flags: tuple[int, ...] = ()  # truth values, which SQLite keeps as 0 and 1

    @property
    def width(self) -> int:
        return self.columns.count(",") + 1


# The key that signs cookies comes along: whoever had a seat before still has it.
KINDS = (
    Kind("secret", "meta", "key, value", "key"),
    Kind("table", "tables", TABLE_COLUMNS, "id", flags=(4,)),
    Kind("entry", "entries", ENTRY_COLUMNS, "table_id, seq"),
    Kind("member", "members", MEMBER_COLUMNS, "table_id, guest, seat"),
    Kind("result", "results", RESULT_COLUMNS, "table_id, seat", flags=(8,)),
)


def selection(kind: Kind) -> str:
    """The rows of a kind, without what a store only remembers about itself."""
    return (
        f"FROM {kind.table} WHERE key = 'secret'" if kind.table == "meta" else f"FROM {kind.table}"
    )


class Reading(ABC):
    """One moment of a store."""

    @abstractmethod
    async def count(self, kind: Kind) -> int:
        """How many rows of a kind there are."""

    @abstractmethod
    def batches(self, kind: Kind) -> AsyncIterator[Sequence[Values]]:
        """All rows of a kind in the order of their key, some at a time."""


class Filling(ABC):
    """An empty store that is being filled."""

    @abstractmethod
    async def put(self, kind: Kind, rows: Sequence[Values]) -> None:
        """Add rows of a kind."""


class Copier(ABC):
    """The two ways to a whole store."""

    @abstractmethod
    def reading(self) -> AbstractAsyncContextManager[Reading]:
        """Look at a store, while a server may go on using it. Raises StartupError."""

    @abstractmethod
    def filling(self) -> AbstractAsyncContextManager[Filling]:
        """Fill an empty store; an exception inside undoes everything. Raises StartupError."""


def open_copier(url: str) -> Copier:
    """For the same texts as `open_store`."""
    from whistlestop.server.store.open import open_store
    from whistlestop.server.store.sqlite.store import SqliteStore

    store = open_store(url)
    if isinstance(store, SqliteStore):
        from whistlestop.server.store.sqlite.copying import SqliteCopier

        return SqliteCopier(store.path)
    from whistlestop.server.store.postgres.copying import PostgresCopier

    return PostgresCopier(url)
