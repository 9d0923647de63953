"""How a train stands on its route: which way it looks, and the line of its rails.

The wall of a wagon faces the reader: a route is turned as a whole, never wagon by wagon, so that
its locomotive leads at the right end, or at the upper one where the route stands upright. The
browser client has the same rules in `web/src/board/art/poses.ts`.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from whistlestop.render.geometry.drawing import Space
from whistlestop.render.geometry.shapes import Point
from whistlestop.render.markup import number

UPRIGHT = 0.02
"""A route whose slopes add up to less than this much to the right stands upright."""


@dataclass(frozen=True)
class Pose:
    """A place for a slot or a wagon; `angle` in degrees, along the train."""

    x: float
    y: float
    angle: float
    length: float

    @property
    def turned(self) -> Pose:
        """The same place, looking the other way."""
        return replace(self, angle=self.angle - 180)

    def at(self, along: float, across: float) -> Point:
        """A point of the board beside the middle of this place."""
        turn = math.radians(self.angle)
        sin, cos = math.sin(turn), math.cos(turn)
        return self.x + along * cos - across * sin, self.y + along * sin + across * cos


def poses(spaces: Sequence[Space]) -> list[Pose]:
    """The places of a route from the last wagon to the locomotive."""
    right = sum(space.along[0] for space in spaces) / len(spaces)
    down = sum(space.along[1] for space in spaces)
    back = down > 0 if abs(right) < UPRIGHT else right < 0
    stand = [Pose(*space.centre, space.angle, space.length) for space in spaces]
    return [pose.turned for pose in reversed(stand)] if back else stand


def track(ends: tuple[Point, Point], stand: Sequence[Pose]) -> str:
    """The line from city to city through the middle of every space, as the data of a path."""
    first, last = ends
    if math.dist(first, (stand[0].x, stand[0].y)) > math.dist(last, (stand[0].x, stand[0].y)):
        first, last = last, first
    stops = [(first, None), *(((p.x, p.y), p) for p in stand), (last, None)]
    parts = [f"M{_pair(first)}"]
    for (start, leaving), (end, arriving) in pairwise(stops):
        reach = math.dist(start, end) / 3
        one = leaving.at(reach, 0) if leaving else _toward(start, end)
        two = arriving.at(-reach, 0) if arriving else _toward(end, start)
        parts.append(f"C{_pair(one)} {_pair(two)} {_pair(end)}")
    return "".join(parts)


def _toward(start: Point, end: Point) -> Point:
    return start[0] + (end[0] - start[0]) / 3, start[1] + (end[1] - start[1]) / 3


def _pair(point: Point) -> str:
    return f"{number(point[0])} {number(point[1])}"
