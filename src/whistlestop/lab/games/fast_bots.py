"""Bots that need no views: they decide by the facts of a seat, inside the engine.

Such a bot answers `decide` itself or has a `mind` that does. `SeatFacts` hold no more than a view
does, and `choose` and `decide` have to agree, which tests check. `play_on` lets such bots play a
game to its end; it deals nothing and scores nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, runtime_checkable

from whistlestop.bots.reasoning.seat_facts import SeatFacts
from whistlestop.engine.phases.moves import apply, to_act
from whistlestop.engine.state.chance import Chance
from whistlestop.engine.state.flat_board import OVER, PHASE, FlatBoard
from whistlestop.engine.state.state import State


@runtime_checkable
class FastBot(Protocol):
    """Answers with the code of its action."""

    def decide(self, facts: SeatFacts) -> int:
        """The code of one legal action."""
        ...


def fast_bot_of(bot: object) -> FastBot | None:
    """The part of a bot that decides inside the engine; None for a bot that wants views."""
    for candidate in (bot, getattr(bot, "mind", None)):
        if isinstance(candidate, FastBot):
            return candidate
    return None


def play_on(t: FlatBoard, state: State, chance: Chance, ask: Callable[[int, int], int]) -> int:
    """Play what `ask(ply, seat)` answers until the game is over; returns the number of plies."""
    ply = 0
    while state.bytes[PHASE] != OVER:
        seat = int(to_act(t, state))
        apply(t, state, seat, ask(ply, seat), chance)
        ply += 1
    return ply
