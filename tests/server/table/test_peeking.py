"""Taking back as a cheat would: to look at cards and tickets, or to gain time.

Among people a decision stands once it has revealed something, and no take-back gives time back.
"""

from __future__ import annotations

from tests.server.table.evening import Evening, Person, at_table, refused
from tests.server.table.playing import let_bot_do
from tests.server.table.test_clocks import deadline
from whistlestop.protocol import commands as co
from whistlestop.protocol.options import Live, SeatPlan
from whistlestop.protocol.requests import PlayNow
from whistlestop.server.table import Caller, Table
from whistlestop.server.table.entries import TookBack


async def peeks(ann: Person, action: str) -> None:
    """Ann looks at what an action gives, and tries to choose again."""
    await ann.does(0, action)
    seen = ann.mine[0], ann.game
    assert await refused(ann.asks(co.TakeBack, 0)) == "revealed"
    assert (ann.mine[0], ann.game) == seen


def legal(person: Person, beginning: str) -> str:
    return next(action for action in person.legal(0) if action.startswith(beginning))


@at_table()
async def test_nobody_looks_at_a_blind_card_first(there: Evening) -> None:
    _, ann, _ = await there.after_opening(take_back=True)
    await peeks(ann, "draw deck")
    await peeks(ann, "draw deck")
    assert await refused(ann.asks(co.TakeBack, 0)) == "revealed", (
        "after the turn has passed on, too"
    )


@at_table()
async def test_nobody_looks_at_an_offer_of_tickets_first(there: Evening) -> None:
    _, ann, _ = await there.after_opening(take_back=True)
    await peeks(ann, "tickets")
    await ann.does(0)
    await ann.asks(co.TakeBack, 0)
    assert ann.mine[0].offer, "the choice among the tickets revealed nothing"
    assert await refused(ann.asks(co.TakeBack, 0)) == "revealed"


@at_table()
async def test_nobody_looks_at_the_card_that_the_market_shows_next(there: Evening) -> None:
    _, ann, _ = await there.after_opening(take_back=True)
    face_up = [action for action in ann.legal(0) if action.startswith("draw")]
    await peeks(ann, next(action for action in face_up if action != "draw deck"))


@at_table()
async def test_nobody_looks_at_the_cards_of_a_tunnel_first(there: Evening) -> None:
    for luck in range(50):
        there.sources.luck = f"tunnel{luck}"
        table, ann, _ = await there.after_opening(take_back=True, board="europe")
        assert table.state.game is not None
        tunnels = {route.id for route in table.state.game.board.routes if route.tunnel}
        for action in ann.legal(0):
            if action.startswith("claim") and action.split()[1] in tunnels:
                return await peeks(ann, action)
    raise AssertionError("no tunnel in reach")


@at_table()
async def test_the_last_to_choose_at_the_opening_does_not_look_at_the_others(
    there: Evening,
) -> None:
    _, ann, bob = await there.two(take_back=True)
    await bob.does(1)
    await peeks(ann, ann.legal(0)[0])


@at_table()
async def test_what_bots_reveal_meanwhile_counts_too(there: Evening) -> None:
    plans = [SeatPlan("me"), SeatPlan("bot", bot="greedy"), SeatPlan()]
    table = await there.table(plans, board="new-york", first=0, take_back=True)
    ann = await there.person(table, "ann")
    bob = await there.joins(table, "bob", 2)
    await ann.asks(co.Start)
    await ann.does(0)
    await let_bot_do(table, 1)
    await bob.does(2)
    await ann.does(0, legal(ann, "claim"))
    await let_bot_do(table, 1, "draw deck")
    assert await refused(ann.asks(co.TakeBack, 0)) == "revealed"


@at_table()
async def test_rivals_who_left_or_were_sent_away_are_people_still(there: Evening) -> None:
    _, ann, bob = await there.after_opening(take_back=True)
    await bob.asks(co.Leave, 1)
    await peeks(ann, "draw deck")
    await ann.asks(co.Kick, 1)
    assert await refused(ann.asks(co.TakeBack, 0)) == "revealed"


@at_table()
async def test_among_people_it_is_off_unless_chosen(there: Evening) -> None:
    table = await there.table()
    ann = await there.person(table, "ann")
    await there.joins(table, "bob", 1)
    await ann.asks(co.Start)
    await ann.does(0)
    assert not ann.shown().options.take_back
    assert await refused(ann.asks(co.TakeBack, 0)) == "not_allowed"


@at_table()
async def test_a_quick_game_against_bots_has_it_for_everything(there: Evening) -> None:
    made = await there.hub.play_now(Caller("ann"), PlayNow("Ann"))
    table = await there.hub.table(made.table)
    assert table.state.options.take_back
    table, ann = await against_a_bot(there)
    await ann.does(0, "draw deck")
    await ann.asks(co.TakeBack, 0)
    assert table.state.lines[-1].body == TookBack(0, 1)


async def against_a_bot(there: Evening, **options: object) -> tuple[Table, Person]:
    table, ann = await there.alone(first=0, take_back=True, **options)
    await ann.does(0)
    await let_bot_do(table, 1)
    return table, ann


@at_table()
async def test_a_turn_gets_no_longer_by_taking_back_within_it(there: Evening) -> None:
    table, ann = await against_a_bot(there, pace=Live(10))
    for left in (7, 4, 1):
        there.sources.wait(3)
        await ann.does(0, "draw deck")
        await ann.asks(co.TakeBack, 0)
        assert deadline(ann) == left
    there.sources.wait(1)
    await table.attend()
    assert table.state.seats[0].away == "time"


@at_table()
async def test_a_turn_gets_no_longer_by_taking_back_after_its_end(there: Evening) -> None:
    """The clock stands still for Ann while the bot thinks, as ever, and goes on then."""
    table, ann = await against_a_bot(there, pace=Live(10))
    there.sources.wait(4)
    for left in (6, 3):
        await ann.does(0, "tickets")
        await ann.does(0)
        there.sources.wait(5)
        await let_bot_do(table, 1, "tickets")
        await let_bot_do(table, 1)
        assert deadline(ann) == 10, "a turn of its own"
        await ann.asks(co.TakeBack, 0)
        assert deadline(ann) == left
        await ann.asks(co.TakeBack, 0)
        assert deadline(ann) == left
        there.sources.wait(3)
    await ann.does(0, "tickets")
    await ann.does(0)
    assert table.state.clock.ended[-1][1] == 10_000
    loaded = Table(table.state.id, there.hub)
    await loaded.catch_up()
    assert loaded.state.clock == table.state.clock
