"""From a board to shapes: spaces of routes, discs of cities, boxes of labels, places of stations.

Positions come from the board (`City.x`, `City.y`, `City.label`, `City.station`, `Route.bow`); sizes
are the constants below, the same on every board. All spaces of a board have one size, and the two
sides of a double route are lanes of one curve, always the same distance apart. Nothing is drawn
here and nothing moved: a board with poor positions gives shapes that clash, and a route that is too
short for its spaces gets shorter ones.
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
"""The length of a space; the sheet is measured in thirtieths of a space."""
WIDTH = 12.0
"""The width of a space."""
GAP = 1.8
"""The distance between two spaces of a straight route."""
WIDEST_GAP = 12.0
LANES = 14.4
"""The distance between the middles of the two lanes of a double route."""
BEND, BEND_OF_DOUBLE = 3.6, 15.0
"""How much farther apart spaces stand for each radian of a bend, where their corners meet."""
CITY = 6.6
"""The radius of a city's disc."""
FAR = 0.6 * SPACE
"""The greatest gap between a city's disc and the nearest space of its routes."""
TIGHT = 3.0
"""What a route needs beyond its spaces, for both gaps to its cities together."""
STATION = (29.4, 26.7)
"""The room that a station takes beside its city."""
LINE, BASELINE = 1.1, 0.83
"""The distance between two lines of a label, and from its top to the first baseline, in fonts."""
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
    font: float

    @property
    def start(self) -> Point:
        """Where the first line is set: the x of its anchor and the y of its baseline."""
        across = {"start": 0.0, "middle": 0.5, "end": 1.0}[self.anchor]
        return self.left + across * self.width, self.top + BASELINE * self.font

    @cached_property
    def shape(self) -> Shape:
        """The box it covers."""
        return box(self.left, self.top, self.width, self.height)


@dataclass(frozen=True)
class Drawing:
    """Everything that has a place on the board; spaces and curves are by route index.

    `stations` are the middles of the places kept free for stations, by city; a board that keeps
    none free has its stations on the cities themselves.
    """

    width: float
    height: float
    points: tuple[Point, ...]
    curves: tuple[Curve, ...]
    spaces: tuple[tuple[Space, ...], ...]
    labels: tuple[Label, ...]
    stations: tuple[Point | None, ...]

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
    return shapes_of(board.cities, board.routes, (board.width, board.height), board.lettering)


@lru_cache(maxsize=32)
def shapes_of(
    cities: tuple[City, ...], routes: tuple[Route, ...], size: Point, lettering: Point
) -> Drawing:
    """The shapes of cities and routes on a canvas."""
    points = [(c.x, c.y) for c in cities]
    curves = [_curve(route, routes, points) for route in routes]
    return Drawing(
        *size,
        tuple(points),
        tuple(curves),
        tuple(tuple(spaces_on(r, c)) for r, c in zip(routes, curves, strict=True)),
        tuple(label_at(c, p, lettering) for c, p in zip(cities, points, strict=True)),
        tuple(_station(c, p) for c, p in zip(cities, points, strict=True)),
    )


def _curve(route: Route, routes: Sequence[Route], points: Sequence[Point]) -> Curve:
    """A route's curve; both sides of a double route take the one of the first of them."""
    first = route if route.twin is None else routes[min(route.index, route.twin)]
    return Curve(points[first.a.index], points[first.b.index], first.bow)


def _station(city: City, point: Point) -> Point | None:
    return city.station and (point[0] + city.station[0], point[1] + city.station[1])


def station_shape(middle: Point) -> Shape:
    """The room of a station around its middle."""
    width, height = STATION
    return box(middle[0] - width / 2, middle[1] - height / 2, width, height)


def lane_of(route: Route) -> float:
    """How far from its curve a route runs: nothing, or half the distance of two lanes."""
    if route.twin is None:
        return 0.0
    return LANES / 2 if route.index < route.twin else -LANES / 2


def bend_of(double: bool) -> float:
    """What a radian of a bend takes from the length that spaces can be laid along."""
    return BEND_OF_DOUBLE if double else BEND


def spaces_on(route: Route, curve: Curve) -> Iterator[Space]:
    """The spaces of a route from its first city to its last, in the middle of the curve."""
    lane = lane_of(route)
    along, at = curve.walk(bend_of(route.twin is not None))
    length, gap = _pitch(route.length, along - 2 * CITY)
    first = (along - route.length * length - (route.length - 1) * gap + length) / 2
    for i in range(route.length):
        t = at(first + i * (length + gap))
        (x, y), (ux, uy) = curve.point(t), curve.direction(t)
        yield Space(route.index, t, (x + lane * uy, y - lane * ux), (ux, uy), length)


def _pitch(count: int, room: float) -> tuple[float, float]:
    """The length of spaces and the gap between them: as designed wherever the room allows it.

    Where there is too much room the gaps grow; where there is too little the spaces shrink.
    """
    inner = max(count - 1, 1)
    spare = room - count * SPACE - (count - 1) * GAP
    if spare < TIGHT:
        return max(SPACE + (spare - TIGHT) / count, 0.4 * SPACE), GAP
    return SPACE, min(GAP + max(spare - 1.98 * FAR, 0.0) / inner, WIDEST_GAP)


def label_at(city: City, point: Point, lettering: Point) -> Label:
    """The box of a city's name where the board has it; `lettering` is the font and widest line."""
    font, widest = lettering
    lines = lines_of(city.name, font, widest)
    width = max(text_width(line, font) for line in lines)
    height = LINE * font * len(lines)
    dx, dy = label_offset(city.label, width, height)
    left, top = point[0] + dx - width / 2, point[1] + dy - height / 2
    anchor = "start" if left > point[0] else "end" if left + width < point[0] else "middle"
    return Label(city.index, lines, left, top, width, height, anchor, font)


def label_offset(place: str | Point, width: float, height: float) -> Point:
    """From a city to the middle of its name: as given, or at one of the eight places around it."""
    if not isinstance(place, str):
        return place
    across, down = _side(place, "w", "e"), _side(place, "n", "s")
    off = CITY + 3.0 if not (across and down) else CITY * 0.6 + 2.0
    return across * (off + width / 2), down * (off + height / 2)


def _side(place: str, less: str, more: str) -> int:
    return (more in place) - (less in place)
