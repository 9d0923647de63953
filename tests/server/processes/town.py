"""Several server processes on one PostgreSQL, and people who play there from all sides.

It starts, kills and restarts real programs; what people were promised they keep themselves, and
the log is held against it by `judge`.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from pathlib import Path

import aiohttp

from tests.server.faults.program import Program
from tests.server.faults.stubborn import Stubborn, gather_table
from tests.server.postgres import PostgresServer

PROCESSES = 4
PATIENCE = 30.0
BOARDS = ("usa", "europe", "new-york")


class Town:
    """A database server and the processes that share one database of it."""

    def __init__(self, folder: Path) -> None:
        # A database server ends with the thread that started it, so that is one that stays.
        self._hand = ThreadPoolExecutor(1)
        self.postgres = PostgresServer().start()
        self.store = self.postgres.url
        self.programs = [Program(self.store, folder) for _ in range(PROCESSES)]

    @property
    def addresses(self) -> list[str]:
        return [program.address for program in self.programs]

    def start(self) -> None:
        """Start whatever does not run."""
        idle = [program for program in self.programs if not program.alive]
        with ThreadPoolExecutor() as pool:
            list(pool.map(Program.start, idle))

    def stop(self) -> None:
        """Every process ends by itself and without complaint."""
        with ThreadPoolExecutor() as pool:
            list(pool.map(Program.stop, self.programs))

    def throw_away(self) -> None:
        for program in self.programs:
            program.__exit__()
        self.postgres.throw_away()
        self._hand.shutdown()

    async def does(self, work: Callable[[], object]) -> None:
        """Do something to the database server, while people go on playing."""
        await asyncio.get_running_loop().run_in_executor(self._hand, work)

    def from_the(self, first: int) -> list[str]:
        """The addresses, beginning with another one."""
        first %= PROCESSES
        return self.addresses[first:] + self.addresses[:first]


def whereabouts(player: Stubborn) -> str:
    """The process whose socket a player has, or tries to have."""
    return player.addresses[(player.lost + player.seat) % len(player.addresses)]


class Crowd:
    """People who play, each in a task of its own."""

    def __init__(self, players: Sequence[Stubborn]) -> None:
        self.players = players
        self._tasks = [asyncio.create_task(player.play()) for player in players]

    @property
    def acked(self) -> int:
        return sum(len(player.acked) for player in self.players)

    @property
    def still_playing(self) -> list[Stubborn]:
        return [player for player in self.players if not player.over]

    def refused(self, code: str) -> int:
        return sum(player.refusals.count(code) for player in self.players)

    def versions(self) -> dict[str, int]:
        """How far each running game has come, as the one sees it who has seen least."""
        return {
            table: min(p.version for p in self.players if p.table == table)
            for table in {player.table for player in self.still_playing}
        }

    async def until(self, true: Callable[[], bool], seconds: float = PATIENCE) -> float:
        """Wait for something; how long that took. What fails for one player fails here."""
        loop = asyncio.get_running_loop()
        begun = loop.time()
        while not true():
            for task in self._tasks:
                if task.done():
                    task.result()
            assert loop.time() - begun < seconds, [(p.name, p.version) for p in self.still_playing]
            await asyncio.sleep(0.01)
        return loop.time() - begun

    async def until_over(self) -> None:
        await self.until(lambda: not self.still_playing, 2 * PATIENCE)

    async def until_moved(self, more: int) -> None:
        """Wait until so many more moves have been acknowledged."""
        wanted = self.acked + more
        await self.until(lambda: self.acked >= wanted)

    async def until_all_tables_move(self) -> float:
        before = self.versions()
        return await self.until(
            lambda: all(now > before.get(table, 0) for table, now in self.versions().items())
        )

    async def leave(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for player in self.players:
            await player.close()


@asynccontextmanager
async def crowd_in(
    town: Town, boards: Sequence[str], people: int, thinks: float
) -> AsyncIterator[Crowd]:
    """Running games, whose players are in as many processes; a bot is at every second table."""
    players: list[Stubborn] = []
    for number, board in enumerate(boards):
        bot = number % 2 == 1
        players += await gather_table(town.from_the(number), number, people, bot=bot, board=board)
    for player in players:
        player.thinks = thinks
    crowd = Crowd(players)
    try:
        yield crowd
    finally:
        await crowd.leave()


async def metrics_of(address: str) -> dict[str, float]:
    """What a process tells of itself, by the name that Prometheus reads."""
    async with aiohttp.ClientSession() as session, session.get(f"{address}/metrics") as answer:
        text = await answer.text()
    lines = [line.rpartition(" ") for line in text.splitlines() if not line.startswith("#")]
    return {name: float(value) for name, _, value in lines}


async def health_of(address: str) -> int:
    async with aiohttp.ClientSession() as session, session.get(f"{address}/health") as answer:
        return answer.status
