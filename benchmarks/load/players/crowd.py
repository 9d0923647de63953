"""All the load client's people: who they are, which of them is asked for a move, and at what pace
they answer."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from collections.abc import AsyncIterator, Callable, Coroutine, Iterable
from contextlib import asynccontextmanager
from typing import Any

import aiohttp
import msgspec

from benchmarks.load.players.party import Party
from benchmarks.load.players.player import Player
from benchmarks.load.tally import Tally
from whistlestop.protocol.options import Options, SeatPlan
from whistlestop.protocol.requests import CreateTable

SEATS = 5
AT_ONCE = 20  # parties that are seated at the same time
BOARDS = ("usa", "europe")


class Ready:
    """The players who are asked for a move: any of them can be picked in no time."""

    def __init__(self) -> None:
        self._players: list[Player] = []
        self._places: dict[Player, int] = {}

    def __len__(self) -> int:
        return len(self._players)

    def add(self, player: Player) -> None:
        """Put a player among them, once."""
        if player not in self._places:
            self._places[player] = len(self._players)
            self._players.append(player)

    def discard(self, player: Player) -> None:
        """Take a player out, if it is there."""
        place = self._places.pop(player, None)
        if place is None:
            return
        last = self._players.pop()
        if last is not player:
            self._players[place] = last
            self._places[last] = place

    def pick(self) -> Player | None:
        """One of them at random, who is then no longer among them."""
        if not self._players:
            return None
        player = random.choice(self._players)
        self.discard(player)
        return player

    def take_hurried(self) -> list[Player]:
        """Take out and return those whose party hurries."""
        hurried = [player for player in self._players if player.party.hurries]
        for player in hurried:
            self.discard(player)
        return hurried


class Crowd:
    """Everybody. With `coming_back`, those whose socket was cut return; until then they are
    `away`."""

    def __init__(self, host: str, session: aiohttp.ClientSession) -> None:
        self.host = host
        self.session = session
        self.tally = Tally()
        self.ready = Ready()
        self.parties: list[Party] = []
        self.coming_back = False
        self.away: set[Player] = set()
        self.failed: Counter[str] = Counter()
        self._loop = asyncio.get_running_loop()
        self._tasks: set[asyncio.Task[Any]] = set()

    @property
    def players(self) -> Iterable[Player]:
        """Everybody, party by party."""
        return (player for party in self.parties for player in party.players)

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Let something run beside; what it raises is counted in `failed`."""
        task = self._loop.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            self.failed[f"{type(error).__name__}: {error}"] += 1

    # Making tables

    async def gather(self, tables: int) -> None:
        """Make tables, take all their seats and start the games."""
        gate = asyncio.Semaphore(AT_ONCE)

        async def meet(party: Party) -> None:
            async with gate:
                await party.meet()

        async with asyncio.TaskGroup() as group:
            for number in range(tables):
                cookies = [await self._new_guest() for _ in range(SEATS)]
                party = Party(self, BOARDS[number % len(BOARDS)], cookies)
                self.parties.append(party)
                group.create_task(meet(party))

    async def _new_guest(self) -> str:
        """A guest's cookie, as a browser gets it with the first page."""
        async with self.session.get(f"http://{self.host}/api/me") as answer:
            answer.raise_for_status()
            return answer.headers["Set-Cookie"].partition(";")[0]

    async def create_table(self, maker: Player, board: str, seats: int) -> dict[str, str]:
        """Make a table over HTTP; its id and invitation."""
        plans = [SeatPlan("me")] + [SeatPlan("open")] * (seats - 1)
        body = msgspec.json.encode(CreateTable("Host", plans, Options(board=board)))
        headers = {"Cookie": maker.cookie, "Origin": f"http://{self.host}"}
        url = f"http://{self.host}/api/tables"
        async with self.session.post(url, data=body, headers=headers) as answer:
            answer.raise_for_status()
            made: dict[str, str] = await answer.json()
            return made

    # What players tell

    def asked(self, player: Player) -> None:
        """A decision is asked of a player: taken at once, or when the pace allows."""
        if player.party.hurries:
            player.act(self._loop.time())
        else:
            self.ready.add(player)

    def lost(self, player: Player, why: str) -> None:
        """A player's socket was cut: count it, and return if wanted."""
        self.tally.lost[why] += 1
        if self.coming_back and player not in self.away:
            self.away.add(player)
            self.spawn(self._return(player))

    async def _return(self, player: Player) -> None:
        await player.come_back()
        self.away.discard(player)

    # The pace

    def new_tally(self) -> Tally:
        """Begin to count anew; returns the new counts."""
        self.tally = Tally()
        return self.tally

    async def play_evenly(self, rate: float, seconds: float) -> None:
        """So many moves a second at random moments, however fast they are answered."""
        due = self._loop.time()
        end = due + seconds
        while (due := due + random.expovariate(rate)) < end:
            if (early := due - self._loop.time()) > 0:
                await asyncio.sleep(early)
            self.tally.late.append(self._loop.time() - due)
            player = self.ready.pick()
            if player is None:
                self.tally.starved += 1
            else:
                player.act(due)

    def hurry(self, goals: Callable[[], int]) -> None:
        """Let every party play without a pause until its goal, a version of its table."""
        for party in self.parties:
            party.goal = goals()
        for player in self.ready.take_hurried():
            player.act(self._loop.time())

    async def until_calm(self) -> None:
        """Wait until every party has reached its goal; from then on nobody hurries."""
        while any(party.hurries for party in self.parties):
            await asyncio.sleep(0.1)
        self.hurry(lambda: 0)

    def leave(self) -> None:
        """Close all sockets."""
        for player in self.players:
            player.leave()


@asynccontextmanager
async def crowd_at(host: str) -> AsyncIterator[Crowd]:
    """A crowd for a server, still empty; everybody leaves at the end."""
    async with aiohttp.ClientSession(cookie_jar=aiohttp.DummyCookieJar()) as session:
        crowd = Crowd(host, session)
        try:
            yield crowd
        finally:
            crowd.leave()
