"""An evening at a table without a network: a hub on a real store, people with sockets that listen.

The clock and the luck stand still unless a test moves them, so two evenings can be compared byte by
byte.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from whistlestop.server.botpool import BotPool
from whistlestop.server.hub import Hub
from whistlestop.server.identity import Signer
from whistlestop.server.protocol import commands as co
from whistlestop.server.protocol.messages import Ack, FromServer, Update, Welcome
from whistlestop.server.protocol.options import Options, SeatPlan
from whistlestop.server.protocol.requests import CreateTable
from whistlestop.server.protocol.views import OwnView, PublicView
from whistlestop.server.sources import Sources
from whistlestop.server.store.base import Store
from whistlestop.server.store.open import open_store
from whistlestop.server.table import Caller, Table

T = TypeVar("T")
_decoder: msgspec.json.Decoder[FromServer] = msgspec.json.Decoder(FromServer)


class StillSources(Sources):
    """Time that moves when told, and names by counting."""

    def __init__(self, seed: str = "evening") -> None:
        self.time = 1_700_000_000_000
        self.luck = seed
        self.made = 0

    def now(self) -> int:
        return self.time

    def _next(self, what: str) -> str:
        self.made += 1
        return f"{what}{self.made}"

    def table_id(self) -> str:
        return self._next("table")

    def guest_id(self) -> str:
        return self._next("guest")

    def invite(self) -> str:
        return self._next("invite")

    def seed(self) -> str:
        return self.luck


class Person:
    """Somebody with one socket at one table: keeps what it was sent, merged and raw."""

    def __init__(self, table: Table, caller: Caller) -> None:
        self.table = table
        self.caller = caller
        self.frames: list[bytes] = []
        self.game: PublicView | None = None
        self.mine: dict[int, OwnView] = {}
        self.version = 0
        self.welcome: Welcome | None = None
        self.commands = 0

    def send(self, frame: bytes) -> None:
        self.frames.append(frame)
        message = _decoder.decode(frame)
        assert isinstance(message, Update | Welcome)
        assert isinstance(message, Welcome) or message.v == self.version + 1
        self.version = message.v
        self.game = message.game or self.game
        self.mine.update({own.seat: own for own in message.mine or []})
        if message.you is not None:
            self.mine = {s: own for s, own in self.mine.items() if s in message.you.seats}

    async def come(self, since: int | None = None) -> Welcome:
        frame = await self.table.attach(self, since)
        self.send(frame)
        welcome = _decoder.decode(frame)
        assert isinstance(welcome, Welcome)
        self.welcome = welcome
        return welcome

    def go(self) -> None:
        self.table.detach(self)

    async def says(self, command: co.Command) -> Ack:
        return await self.table.command(self.caller, command)

    def id(self) -> str:
        self.commands += 1
        return f"{self.caller.guest}-{self.commands}"

    async def does(self, seat: int, action: str | None = None) -> Ack:
        """Answer what the game asks a seat; without an action the first legal one."""
        own = self.mine[seat]
        assert own.decision is not None, "the game does not wait for this seat"
        return await self.says(co.Do(self.id(), seat, own.decision, action or own.legal[0]))


class Evening:
    """A hub and those who come to its tables."""

    def __init__(self, store: Store, sources: StillSources, workers: int) -> None:
        self.store = store
        self.sources = sources
        self.hub = Hub(store, Signer(b"s" * 32), BotPool(workers), sources)

    async def table(
        self, seats: list[SeatPlan] | None = None, host: str = "ann", **options: Any
    ) -> Table:
        plans = seats or [SeatPlan("me"), SeatPlan("open")]
        request = CreateTable(host.capitalize(), plans, Options(**options))
        made = await self.hub.create(Caller(host), request)
        return await self.hub.table(made.table)

    async def person(self, table: Table, guest: str) -> Person:
        someone = Person(table, Caller(guest))
        await someone.come()
        return someone

    async def two(self, **options: Any) -> tuple[Table, Person, Person]:
        """A running game of Ann and Bob."""
        table = await self.table(**options)
        ann = await self.person(table, "ann")
        bob = await self.person(table, "bob")
        await bob.says(co.Sit("sit", 1, "Bob", invite=table.state.invite))
        await ann.says(co.Start("start"))
        return table, ann, bob


@asynccontextmanager
async def evening(folder: Path, *, seed: str = "evening", workers: int = 0) -> AsyncIterator[Evening]:
    """A hub on a SQLite file; with `workers` there are bots."""
    store = open_store(str(folder / "tables.db"))
    await store.open()
    there = Evening(store, StillSources(seed), workers)
    if workers:
        await there.hub.bots.open()
    try:
        yield there
    finally:
        await there.hub.close()
        if workers:
            await there.hub.bots.close()
        await store.close()


def play(
    folder: Path, story: Callable[[Evening], Awaitable[T]], *, seed: str = "e", workers: int = 0
) -> T:
    """Run a story on a new evening."""

    async def whole() -> T:
        async with evening(folder, seed=seed, workers=workers) as there:
            return await asyncio.wait_for(story(there), 60)

    return asyncio.run(whole())
