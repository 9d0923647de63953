"""From means over worlds to a margin and a chance that real games bear out.

Worlds are too kind to the viewer: its tickets are real while its rivals' are guessed. How much too
kind depends on the board, the number of players and the stage of the game, so each line-up has its
own correction: straight lines, for the margin in points per train and for the log odds of winning,
which change with the trains left. tools/evaluation fits them to games of planners and writes
`correction.json`; where other bots are known to play, `strength` adds to them. Invariant: more is
never corrected to less, and one correction holds for all actions of a position, so the correction
changes no order.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from functools import cache
from importlib import resources
from math import exp, log
from typing import Any

from whistlestop.bots.evaluation.stages import NONE, Stages, added, at_stage
from whistlestop.bots.evaluation.strength import Bots, Strength, lead_of
from whistlestop.bots.evaluation.value import Value, agreeing
from whistlestop.bots.tuned import ANY
from whistlestop.engine.knowledge.view import View

# A share of worlds won is taken to be at least this far from 0 and 1, since a few worlds prove
# nothing for certain.
DOUBT = 0.002


@dataclass(frozen=True, slots=True)
class Correction:
    """Straight lines for one board and number of players: what to add, and how steep."""

    margin: Stages
    margin_slope: Stages
    win: Stages
    win_slope: Stages


LASTING: Stages = (1.0, 0.75, 0.6)
"""How much of a gap between two actions is left at the end of the game, of what a judge says after
a few turns: all of it where the game ends within them, less the more can still be made good. Set
between what three samples say (docs/measurements.md); `python -m tools.evaluation gaps` plays more.
"""

PLAIN = Correction(NONE, (1.0, 1.0, 1.0), NONE, (1.0, 1.0, 1.0))
"""A correction that changes nothing."""


def corrected(view: View, lines: Correction, margin: float, win: float) -> Value:
    """The value to show for a mean margin and a mean chance over worlds of this view."""
    trains = view.board.rules.trains
    left = min(player.trains for player in view.players) / trains
    return apply_correction(lines, left, margin, win, trains)


def apply_correction(
    lines: Correction, left: float, margin: float, win: float, trains: int
) -> Value:
    """The same from plain numbers; `left` is the share of trains that the fastest has left."""
    share = margin / trains
    points = at_stage(lines.margin, left) + at_stage(lines.margin_slope, left) * share
    odds = at_stage(lines.win, left) + at_stage(lines.win_slope, left) * log_odds(win)
    return agreeing(points * trains, 1.0 / (1.0 + exp(-odds)))


def log_odds(win: float) -> float:
    """The logarithm of the odds of a chance, which a few worlds never make certain."""
    sure = min(max(win, DOUBT), 1.0 - DOUBT)
    return log(sure / (1.0 - sure))


@cache
def _found() -> Any:
    file = resources.files("whistlestop.bots.evaluation") / "correction.json"
    return json.loads(file.read_text(encoding="utf-8"))


def lasting(view: View) -> float:
    """How much of a judged gap between two actions of a view lasts: all in the last round."""
    if view.turns_left is not None:
        return 1.0
    left = min(player.trains for player in view.players) / view.board.rules.trains
    return at_stage(LASTING, left)


def correction_of(view: View, bots: Bots = ()) -> Correction:
    """The correction of a view's board and number of players, and of the bots if they are known."""
    lines = correction_for(view.board.name.partition(":")[0], len(view.players))
    if not bots:
        return lines
    assert view.seat is not None, "only a seat has rivals"
    return among(lines, lead_of(view.board, bots, view.seat))


def among(lines: Correction, lead: Strength) -> Correction:
    """The correction of a seat that is stronger than its rivals by so much."""
    margin = added(lines.margin, lead.margin)
    return replace(lines, margin=margin, win=added(lines.win, lead.win))


@cache
def correction_for(name: str, players: int) -> Correction:
    """The correction of a map; one that was never measured gets that of all maps together."""
    found = _found()
    lines = found.get(name, {}).get(str(players)) or found.get(ANY, {}).get(str(players))
    if lines is None:
        return PLAIN
    return Correction(**{part: tuple(numbers) for part, numbers in lines.items()})
