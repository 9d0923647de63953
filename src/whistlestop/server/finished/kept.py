"""Answers about finished games, made once and kept for a while: such a game never changes.

It knows no games. Invariant: it keeps no more than so many answers, the newest ones, and makes each
once however many ask for it at the same time.
"""

from __future__ import annotations

import asyncio
import gzip
from collections.abc import Callable, Hashable
from typing import Generic, NamedTuple, TypeVar

from whistlestop.server.aside import aside

T = TypeVar("T")


class Packed(NamedTuple):
    """A body, and its short form for browsers that unpack it."""

    body: bytes
    short: bytes


def packed(body: bytes) -> Packed:
    """Pack a body. That takes milliseconds, so not in the event loop."""
    return Packed(body, gzip.compress(body, 6, mtime=0))


class KeptAnswers(Generic[T]):
    """The newest answers by what they answer."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._made: dict[Hashable, T] = {}
        self._making: dict[Hashable, asyncio.Task[T]] = {}

    def __len__(self) -> int:
        return len(self._made)

    async def of(self, key: Hashable, make: Callable[[], T]) -> T:
        """The answer to a key; if it is not there, `make` makes it in the thread aside."""
        found = self._made.pop(key, None)
        if found is not None:
            self._made[key] = found
            return found
        if key not in self._making:
            self._making[key] = making = asyncio.create_task(self._make(key, make))
            # Reads the exception, or asyncio would complain if all who waited were cancelled.
            making.add_done_callback(lambda done: done.cancelled() or done.exception())
        return await asyncio.shield(self._making[key])

    def forget(self, table: str) -> None:
        """Keep no answer about a table, nor one that is being made."""
        for kept in (self._made, self._making):
            for key in [key for key in kept if key == table or _is_about(key, table)]:
                del kept[key]

    async def _make(self, key: Hashable, make: Callable[[], T]) -> T:
        mine = self._making[key]
        try:
            made = await aside(make)
        finally:
            wanted = self._making.get(key) is mine
            if wanted:
                del self._making[key]
        if wanted:
            self._made[key] = made
        while len(self._made) > self._most:
            del self._made[next(iter(self._made))]
        return made


def _is_about(key: Hashable, table: str) -> bool:
    return isinstance(key, tuple) and key[0] == table
