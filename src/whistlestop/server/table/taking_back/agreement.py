"""Asking the rivals to agree to one take-back of something that was revealed.

The cards go back and their pile is shuffled anew, so that nothing learnt is kept. Nothing is
changed here. Invariant: nobody is overruled, so a game goes back only after every rival who is a
person has said yes to this very question, in time and with nothing else done meanwhile.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from whistlestop.engine.again import piles_seen
from whistlestop.engine.errors import IllegalAction
from whistlestop.engine.game import Game
from whistlestop.server.errors import ServerRefusal
from whistlestop.server.table import entries as en

if TYPE_CHECKING:
    from whistlestop.server.table.state import TableState

ANSWER_SECONDS = 60  # after that a question has lapsed


class TakeBackQuestion(Struct, frozen=True):
    """A take-back that a seat has asked for: in which version, until when it may be answered (by
    the game clock), and who has agreed so far. It stays when it is `closed`, so that nobody is
    pestered, and goes when the game moves on."""

    version: int
    seat: int
    plies: int
    until: int
    agreed: frozenset[int] = frozenset()
    closed: bool = False


def question_after(
    before: TakeBackQuestion | None, version: int, body: en.Body
) -> TakeBackQuestion | None:
    """The question that stands after an entry, whose version is given."""
    if type(body) is en.Did:
        return None
    match body:
        case en.AskedBack(seat, plies, until):
            return TakeBackQuestion(version, seat, plies, until)
        case en.TookBack():
            return None
        case en.Said() | en.Hinted() | en.Linked():
            return before
        case en.AnsweredBack(seat, True) if before is not None:
            return replace(before, agreed=before.agreed | {seat})
        case _:  # somebody said no, or others sit there now than were asked
            return None if before is None else replace(before, closed=True)


def rivals_of(state: TableState, seat: int) -> frozenset[int]:
    """The seats whose people, or people's programs, have to agree to a take-back."""
    return frozenset(i for i, s in enumerate(state.seats) if i != seat and s.is_persons)


def asked_back(state: TableState, seat: int, plies: int, now: int) -> en.AskedBack:
    """The entry of a question. Raises ServerRefusal if it cannot be asked now."""
    if state.question is not None:
        raise ServerRefusal("asked_already")
    if any(state.seats[rival].away for rival in rivals_of(state, seat)):
        raise ServerRefusal("rival_away")
    gone_back(state, plies)
    return en.AskedBack(seat, plies, now + ANSWER_SECONDS * 1000)


def need_asked(state: TableState, version: int, seat: int, now: int) -> TakeBackQuestion:
    """The question that a seat may still answer. Raises ServerRefusal `not_asked`."""
    question = state.question
    if question is None or question.version != version or question.closed or now > question.until:
        raise ServerRefusal("not_asked")
    if seat not in rivals_of(state, question.seat) - question.agreed:
        raise ServerRefusal("not_asked")
    return question


def answered(
    state: TableState, question: TakeBackQuestion, seat: int, *, agrees: bool
) -> tuple[en.Body, Game | None]:
    """The entry of an answer: the take-back itself if it was the last one that was missing."""
    agreed = question.agreed | {seat}
    if not agrees or agreed < rivals_of(state, question.seat):
        return en.AnsweredBack(seat, agrees, question.version), None
    game, piles = gone_back(state, question.plies)
    again, who = state.shuffles + 1, tuple(sorted(agreed))
    return en.TookBack(question.seat, question.plies, piles, again, who), game


def gone_back(state: TableState, plies: int) -> tuple[Game, tuple[str, ...]]:
    """The game without its last decisions, with those piles shuffled that they revealed.

    Raises ServerRefusal `revealed` where a shuffle could not make up for what was seen: how many
    tickets the others kept at the opening, or tickets while others of them lie on offer.
    """
    assert state.game is not None
    cards, tickets = piles_seen(ply.events for ply in state.game.plies[-plies:])
    game = state.without(plies)
    if game.phase == "opening":
        raise ServerRefusal("revealed")
    try:
        done = game.shuffle_again(cards=cards, tickets=tickets, again=state.shuffles + 1)
    except IllegalAction:
        raise ServerRefusal("revealed") from None
    return game, done.piles
