"""Clocks: a whole turn's time, a stand-in for whoever is late, and the way back."""

from __future__ import annotations

import asyncio

import pytest

from tests.server.table.evening import Evening, Person, at_table, refused
from tests.server.table.playing import let_bot_do
from tests.server.table.truth import digest
from whistlestop.protocol import commands as co
from whistlestop.protocol.options import Live, Mail, Pace, SeatPlan
from whistlestop.server.hub import LEASE
from whistlestop.server.table import Table
from whistlestop.server.table.entries import Left
from whistlestop.server.table.to_store import BOT_LEASE

LIVE = Live(60)
DAY = 24 * 3600


def deadline(person: Person) -> float | None:
    """The seconds from now until the clock that everybody sees runs out."""
    assert person.game is not None
    if person.game.deadline is None:
        return None
    return (person.game.deadline - person.table.sources.now()) / 1000


async def due(there: Evening, table: Table) -> float | None:
    """The seconds from now until somebody has to look after the table, by its row."""
    row = await there.store.row(table.state.id)
    assert row is not None
    return None if row.due_at is None else (row.due_at - there.sources.now()) / 1000


def away(table: Table) -> list[str | None]:
    return [seat.away for seat in table.state.seats]


@pytest.mark.parametrize(("pace", "seconds"), [(LIVE, 60), (Mail(2), 2 * DAY)])
@at_table()
async def test_a_clock_runs_for_a_whole_turn(there: Evening, pace: Pace, seconds: int) -> None:
    table, ann, bob = await there.after_opening(pace=pace)
    assert deadline(ann) == await due(there, table) == seconds
    there.sources.wait(25)
    await ann.does(0, "draw deck")
    assert deadline(bob) == await due(there, table) == seconds - 25, "still the same turn"
    there.sources.wait(5)
    await ann.asks(co.Say, phrase="one_moment")
    assert deadline(bob) == await due(there, table) == seconds - 30
    await ann.does(0, "draw deck")
    assert deadline(bob) == await due(there, table) == seconds, "another's turn"


@at_table()
async def test_without_a_clock_nothing_is_ever_due(there: Evening) -> None:
    table, ann, _ = await there.after_opening()
    there.sources.wait(1000 * DAY)
    await table.attend()
    assert deadline(ann) is None
    assert await due(there, table) is None
    assert away(table) == [None, None]


@at_table()
async def test_the_opening_has_one_clock_for_all(there: Evening) -> None:
    table, ann, bob = await there.two(pace=LIVE)
    there.sources.wait(20)
    await ann.does(0)
    assert deadline(bob) == await due(there, table) == 40
    there.sources.wait(39.999)
    await table.attend()
    assert away(table) == [None, None]
    there.sources.wait(0.001)
    await table.attend()
    assert away(table) == [None, "time"], "Ann had answered"
    assert (bob.who().away, bob.mine) == ([1], {})
    assert ann.happened[-1].params == {"why": "time"}


@at_table()
async def test_all_who_are_late_are_replaced_and_the_game_waits_for_people(there: Evening) -> None:
    table, _, _ = await there.two(pace=LIVE)
    there.sources.wait(61)
    await table.attend()
    assert away(table) == ["time", "time"]
    assert await due(there, table) is None
    assert table.state.bots_to_move() == ()


@at_table(workers=1)
async def test_alone_among_bots_the_stand_in_moves_at_once(there: Evening) -> None:
    table, ann = await there.alone(pace=LIVE)
    await ann.does(0)
    await there.until(lambda: table.state.people_to_move() == (0,))
    there.sources.wait(61)
    await table.attend()
    assert away(table) == ["time", None]
    version = table.state.version
    await there.until(lambda: table.state.version > version + 4)


