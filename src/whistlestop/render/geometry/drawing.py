"""From a board to shapes: the spaces of routes, the discs of cities, the boxes of labels.

Positions come from the board (`City.x`, `City.y`, `City.label`, `Route.bow`); sizes are the
constants below and the same on every board. Nothing is drawn here and nothing moved: a board with
poor positions gives shapes that clash. The two sides of a double route are lanes of one curve,
always the same distance apart.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from whistlestop.model.board import Board, City, Route
from whistlestop.render.geometry.curve import Curve
from whistlestop.render.geometry.lettering import lines_of, text_width
from whistlestop.render.geometry.shapes import Point, Shape, box, disc, rectangle

SPACE = 30.0
"""The least length of a space."""
LONGEST_SPACE = 36.0
WIDTH = 12.0
"""The width of a space."""
GAP = 3.0
"""The least distance between two spaces of a route."""
WIDEST_GAP = 12.0
LANES = 14.5
"""The distance between the middles of the two lanes of a double route."""
CITY = 8.5
"""The radius of a city's disc."""
CLEARANCE = 3.0
"""The least distance between a city's disc and the first space."""
ENDS = 0.5
"""The part of spare length that spaces and gaps share; the rest keeps the ends clear of cities."""
FONT = 13.0
LINE = 13.5
"""The distance between two lines of a label."""
WIDEST_LABEL = 76.0
"""Names wider than this are broken into two lines where they can be."""
PLACES = ("e", "w", "n", "s", "ne", "nw", "se", "sw")
"""Where a label may stand, seen from its city, the best first."""


@dataclass(frozen=True)
class Space:
    """One space of a route: `t` is its place on the curve, `angle` its slope in degrees."""

    route: int
    t: float
    centre: Point
    along: Point
    length: float

    @cached_property
    def shape(self) -> Shape:
        """The rectangle it covers."""
        return rectangle(self.centre, self.along, self.length, WIDTH)

    @property
    def angle(self) -> float:
        """Its slope in degrees, clockwise from the x axis."""
        return math.degrees(math.atan2(self.along[1], self.along[0]))


@dataclass(frozen=True)
class Label:
    """A city's name in its box; `anchor` says which side of the box the lines are set against."""

    city: int
    lines: tuple[str, ...]
    left: float
    top: float
    width: float
    height: float
    anchor: str

    @cached_property
    def shape(self) -> Shape:
        """The box it covers."""
        return box(self.left, self.top, self.width, self.height)


@dataclass(frozen=True)
class Drawing:
    """Everything that has a place on the board; spaces and curves are by route index."""

    width: float
    height: float
    points: tuple[Point, ...]
    curves: tuple[Curve, ...]
    spaces: tuple[tuple[Space, ...], ...]
    labels: tuple[Label, ...]

    @cached_property
    def discs(self) -> tuple[Shape, ...]:
        """The discs of the cities, by city index."""
        return tuple(disc(point, CITY) for point in self.points)

    def all_spaces(self) -> Iterator[Space]:
        """The spaces of all routes, route by route."""
        for spaces in self.spaces:
            yield from spaces


def drawing_of(board: Board) -> Drawing:
    """The shapes of a board; computed once for boards that look the same."""
    return _drawing(board.cities, board.routes, board.width, board.height)


@lru_cache(maxsize=32)
def _drawing(
    cities: tuple[City, ...], routes: tuple[Route, ...], width: float, height: float
) -> Drawing:
    points = [(c.x, c.y) for c in cities]
    curves = [_curve(route, routes, points) for route in routes]
    return Drawing(
        width,
        height,
        tuple(points),
        tuple(curves),
        tuple(tuple(spaces_on(r, c)) for r, c in zip(routes, curves, strict=True)),
        tuple(label_at(c, p, c.label) for c, p in zip(cities, points, strict=True)),
    )


def _curve(route: Route, routes: Sequence[Route], points: Sequence[Point]) -> Curve:
    """A route's curve; both sides of a double route take the one of the first of them."""
    first = route if route.twin is None else routes[min(route.index, route.twin)]
    return Curve(points[first.a.index], points[first.b.index], first.bow)


def lane_of(route: Route) -> float:
    """How far from its curve a route runs: nothing, or half the distance of two lanes."""
    if route.twin is None:
        return 0.0
    return LANES / 2 if route.index < route.twin else -LANES / 2


def needed_length(spaces: int) -> float:
    """The shortest curve between two cities with room for so many spaces."""
    return spaces * SPACE + (spaces - 1) * GAP + 2 * (CITY + CLEARANCE)


def spaces_on(route: Route, curve: Curve) -> Iterator[Space]:
    """The spaces of a route from its first city to its last, in the middle of the curve."""
    count, lane = route.length, lane_of(route)
    spare = max(curve.length - needed_length(count), 0.0)
    room = needed_length(count) + ENDS * spare - 2 * (CITY + CLEARANCE)
    length = min(max((room - (count - 1) * GAP) / count, SPACE), LONGEST_SPACE)
    gap = min(max((room - count * length) / max(count - 1, 1), GAP), WIDEST_GAP)
    first = (curve.length - count * length - (count - 1) * gap + length) / 2
    for i in range(count):
        t = curve.at(first + i * (length + gap))
        (x, y), (ux, uy) = curve.point(t), curve.direction(t)
        yield Space(route.index, t, (x + lane * uy, y - lane * ux), (ux, uy), length)


def label_at(city: City, point: Point, place: str) -> Label:
    """The box of a city's name at one of the eight places around its disc."""
    lines = lines_of(city.name, FONT, WIDEST_LABEL)
    width = max(text_width(line, FONT) for line in lines)
    height = LINE * len(lines)
    across, down = _side(place, "w", "e"), _side(place, "n", "s")
    off = CITY + 3.0 if not (across and down) else CITY * 0.6 + 2.0
    left = point[0] + across * off + (across - 1) / 2 * width
    top = point[1] + down * off + (down - 1) / 2 * height
    return Label(
        city.index, lines, left, top, width, height, ("end", "middle", "start")[across + 1]
    )


def _side(place: str, less: str, more: str) -> int:
    return (more in place) - (less in place)
