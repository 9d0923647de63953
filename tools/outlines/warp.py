"""From latitude and longitude to the canvas of a board, so that every city lands on its place.

Places are projected as the layout tool did it, turned and scaled to fit the cities as well as a
map can, and then pulled along with the cities by a thin-plate spline, which goes on straight beyond
the outermost of them. Invariant: a city's own place goes exactly to its position.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from whistlestop.model.board import Board
from whistlestop.render.geometry.projection import projection_of
from whistlestop.render.geometry.shapes import Point


class Warp:
    """The way from the ground to the canvas: `rough` keeps shapes, `exact` bends it to cities."""

    def __init__(self, board: Board) -> None:
        places = [(c.lat, c.lon) for c in board.cities]
        self.flatten = projection_of(places)
        targets = [(c.x, c.y) for c in board.cities]
        self.turn, self.shift = similarity([self.flatten(p) for p in places], targets)
        starts = [self.rough(p) for p in places]
        moves = [(t[0] - s[0], t[1] - s[1]) for s, t in zip(starts, targets, strict=True)]
        self.bend = Spline(starts, moves)

    def rough(self, place: Point) -> Point:
        """A place, given as latitude and longitude, before cities pull at it."""
        z = complex(*self.flatten(place)) * self.turn + self.shift
        return z.real, z.imag

    def pulled(self, point: Point) -> Point:
        """A rough point after the cities have pulled at it."""
        dx, dy = self.bend(point)
        return point[0] + dx, point[1] + dy

    def exact(self, place: Point) -> Point:
        """Where a place, given as latitude and longitude, lies on the board."""
        return self.pulled(self.rough(place))

    def stretch(self, point: Point) -> float:
        """By how much areas grow around a rough point; never negative unless the map folds."""
        h = 0.5
        x1, y1 = self.pulled((point[0] - h, point[1]))
        x2, y2 = self.pulled((point[0] + h, point[1]))
        x3, y3 = self.pulled((point[0], point[1] - h))
        x4, y4 = self.pulled((point[0], point[1] + h))
        return (x2 - x1) * (y4 - y3) - (y2 - y1) * (x4 - x3)


def similarity(points: Sequence[Point], targets: Sequence[Point]) -> tuple[complex, complex]:
    """The turn with scale, and the shift, that bring points nearest to their targets."""
    zs, ws = [complex(*p) for p in points], [complex(*t) for t in targets]
    z0, w0 = sum(zs) / len(zs), sum(ws) / len(ws)
    over = sum((w - w0) * (z - z0).conjugate() for z, w in zip(zs, ws, strict=True))
    turn = over / sum(abs(z - z0) ** 2 for z in zs)
    return turn, w0 - turn * z0


class Spline:
    """A thin-plate spline: the displacement that takes given values and bends least between."""

    def __init__(self, points: Sequence[Point], moves: Sequence[Point]) -> None:
        self.points = points
        count = len(points)
        rows = [
            [*(_kernel(p, q) for q in points), 1.0, *p, *move]
            for p, move in zip(points, moves, strict=True)
        ]
        sides = [[1.0] * count, [p[0] for p in points], [p[1] for p in points]]
        rows += [[*side, 0.0, 0.0, 0.0, 0.0, 0.0] for side in sides]
        self.weights = solved(rows)

    def __call__(self, point: Point) -> Point:
        *pulls, base, along, down = self.weights
        dx = base[0] + along[0] * point[0] + down[0] * point[1]
        dy = base[1] + along[1] * point[0] + down[1] * point[1]
        for other, (wx, wy) in zip(self.points, pulls, strict=True):
            size = _kernel(point, other)
            dx += size * wx
            dy += size * wy
        return dx, dy


def _kernel(p: Point, q: Point) -> float:
    square = (p[0] - q[0]) ** 2 + (p[1] - q[1]) ** 2
    return square * math.log(square) if square > 0 else 0.0


def solved(rows: list[list[float]]) -> list[Point]:
    """The solutions of linear equations for two right-hand sides, by elimination with pivots."""
    size = len(rows)
    for i in range(size):
        best = max(range(i, size), key=lambda j: abs(rows[j][i]))
        rows[i], rows[best] = rows[best], rows[i]
        top = rows[i]
        for j in range(size):
            if j != i and rows[j][i] != 0.0:
                part = rows[j][i] / top[i]
                rows[j] = [a - part * b for a, b in zip(rows[j], top, strict=True)]
    return [(row[size] / row[i], row[size + 1] / row[i]) for i, row in enumerate(rows)]
