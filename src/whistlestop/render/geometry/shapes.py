"""Convex shapes and how far one must move to be clear of another.

A shape is a convex polygon grown by a radius: a rectangle has four corners and no radius, a disc
has one corner. The separating axis theorem decides exactly whether two of them overlap. Nothing
here knows about boards. Invariant: `way_out` is `None` if and only if the shapes keep the margin.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

Point = tuple[float, float]
Bounds = tuple[float, float, float, float]
"""Left, top, right and bottom of a box."""


@dataclass(frozen=True)
class Shape:
    """A convex polygon (corners in order) whose outline is pushed out by `radius`."""

    corners: tuple[Point, ...]
    radius: float = 0.0

    @cached_property
    def bounds(self) -> Bounds:
        """Left, top, right and bottom."""
        xs = [x for x, _ in self.corners]
        ys = [y for _, y in self.corners]
        grow = self.radius
        return min(xs) - grow, min(ys) - grow, max(xs) + grow, max(ys) + grow

    @cached_property
    def axes(self) -> tuple[Point, ...]:
        """Unit normals of the edges; opposite edges of a rectangle share one."""
        return tuple(dict.fromkeys(_normals(self.corners)))

    def span(self, axis: Point) -> tuple[float, float]:
        """The shadow of the shape on a unit axis."""
        ax, ay = axis
        dots = [x * ax + y * ay for x, y in self.corners]
        return min(dots) - self.radius, max(dots) + self.radius


def disc(centre: Point, radius: float) -> Shape:
    """A circle: a single corner with a radius."""
    return Shape((centre,), radius)


def box(left: float, top: float, width: float, height: float) -> Shape:
    """An upright rectangle."""
    right, bottom = left + width, top + height
    return Shape(((left, top), (right, top), (right, bottom), (left, bottom)))


def rectangle(centre: Point, along: Point, length: float, width: float) -> Shape:
    """A rectangle around `centre` whose long side follows the unit vector `along`."""
    (cx, cy), (ux, uy) = centre, along
    lx, ly = ux * length / 2, uy * length / 2
    wx, wy = -uy * width / 2, ux * width / 2
    return Shape(
        (
            (cx - lx - wx, cy - ly - wy),
            (cx + lx - wx, cy + ly - wy),
            (cx + lx + wx, cy + ly + wy),
            (cx - lx + wx, cy - ly + wy),
        )
    )


def way_out(shape: Shape, other: Shape, margin: float = 0.0) -> Point | None:
    """The smallest move that takes `shape` clear of `other` by `margin`; `None` if it is clear."""
    if far_apart(shape.bounds, other.bounds, margin):
        return None
    least, direction = math.inf, (0.0, 0.0)
    for axis in _candidate_axes(shape, other):
        low, high = shape.span(axis)
        other_low, other_high = other.span(axis)
        back, forth = high - other_low + margin, other_high - low + margin
        depth = min(back, forth)
        if depth <= 0.0:
            return None
        if depth < least:
            sign = -1.0 if back < forth else 1.0
            least, direction = depth, (sign * axis[0], sign * axis[1])
    return direction[0] * least, direction[1] * least


def overlap(shape: Shape, other: Shape) -> float:
    """How deep two shapes lie in each other; zero when they are apart or only touch."""
    move = way_out(shape, other)
    return math.hypot(*move) if move else 0.0


def _normals(corners: tuple[Point, ...]) -> list[Point]:
    if len(corners) < 2:
        return []
    normals = []
    for (x1, y1), (x2, y2) in zip(corners, corners[1:] + corners[:1], strict=True):
        size = math.hypot(x2 - x1, y2 - y1)
        nx, ny = (y1 - y2) / size, (x2 - x1) / size
        upward = nx > 0 or (nx == 0 and ny > 0)
        normals.append((round(nx if upward else -nx, 12), round(ny if upward else -ny, 12)))
    return normals


def far_apart(a: Bounds, b: Bounds, margin: float = 0.0) -> bool:
    """Whether two bounds leave the margin between them."""
    return (
        a[2] + margin <= b[0]
        or b[2] + margin <= a[0]
        or a[3] + margin <= b[1]
        or b[3] + margin <= a[1]
    )


def around(bounds: Iterable[Bounds], grow: float) -> Bounds:
    """The box around all of these bounds, grown on every side."""
    lefts, tops, rights, bottoms = zip(*bounds, strict=True)
    return min(lefts) - grow, min(tops) - grow, max(rights) + grow, max(bottoms) + grow


def _candidate_axes(a: Shape, b: Shape) -> tuple[Point, ...]:
    """Every axis that can separate: edge normals, and for round corners the line between them."""
    axes = a.axes + b.axes
    if a.radius == 0.0 and b.radius == 0.0:
        return axes
    (x1, y1), (x2, y2) = min(
        ((p, q) for p in a.corners for q in b.corners),
        key=lambda pair: (pair[0][0] - pair[1][0]) ** 2 + (pair[0][1] - pair[1][1]) ** 2,
    )
    size = math.hypot(x2 - x1, y2 - y1)
    return (*axes, ((x2 - x1) / size, (y2 - y1) / size) if size > 0 else (1.0, 0.0))
