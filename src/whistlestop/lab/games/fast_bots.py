"""A game that fast bots play to its end, inside the engine.

Nothing is dealt and nothing scored here. What a fast bot is, `bots.fast` says.
"""

from __future__ import annotations

from collections.abc import Callable

from whistlestop.engine.phases.moves import apply, to_act
from whistlestop.engine.state.chance import Chance
from whistlestop.engine.state.flat_board import OVER, PHASE, FlatBoard
from whistlestop.engine.state.state import State


def play_on(t: FlatBoard, state: State, chance: Chance, ask: Callable[[int, int], int]) -> int:
    """Play what `ask(ply, seat)` answers until the game is over; returns the number of plies."""
    ply = 0
    while state.bytes[PHASE] != OVER:
        seat = int(to_act(t, state))
        apply(t, state, seat, ask(ply, seat), chance)
        ply += 1
    return ply
