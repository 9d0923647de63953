"""Bots at the table, in real worker processes."""

from __future__ import annotations

import asyncio
import logging

import pytest

from tests.server.table import broken_bots
from tests.server.table.evening import Evening, Person, at_table, refused
from tests.server.table.truth import assert_shown, assert_stored
from whistlestop.protocol import commands as co
from whistlestop.protocol.options import SeatPlan
from whistlestop.protocol.requests import PlayNow
from whistlestop.server.table import Caller, Table
from whistlestop.server.table.entries import Did, Hinted

GREEDY = SeatPlan("bot", bot="greedy")


def waits_for(table: Table, *seats: int) -> bool:
    return table.state.game is not None and table.state.game.waiting == seats


@at_table(workers=1)
async def test_play_now_is_a_running_game_against_bots(there: Evening) -> None:
    request = PlayNow("Ann", "new-york", ["greedy", "random"])
    made = await there.hub.play_now(Caller("ann"), request)
    table = await there.hub.table(made.table)
    ann = await there.person(table, "ann")
    assert table.state.status == "playing"
    assert [seat.name for seat in ann.shown().seats] == ["Ann", "Greedy", "Random"]
    await ann.does(0)
    await there.until(lambda: waits_for(table, 0))
    assert {line.body.by for line in table.state.lines if isinstance(line.body, Did)} == {
        "player",
        "bot",
    }
    too_many = PlayNow("Ann", "new-york", ["greedy"] * 4)
    assert await refused(there.hub.play_now(Caller("ann"), too_many)) == "bad_players"
    await hints(there, ann)
    await leaving(there, table, ann)


async def hints(there: Evening, ann: Person) -> None:
    """Advice is for the seat, that it was asked for is for all."""
    eve = await there.person(ann.table, "eve")
    decision = ann.mine[0].decision
    ask = co.Hint("advice", 0, decision or 0)
    first = await ann.says(ask)
    assert await ann.says(ask) == first
    options = ann.happened[-1].params["options"]
    assert ann.happened[-1].kind == "hinted"
    assert 1 <= len(options) <= 3
    assert all(action in ann.legal(0) for action, *_ in options)
    assert eve.happened[-1].params == {"decision": decision}
    assert await refused(eve.asks(co.Hint, 0, decision)) == "not_your_seat"
    assert await refused(ann.asks(co.Hint, 0, 1)) == "stale"
    answers = there.hub.bots.counts.answers
    await ann.asks(co.Hint, 0, decision)
    assert ann.happened[-1].params["options"] == options
    assert there.hub.bots.counts.answers == answers, "the same advice is not worked out twice"
    assert ann.mine[0].decision == decision
    late = await there.person(ann.table, "ann")
    assert [h.params for h in late.happened if h.kind == "hinted"] == [
        {"decision": decision, "options": options}
    ] * 2


async def leaving(there: Evening, table: Table, ann: Person) -> None:
    """Alone against bots, the game waits for whoever has left."""
    await ann.asks(co.Leave, 0)
    version = table.state.version
    await asyncio.sleep(0.1)
    assert table.state.version == version
    row = await there.store.row(table.state.id)
    assert row is not None
    assert row.due_at is None
    await ann.asks(co.Return, 0)
    await ann.does(0)
    await there.until(lambda: waits_for(table, 0))
    assert_shown(ann)


@at_table(workers=1)
async def test_a_player_who_leaves_is_replaced_and_may_come_back(there: Evening) -> None:
    table, ann, bob = await there.after_opening()
    await ann.does(0, "draw deck")
    await ann.asks(co.Leave, 0)
    await there.until(lambda: waits_for(table, 1))
    assert [line.body.by for line in table.state.lines if isinstance(line.body, Did)][-1] == (
        "stand_in"
    )
    await bob.does(1, "tickets")
    await bob.does(1)
    await there.until(lambda: waits_for(table, 1))
    await ann.asks(co.Return, 0)
    await bob.does(1, "tickets")
    await bob.does(1)
    assert waits_for(table, 0)
    await ann.does(0)
    for person in (ann, bob):
        assert_shown(person)


