"""An outline read back: its paths as points, and what lies at a place of the canvas."""

from __future__ import annotations

import math
import re
from functools import cached_property
from itertools import pairwise

from whistlestop.render.geometry.shapes import Point
from whistlestop.render.outline import BoardOutline

_TOKEN = re.compile(r"([MmlhvzZ])|(-?(?:\d+(?:\.\d)?|\.\d))|([ ])")


class Ground:
    """What is land, lake and sea under a board."""

    def __init__(self, outline: BoardOutline) -> None:
        self.shapes = {layer.kind: points_of(layer.d) for layer in outline.layers}

    @cached_property
    def land(self) -> list[list[Point]]:
        return self.shapes["land"]

    @property
    def lakes(self) -> list[list[Point]]:
        return self.shapes.get("lake", [])

    def wet(self, point: Point) -> bool:
        return not inside(point, self.land) or inside(point, self.lakes)

    def to_sea(self, point: Point) -> float:
        return nearest(point, self.land)

    def to_lake(self, point: Point) -> float:
        return 0.0 if inside(point, self.lakes) else nearest(point, self.lakes)


def points_of(d: str) -> list[list[Point]]:
    """The rings and lines of a path; a command or number of another kind is an error."""
    shapes: list[list[Point]] = []
    here, command, numbers = (0.0, 0.0), "", list[float]()
    for token in _tokens(d):
        if isinstance(token, str):
            assert not numbers, "a command in the middle of a pair"
            command = token
            if command == "z":
                here = shapes[-1][0]
            continue
        numbers.append(token)
        if command in "hv" or len(numbers) == 2:
            here = _moved(here, command, numbers)
            if command in "Mm":
                shapes.append([])
                command = "l"
            shapes[-1].append(here)
            numbers = []
    return shapes


def _tokens(d: str) -> list[str | float]:
    found, end = list[str | float](), 0
    for match in _TOKEN.finditer(d):
        assert match.start() == end, f"unknown part of a path at {d[end : end + 9]!r}"
        end = match.end()
        if match[1] or match[2]:
            found.append(match[1] or float(match[2]))
    assert end == len(d)
    return found


def _moved(here: Point, command: str, numbers: list[float]) -> Point:
    x, y = here
    match command:
        case "M":
            return numbers[0], numbers[1]
        case "h":
            return x + numbers[0], y
        case "v":
            return x, y + numbers[0]
    return x + numbers[0], y + numbers[1]


def inside(point: Point, rings: list[list[Point]]) -> bool:
    """Whether a ray from the point crosses the rings an odd number of times."""
    x, y = point
    odd = False
    for ring in rings:
        for (x1, y1), (x2, y2) in pairwise([*ring, ring[0]]):
            if (y1 > y) != (y2 > y) and x < x1 + (y - y1) / (y2 - y1) * (x2 - x1):
                odd = not odd
    return odd


def nearest(point: Point, rings: list[list[Point]]) -> float:
    """How far the edge of the rings is."""
    edges = ((p, q) for ring in rings for p, q in pairwise([*ring, ring[0]]))
    return min((_to_edge(point, p, q) for p, q in edges), default=math.inf)


def _to_edge(point: Point, p: Point, q: Point) -> float:
    dx, dy = q[0] - p[0], q[1] - p[1]
    size = dx * dx + dy * dy
    t = ((point[0] - p[0]) * dx + (point[1] - p[1]) * dy) / size if size else 0.0
    t = min(max(t, 0.0), 1.0)
    return math.dist(point, (p[0] + t * dx, p[1] + t * dy))
