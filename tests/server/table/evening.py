"""An evening at a table without a network: a hub on a real store, people with sockets that listen.

The clock and the luck stand still unless a test moves them, so two evenings can be compared byte by
byte. What survives a power cut is not asked here, so the file is kept in memory where that is
possible.
"""

from __future__ import annotations

import asyncio
import functools
import inspect
import itertools
import os
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TypeVar

import msgspec
import pytest

from whistlestop.boards.load import load_board
from whistlestop.bots.processes.pool import BotPool
from whistlestop.engine.lookup import action_texts
from whistlestop.protocol import commands as co
from whistlestop.protocol.messages import Ack, FromServer, Happened, TablePart, Update, Welcome, You
from whistlestop.protocol.options import Options, SeatPlan
from whistlestop.protocol.requests import CreateTable, Seen
from whistlestop.protocol.view_from_wire import with_changes
from whistlestop.protocol.views import OwnView, PublicView
from whistlestop.server.errors import ServerRefusal
from whistlestop.server.game_clock import GameClock
from whistlestop.server.hub import Hub
from whistlestop.server.identity import SeatToken, Signer
from whistlestop.server.sources import Sources
from whistlestop.server.store.base import Store
from whistlestop.server.store.open import open_store
from whistlestop.server.table import Caller, Table
from whistlestop.server.table.talk.limits import TalkLimits

T = TypeVar("T")
SIGNER = Signer(b"s" * 32)
# Where the clock stands still, people may talk as they like.
CHATTY = TalkLimits(guest=10**6, address=10**6, table=10**6)
MEMORY = Path("/dev/shm")
_persons = itertools.count(1)
_decoder: msgspec.json.Decoder[FromServer] = msgspec.json.Decoder(FromServer)


class StillSources(Sources):
    """Time that moves when told, and names by counting."""

    def __init__(self, seed: str = "evening") -> None:
        self.time = 1_700_000_000_000
        self.passed = 0
        self.clocks: list[GameClock] = []
        self.luck = seed
        self.made = 0

    def now(self) -> int:
        return self.time

    def monotonic(self) -> int:
        return self.passed

    def wait(self, seconds: float) -> None:
        """Let time pass on every clock, while the servers work."""
        passed = round(seconds * 1000)
        shown = [clock.now() for clock in self.clocks]
        self.time += passed
        self.passed += passed
        for clock, before in zip(self.clocks, shown, strict=True):
            # As if each had beaten all the while.
            clock.follow(before + passed)

    def _next(self, what: str) -> str:
        self.made += 1
        return f"{what}{self.made}"

    def table_id(self) -> str:
        return self._next("table")

    def guest_id(self) -> str:
        return self._next("guest")

    def invite(self) -> str:
        return self._next("invite")

    def secret(self) -> str:
        return sha256(self.luck.encode()).hexdigest()

    def seed(self) -> str:
        return self.luck


class Person:
    """Somebody with one socket at one table: keeps what it was sent, merged and raw."""

    def __init__(self, table: Table, caller: Caller) -> None:
        self.table = table
        self.caller = caller
        self.frames: list[bytes] = []
        self.happened: list[Happened] = []
        self.part: TablePart | None = None
        self.you: You | None = None
        self.game: PublicView | None = None
        self.mine: dict[int, OwnView] = {}
        self.version = 0
        self.closed: str | None = None
        self.number = next(_persons)
        self.commands = 0

    # As an outlet of the table

    def send(self, frame: bytes) -> None:
        assert self.closed is None, "nothing is sent to a socket that was closed"
        self.frames.append(frame)
        message = _decoder.decode(frame)
        assert isinstance(message, Update | Welcome)
        if isinstance(message, Welcome):
            self.game, self.mine = None, {}
        else:
            assert message.v == self.version + 1, "every version is shown once and in order"
        self.version = message.v
        self.happened += message.happened
        self._merge(message)

    def _merge(self, message: Update | Welcome) -> None:
        """What a client does: replace the parts that are there."""
        self.part = message.table or self.part
        self.you = message.you or self.you
        self.game = message.game or self.game
        if isinstance(message, Update) and message.changes is not None:
            assert self.game is not None
            assert message.game is None, "all of the game, or what has changed of it"
            self.game = with_changes(self.game, message.changes)
        self.mine.update({own.seat: own for own in message.mine or []})
        if message.you is not None:
            self.mine = {s: own for s, own in self.mine.items() if s in message.you.seats}

    def close(self, code: str, *, retry: bool) -> None:
        assert not retry
        self.closed = code

    # As a person

    async def come(self, since: int | None = None) -> Welcome:
        frame = await self.table.attach(self, since)
        self.send(frame)
        welcome = _decoder.decode(frame)
        assert isinstance(welcome, Welcome)
        return welcome

    def go(self) -> None:
        self.table.detach(self)

    def who(self) -> You:
        """Who this person is at the table."""
        assert self.you is not None
        return self.you

    def shown(self) -> TablePart:
        """The table as this person was told it is."""
        assert self.part is not None
        return self.part

    @property
    def seen(self) -> Seen:
        """All parts together, as HTTP would give them. Whom the game waits for stands in it."""
        waiting = [] if self.game is None else self.game.waiting
        part = msgspec.structs.replace(self.shown(), waiting=waiting)
        return Seen(self.version, part, self.game, [self.mine[s] for s in sorted(self.mine)])

    def legal(self, seat: int) -> list[str]:
        """What an own seat may do, as texts."""
        assert self.game is not None
        texts = action_texts(load_board(self.game.board))
        return [texts[number] for number in self.mine[seat].legal]

    async def says(self, command: co.Command) -> Ack:
        return await self.table.command(self.caller, command)

    def id(self) -> str:
        self.commands += 1
        return f"{self.number}-{self.commands}"

    async def asks(self, kind: Callable[..., co.Command], *args: Any, **more: Any) -> Ack:
        """A command with a new id."""
        return await self.says(kind(self.id(), *args, **more))

    async def does(self, seat: int, action: str | int | None = None) -> Ack:
        """Answer what the game asks a seat; without an action the first legal one."""
        own = self.mine[seat]
        assert own.decision is not None, "the game does not wait for this seat"
        return await self.asks(
            co.Do, seat, own.decision, own.legal[0] if action is None else action
        )


