"""How much better or worse than a planner a bot is, as far as its name at the table tells.

The correction holds for games of planners. A weaker bot gives points away with every turn that is
left, a stronger one wins some; people count as planners. tools/evaluation fits the numbers to games
of each bot against planners and writes `strength.json`. Invariant: among equals nothing is added,
nor at the end of a game, and of two seats one is added what the other loses.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from importlib import resources
from math import exp, log
from typing import Any, NamedTuple

from whistlestop.bots.levels import recipe_of
from whistlestop.bots.tuned import ANY
from whistlestop.model.board import Board

Bots = Sequence[str | None]
"""Who plays each seat, as tables name bots: `greedy`, `level:2`; None for people. Or nothing at
all, if that is not known."""


class Strength(NamedTuple):
    """What a seat may add to its margin, in points per train, and to its log odds of winning."""

    margin: float
    win: float


EQUAL = Strength(0.0, 0.0)
PER_ODDS = 0.6
"""Points per train that are worth as much as odds e times as good, as strengths show."""


def lead_of(board: Board, bots: Bots, seat: int) -> Strength:
    """How much stronger than its rivals a seat is over a whole game."""
    others = [strength_of(board, bot) for bot in bots]
    own = others.pop(seat)
    margin = own.margin - _to_beat([other.margin for other in others], PER_ODDS)
    return Strength(margin, own.win - _to_beat([other.win for other in others], 1.0))


def _to_beat(others: Sequence[float], scale: float) -> float:
    """The one strength that is as hard to beat as all of these: nearer to the best than the mean.

    On the scale of odds each rival wins in proportion to the exponential of its strength.
    """
    return scale * log(sum(exp(other / scale) for other in others) / len(others))


def strength_of(board: Board, bot: str | None) -> Strength:
    """How much stronger than a planner a bot is; one that was never measured counts as equal."""
    if bot is None:
        return EQUAL
    name = recipe_of(bot, board).partition(":")[0]
    found = _found()
    by_bot = {**found.get(ANY, {}), **found.get(board.name.partition(":")[0], {})}
    return Strength(*by_bot[name]) if name in by_bot else EQUAL


@cache
def _found() -> Any:
    file = resources.files("whistlestop.bots.evaluation") / "strength.json"
    return json.loads(file.read_text(encoding="utf-8"))
