"""What an outline is made of while it is drawn: rings and lines by kind, then written as paths.

Coordinates are pixels of the canvas. A path starts every ring or line with an absolute move and
goes on in steps of whole tenths, so that rounding never adds up.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from itertools import pairwise, product
from typing import Any

from tools.outlines.plane import Box, Line, area, clip_line, clip_ring, inside, simpler
from whistlestop.model.board import Board
from whistlestop.render.geometry.drawing import drawing_of, station_shape
from whistlestop.render.geometry.shapes import Point, Shape, disc, far_apart, overlap
from whistlestop.render.outline import KINDS, LINES, WaterName, fingerprint

ROUGHER = {"river": 3.0, "state": 3.0, "border": 1.5}
"""Kinds that need less detail than coasts, and by how much."""
MARGIN = 60.0
"""How far outside of the canvas things are drawn, so that no edge of a shape shows on it."""
SLOPES = (0, -15, 15, -30, 30, -45, 45, -60, 60)
"""Angles at which the name of a water may stand, the best first."""
SIZES = (18.0, 16.0, 14.0, 12.0, 11.5)
"""Font sizes of such names; a smaller one could not be read."""
REACH, GRID = 80.0, 8.0
"""How far from the wanted place a name may stand, and the grid on which places are tried."""


@dataclass
class Detail:
    """How fine a drawing is: the least triangle, island and lake in square pixels.

    Outside of the canvas everything is coarser, the more so the farther away.
    """

    canvas: Box
    triangle: float = 2.0
    island: float = 12.0

    def least(self, point: Point) -> float:
        """The least triangle worth drawing at a point."""
        return self.triangle * self.coarser(point)

    def coarser(self, point: Point) -> float:
        """How many times coarser than on the canvas a point is drawn."""
        return 1 + min(self.canvas.outside_by(point) / 12, 14.0)


@dataclass
class Drawn:
    """The outline of one board as it grows."""

    board: Board
    credit: str = ""
    detail: Detail = field(init=False)
    layers: dict[str, list[Line]] = field(default_factory=dict)
    names: list[dict[str, Any]] = field(default_factory=list)

    def __post_init__(self) -> None:
        canvas = Box(0.0, 0.0, self.board.width, self.board.height)
        self.detail = Detail(canvas)
        drawing = drawing_of(self.board)
        self.taken: list[Shape] = [
            *(space.shape for space in drawing.all_spaces()),
            *(label.shape for label in drawing.labels),
            *drawing.discs,
            *(station_shape(place) for place in drawing.stations if place),
        ]

    def add(self, kind: str, shapes: Iterable[Line], fine: bool = False) -> None:
        """Rings or lines of a kind: clipped, simplified unless they are fine as they are."""
        if kind in LINES:
            made = self._lines(shapes, fine, ROUGHER.get(kind, 1.0))
        else:
            made = self._rings(shapes, fine)
        self.layers.setdefault(kind, []).extend(made)

    def _rings(self, rings: Iterable[Line], fine: bool) -> Iterator[Line]:
        for ring in rings:
            ring = clip_ring(ring, self.detail.canvas.grown(MARGIN))
            if fine and len(ring) > 2:
                yield ring
            elif len(ring) > 3 and area(ring) > self.detail.island * self.detail.coarser(ring[0]):
                ring = simpler(ring, self.detail.least, closed=True)
                if area(ring) > self.detail.island:
                    yield ring

    def _lines(self, lines: Iterable[Line], fine: bool, rougher: float) -> Iterator[Line]:
        def least(point: Point) -> float:
            return rougher * self.detail.least(point)

        for line in lines:
            for part in clip_line(line, self.detail.canvas.grown(MARGIN)):
                yield part if fine else simpler(part, least, closed=False)

    def free(self, shape: Shape, besides: Sequence[Shape] = ()) -> bool:
        """Whether nothing of the board, nor of what is given besides, lies there."""
        return not any(
            not far_apart(shape.bounds, other.bounds) and overlap(shape, other) > 0
            for other in (*self.taken, *besides)
        )

    def room(self, point: Point, radius: float) -> bool:
        """Whether a disc there touches nothing of the board."""
        return self.free(disc(point, radius))

    def name(
        self,
        key: str,
        near: Point,
        slopes: Sequence[float] = SLOPES,
        sizes: Sequence[float] = SIZES,
    ) -> None:
        """Print the name of a water where it has room, as large and as near as can be, or not."""
        spots = sorted(_around(near), key=lambda spot: math.dist(spot, near))
        for size, slope, (x, y) in product(sizes, slopes, spots):
            name = WaterName(key, x, y, slope, size)
            if self._on_water(name.shape):
                self.names.append(asdict(name))
                self.taken.append(name.shape)
                return

    def _on_water(self, shape: Shape) -> bool:
        """Whether a shape lies on open water of the canvas, and on nothing of the board."""
        left, top, right, bottom = shape.bounds
        canvas = self.detail.canvas.grown(-4)
        if not canvas.holds((left, top)) or not canvas.holds((right, bottom)):
            return False
        a, b, c, d = shape.corners
        edges = ((a, b), (d, c), (_middle(a, d), _middle(b, c)))
        spots = [_part(p, q, i / 12) for p, q in edges for i in range(13)]
        land = self.layers["land"]
        return self.free(shape) and not any(inside(spot, land) for spot in spots)

    def data(self) -> dict[str, Any]:
        """What is written into the file."""
        layers = [
            {"kind": kind, "d": path_of(self.layers[kind], closed=kind not in LINES)}
            for kind in KINDS
            if self.layers.get(kind)
        ]
        fits = fingerprint(self.board)
        return {"fits": fits, "credit": self.credit, "layers": layers, "names": self.names}


def _around(point: Point) -> Iterator[Point]:
    """Points of a grid around a point."""
    steps = range(-int(REACH / GRID), int(REACH / GRID) + 1)
    for i, j in product(steps, steps):
        yield round(point[0] + i * GRID), round(point[1] + j * GRID)


def _middle(p: Point, q: Point) -> Point:
    return _part(p, q, 0.5)


def _part(p: Point, q: Point, t: float) -> Point:
    return p[0] + t * (q[0] - p[0]), p[1] + t * (q[1] - p[1])


def path_of(shapes: Iterable[Line], closed: bool) -> str:
    """Shapes as the data of one SVG path, in tenths of a pixel."""
    parts: list[str] = []
    here = (0, 0)
    for shape in shapes:
        tenths = [(round(10 * x), round(10 * y)) for x, y in shape]
        parts.append(_move(here, tenths[0]) + _steps(tenths) + ("z" if closed else ""))
        here = tenths[0] if closed else tenths[-1]
    return "".join(parts)


def _move(here: tuple[int, int], to: tuple[int, int]) -> str:
    """To where a shape starts: absolute or relative, whichever is shorter."""
    far = f"M{_short(to[0])}{_second(to[1])}"
    near = f"m{_short(to[0] - here[0])}{_second(to[1] - here[1])}"
    return near if len(near) < len(far) and here != (0, 0) else far


def _steps(tenths: list[tuple[int, int]]) -> str:
    parts, command = [], ""
    for (x, y), (nx, ny) in pairwise(tenths):
        dx, dy = nx - x, ny - y
        if dx == 0 or dy == 0:
            command = "v" if dx == 0 else "h"
            parts.append(command + _short(dx or dy) if dx or dy else "")
            continue
        first = _short(dx)
        parts.append(("l" if command != "l" else "" if first[0] == "-" else " ") + first)
        parts.append(_second(dy))
        command = "l"
    return "".join(parts)


def _short(tenths: int) -> str:
    """A number as short as SVG can read it: `3`, `-.4`, `12.5`."""
    whole, rest = divmod(abs(tenths), 10)
    digits = f"{whole}" if not rest else f".{rest}" if not whole else f"{whole}.{rest}"
    return f"-{digits}" if tenths < 0 else digits


def _second(tenths: int) -> str:
    """A number after another one."""
    text = _short(tenths)
    return text if text[0] == "-" else f" {text}"