@at_table(workers=1, modules=(broken_bots.__name__,))
async def test_a_bot_that_fails_is_replaced_by_chance(
    there: Evening, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.WARNING)
    table = await there.table([SeatPlan("me"), SeatPlan("bot", bot="raising")], first=1)
    ann = await there.person(table, "ann")
    await ann.asks(co.Start)
    await ann.does(0)
    await there.until(lambda: waits_for(table, 0))
    assert there.hub.bot_failures == there.hub.bot_moves > 0
    assert "bot_failed" in caplog.text
    assert "hold" not in caplog.text


@pytest.mark.slow
@at_table(workers=1)
async def test_a_game_of_bots_runs_to_the_end_by_itself(there: Evening) -> None:
    bots = [GREEDY, SeatPlan("bot", bot="random"), SeatPlan("bot", bot="uniform")]
    table = await there.table(bots, board="europe")
    eve = await there.person(table, "eve")
    ann = await there.person(table, "ann")
    await ann.asks(co.Start)
    await there.until(lambda: table.state.status == "over", 120)
    assert eve.game is not None
    assert eve.game.score is not None
    assert there.hub.bot_failures == 0
    assert await there.store.tallies("ann") == []
    await assert_stored(there.store, table)


@pytest.mark.slow
@at_table(workers=1)
async def test_bots_and_people_finish_a_game_together(there: Evening) -> None:
    table = await there.table([SeatPlan("me"), GREEDY, SeatPlan(), GREEDY], board="london")
    ann = await there.person(table, "ann")
    bob = await there.joins(table, "bob", 2)
    await ann.asks(co.Start)
    people = {0: ann, 2: bob}
    while table.state.status != "over":
        waiting = table.state.game.waiting if table.state.game else ()
        if set(waiting) & set(people):
            mine = [seat for seat in waiting if seat in people]
            await people[mine[0]].does(mine[0])
        await asyncio.sleep(0.001)
    for person in people.values():
        assert_shown(person)
    await assert_stored(there.store, table)


@pytest.mark.slow
@at_table(workers=1)
async def test_after_a_restart_bots_move_as_soon_as_somebody_looks(there: Evening) -> None:
    table, ann = await there.alone(first=1)
    await there.hub.close()
    await ann.does(0)
    again = Evening(there.store, there.sources, there.hub.bots)
    loaded = await again.hub.table(table.state.id)
    late = await again.person(loaded, "ann")
    await there.until(lambda: waits_for(loaded, 0))
    assert_shown(late)
    await again.hub.close()


@at_table()
async def test_hints_are_refused_where_they_are_not_allowed(there: Evening) -> None:
    """And nothing is computed for them: there are no workers, so a question would wait."""
    table, ann, bob = await there.two(hints=False)
    decision = ann.mine[0].decision
    assert await refused(ann.asks(co.Hint, 0, decision)) == "not_allowed"
    assert await refused(bob.asks(co.Hint, 0, decision)) == "not_your_seat"
    assert not any(isinstance(line.body, Hinted) for line in table.state.lines)
    await asyncio.sleep(0)
    assert there.hub.bots.waiting == 0


@at_table()
async def test_advice_takes_into_account_which_bots_sit_there(
    there: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[object] = []

    async def note(*question: object) -> tuple[()]:
        asked.extend(question)
        return ()

    monkeypatch.setattr(there.hub.bots, "advise", note)
    table = await there.table([SeatPlan("me"), GREEDY, SeatPlan("bot", "level:3")])
    ann = await there.person(table, "ann")
    await ann.asks(co.Start)
    await ann.asks(co.Hint, 0, ann.mine[0].decision)
    assert asked[-1] == (None, "greedy", "level:3")


@at_table()
async def test_no_advice_is_given_by_a_server_that_stops(there: Evening) -> None:
    _, ann, _ = await there.two()
    await there.hub.bots.close()
    assert await refused(ann.asks(co.Hint, 0, ann.mine[0].decision)) == "restarting"


@at_table()
async def test_all_bots_of_the_opening_think_at_once_and_each_decision_once(
    there: Evening,
) -> None:
    """Without workers nobody answers, so all questions stay open."""
    table = await there.table([SeatPlan("me"), GREEDY, GREEDY, GREEDY])
    ann = await there.person(table, "ann")
    await ann.asks(co.Start)
    await ann.asks(co.Say, phrase="hello")
    await table.attend()
    await asyncio.sleep(0)
    assert there.hub.bots.waiting == 3
