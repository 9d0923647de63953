"""Lines that cross, and bows with which they do not.

The search presses spaces apart and sees no lines, so what lies left of what is decided here: before
a search, and between its stages wherever two lines have come to cross beside a city.
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from whistlestop.render.geometry.curve import Curve

if TYPE_CHECKING:
    from whistlestop.render.layout.puzzle import Array, LayoutPuzzle, LayoutState

BOWS = tuple(sign * ratio for ratio in (0.12, 0.2, 0.3, 0.4, 0.55) for sign in (1, -1))
"""Bows that are tried on a line that crosses others, as parts of its chord."""


def curve_of(
    puzzle: LayoutPuzzle, points: Array, i: int, bows: tuple[float, float] = (0.0, 0.0)
) -> Curve:
    """The curve of a link."""
    (x1, y1), (x2, y2) = points[puzzle.a[i]].tolist(), points[puzzle.b[i]].tolist()
    return Curve((x1, y1), (x2, y2), bows)


def crossings(puzzle: LayoutPuzzle, points: Array) -> int:
    """How many pairs of straight lines cross."""
    curves = [curve_of(puzzle, points, i) for i in range(len(puzzle.links))]
    return sum(p.crosses(q) for p, q in combinations(curves, 2))


def untangled(puzzle: LayoutPuzzle, points: Array) -> Array:
    """Bows for straight lines that cross, such that as few as possible do."""
    bows = np.zeros((len(puzzle.links), 2))
    _part_parallels(puzzle, points, bows)
    return bent_apart(puzzle, points, bows)


def uncross(puzzle: LayoutPuzzle, state: LayoutState) -> None:
    """Straighten lines from one city that have come to cross, and bend others apart."""
    curves = _curves(puzzle, state.points, state.bows)
    for i, j in combinations(range(len(curves)), 2):
        if curves[i].crosses(curves[j]) and _share(puzzle, i, j) == 1:
            state.bows[[i, j]] *= 0.3
    state.bows[:] = bent_apart(puzzle, state.points, state.bows)


def bent_apart(puzzle: LayoutPuzzle, points: Array, bows: Array) -> Array:
    """The bows, with others for lines that cross, such that as few as possible do."""
    bows = bows.copy()
    curves = _curves(puzzle, points, bows)
    for i in range(len(curves)):
        now = _crossed(curves, i, curves[i])
        if not now:
            continue
        tried = [(now, -1.0, curves[i])]
        for ratio in (0.0, *BOWS):
            bow = ratio * curves[i].chord
            curve = curve_of(puzzle, points, i, (bow, bow))
            tried.append((_crossed(curves, i, curve), abs(ratio), curve))
        curves[i] = min(tried, key=lambda t: t[:2])[2]
        bows[i] = curves[i].bows
    return bows


def _curves(puzzle: LayoutPuzzle, points: Array, bows: Array) -> list[Curve]:
    pairs = [(near, far) for near, far in bows.tolist()]
    return [curve_of(puzzle, points, i, pair) for i, pair in enumerate(pairs)]


def _share(puzzle: LayoutPuzzle, i: int, j: int) -> int:
    return len({puzzle.a[i], puzzle.b[i]} & {puzzle.a[j], puzzle.b[j]})


def _part_parallels(puzzle: LayoutPuzzle, points: Array, bows: Array) -> None:
    """Two routes of different lengths between the same cities bend away from each other."""
    for i, j in combinations(range(len(bows)), 2):
        if _share(puzzle, i, j) == 2:
            chord = curve_of(puzzle, points, i).chord
            bows[i] = 0.2 * chord
            bows[j] = -bows[i] if puzzle.a[i] == puzzle.a[j] else bows[i]


def _crossed(curves: list[Curve], i: int, curve: Curve) -> int:
    return sum(curve.crosses(other) for j, other in enumerate(curves) if j != i)
