"""Shuffling again: what follows a take-back of something that chance had revealed.

The game is put back to an earlier ply first; then the pile, the ticket deck or both get a new
order, and every later reshuffle another luck than it would have had. So who saw a card or a ticket
that went back can tell nothing about what comes next. All of it follows from the game's seed and
the number of the shuffle, so a record replays it. No rule of the game shuffles so.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from librt.vecs import vec
from mypy_extensions import u8

from whistlestop.engine.checked_setup import Seed
from whistlestop.engine.errors import IllegalAction
from whistlestop.engine.state import event_kinds
from whistlestop.engine.state.accessors import deck_slot
from whistlestop.engine.state.chance import Chance
from whistlestop.engine.state.event_kinds import RawEvent
from whistlestop.engine.state.flat_board import KEEPING, OPENING, OVER, PHASE, PILE, FlatBoard
from whistlestop.engine.state.reading import ticket_deck_in
from whistlestop.engine.state.rng import generator, shuffle_by
from whistlestop.engine.state.state import State

PILES = ("cards", "tickets")


_CARDS = {event_kinds.DREW, event_kinds.TURNED_UP, event_kinds.REVEALED}


def piles_seen(events: Iterable[Sequence[RawEvent]]) -> tuple[bool, bool]:
    """Whether decisions showed anybody a card of the pile, and a ticket of the ticket deck."""
    seen = {event[0] for logged in events for event in logged}
    return bool(seen & _CARDS), event_kinds.OFFERED_TICKET in seen


class ShuffledAgain(NamedTuple):
    """What was shuffled again after how many plies, and as which shuffle of the game."""

    ply: int
    piles: tuple[str, ...]
    again: int


def check_again(s: State, done: tuple[ShuffledAgain, ...], step: ShuffledAgain) -> None:
    """Refuse a shuffle that cannot be: it happens between decisions, and its number grows."""
    if s.bytes[PHASE] == OVER:
        raise IllegalAction("game_over", "The game is over: there is nothing left to shuffle.")
    if "tickets" in step.piles and s.bytes[PHASE] in (OPENING, KEEPING):
        raise IllegalAction("wrong_phase", "Tickets are offered: first somebody must choose.")
    if not step.piles or step.piles != tuple(pile for pile in PILES if pile in step.piles):
        raise IllegalAction("chance_disagrees", "The cards, the tickets or both are shuffled.")
    last = done[-1] if done else ShuffledAgain(0, PILES, 0)
    if type(step.again) is not int or step.again <= last.again or step.ply < last.ply:
        raise IllegalAction(
            "chance_disagrees", f"The next shuffle has a number above {last.again}."
        )


def shuffle_again(
    t: FlatBoard, s: State, chance: Chance, luck: tuple[int, Seed | None], step: ShuffledAgain
) -> None:
    """Give the piles named a new order by the generator's version and the seed in `luck`."""
    version, seed = luck
    # It goes on as the generator of all reshuffles: the next one would repeat what was seen else.
    chance.rng = generator(version, 0 if seed is None else seed, f"again/{step.again}")
    d = s.bytes
    if "cards" in step.piles:
        shuffle_by(chance.rng, d, t.o_pile, int(d[PILE]))
    if "tickets" in step.piles:
        deck = vec[u8]([u8(ticket) for ticket in ticket_deck_in(t, d)])
        shuffle_by(chance.rng, deck, 0, len(deck))
        for place, ticket in enumerate(deck):
            d[deck_slot(t, d, place)] = ticket
