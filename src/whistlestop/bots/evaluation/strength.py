"""How much better or worse than a planner a bot is, as far as its name at the table tells.

The correction holds for games of planners. A weaker bot gives points away with the turns that are
left, a stronger one wins some. Besides, its rivals guess what they cannot see as if it were a
planner: hidden tickets that a weaker one never completes, cards that it does not make much of. So a
bot has a strength as it knows itself, and another as its rivals see it. People count as planners.
tools/evaluation fits the numbers to games of each bot against planners and writes `strength.json`.
Invariant: among planners and people nothing is added, and what is added is the same for all actions
of a position.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from importlib import resources
from math import exp, log
from typing import Any, NamedTuple

from whistlestop.bots.evaluation.stages import NONE, Stages
from whistlestop.bots.levels import recipe_of
from whistlestop.bots.tuned import ANY
from whistlestop.model.board import Board

Bots = Sequence[str | None]
"""Who plays each seat, as tables name bots: `greedy`, `level:2`; None for people. Or nothing at
all, if that is not known."""


class Strength(NamedTuple):
    """What a seat may add to its margin, in points per train, and to its log odds of winning."""

    margin: Stages
    win: Stages


class Strengths(NamedTuple):
    """How strong a bot is as it knows itself, and as its rivals see it."""

    itself: Strength
    to_rivals: Strength


EQUAL = Strengths(Strength(NONE, NONE), Strength(NONE, NONE))
PER_POINTS = 0.2
"""So many points per train ahead, the best of several rivals counts nearly three times as much,
as games of four show."""


def lead_of(board: Board, bots: Bots, seat: int) -> Strength:
    """How much stronger than its rivals a seat is, as it sees them."""
    own = strengths_of(board, bots[seat]).itself
    rivals = [strengths_of(board, bot).to_rivals for n, bot in enumerate(bots) if n != seat]
    return Strength(
        _ahead(own.margin, [rival.margin for rival in rivals], PER_POINTS),
        _ahead(own.win, [rival.win for rival in rivals], 1.0),
    )


def _ahead(own: Stages, rivals: Sequence[Stages], scale: float) -> Stages:
    late, middle, early = (
        mine - _to_beat(theirs, scale)
        for mine, theirs in zip(own, zip(*rivals, strict=True), strict=True)
    )
    return late, middle, early


def _to_beat(others: Sequence[float], scale: float) -> float:
    """The one strength that is as hard to beat as all of these: nearer to the best than the mean.

    On the scale of odds each rival wins in proportion to the exponential of its strength.
    """
    return scale * log(sum(exp(other / scale) for other in others) / len(others))


def strengths_of(board: Board, bot: str | None) -> Strengths:
    """How strong beside a planner a bot is; one that was never measured counts as equal."""
    if bot is None:
        return EQUAL
    name = recipe_of(bot, board).partition(":")[0]
    found = _found()
    by_bot = {**found.get(ANY, {}), **found.get(board.name.partition(":")[0], {})}
    if name not in by_bot:
        return EQUAL
    itself, to_rivals = (
        Strength(*(tuple(numbers) for numbers in by_bot[name][side])) for side in Strengths._fields
    )
    return Strengths(itself, to_rivals)


@cache
def _found() -> Any:
    file = resources.files("whistlestop.bots.evaluation") / "strength.json"
    return json.loads(file.read_text(encoding="utf-8"))
