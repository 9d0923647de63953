"""Whether the store works, found out once for all who ask at about the same time.

A check writes to the disk, and anybody may ask for it. Invariant: one is under way at most, and
after one that went well the next waits a while, however many ask.
"""

from __future__ import annotations

import asyncio

from whistlestop.server.store.base import Store

KEPT = 0.5  # seconds for which a check that went well is not repeated


class StoreCheck:
    """The newest check of a store."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._under_way: asyncio.Task[None] | None = None
        self._good_until = 0.0  # by the event loop's time

    async def newest(self) -> None:
        """Return if the store can be written and read. Raises StoreUnavailable."""
        if asyncio.get_running_loop().time() < self._good_until:
            return
        if self._under_way is None:
            self._under_way = asyncio.create_task(self._check())
        # Shielded: whoever leaves takes the answer from nobody else.
        await asyncio.shield(self._under_way)

    async def _check(self) -> None:
        try:
            await self._store.check()
            self._good_until = asyncio.get_running_loop().time() + KEPT
        finally:
            self._under_way = None
