"""Which listed tables each address has made, so that nobody fills the list that everybody reads.

It remembers tables, it makes none. A table counts until its game is over or nothing has happened
at it for a day, by when it has sunk to the end of the list. Invariant: an address never has more
listed tables than its limit, and the memory holds those of `KEPT` addresses at the most.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from whistlestop.server.addresses.address_book import Address
from whistlestop.server.addresses.rates import KEPT
from whistlestop.server.errors import ServerRefusal
from whistlestop.server.store.base import Store

FORGOTTEN = 24 * 3600 * 1000  # milliseconds without anything happening at a table
TRY_AGAIN = 60  # seconds: when a game may be over


class ListedTables:
    """The listed tables of each address that are still open."""

    def __init__(self, store: Store, now: Callable[[], int]) -> None:
        self._store = store
        self._now = now
        self._made: dict[str, set[str]] = {}
        self._coming: set[str] = set()

    @asynccontextmanager
    async def place(self, address: Address, table: str) -> AsyncIterator[None]:
        """A place in the list for a table that is made meanwhile. Raises ServerRefusal."""
        limits = address.limits
        if limits is None:
            yield
            return
        await self._make_room(address.name, limits.listed)
        made = self._made.setdefault(address.name, set())
        if len(made) >= limits.listed:
            raise ServerRefusal("too_many_tables", 429, most=limits.listed, seconds=TRY_AGAIN)
        made.add(table)
        self._coming.add(table)
        self._forget()
        try:
            yield
        finally:
            self._coming.discard(table)

    async def _make_room(self, name: str, most: int) -> None:
        """Forget what is open no more; looking is work, so only if there is no place left."""
        made = self._made.get(name, set())
        if len(made) >= most:
            for table in tuple(made):
                if not await self._is_open(table):
                    made.discard(table)

    async def _is_open(self, table: str) -> bool:
        if table in self._coming:  # asked before the store, which may not know it yet
            return True
        row = await self._store.row(table)
        return row is not None and row.status != "over" and self._now() - row.updated < FORGOTTEN

    def _forget(self) -> None:
        if len(self._made) > KEPT:
            del self._made[next(iter(self._made))]
