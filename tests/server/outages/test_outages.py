"""Whoever is to move pays for no outage, of the server or of the store, and gains little by one."""

from __future__ import annotations

import asyncio
import contextlib
import signal
import sqlite3
from collections.abc import Iterator
from pathlib import Path

from tests.server.outages.two_people import begin, two_people
from tests.server.outages.wrong_clock import WrongClock
from whistlestop.server.game_clock import FURTHEST, GRACE
from whistlestop.server.hub import DUE_EVERY
from whistlestop.server.store.sqlite.store import KEPT_AFTER

CLOCK = 10  # seconds for a turn, the shortest there is
USED = 2.0
LATE = 3.0  # seconds that a crowded machine may add


def test_an_outage_of_the_server_is_not_charged_and_no_gift(tmp_path: Path) -> None:
    async def story(program: WrongClock) -> None:
        loop = asyncio.get_running_loop()
        async with two_people(program.address) as them:
            game = await begin(them, CLOCK)
            begun = loop.time()
            await asyncio.sleep(USED)
            used = loop.time() - begun
            program.kill()
            program.set_by(3 * 24 * 3600)  # so long it was down, by all that the server can see
            program.start()
            back = loop.time()
            seen = await game.look()
            assert seen.away == [None, None]
            assert seen.left is not None
            # The last seconds may not have been kept, nor what the start took of the first.
            most = CLOCK - used + (KEPT_AFTER / 1000) + DUE_EVERY + 0.2
            assert CLOCK - used - 0.2 <= seen.left <= most
            await game.until_out(CLOCK + GRACE / 1000 + LATE)
            assert loop.time() - back <= most + GRACE / 1000 + DUE_EVERY + LATE

    with WrongClock(str(tmp_path / "tables.db"), tmp_path) as program:
        program.start()
        asyncio.run(story(program))


def test_a_store_that_takes_nothing_stops_the_clock(tmp_path: Path) -> None:
    """Another program holds the file for longer than the turn may take."""

    async def story(program: WrongClock, file: Path) -> None:
        async with two_people(program.address) as them:
            game = await begin(them, CLOCK)
            async with them.ann.at(game.table) as line:
                first = line.welcome
                with held(file):
                    await asyncio.sleep(CLOCK + 1)
                await asyncio.sleep(3 * DUE_EVERY)
                assert (await game.look()).away == [None, None]
                told = await line.hear("welcome")
            assert told["game"]["deadline"] == first["game"]["deadline"]
            charged = (told["now"] - first["now"]) / 1000
            assert charged <= FURTHEST / 1000 + DUE_EVERY + LATE
            status, said = await game.keep_tickets(them.bob)
            assert status == 200, said

    file = tmp_path / "tables.db"
    with WrongClock(str(file), tmp_path) as program:
        program.start()
        asyncio.run(story(program, file))


@contextlib.contextmanager
def held(file: Path) -> Iterator[None]:
    """Nobody else can write to a database meanwhile."""
    with contextlib.closing(sqlite3.connect(file, isolation_level=None)) as connection:
        connection.execute("BEGIN IMMEDIATE")
        yield
        connection.execute("ROLLBACK")


def test_a_process_that_was_halted_charges_nobody(tmp_path: Path) -> None:
    """As a machine does that was suspended, or a virtual one that was moved."""

    async def story(program: WrongClock) -> None:
        async with two_people(program.address) as them:
            game = await begin(them, CLOCK)
            program.send(signal.SIGSTOP)
            await asyncio.sleep(CLOCK + 1)
            program.send(signal.SIGCONT)
            await asyncio.sleep(3 * DUE_EVERY)
            seen = await game.look()
            assert seen.away == [None, None]
            assert seen.left is not None
            assert seen.left >= CLOCK - FURTHEST / 1000 - LATE

    with WrongClock(str(tmp_path / "tables.db"), tmp_path) as program:
        program.start()
        asyncio.run(story(program))
