"""Asking the others to agree to a take-back, as a cheat would ask.

What was revealed goes back only if every rival who is a person says yes to this one question, and
then its pile is shuffled, so that asking teaches nothing about what comes next.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from tests.server.table.evening import Evening, Person, at_table, refused
from tests.server.table.playing import let_bot_do, play_to_the_end
from tests.server.table.test_clocks import deadline
from whistlestop.engine.state.reading import pile_in
from whistlestop.protocol import commands as co
from whistlestop.protocol.options import Live, SeatPlan
from whistlestop.protocol.views import OwnView
from whistlestop.record import Record, loads
from whistlestop.server.finished.proof import prove_deal
from whistlestop.server.finished.story import make_story
from whistlestop.server.table import Table
from whistlestop.server.table.entries import AnsweredBack, AskedBack, TookBack
from whistlestop.server.table.taking_back.agreement import ANSWER_SECONDS

TABLES = 120


async def asks(person: Person, seat: int = 0) -> int:
    """Ask for a take-back; the version of the question."""
    return (await person.asks(co.AskBack, seat)).v


async def agree(person: Person, seat: int, asked: int) -> None:
    await person.asks(co.AnswerBack, seat, asked, True)


async def three(there: Evening, **options: Any) -> tuple[Table, Person, Person, Person]:
    """Ann, Bob and Cy after the opening; Ann is to move."""
    plans = [SeatPlan("me"), SeatPlan(), SeatPlan()]
    table = await there.table(plans, first=0, take_back=True, **options)
    ann = await there.person(table, "ann")
    bob, cy = await there.joins(table, "bob", 1), await there.joins(table, "cy", 2)
    await ann.asks(co.Start)
    for seat, person in enumerate((ann, bob, cy)):
        await person.does(seat)
    return table, ann, bob, cy


def last(table: Table) -> object:
    """The newest entry of the log."""
    return table.state.lines[-1].body


def position(table: Table) -> str:
    assert table.state.game is not None
    return str(table.state.game.position)


def drawn(before: OwnView, after: OwnView) -> str:
    """The card that came into a hand."""
    card: str
    (card,) = Counter(after.hand) - Counter(before.hand)
    return card


def share_of(card: str, table: Table) -> float:
    """How likely the next blind card is one of these, for somebody who sees the whole pile."""
    game = table.state.game
    assert game is not None
    pile = [game.board.cards[index] for index in pile_in(game.flat, game.state.bytes)]
    return pile.count(card) / len(pile)


@at_table()
async def test_the_game_goes_back_when_the_last_rival_has_agreed(there: Evening) -> None:
    table, ann, bob, cy = await three(there)
    hand = ann.mine[0]
    await ann.does(0, "draw deck")
    assert await refused(ann.asks(co.TakeBack, 0)) == "revealed"
    asked = await asks(ann)
    until = there.hub.clock.now() + ANSWER_SECONDS * 1000
    assert last(table) == AskedBack(0, 1, until)
    assert bob.happened[-1].params == {"plies": 1, "until": until}
    await agree(cy, 2, asked)
    assert last(table) == AnsweredBack(2, True, asked)
    assert ann.mine[0].hand != hand.hand, "one is missing"
    await agree(bob, 1, asked)
    assert last(table) == TookBack(0, 1, ("cards",), 1, (1, 2))
    assert ann.happened[-1].params == {"plies": 1, "piles": ["cards"], "agreed": [1, 2]}
    assert ann.mine[0].hand == hand.hand
    assert ann.mine[0].decision is not None


@at_table()
async def test_a_card_that_went_back_comes_again_no_oftener_than_by_chance(there: Evening) -> None:
    """The attack: draw blind, ask, be allowed to take back, draw again."""
    same, expected = 0, 0.0
    for number in range(TABLES):
        there.sources.luck = f"again {number}"
        _, ann, bob = await there.after_opening(take_back=True)
        before = ann.mine[0]
        await ann.does(0, "draw deck")
        first = drawn(before, ann.mine[0])
        await agree(bob, 1, await asks(ann))
        assert ann.mine[0].hand == before.hand
        expected += share_of(first, ann.table)
        await ann.does(0, "draw deck")
        same += drawn(before, ann.mine[0]) == first
    assert expected < TABLES / 4
    assert abs(same - expected) < 4 * expected**0.5, f"{same} times, {expected:.1f} by chance"


@at_table()
async def test_tickets_and_the_market_come_anew_as_well(there: Evening) -> None:
    offers, markets = 0, 0
    for number in range(40):
        there.sources.luck = f"anew {number}"
        _, ann, bob = await there.after_opening(take_back=True)
        await ann.does(0, "tickets")
        offer = ann.mine[0].offer
        await agree(bob, 1, await asks(ann))
        assert not ann.mine[0].offer
        await ann.does(0, "tickets")
        offers += ann.mine[0].offer == offer
        await agree(bob, 1, await asks(ann))
        assert ann.game is not None
        before = ann.game.market
        take = next(x for x in ann.legal(0) if x.startswith("draw") and x != "draw deck")
        await ann.does(0, take)
        market = ann.game.market
        await agree(bob, 1, await asks(ann))
        assert ann.game.market == before
        await ann.does(0, take)
        markets += ann.game.market == market
    assert offers == 0
    assert markets < 20


@at_table()
async def test_each_take_back_shuffles_in_another_way(there: Evening) -> None:
    cards = set()
    _, ann, bob = await there.after_opening(take_back=True)
    table = ann.table
    for _ in range(6):
        await ann.does(0, "draw deck")
        cards.add(position(table))
        await agree(bob, 1, await asks(ann))
    assert len(cards) >= 3
    numbers = [x.body.again for x in table.state.lines if isinstance(x.body, TookBack)]
    assert numbers == [1, 2, 3, 4, 5, 6]


@at_table()
async def test_a_rival_who_says_no_changes_nothing(there: Evening) -> None:
    table, ann, bob, cy = await three(there)
    await ann.does(0, "draw deck")
    before = position(table)
    asked = await asks(ann)
    await agree(cy, 2, asked)
    await bob.asks(co.AnswerBack, 1, asked, False)
    assert position(table) == before
    assert await refused(cy.asks(co.AnswerBack, 2, asked, True)) == "not_asked"
    assert await refused(bob.asks(co.AnswerBack, 1, asked, True)) == "not_asked", "no is no"
    assert await refused(ann.asks(co.AskBack, 0)) == "asked_already", "nobody is pestered"
    await ann.does(0, "draw deck")
    await agree(bob, 1, await asks(ann))
    assert isinstance(last(table), AnsweredBack), "another decision, another question"


@at_table()
async def test_only_the_rivals_own_votes_count_and_each_once(there: Evening) -> None:
    table, ann, bob, _ = await three(there)
    eve = await there.person(table, "eve")
    await ann.does(0, "draw deck")
    before = position(table)
    asked = await asks(ann)
    assert await refused(ann.asks(co.AnswerBack, 0, asked, True)) == "not_asked"
    assert await refused(ann.asks(co.AnswerBack, 1, asked, True)) == "not_your_seat"
    assert await refused(eve.asks(co.AnswerBack, 1, asked, True)) == "not_your_seat"
    yes = co.AnswerBack("yes", 1, asked, True)
    first = await bob.says(yes)
    assert await bob.says(yes) == first, "the same id is one vote"
    assert await refused(bob.asks(co.AnswerBack, 1, asked, True)) == "not_asked"
    assert await refused(bob.asks(co.AnswerBack, 2, asked, True)) == "not_your_seat"
    assert await refused(bob.asks(co.AnswerBack, 1, asked + 1, True)) == "not_asked"
    assert position(table) == before


@at_table()
async def test_a_question_lapses_when_anybody_moves_or_its_time_is_up(there: Evening) -> None:
    table, ann, bob = await there.after_opening(take_back=True)
    await ann.does(0, "draw deck")
    asked = await asks(ann)
    await ann.does(0, "draw deck")
    assert await refused(bob.asks(co.AnswerBack, 1, asked, True)) == "not_asked"
    asked = await asks(ann)
    there.sources.wait(ANSWER_SECONDS + 1)
    assert await refused(bob.asks(co.AnswerBack, 1, asked, True)) == "not_asked"
    assert table.state.game is not None
    await bob.does(1, "draw deck")
    asked = await asks(bob, 1)
    await ann.asks(co.Say, phrase="oops")
    await agree(ann, 0, asked)
    assert isinstance(last(table), TookBack), "talking is not moving"


@at_table()
async def test_a_question_lapses_when_others_sit_there_than_were_asked(there: Evening) -> None:
    table, ann, bob, cy = await three(there)
    await ann.does(0, "draw deck")
    before = position(table)
    asked = await asks(ann)
    await agree(bob, 1, asked)
    await cy.asks(co.Leave, 2)
    assert await refused(cy.asks(co.AnswerBack, 2, asked, True)) == "not_your_seat"
    await cy.asks(co.Return, 2)
    assert await refused(cy.asks(co.AnswerBack, 2, asked, True)) == "not_asked"
    assert position(table) == before


@at_table()
async def test_rivals_who_are_away_cannot_agree_and_nobody_agrees_for_them(there: Evening) -> None:
    table, ann, bob, cy = await three(there)
    await ann.does(0, "draw deck")
    await cy.asks(co.Leave, 2)
    assert await refused(ann.asks(co.AskBack, 0)) == "rival_away"
    await ann.asks(co.Kick, 2)
    assert await refused(ann.asks(co.AskBack, 0)) == "rival_away"
    assert bob.happened[-1].kind == "left"
    assert table.state.question is None


@at_table()
async def test_bots_are_not_asked(there: Evening) -> None:
    plans = [SeatPlan("me"), SeatPlan("bot", bot="greedy"), SeatPlan()]
    table = await there.table(plans, board="new-york", first=0, take_back=True)
    ann = await there.person(table, "ann")
    bob = await there.joins(table, "bob", 2)
    await ann.asks(co.Start)
    await ann.does(0)
    await let_bot_do(table, 1)
    await bob.does(2)
    await ann.does(0, next(x for x in ann.legal(0) if x.startswith("claim")))
    await let_bot_do(table, 1, "draw deck")
    asked = await asks(ann)
    assert bob.happened[-1].params["plies"] == 2, "with the bot's answer"
    await agree(bob, 2, asked)
    assert last(table) == TookBack(0, 2, ("cards",), 1, (2,))


@at_table()
async def test_players_on_one_device_answer_for_their_own_seats(there: Evening) -> None:
    table = await there.table([SeatPlan("me"), SeatPlan("here")], first=0, take_back=True)
    ann = await there.person(table, "ann")
    await ann.asks(co.Start)
    await ann.does(0)
    await ann.does(1)
    await ann.does(0, "draw deck")
    asked = await asks(ann)
    assert await refused(ann.asks(co.AnswerBack, 0, asked, True)) == "not_asked"
    await agree(ann, 1, asked)
    assert isinstance(last(table), TookBack)


@at_table()
async def test_it_is_asked_only_where_a_take_back_is_refused_as_revealed(there: Evening) -> None:
    _, ann, bob = await there.after_opening(take_back=True)
    assert await refused(bob.asks(co.AskBack, 1)) == "revealed", "how many tickets others kept"
    await ann.does(0, "tickets")
    await ann.does(0)
    assert await refused(ann.asks(co.AskBack, 0)) == "no_need_to_ask"
    await bob.does(1, "draw deck")
    assert await refused(ann.asks(co.AskBack, 0)) == "too_late"
    assert await refused(bob.asks(co.AskBack, 0)) == "not_your_seat"
    _, cy, _ = await there.after_opening()
    await cy.does(0, "draw deck")
    assert await refused(cy.asks(co.AskBack, 0)) == "not_allowed"
    table, dee = await there.alone(first=0, take_back=True)
    await dee.does(0)
    await let_bot_do(table, 1)
    await dee.does(0, "draw deck")
    assert await refused(dee.asks(co.AskBack, 0)) == "no_need_to_ask", "against bots alone"


@at_table()
async def test_an_agreed_take_back_gives_no_time_back(there: Evening) -> None:
    table, ann, bob = await there.after_opening(take_back=True, pace=Live(60))
    there.sources.wait(10)
    await ann.does(0, "draw deck")
    there.sources.wait(5)
    asked = await asks(ann)
    there.sources.wait(5)
    await agree(bob, 1, asked)
    assert deadline(ann) == 40
    await ann.does(0, "draw deck")
    await ann.does(0, "draw deck")
    assert deadline(bob) == 60
    there.sources.wait(7)
    await agree(bob, 1, await asks(ann))
    assert deadline(ann) == 40, "the clock of an earlier turn goes on from where it stood"
    loaded = Table(table.state.id, there.hub)
    await loaded.catch_up()
    assert loaded.state.clock == table.state.clock


@pytest.mark.parametrize("after", ["asked", "agreed", "back", "moved"])
@at_table()
async def test_after_a_crash_the_log_gives_the_same_game_and_question(
    there: Evening, after: str
) -> None:
    """The store has what was acknowledged; whoever reads it knows as much as the process did."""
    table, ann, bob, cy = await three(there)
    await ann.does(0, "draw deck")
    asked = await asks(ann)
    if after != "asked":
        await agree(bob, 1, asked)
    if after in ("back", "moved"):
        await agree(cy, 2, asked)
    if after == "moved":
        await ann.does(0, "tickets")
        await agree(bob, 1, again := await asks(ann))
        await agree(cy, 2, again)
        await ann.does(0, "draw deck")
    loaded = Table(table.state.id, there.hub)
    await loaded.catch_up()
    assert position(loaded) == position(table)
    assert loaded.state.question == table.state.question
    assert loaded.state.shuffles == table.state.shuffles
    assert table.state.game is not None
    assert loaded.state.game is not None
    assert loaded.state.game.shuffles == table.state.game.shuffles


@at_table()
async def test_record_proof_and_story_follow_a_game_with_agreed_take_backs(there: Evening) -> None:
    table, ann, bob = await there.after_opening(take_back=True, board="london")
    for _ in range(3):
        await ann.does(0, "draw deck")
        await agree(bob, 1, await asks(ann))
    await ann.does(0, "tickets")
    await agree(bob, 1, await asks(ann))
    await play_to_the_end(table, {0: ann, 1: bob})
    game = table.state.game
    assert game is not None
    assert [step.again for step in game.shuffles] == [1, 2, 3, 4]
    record = loads(game.record.dumps())
    assert isinstance(record, Record)
    record.verify()
    assert prove_deal(game).agrees
    story = make_story(table.state)
    assert len(story.moments) == len(game.plies) + 1
    assert position(table) == str(table.state.without(0).position)
    seen = await table.at(ann.caller, game.ply)
    assert seen.game is not None
