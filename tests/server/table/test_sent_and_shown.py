"""What is sent to people bit by bit is, after every ply, all that their seats may know."""

from __future__ import annotations

import pytest

from tests.server.table.evening import Evening, at_table
from tests.server.table.playing import play_to_the_end
from tests.server.table.truth import assert_shown
from whistlestop.server.protocol import commands as co
from whistlestop.server.protocol.options import SeatPlan

GUESTS = ("ann", "bob", "cy", "dee", "eve")


async def _play(there: Evening, board: str, players: int, games: int) -> None:
    for seed in range(games):
        there.sources.luck = f"{board} {seed}"
        seats = [SeatPlan("me")] + [SeatPlan("open")] * (players - 1)
        table = await there.table(seats, board=board)
        people = {0: await there.person(table, "ann")}
        for seat in range(1, players):
            people[seat] = await there.joins(table, GUESTS[seat], seat)
        await people[0].says(co.Start("start"))
        everybody = [*people.values(), await there.person(table, "zoe")]

        def each() -> None:
            for person in everybody:  # noqa: B023 - called before the next game begins
                assert_shown(person)

        await play_to_the_end(table, people, seed=seed, each=each)


@at_table()
async def test_three_people_in_london_know_after_every_ply_what_they_may_know(
    there: Evening,
) -> None:
    await _play(there, "london", 3, 1)


@pytest.mark.slow
@at_table()
async def test_four_people_in_new_york_know_after_every_ply_what_they_may_know(
    there: Evening,
) -> None:
    await _play(there, "new-york", 4, 3)


@pytest.mark.slow
@at_table()
async def test_five_people_in_america_know_after_every_ply_what_they_may_know(
    there: Evening,
) -> None:
    await _play(there, "usa", 5, 1)


@pytest.mark.slow
@at_table()
async def test_three_people_in_europe_know_after_every_ply_what_they_may_know(
    there: Evening,
) -> None:
    await _play(there, "europe", 3, 2)
