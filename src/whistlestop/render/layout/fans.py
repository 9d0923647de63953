"""Routes leave a city in the order in which their other ends lie around it.

Two curves from one city can cross beside it although no spaces touch. `Fans` keeps a least angle
between neighbours as they leave, so that they do not.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from whistlestop.render.layout.puzzle import Array, LayoutPuzzle, LayoutState
    from whistlestop.render.layout.rails import Rails

LEAST = 0.15
"""The least angle, in radians, between two curves where they leave a city."""


class Fans:
    """The pairs of ends of links that are neighbours around a city, as they were at a start."""

    def __init__(self, puzzle: LayoutPuzzle, state: LayoutState) -> None:
        self.puzzle = puzzle
        way = state.points[puzzle.b] - state.points[puzzle.a]
        out = np.arctan2(way[:, 1], way[:, 0])
        angle = np.concatenate([out, out + np.pi]) % (2 * np.pi)
        city = np.concatenate([puzzle.a, puzzle.b])
        pairs = []
        for here in range(puzzle.cities):
            ends = np.flatnonzero(city == here)
            ring = ends[np.argsort(angle[ends], kind="stable")].tolist()
            if len(ring) > 1:
                pairs += list(zip(ring, ring[1:] + ring[:1], strict=True))
        self.pairs = np.array(pairs).reshape(-1, 2)

    def push(self, rails: Rails, state: LayoutState, slope: LayoutState, weight: float) -> float:
        """Add what pairs ask for that leave too near to each other, and return what that costs."""
        size, chord = len(rails.chord), rails.chord
        near, far = state.bows.T
        lean = np.concatenate([-np.arctan2(4 * near, chord), np.arctan2(4 * far, chord)])
        out = np.arctan2(rails.along[:, 1], rails.along[:, 0])
        straight = np.concatenate([out, out + np.pi])
        i, j = self.pairs.T
        between = (straight[j] - straight[i]) % (2 * np.pi) + lean[j] - lean[i]
        lack = np.maximum(LEAST - between, 0.0)
        force = -2 * weight * lack
        turn = np.bincount(j, force, 2 * size) - np.bincount(i, force, 2 * size)
        at_a, at_b = turn[:size], turn[size:]
        span = [chord**2 + 16 * bow**2 for bow in (near, far)]
        slope.bows[:, 0] -= at_a * 4 * chord / span[0]
        slope.bows[:, 1] += at_b * 4 * chord / span[1]
        stretch = at_a * 4 * near / span[0] - at_b * 4 * far / span[1]
        self._move_ends(rails, slope, (at_a + at_b) / chord, stretch)
        return float(weight * (lack**2).sum())

    def _move_ends(self, rails: Rails, slope: LayoutState, swing: Array, stretch: Array) -> None:
        push = rails.along * stretch[:, None] - rails.across * swing[:, None]
        np.add.at(slope.points, self.puzzle.b, push)
        np.add.at(slope.points, self.puzzle.a, -push)
