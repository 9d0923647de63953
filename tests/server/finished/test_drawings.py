"""Drawings of plies are cheap, kept, and no reason for those who play to wait."""

from __future__ import annotations

import asyncio
import random
import statistics
import time
from pathlib import Path

import pytest

from tests.server.finished.games import play, two_at_a_table
from tests.server.hostile.fort import Fort
from tests.server.house import House, Line, Scene, Visitor
from whistlestop.server.finished.kept import KeptAnswers

WINDOWS = 33  # as many ask at the same time, again and again
MILLISECONDS = 150.0


async def usual_wait(line: Line, count: int, first: int) -> float:
    """How many milliseconds a command usually takes to be in the store."""
    took = []
    for number in range(first, first + count):
        begun = time.monotonic()
        colour = ("red", "blue")[number % 2]
        await line.say({"type": "paint", "id": f"p{number}", "seat": 0, "colour": colour})
        await line.hear("ack")
        took.append((time.monotonic() - begun) * 1000)
        await asyncio.sleep(0.02)
    return statistics.median(took)


async def finished_game(someone: Visitor) -> str:
    """A game that bots have played to its end, for everybody to see."""
    bots = [{"kind": "bot", "bot": "level:1"}] * 3
    asked = {"name": "Ann", "seats": bots, "options": {"board": "usa", "listed": True}}
    _, made = await someone.post("/api/tables", asked)
    path = f"/api/tables/{made['table']}"
    assert (await someone.post(f"{path}/commands", {"type": "start", "id": "s"}))[0] == 200
    async with asyncio.timeout(60):
        while (await someone.get(path))[1]["table"]["status"] != "over":
            await asyncio.sleep(0.1)
    return path


def test_those_who_play_do_not_wait_for_drawings(tmp_path: Path) -> None:
    async def look(eve: Visitor, path: str, chance: random.Random) -> None:
        while True:
            status, _ = await eve.get(f"{path}/plies/{chance.randrange(100)}.svg")
            assert status == 200

    async def story(address: str) -> None:
        async with Visitor(address) as bob, Visitor(address) as eve:
            path, chance = await finished_game(bob), random.Random(2)
            async with bob.at(await bob.new_table()) as line:
                alone = await usual_wait(line, 15, 0)
                looking = [asyncio.create_task(look(eve, path, chance)) for _ in range(WINDOWS)]
                await asyncio.sleep(0.2)
                # Whatever else runs on the machine only adds to it: the best of three tries counts.
                tries = [await usual_wait(line, 15, first) for first in (100, 200, 300)]
                for one in looking:
                    one.cancel()
                await asyncio.gather(*looking, return_exceptions=True)
        beside = min(tries)
        print(f"{beside:.0f} ms beside drawings, {alone:.0f} ms alone")
        assert beside < MILLISECONDS, f"{beside:.0f} ms beside drawings, {alone:.0f} ms alone"

    with Fort(tmp_path) as fort:  # a process of its own, or the drawings' readers would delay it
        asyncio.run(story(fort.address))


def test_a_drawing_is_made_once_and_browsers_ask_whether_theirs_is_still_good(house: House) -> None:
    async def story(scene: Scene) -> None:
        async with scene.visitor() as bob:
            table = await two_at_a_table(scene, bob)
            await play(scene, table)
            path = f"/api/tables/{table}/plies/7.svg"
            _, headers = await bob.headers_of(path)
            assert headers["Cache-Control"] == "private, no-cache"  # a guest may be forgotten
            tag = headers["ETag"]
            assert tag.startswith('"')
            status, headers = await bob.headers_of(path, **{"If-None-Match": tag})
            assert (status, headers["ETag"]) == (304, tag)
            for other in (f"/api/tables/{table}/plies/8.svg", f"{path}?seat=0"):
                status, headers = await bob.headers_of(other, **{"If-None-Match": tag})
                assert status == 200
                assert headers["ETag"] != tag

    house.run(story)


def test_an_answer_is_made_once_however_many_ask_and_old_ones_make_room() -> None:
    made: list[int] = []

    def make(number: int) -> int:
        made.append(number)
        return number * 10

    async def run() -> None:
        kept: KeptAnswers[int] = KeptAnswers(2)
        asked = await asyncio.gather(*(kept.of(1, lambda: make(1)) for _ in range(20)))
        assert asked == [10] * 20
        assert made == [1]
        for number in (2, 1, 3):  # so 2 is the oldest
            assert await kept.of(number, lambda number=number: make(number)) == number * 10  # type: ignore[misc]
        assert len(kept) == 2
        assert made == [1, 2, 3]
        await kept.of(1, lambda: make(1))
        assert made == [1, 2, 3]
        await kept.of(2, lambda: make(2))
        assert made == [1, 2, 3, 2]

    asyncio.run(run())


def test_an_answer_that_cannot_be_made_is_tried_again() -> None:
    async def run() -> None:
        kept: KeptAnswers[int] = KeptAnswers(2)
        with pytest.raises(ZeroDivisionError):
            await kept.of(1, lambda: 1 // 0)
        assert await kept.of(1, lambda: 5) == 5

    asyncio.run(run())
