"""A store that is shared by several hubs, or that fails now and then, as real ones do."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Literal

from tests.server.table.evening import Evening
from whistlestop.server.store.base import (
    MOST_TALK,
    Append,
    CommitUnknown,
    LogEntry,
    Store,
    StoreUnavailable,
)

Tell = Callable[[str, int], None]
Trouble = Literal["refused", "unknown_stored", "unknown_lost", "hangs"]


class Shared:
    """Makes a store look as if other processes had it too; they are told of changes, or not."""

    def __init__(self, store: Store, *, told: bool = True) -> None:
        self.tells: list[Tell] = []
        self.told = told
        self._append = store.append
        store.shared = True
        store.append = self.append  # type: ignore[method-assign]
        store.on_change = self._tell_too  # type: ignore[method-assign]

    def _tell_too(self, listener: Tell) -> None:
        self.tells.append(listener)

    async def append(self, change: Append) -> None:
        await self._append(change)
        if self.told:
            for tell in self.tells:
                asyncio.get_running_loop().call_soon(tell, change.row.id, change.row.version)


class Weather:
    """Lets appends and reads of a store go wrong on demand."""

    def __init__(self, store: Store) -> None:
        self.troubles: list[Trouble] = []
        self.unreadable = False
        self.unknown_kind = False
        self.appends: list[Append] = []
        self._append, self._entries = store.append, store.entries
        store.append = self.append  # type: ignore[method-assign]
        store.entries = self.entries  # type: ignore[method-assign]

    async def append(self, change: Append) -> None:
        self.appends.append(change)
        trouble = self.troubles.pop(0) if self.troubles else None
        if trouble == "refused":
            raise StoreUnavailable("disk_full")
        if trouble == "unknown_lost":
            raise CommitUnknown("unreachable")
        await self._append(change)
        if trouble == "unknown_stored":
            raise CommitUnknown("unreachable")
        if trouble == "hangs":
            await asyncio.Event().wait()

    async def entries(self, table: str, after: int = 0, talk: int = MOST_TALK) -> list[LogEntry]:
        if self.unreadable:
            raise StoreUnavailable("unreachable")
        entries = await self._entries(table, after, talk)
        if self.unknown_kind:
            strange = b'{"type":"juggled"}'
            entries = [LogEntry(e.seq, e.at, e.who, e.cmd, strange) for e in entries]
        return entries


def beside(there: Evening) -> Evening:
    """Another process on the same store, with the same bots."""
    other = Evening(there.store, there.sources, there.hub.bots)
    there.store.on_change(other.hub._on_change)
    return other
