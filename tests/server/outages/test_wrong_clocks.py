"""A system's clock that jumps changes nothing: not the time of a turn, not who somebody is."""

from __future__ import annotations

import asyncio
from pathlib import Path

from tests.server.house import Visitor
from tests.server.outages.two_people import begin, two_people
from tests.server.outages.wrong_clock import WrongClock
from whistlestop.server.hub import DUE_EVERY

HOUR, DAY = 3600, 24 * 3600
JUMPS = (HOUR, 0, -HOUR, 3 * DAY, -3 * DAY)
SHORTEST = 10  # seconds for a turn
LATE = 3.0  # seconds that a crowded machine may add


def test_a_clock_that_jumps_leaves_every_turn_its_time(tmp_path: Path) -> None:
    async def story(program: WrongClock) -> None:
        async with two_people(program.address) as them:
            slow = await begin(them, 600)
            quick = await begin(them, SHORTEST)
            begun = asyncio.get_running_loop().time()
            for seconds in JUMPS:
                program.set_by(seconds)
                await asyncio.sleep(2 * DUE_EVERY)  # for the server to look at what is due
                seen = await slow.look()
                used = asyncio.get_running_loop().time() - begun
                assert seen.away == [None, None]
                assert seen.left is not None
                assert 600 - used - LATE <= seen.left <= 600 - used + LATE
            await quick.until_out(SHORTEST + LATE)
            used = asyncio.get_running_loop().time() - begun
            assert SHORTEST - 0.1 <= used <= SHORTEST + DUE_EVERY + LATE

    with WrongClock(str(tmp_path / "tables.db"), tmp_path) as program:
        program.start()
        asyncio.run(story(program))


def test_whoever_came_before_a_jump_is_still_known_after_it(tmp_path: Path) -> None:
    async def who(visitor: Visitor) -> str:
        return str((await visitor.get("/api/me"))[1]["guest"])

    async def story(program: WrongClock) -> None:
        async with two_people(program.address) as them:
            game = await begin(them, 3600)
            ann = await who(them.ann)
            for days in (5, -5, -400, -20_000, 300):
                program.set_by(days * DAY)
                assert await who(them.ann) == ann
            # Bob's cookie is from the future, and what he does changes something.
            program.set_by(-5 * DAY)
            status, said = await game.keep_tickets(them.bob)
            assert status == 200, said

    with WrongClock(str(tmp_path / "tables.db"), tmp_path) as program:
        program.start()
        asyncio.run(story(program))


def test_processes_need_not_agree_on_the_time(tmp_path: Path, postgres_url: str) -> None:
    async def story(here: WrongClock, there: WrongClock) -> None:
        async with two_people(here.address, there.address) as them:
            game = await begin(them, 600)
            await asyncio.sleep(3 * DUE_EVERY)
            before = await game.look()
            assert before.away == [None, None]
            assert before.left is not None
            assert 580 <= before.left <= 600
            status, said = await game.keep_tickets(them.bob)
            assert status == 200, said
            here.kill()
            them.ann.address, them.ann.headers = them.bob.address, them.bob.headers
            seen = await game.look()
            assert seen.away == [None, None]
            assert seen.left is not None
            assert 580 <= seen.left <= 600

    with WrongClock(postgres_url, tmp_path) as here, WrongClock(postgres_url, tmp_path) as there:
        there.set_by(HOUR)
        here.start()
        there.start()
        asyncio.run(story(here, there))
