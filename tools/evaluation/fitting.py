"""Fitting the correction: straight lines through what worlds promised and what became of it.

The lines change with the trains left (see `bots/evaluation/correction`). All games together give
common lines. Those of a number of players may differ from them, and those of a map from these, as
far as their games speak for it: that is ridge regression around the more common lines. The chance
is fitted by logistic regression. In games of equals the true mean of all seats is known, so every
position counts with all its seats.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from tools.evaluation.positions import LineUp, Position
from whistlestop.bots.evaluation.correction import Correction, log_odds
from whistlestop.bots.search.judge import DECIDED

Rows = NDArray[np.float64]
Part = tuple[Rows, Rows, Rows, Rows]

# How strongly lines are held to what they are believed to be before any game is seen: no change for
# all games together, then the more common lines. In positions: so many pull as hard. First for what
# is added, of which the sum over all seats tells much, then for how steep a line is: there games of
# one line-up tell little, and by cross-validation common lines do better.
FIRM_COMMON = (2.0, 10.0)
FIRM_PLAYERS = (2.0, 1000.0)
FIRM_OWN = (2.0, 300.0)
# The variance of what is left of a margin, in points per train, of which a position tells so much.
SPREAD = 0.25
ROUNDS = 30
# No line is flatter than this: more is never corrected to less.
FLATTEST = 0.05


def stages(left: Rows) -> Rows:
    """How much the end, the middle and the beginning count, for each share of trains left."""
    gone = 1.0 - left
    return np.stack([gone * gone, 2.0 * left * gone, left * left], axis=1)


def terms(left: Rows, x: Rows) -> Rows:
    """The six terms of a line that changes with the trains left."""
    parts = stages(left)
    return np.concatenate([parts, parts * x[:, None]], axis=1)


NO_CHANGE: Rows = np.array([0.0, 0.0, 0.0, 1.0, 1.0, 1.0])


def fit_line(x: Rows, y: Rows, around: Rows, firm: tuple[float, float]) -> Rows:
    """Ridge regression around given numbers."""
    pull = SPREAD * np.diag([firm[0]] * 3 + [firm[1]] * 3)
    return _rising(around + np.linalg.solve(x.T @ x + pull, x.T @ (y - x @ around)))


def fit_odds(x: Rows, won: Rows, around: Rows, firm: tuple[float, float]) -> Rows:
    """Logistic regression with a ridge around given numbers, by Newton's method."""
    found = around.copy()
    pull = SPREAD * np.diag([firm[0]] * 3 + [firm[1]] * 3)
    for _ in range(ROUNDS):
        chance = 1.0 / (1.0 + np.exp(-np.clip(x @ found, -DECIDED, DECIDED)))
        curve = (x * (chance * (1.0 - chance))[:, None]).T @ x + pull
        found = found + np.linalg.solve(curve, x.T @ (won - chance) - pull @ (found - around))
    return _rising(found)


def _rising(numbers: Rows) -> Rows:
    steep: Rows = np.maximum(numbers[3:], FLATTEST)
    return np.concatenate([numbers[:3], steep])


def columns(line: LineUp, seen: Sequence[Position]) -> Part:
    """Terms and results of a line-up, for the margin per train and for the chance."""
    left = np.array([p.left for p in seen])
    margin = np.array([p.margin for p in seen]) / line.trains
    odds = np.array([log_odds(p.win) for p in seen])
    ended = np.array([p.ended for p in seen]) / line.trains
    return terms(left, margin), ended, terms(left, odds), np.array([p.won for p in seen])


def fit(seen: dict[LineUp, list[Position]]) -> dict[str, dict[int, Correction]]:
    """The corrections of every map, and of all maps together, by the number of players."""
    found: dict[str, dict[int, Correction]] = {}
    parts = {line: columns(line, each) for line, each in seen.items() if each}
    common = _fit_parts(list(parts.values()), (NO_CHANGE, NO_CHANGE), FIRM_COMMON)
    for players in sorted({line.players for line in parts}):
        own = {line: part for line, part in parts.items() if line.players == players}
        lines = _fit_parts(list(own.values()), common, FIRM_PLAYERS)
        found.setdefault("any", {})[players] = _correction(*lines)
        for line, part in own.items():
            of_map = _fit_parts([part], lines, FIRM_OWN)
            found.setdefault(line.map, {})[players] = _correction(*of_map)
    return found


def _fit_parts(
    parts: list[Part], around: tuple[Rows, Rows], firm: tuple[float, float]
) -> tuple[Rows, Rows]:
    """The lines of some line-ups together, for the margin and for the chance."""
    x, y, z, won = (np.concatenate(each) for each in zip(*parts, strict=True))
    return fit_line(x, y, around[0], firm), fit_odds(z, won, around[1], firm)


def _correction(margin: Rows, odds: Rows) -> Correction:
    numbers = [round(float(n), 4) for n in (*margin, *odds)]
    a, b, c, d, e, f, g, h, i, j, k, m = numbers
    return Correction((a, b, c), (d, e, f), (g, h, i), (j, k, m))
