"""Updates put together are the table: for every audience, after every entry, on every board."""

from __future__ import annotations

import random

import msgspec
import pytest
from msgspec import UNSET

from tests.server.soak import times
from tests.server.table.evening import Evening, Person, at_table
from tests.server.table.playing import play_one, play_to_the_end
from tests.server.table.truth import assert_shown
from whistlestop.protocol import commands as co
from whistlestop.protocol.messages import Update
from whistlestop.protocol.options import Live, SeatPlan
from whistlestop.server.errors import ServerRefusal
from whistlestop.server.table import Table
from whistlestop.server.table.frames import Frames

BOARDS = ["usa", "europe", "new-york", "london"]
CROWDS = [("new-york", 4), ("usa", 5), ("europe", 3)]


async def company(there: Evening, board: str) -> tuple[Table, dict[int, Person], list[Person]]:
    """Ann with a neighbour at her device, Bob with two tabs, a bot, and two spectators."""
    plans = [SeatPlan("me"), SeatPlan("here"), SeatPlan(), SeatPlan("bot", bot="greedy")]
    table = await there.table(plans, board=board, pace=Live(60), take_back=True)
    audience = [await there.person(table, name) for name in ("ann", "eve", "bob", "fay")]
    ann, _, bob, _ = audience
    audience.append(await there.joins(table, "bob", 2))
    await ann.asks(co.Start)
    return table, {0: ann, 1: ann, 2: bob}, audience


async def stir(table: Table, people: dict[int, Person], chance: random.Random) -> None:
    """Something beside the game, if it is allowed."""
    person = people[chance.choice([0, 1, 2])]
    seat = chance.choice([0, 1, 2])
    anything: list[co.Command] = [
        co.TakeBack(person.id(), seat),
        co.TakeBack(person.id(), seat),
        co.Say(person.id(), phrase="hurry"),
        co.Leave(person.id(), seat),
        co.Return(person.id(), seat),
        co.Return(person.id(), seat),
    ]
    try:
        await person.says(chance.choice(anything))
    except ServerRefusal:
        return


async def whole_game(there: Evening, board: str, seed: int, plies: int) -> bool:
    """Play and stir, and compare every audience after every entry; whether it came to an end."""
    chance = random.Random(f"{board}{seed}")
    there.sources.luck = f"{board}{seed}"
    table, people, audience = await company(there, board)
    for number in range(plies):
        if table.state.status == "over":
            break
        away = {seat for seat, taken in enumerate(table.state.seats) if taken.played_by_bot}
        if number % 9 == 8:
            await stir(table, people, chance)
        else:
            present = {seat: one for seat, one in people.items() if seat not in away}
            await play_one(table, present, chance, stand_in=True)
        if number % 31 == 30:
            audience.append(await come_and_go(there, audience, chance))
        for person in audience:
            assert_shown(person)
    return table.state.status == "over"


async def come_and_go(there: Evening, audience: list[Person], chance: random.Random) -> Person:
    """Somebody reconnects, another way than before."""
    person = audience.pop(chance.randrange(3, len(audience)))
    person.go()
    again = Person(person.table, person.caller)
    await again.come(chance.choice([None, person.version, 0]))
    return again


@pytest.mark.parametrize("board", BOARDS)
@at_table()
async def test_updates_put_together_are_the_view(there: Evening, board: str) -> None:
    await whole_game(there, board, 0, 60)


@pytest.mark.slow
@pytest.mark.parametrize("board", BOARDS)
@at_table()
async def test_updates_put_together_are_the_view_over_whole_games(
    there: Evening, board: str
) -> None:
    for seed in times(2):
        assert await whole_game(there, board, seed, 5000)


@pytest.mark.parametrize(
    ("board", "players"),
    [("london", 3), *(pytest.param(*many, marks=pytest.mark.slow) for many in CROWDS)],
)
@at_table()
async def test_people_know_after_every_ply_what_they_may_know(
    there: Evening, board: str, players: int
) -> None:
    table = await there.table([SeatPlan("me")] + [SeatPlan()] * (players - 1), board=board)
    people = {0: await there.person(table, "ann")}
    for seat in range(1, players):
        people[seat] = await there.joins(table, f"guest {seat}", seat)
    await people[0].asks(co.Start)
    everybody = [*people.values(), await there.person(table, "zoe")]

    def each() -> None:
        for person in everybody:
            assert_shown(person)

    await play_to_the_end(table, people, each=each)


@at_table()
async def test_a_frame_tells_a_seat_only_what_is_new_to_it(there: Evening) -> None:
    _, ann, bob = await there.two(first=0)
    await ann.does(0)
    assert b'"mine"' not in bob.frames[-1], "Bob is still asked the same"
    await bob.does(1)
    await ann.does(0, "draw deck")
    assert b'"mine"' in ann.frames[-1]
    assert b'"mine"' not in bob.frames[-1], "Bob's own cards are as before"
    assert b'"table"' not in bob.frames[-1]
    assert b'"you"' not in bob.frames[-1]


@at_table()
async def test_a_move_tells_only_what_it_changed_of_the_game(there: Evening) -> None:
    _, ann, bob = await there.after_opening()
    before = bob.game
    await ann.does(0, "draw deck")
    told = msgspec.json.decode(bob.frames[-1], type=Update)
    assert told.game is None
    assert told.changes is not None
    assert told.changes.players is not UNSET
    assert list(told.changes.players) == [0]
    assert (told.changes.phase, told.changes.turn) == ("second card", UNSET)
    assert bob.game != before


@at_table()
async def test_what_is_taken_back_is_told_with_all_of_the_game(there: Evening) -> None:
    _, ann, bob = await there.after_opening(take_back=True)
    await ann.does(0, "tickets")
    await ann.does(0)
    await ann.asks(co.TakeBack, 0)
    told = msgspec.json.decode(bob.frames[-1], type=Update)
    assert told.changes is None
    assert told.game == bob.game


@at_table()
async def test_after_a_frame_was_lost_by_a_defect_the_next_ones_tell_all(
    there: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, ann, bob = await there.after_opening()
    await ann.does(0, "draw deck")
    with monkeypatch.context() as patch:
        patch.setattr(Frames, "for_seats", lambda self, seats: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            await ann.does(0, "draw deck")
    for person in (ann, bob):
        person.version += 1  # the one that was lost
    await bob.asks(co.Do, 1, bob.version, "draw deck")
    for person in (ann, bob):
        assert_shown(person)


@at_table()
async def test_all_who_see_the_same_are_sent_the_same_bytes(there: Evening) -> None:
    table, ann, _ = await there.after_opening()
    tab = await there.person(table, "ann")
    spectators = [await there.person(table, name) for name in ("eve", "fay")]
    await ann.does(0, "draw deck")
    assert tab.frames[-1] is ann.frames[-1]
    assert spectators[0].frames[-1] is spectators[1].frames[-1]
    assert spectators[0].frames[-1] != ann.frames[-1]