@at_table()
async def test_a_stand_in_finishes_the_turn_and_the_player_may_come_back(there: Evening) -> None:
    table, ann, bob = await there.after_opening(pace=LIVE)
    await ann.does(0, "draw deck")
    there.sources.wait(60)
    await table.attend()
    assert away(table) == ["time", None]
    assert await due(there, table) == BOT_LEASE / 1000
    await let_bot_do(table, 0, "draw deck")
    assert deadline(bob) == 60
    there.sources.wait(10)
    await ann.asks(co.Return, 0)
    assert deadline(bob) == 50, "it is not Ann's turn"
    await bob.does(1, "tickets")
    await bob.does(1)
    assert deadline(ann) == 60
    await ann.does(0, "draw deck")


@at_table()
async def test_nobody_gains_time_by_coming_back_before_the_stand_in_moved(there: Evening) -> None:
    """A client is quicker than any bot, so it could come back to every turn it is late for."""
    table, ann, bob = await there.after_opening(pace=LIVE)
    there.sources.wait(60)
    await table.attend()
    await ann.asks(co.Return, 0)
    assert deadline(bob) == await due(there, table) == 0, "no time is given"
    await let_bot_do(table, 0, "draw deck")
    there.sources.wait(0.5)
    await there.hub._attend_due()
    assert away(table) == ["time", None], "late again, by the same deadline"
    await ann.asks(co.Return, 0)
    await let_bot_do(table, 0, "draw deck")
    assert (away(table), deadline(bob)) == ([None, None], 60)


@at_table()
async def test_nobody_gains_time_by_being_late_on_two_devices(there: Evening) -> None:
    table, ann, bob = await there.after_opening(pace=LIVE, first=1)
    there.sources.wait(60)
    for guest in ("phone", "tablet"):
        link = (await bob.asks(co.Link, 1)).result
        assert link is not None
        bob = await there.person(table, guest)
        await bob.asks(co.Sit, 1, "Bob", invite=link["token"])
        assert deadline(ann) in (0, -0.5), "no time is given"
        there.sources.wait(0.5)
        await there.hub._attend_due()
        assert away(table) == [None, "time"]
    await let_bot_do(table, 1, "draw deck")
    await let_bot_do(table, 1, "draw deck")
    assert deadline(ann) == 60


@at_table()
async def test_a_stand_in_takes_no_move_from_somebody_who_has_time_left(there: Evening) -> None:
    table, ann, _ = await there.after_opening(pace=LIVE)
    await ann.asks(co.Leave, 0)
    there.sources.wait(59.9)
    await ann.asks(co.Return, 0)
    assert await refused(let_bot_do(table, 0, "draw deck")) == "not_your_seat"
    await ann.does(0, "draw deck")


@at_table()
async def test_whoever_comes_back_to_a_game_that_stood_still_has_a_whole_turn(
    there: Evening,
) -> None:
    table, ann, bob = await there.after_opening(pace=LIVE)
    await bob.asks(co.Leave, 1)
    there.sources.wait(60)
    await table.attend()
    assert (away(table), deadline(ann)) == (["time", "left"], None)
    there.sources.wait(1000)
    await ann.asks(co.Return, 0)
    assert deadline(ann) == await due(there, table) == 60
    await ann.does(0, "draw deck")


@at_table()
async def test_nobody_gains_time_by_leaving_and_coming_back(there: Evening) -> None:
    table, ann, _ = await there.after_opening(pace=LIVE)
    there.sources.wait(50)
    await ann.asks(co.Leave, 0)
    await ann.asks(co.Return, 0)
    assert deadline(ann) == 10
    await ann.asks(co.Leave, 0)
    there.sources.wait(1000)
    await ann.asks(co.Return, 0)
    assert deadline(ann) == 10 - 1000
    assert table.state.deadline is not None


@at_table()
async def test_a_turn_that_is_taken_back_goes_on_from_where_it_stood(there: Evening) -> None:
    _, ann, bob = await there.after_opening(pace=LIVE, take_back=True)
    await ann.does(0, "tickets")
    there.sources.wait(20)
    await ann.does(0)
    there.sources.wait(30)
    assert deadline(bob) == 30
    await ann.asks(co.TakeBack, 0)
    assert deadline(ann) == 40


