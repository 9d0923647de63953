"""Polygons and lines in a plane: clipping at a box, leaving out points that nobody would miss.

A ring is a closed polygon without its first point repeated. Nothing here knows maps or boards.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Callable, Sequence
from typing import NamedTuple

from whistlestop.render.geometry.shapes import Point

Line = list[Point]


class Box(NamedTuple):
    """An upright rectangle."""

    left: float
    top: float
    right: float
    bottom: float

    def grown(self, by: float) -> Box:
        """The box with a margin on every side."""
        return Box(self.left - by, self.top - by, self.right + by, self.bottom + by)

    def holds(self, point: Point) -> bool:
        """Whether a point lies in it or on its edge."""
        return self.left <= point[0] <= self.right and self.top <= point[1] <= self.bottom

    def outside_by(self, point: Point) -> float:
        """How far a point is from the box; nothing inside."""
        x = max(self.left - point[0], point[0] - self.right, 0.0)
        y = max(self.top - point[1], point[1] - self.bottom, 0.0)
        return max(x, y)


def area(ring: Sequence[Point]) -> float:
    """The area of a ring, whichever way it runs."""
    ends = zip(ring, [*ring[1:], ring[0]], strict=True)
    return abs(sum(p[0] * q[1] - q[0] * p[1] for p, q in ends)) / 2


def inside(point: Point, rings: Sequence[Line]) -> bool:
    """Whether a point lies inside rings by the even-odd rule."""
    x, y = point
    odd = False
    for ring in rings:
        for (x1, y1), (x2, y2) in zip(ring, [*ring[1:], ring[0]], strict=True):
            if (y1 > y) != (y2 > y) and x < x1 + (y - y1) / (y2 - y1) * (x2 - x1):
                odd = not odd
    return odd


def clip_ring(ring: Line, box: Box) -> Line:
    """What of a polygon lies in the box, by Sutherland and Hodgman; empty if nothing does."""
    for axis, edge, sign in _edges(box):
        kept: Line = []
        for p, q in zip(ring, [*ring[1:], *ring[:1]], strict=True):
            if sign * (p[axis] - edge) >= 0:
                kept.append(p)
            if (p[axis] - edge) * (q[axis] - edge) < 0:
                kept.append(_cut(p, q, axis, edge))
        ring = kept
    return ring


def clip_line(line: Line, box: Box) -> list[Line]:
    """The parts of a line that lie in the box."""
    parts = [line]
    for axis, edge, sign in _edges(box):
        parts = [inside for part in parts for inside in _half(part, axis, edge, sign)]
    return parts


def _half(line: Line, axis: int, edge: float, sign: int) -> list[Line]:
    parts: list[Line] = [[]]
    for i, q in enumerate(line):
        if i and (line[i - 1][axis] - edge) * (q[axis] - edge) < 0:
            parts[-1].append(_cut(line[i - 1], q, axis, edge))
        if sign * (q[axis] - edge) >= 0:
            parts[-1].append(q)
        elif parts[-1]:
            parts.append([])
    return [part for part in parts if len(part) > 1]


def _edges(box: Box) -> tuple[tuple[int, float, int], ...]:
    """Axis, place and inner side of each edge."""
    return ((0, box.left, 1), (0, box.right, -1), (1, box.top, 1), (1, box.bottom, -1))


def _cut(p: Point, q: Point, axis: int, edge: float) -> Point:
    t = (edge - p[axis]) / (q[axis] - p[axis])
    return p[0] + t * (q[0] - p[0]), p[1] + t * (q[1] - p[1])


def simpler(line: Line, least: Callable[[Point], float], closed: bool) -> Line:
    """The line without the points that span too small a triangle with their neighbours.

    After Visvalingam: the smallest triangle goes first. `least` says how large one must be to
    stay, for the place it is at. The ends of an open line stay.
    """
    count = len(line)
    before, after = [i - 1 for i in range(count)], [i + 1 for i in range(count)]
    if closed:
        before[0], after[-1] = count - 1, 0
    weight = [0.0] * count

    def weigh(i: int) -> float:
        (x1, y1), (x2, y2), (x3, y3) = line[before[i]], line[i], line[after[i]]
        return abs((x2 - x1) * (y3 - y1) - (x3 - x1) * (y2 - y1)) / 2 / least(line[i])

    inner = range(count) if closed else range(1, count - 1)
    for i in inner:
        weight[i] = weigh(i)
    heap = [(weight[i], i) for i in inner]
    heapq.heapify(heap)
    gone = [False] * count
    left = count
    while heap and left > (4 if closed else 2):
        size, i = heapq.heappop(heap)
        if gone[i] or size != weight[i]:
            continue
        if size >= 1:
            break
        gone[i], left = True, left - 1
        after[before[i]], before[after[i]] = after[i], before[i]
        for j in (before[i], after[i]):
            if closed or 0 < j < count - 1:
                weight[j] = max(weigh(j), size)
                heapq.heappush(heap, (weight[j], j))
    return [point for i, point in enumerate(line) if not gone[i]]


def smooth(line: Sequence[Point], closed: bool, steps: int = 6) -> Line:
    """A curve through the points of a line or ring, after Catmull and Rom, as short pieces."""
    count = len(line)
    if count < 3:
        return list(line)
    at = [
        line[i % count] if closed else line[min(max(i, 0), count - 1)] for i in range(-1, count + 3)
    ]
    curve = [
        _between(at[i], at[i + 1], at[i + 2], at[i + 3], step / steps)
        for i in range(count if closed else count - 1)
        for step in range(steps)
    ]
    return curve if closed else [*curve, line[-1]]


def _between(a: Point, b: Point, c: Point, d: Point, t: float) -> Point:
    """A point on the way from `b` to `c`, coming from `a` and going on to `d`."""

    def blend(p: float, q: float, r: float, s: float) -> float:
        bend = 2 * p - 5 * q + 4 * r - s
        return q + t * ((r - p) + t * (bend + t * (3 * (q - r) + s - p))) / 2

    return blend(a[0], b[0], c[0], d[0]), blend(a[1], b[1], c[1], d[1])


def ribbon(line: Sequence[Point], halves: Sequence[float]) -> Line:
    """The ring around a line that is `halves` wide to either side of its points."""
    left, right = [], []
    for i, (x, y) in enumerate(line):
        (x1, y1), (x2, y2) = line[max(i - 1, 0)], line[min(i + 1, len(line) - 1)]
        size = ((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5 / halves[i]
        nx, ny = (y1 - y2) / size, (x2 - x1) / size
        left.append((x + nx, y + ny))
        right.append((x - nx, y - ny))
    return [*left, *reversed(right)]


def oval(middle: Point, high: float, wide: float, lean: float = 0.0) -> Line:
    """A ring around a point, leaning over by `lean` times its height."""
    turns = [math.tau * i / 16 for i in range(16)]
    return [
        (middle[0] + high * math.cos(a), middle[1] + wide * math.sin(a) + lean * math.cos(a))
        for a in turns
    ]
