"""A route's line: a quadratic curve between two points, measured by its length.

The curve leaves the chord by `bow` in its middle, to the left of the way from `start` to `end` as
seen on paper when `bow` is positive. `at` walks it by arc length, which is what spaces are laid
out along.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from whistlestop.render.geometry.shapes import Bounds, Point, far_apart

STEPS = 16


@dataclass(frozen=True)
class Curve:
    """From `start` to `end`, `bow` pixels off the chord half-way."""

    start: Point
    end: Point
    bow: float = 0.0

    @cached_property
    def chord(self) -> float:
        """The straight distance between its ends."""
        return math.dist(self.start, self.end)

    @cached_property
    def side(self) -> Point:
        """The unit vector to the left of the chord, the way a positive bow goes."""
        size = self.chord or 1.0
        return (self.end[1] - self.start[1]) / size, (self.start[0] - self.end[0]) / size

    @cached_property
    def control(self) -> Point:
        """The control point of the quadratic curve."""
        (x1, y1), (x2, y2), (sx, sy) = self.start, self.end, self.side
        return (x1 + x2) / 2 + 2 * self.bow * sx, (y1 + y2) / 2 + 2 * self.bow * sy

    def point(self, t: float) -> Point:
        """The point at a parameter from 0 to 1."""
        (x1, y1), (x2, y2), (sx, sy) = self.start, self.end, self.side
        off = 4 * t * (1 - t) * self.bow
        return x1 + t * (x2 - x1) + off * sx, y1 + t * (y2 - y1) + off * sy

    def direction(self, t: float) -> Point:
        """The unit vector along the curve."""
        (x1, y1), (x2, y2), (sx, sy) = self.start, self.end, self.side
        turn = 4 * (1 - 2 * t) * self.bow
        dx, dy = x2 - x1 + turn * sx, y2 - y1 + turn * sy
        size = math.hypot(dx, dy) or 1.0
        return dx / size, dy / size

    @cached_property
    def _lengths(self) -> list[float]:
        """Arc length from the start at each of the equal steps of the parameter."""
        lengths, before = [0.0], self.start
        for i in range(1, STEPS + 1):
            here = self.point(i / STEPS)
            lengths.append(lengths[-1] + math.dist(before, here))
            before = here
        return lengths

    @property
    def length(self) -> float:
        """How long the curve is."""
        return self._lengths[-1]

    def at(self, distance: float) -> float:
        """The parameter of the point this far along the curve."""
        table = self._lengths
        i = min(max(bisect_right(table, distance) - 1, 0), STEPS - 1)
        step = table[i + 1] - table[i]
        return (i + (distance - table[i]) / step) / STEPS if step else 0.0

    @cached_property
    def bounds(self) -> Bounds:
        """Left, top, right and bottom of a box that the curve does not leave."""
        xs, ys = zip(self.start, self.control, self.end, strict=True)
        return min(xs), min(ys), max(xs), max(ys)

    def crosses(self, other: Curve) -> bool:
        """Whether the two curves meet anywhere but at an end that they share, and are not one."""
        if self == other or far_apart(self.bounds, other.bounds):
            return False
        shared = {self.start, self.end} & {other.start, other.end}
        mine, theirs = self._pieces(shared), other._pieces(shared)
        return any(_cross(p, q, r, s) for p, q in mine for r, s in theirs)

    def _pieces(self, left_out: set[Point]) -> list[tuple[Point, Point]]:
        """The curve as short straight pieces, without those that touch a point left out."""
        points = [self.start, *(self.point(i / STEPS) for i in range(1, STEPS)), self.end]
        return [(p, q) for p, q in pairwise(points) if p not in left_out and q not in left_out]


def _cross(p: Point, q: Point, r: Point, s: Point) -> bool:
    return _left(p, q, r) != _left(p, q, s) and _left(r, s, p) != _left(r, s, q)


def _left(p: Point, q: Point, r: Point) -> bool:
    """Whether `r` lies on one side of the line from `p` to `q`; a point on it counts as there."""
    return (q[0] - p[0]) * (r[1] - p[1]) >= (q[1] - p[1]) * (r[0] - p[0])
