"""Taking back: an entry in the log like any other, never across what another person decided."""

from __future__ import annotations

from tests.server.table.evening import Evening, Person, at_table, refused
from tests.server.table.playing import let_bot_do
from whistlestop.protocol import commands as co
from whistlestop.protocol.options import SeatPlan
from whistlestop.server.table import Table
from whistlestop.server.table.entries import TookBack


def position(table: Table) -> str:
    assert table.state.game is not None
    return table.state.game.position


def claim(table: Table, seat: int) -> str:
    """A claim that a seat may make now; it reveals nothing, so people may take it back."""
    assert table.state.game is not None
    legal = map(str, table.state.game.legal_for(seat))
    return next(action for action in legal if action.startswith("claim"))


@at_table()
async def test_the_own_latest_decision_is_taken_back_by_an_entry(there: Evening) -> None:
    table, ann = await there.alone(first=0, take_back=True)
    await ann.does(0)
    await let_bot_do(table, 1)
    eve = await there.person(table, "eve")
    before, seen = position(table), eve.game
    decision = ann.mine[0].decision
    await ann.does(0, "draw deck")
    drawn = ann.mine[0]
    await ann.asks(co.TakeBack, 0)
    assert position(table) == before
    assert eve.game == seen
    assert table.state.lines[-1].body == TookBack(0, 1)
    assert ann.happened[-1].params == {"plies": 1}
    assert ann.mine[0].decision not in (None, decision), "an answer to the old one is stale"
    assert await refused(ann.asks(co.Do, 0, decision, "draw deck")) == "stale"
    await ann.does(0, "draw deck")
    assert ann.mine[0].hand == drawn.hand, "against bots, luck does not change by asking twice"


@at_table()
async def test_in_the_middle_of_a_turn_one_decision_at_a_time_is_taken_back(
    there: Evening,
) -> None:
    table, ann = await there.alone(first=0, take_back=True)
    await ann.does(0)
    await let_bot_do(table, 1)
    at_first = position(table)
    await ann.does(0, "tickets")
    in_between = position(table)
    await ann.does(0)
    await ann.asks(co.TakeBack, 0)
    assert position(table) == in_between
    assert ann.mine[0].offer
    await ann.asks(co.TakeBack, 0)
    assert position(table) == at_first


@at_table()
async def test_what_another_person_decided_since_stays(there: Evening) -> None:
    table, ann, bob = await there.after_opening(board="new-york", take_back=True)
    at_first = position(table)
    await ann.does(0, claim(table, 0))
    await bob.does(1, claim(table, 1))
    before = position(table)
    assert await refused(ann.asks(co.TakeBack, 0)) == "too_late"
    assert position(table) == before
    await bob.asks(co.TakeBack, 1)
    await ann.asks(co.TakeBack, 0)
    assert position(table) == at_first


@at_table()
async def test_what_bots_answered_is_taken_back_too(there: Evening) -> None:
    table, ann = await there.alone(first=0, take_back=True)
    await ann.does(0)
    await let_bot_do(table, 1)
    before = position(table)
    await ann.does(0, "tickets")
    await ann.does(0)
    await let_bot_do(table, 1, "draw deck")
    await let_bot_do(table, 1, "draw deck")
    await ann.asks(co.TakeBack, 0)
    assert table.state.lines[-1].body == TookBack(0, 3)
    await ann.asks(co.TakeBack, 0)
    assert position(table) == before


@at_table()
async def test_it_counts_who_decided_then_not_who_sits_there_now(there: Evening) -> None:
    table, ann, bob = await there.after_opening(board="new-york", take_back=True)
    await ann.does(0, "tickets")
    await ann.does(0)
    await bob.does(1, "draw deck")
    await bob.asks(co.Leave, 1)
    assert await refused(ann.asks(co.TakeBack, 0)) == "too_late", "Bob drew, and then left"
    await let_bot_do(table, 1, "draw deck")
    assert await refused(ann.asks(co.TakeBack, 0)) == "too_late"
    await bob.asks(co.Return, 1)
    await ann.does(0, claim(table, 0))
    await bob.asks(co.Leave, 1)
    await let_bot_do(table, 1, claim(table, 1))
    await bob.asks(co.Return, 1)
    await ann.asks(co.TakeBack, 0)
    assert table.state.lines[-1].body == TookBack(0, 2), "a stand-in built, and then Bob was back"


@at_table()
async def test_the_opening_choice_can_be_taken_back_while_others_choose(there: Evening) -> None:
    table, ann, bob = await there.two(take_back=True)
    before = position(table)
    old = bob.mine[1].decision
    await ann.does(0)
    assert ann.mine[0].answer
    await ann.asks(co.TakeBack, 0)
    assert position(table) == before
    assert bob.mine[1].decision not in (None, old)
    assert ann.mine[0].decision == bob.mine[1].decision
    await bob.does(1)
    assert await refused(ann.asks(co.TakeBack, 0)) == "too_late"
    await ann.does(0)
    assert await refused(ann.asks(co.TakeBack, 0)) == "revealed", "the others' choice is known now"


@at_table()
async def test_before_the_first_decision_there_is_nothing_to_take_back(there: Evening) -> None:
    _, ann, _ = await there.two(take_back=True)
    assert await refused(ann.asks(co.TakeBack, 0)) == "too_late"


@at_table()
async def test_where_it_is_not_allowed_nothing_is_taken_back(there: Evening) -> None:
    _, ann, bob = await there.after_opening(take_back=False)
    await ann.does(0, "draw deck")
    assert await refused(ann.asks(co.TakeBack, 0)) == "not_allowed"
    assert await refused(bob.asks(co.TakeBack, 0)) == "not_your_seat"


@at_table()
async def test_the_same_decision_after_a_take_back_is_shown_again(there: Evening) -> None:
    """Seen once before, but by the sockets' last frame it is news."""
    _, ann, _ = await there.after_opening(take_back=True)
    await ann.does(0, "tickets")
    await ann.does(0)
    done = ann.mine[0]
    assert done.decision is None
    await ann.asks(co.TakeBack, 0)
    assert ann.mine[0].offer
    await ann.does(0)
    assert ann.mine[0] == done


@at_table()
async def test_a_take_back_sent_twice_takes_back_once(there: Evening) -> None:
    table, ann, _ = await there.after_opening(take_back=True)
    await ann.does(0, "tickets")
    await ann.does(0)
    once = co.TakeBack("once", 0)
    assert await ann.says(once) == await ann.says(once)
    assert table.state.game is not None
    assert table.state.game.phase == "tickets"


@at_table()
async def test_players_at_one_device_take_back_their_own_only(there: Evening) -> None:
    plans = [SeatPlan("me"), SeatPlan("here")]
    table = await there.table(plans, board="new-york", first=0, take_back=True)
    ann = await there.person(table, "ann")
    await ann.asks(co.Start)
    await opened(ann)
    await ann.does(0, claim(table, 0))
    await ann.does(1, claim(table, 1))
    assert await refused(ann.asks(co.TakeBack, 0)) == "too_late"
    await ann.asks(co.TakeBack, 1)
    await ann.asks(co.TakeBack, 0)


async def opened(ann: Person) -> None:
    for seat in sorted(ann.mine):
        await ann.does(seat)
