"""A route's line: a cubic curve between two points, measured by its length.

The control points stand at one and two thirds of the chord, moved sideways, so that the curve is an
arc or a mild S. The two `bows` say by how much: with both equal to `b`, the curve leaves the chord
by `b` in its middle, to the left of the way from `start` to `end` as seen on paper when `b` is
positive. `walk` goes along it by arc length less what bends take, which is what spaces are laid
out along.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, pairwise

from whistlestop.render.geometry.shapes import Bounds, Point, far_apart

STEPS = 32


@dataclass(frozen=True)
class Curve:
    """From `start` to `end`; `bows` say how far it leaves the chord in its two halves."""

    start: Point
    end: Point
    bows: Point = (0.0, 0.0)

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
    def controls(self) -> tuple[Point, Point]:
        """The two control points of the cubic curve."""
        (x1, y1), (x2, y2), (sx, sy) = self.start, self.end, self.side
        off, far = (4 / 3 * bow for bow in self.bows)
        return (
            ((2 * x1 + x2) / 3 + off * sx, (2 * y1 + y2) / 3 + off * sy),
            ((x1 + 2 * x2) / 3 + far * sx, (y1 + 2 * y2) / 3 + far * sy),
        )

    def point(self, t: float) -> Point:
        """The point at a parameter from 0 to 1."""
        (x1, y1), (x2, y2), (sx, sy) = self.start, self.end, self.side
        near, far = self.bows
        off = 4 * t * (1 - t) * ((1 - t) * near + t * far)
        return x1 + t * (x2 - x1) + off * sx, y1 + t * (y2 - y1) + off * sy

    def direction(self, t: float) -> Point:
        """The unit vector along the curve; to the right where both ends are one point."""
        (x1, y1), (x2, y2), (sx, sy) = self.start, self.end, self.side
        near, far = self.bows
        turn = 4 * ((1 - 2 * t) * ((1 - t) * near + t * far) + t * (1 - t) * (far - near))
        dx, dy = x2 - x1 + turn * sx, y2 - y1 + turn * sy
        size = math.hypot(dx, dy)
        return (dx / size, dy / size) if size else (1.0, 0.0)

    @cached_property
    def _points(self) -> list[Point]:
        """Points at equal steps of the parameter, both ends among them."""
        return [self.start, *(self.point(i / STEPS) for i in range(1, STEPS)), self.end]

    @cached_property
    def length(self) -> float:
        """How long the curve is."""
        return sum(math.dist(p, q) for p, q in pairwise(self._points))

    def walk(self, bend: float) -> tuple[float, Callable[[float], float]]:
        """How far it is along the curve, and the parameter at a distance, less `bend` per radian.

        Things at even distances then lie farther apart where the curve turns.
        """
        ways = [self.direction(i / STEPS) for i in range(STEPS + 1)]
        turns = (math.dist(u, v) for u, v in pairwise(ways))  # a chord of the unit circle
        steps = (math.dist(p, q) for p, q in pairwise(self._points))
        parts = (max(step - bend * turn, 0.0) for step, turn in zip(steps, turns, strict=True))
        table = list(accumulate(parts, initial=0.0))

        def at(distance: float) -> float:
            i = min(max(bisect_right(table, distance) - 1, 0), STEPS - 1)
            step = table[i + 1] - table[i]
            return (i + (distance - table[i]) / step) / STEPS if step else i / STEPS

        return table[-1], at

    @cached_property
    def bounds(self) -> Bounds:
        """Left, top, right and bottom of a box that the curve does not leave."""
        xs, ys = zip(self.start, *self.controls, self.end, strict=True)
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
        pairs = pairwise(self._points)
        return [(p, q) for p, q in pairs if p not in left_out and q not in left_out]


def _cross(p: Point, q: Point, r: Point, s: Point) -> bool:
    return _left(p, q, r) != _left(p, q, s) and _left(r, s, p) != _left(r, s, q)


def _left(p: Point, q: Point, r: Point) -> bool:
    """Whether `r` lies on one side of the line from `p` to `q`; a point on it counts as there."""
    return (q[0] - p[0]) * (r[1] - p[1]) >= (q[1] - p[1]) * (r[0] - p[0])