@at_table()
async def test_looking_after_a_table_twice_does_nothing_twice(there: Evening) -> None:
    table, _, _ = await there.two(pace=LIVE)
    there.sources.wait(61)
    await table.attend()
    once = digest(table.state)
    await table.attend()
    there.sources.wait(1000)
    await table.attend()
    assert digest(table.state) == once
    lefts = [line.body for line in table.state.lines if isinstance(line.body, Left)]
    assert lefts == [Left(0, "time"), Left(1, "time")]


@at_table()
async def test_a_clock_that_runs_out_before_bots_are_due_comes_first(there: Evening) -> None:
    """At the opening the game waits for people and bots at once, and a bot may think for long."""
    plans = [SeatPlan("me"), SeatPlan("bot", bot="greedy")]
    table = await there.table(plans, pace=Live(10))
    ann = await there.person(table, "ann")
    await ann.asks(co.Start)
    assert await due(there, table) == BOT_LEASE / 1000
    table.thinking.add((1, 0))
    for waited in (1.5, 3, 3, 2):
        there.sources.wait(waited)
        await there.hub._attend_due()
        left = 10 - (there.sources.passed / 1000)
        assert await due(there, table) == min(BOT_LEASE / 1000, left)
    there.sources.wait(0.5)
    await there.hub._attend_due()
    assert away(table) == ["time", None]


@at_table()
async def test_the_hub_claims_what_is_due_and_looks_after_it(there: Evening) -> None:
    table, _, _ = await there.after_opening(pace=LIVE)
    await there.hub._attend_due()
    assert away(table) == [None, None]
    there.sources.wait(60)
    there.hub._tables.clear()
    await there.hub._attend_due()
    loaded = await there.hub.table(table.state.id)
    assert loaded is not table
    assert away(loaded) == ["time", None]
    assert await due(there, loaded) == BOT_LEASE / 1000
    there.sources.wait(BOT_LEASE / 1000)
    await there.hub._attend_due()
    assert await due(there, loaded) == BOT_LEASE / 1000, "the bot still thinks"
    there.hub._tables.clear()  # as if that process were gone
    there.sources.wait(BOT_LEASE / 1000)
    await there.hub._attend_due()
    assert await due(there, loaded) == LEASE / 1000, "claimed for as long as it may take"


@at_table()
async def test_a_clock_whose_process_was_killed_runs_out_for_another_a_few_seconds_later(
    there: Evening,
) -> None:
    table, _, _ = await there.after_opening(pace=LIVE)
    there.sources.wait(60)
    now = there.hub.clock.now()
    # A process that claimed the table and was killed before it did anything else.
    assert await there.store.claim_due(now, now + LEASE, 1) == [table.state.id]
    await there.hub._attend_due()
    assert away(table) == [None, None], "left to whoever claimed it"
    there.sources.wait(5)
    await there.hub._attend_due()
    assert away(table) == ["time", None]


@at_table()
async def test_a_table_that_cannot_be_read_does_not_stop_the_clocks_of_others(
    there: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    tables = [(await there.after_opening(pace=LIVE))[0] for _ in range(3)]
    there.sources.wait(60)

    async def broken() -> None:
        raise ValueError("damaged")

    monkeypatch.setattr(tables[1], "attend", broken)
    await there.hub._attend_due()
    assert [away(table) for table in tables] == [["time", None], [None, None], ["time", None]]


@at_table()
async def test_the_time_of_entries_never_goes_back(there: Evening) -> None:
    table, ann, _ = await there.after_opening(pace=LIVE)
    there.sources.time -= 10_000
    await ann.asks(co.Say, phrase="hello")
    times = [line.at for line in table.state.lines]
    assert times == sorted(times)


@at_table()
async def test_a_table_that_is_slow_to_attend_does_not_hold_up_the_others(there: Evening) -> None:
    slow, _, _ = await there.after_opening(pace=LIVE)
    quick, _, _ = await there.after_opening(pace=LIVE)
    there.sources.wait(60)
    async with slow.lock:
        round_of_hub = asyncio.ensure_future(there.hub._attend_due())
        await there.until(lambda: away(quick) == ["time", None])
        assert away(slow) == [None, None]
    await round_of_hub
    assert away(slow) == ["time", None]