class Evening:
    """A hub and those who come to its tables."""

    def __init__(self, store: Store, sources: StillSources, bots: BotPool) -> None:
        self.store = store
        self.sources = sources
        self.hub = Hub(store, SIGNER, bots, sources, recipes=True, talk=CHATTY)
        sources.clocks.append(self.hub.clock)

    async def table(
        self, seats: list[SeatPlan] | None = None, host: str = "ann", **options: Any
    ) -> Table:
        plans = seats or [SeatPlan("me"), SeatPlan("open")]
        request = CreateTable(host.capitalize(), plans, Options(**options))
        made = await self.hub.create(Caller(host), request)
        return await self.hub.table(made.table)

    async def person(self, table: Table, guest: str) -> Person:
        """Somebody who came by the table's link."""
        someone = Person(table, Caller(guest, invite=table.state.invite))
        await someone.come()
        return someone

    async def program(self, table: Table, token: str) -> Person:
        """A remote bot, which speaks by a seat's token."""
        read: SeatToken | None = SIGNER.read_seat_token(token)
        assert read is not None
        someone = Person(table, Caller("", read, invite=table.state.invite))
        await someone.come()
        return someone

    async def joins(self, table: Table, guest: str, seat: int) -> Person:
        """Somebody who was invited and sits down."""
        someone = await self.person(table, guest)
        await someone.asks(co.Sit, seat, guest.capitalize(), invite=table.state.invite)
        return someone

    async def two(self, **options: Any) -> tuple[Table, Person, Person]:
        """A running game of Ann and Bob."""
        table = await self.table(**options)
        ann = await self.person(table, "ann")
        bob = await self.joins(table, "bob", 1)
        await ann.says(co.Start("start"))
        return table, ann, bob

    async def after_opening(self, **options: Any) -> tuple[Table, Person, Person]:
        """A running game of Ann and Bob, the opening answered; Ann is to move."""
        table, ann, bob = await self.two(**{"first": 0, **options})
        await ann.does(0)
        await bob.does(1)
        return table, ann, bob

    async def alone(self, **options: Any) -> tuple[Table, Person]:
        """A running game of Ann against a bot."""
        table = await self.table([SeatPlan("me"), SeatPlan("bot", bot="greedy")], **options)
        ann = await self.person(table, "ann")
        await ann.says(co.Start("start"))
        return table, ann

    async def until(self, true: Callable[[], bool], seconds: float = 20) -> None:
        """Wait for what bots do."""
        async with asyncio.timeout(seconds):
            while not true():
                await asyncio.sleep(0.002)


@asynccontextmanager
async def evening(
    folder: Path, *, seed: str = "evening", workers: int = 0, modules: tuple[str, ...] = ()
) -> AsyncIterator[Evening]:
    """A hub on a SQLite file; with `workers` there are bots."""
    fast = MEMORY if os.access(MEMORY, os.W_OK) else folder
    with TemporaryDirectory(dir=fast) as place:
        store = open_store(str(Path(place) / "tables.db"))
        await store.open()
        bots = BotPool(workers, modules)
        there = Evening(store, StillSources(seed), bots)
        if workers:
            await bots.open()
        try:
            yield there
        finally:
            await there.hub.close()
            if workers:
                await bots.close()
            await store.close()


def play(
    folder: Path, story: Callable[[Evening], Awaitable[T]], *, seed: str = "e", **more: Any
) -> T:
    """Run a story on a new evening."""

    async def whole() -> T:
        async with evening(folder, seed=seed, **more) as there:
            return await asyncio.wait_for(story(there), 240)

    return asyncio.run(whole())


def at_table(
    **setting: Any,
) -> Callable[[Callable[..., Awaitable[None]]], Callable[..., None]]:
    """Make a test of a story: `async def test_…(there: Evening, …)`."""

    def wrap(story: Callable[..., Awaitable[None]]) -> Callable[..., None]:
        @functools.wraps(story)
        def run(tmp_path: Path, **given: Any) -> None:
            play(tmp_path, lambda there: story(there, **given), **setting)

        signature = inspect.signature(story)
        folder = inspect.Parameter("tmp_path", inspect.Parameter.POSITIONAL_OR_KEYWORD)
        others = list(signature.parameters.values())[1:]
        # What pytest hands in: a folder, and the story's own parameters.
        vars(run)["__signature__"] = signature.replace(parameters=[folder, *others])
        return run

    return wrap


async def refused(doing: Awaitable[object]) -> str:
    """The code with which something is refused."""
    with pytest.raises(ServerRefusal) as caught:
        await doing
    return caught.value.code
