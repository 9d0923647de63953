"""Positions of a board while they are found: points of cities, bows of links, label places.

Shapes come from the same geometry that draws the board, so what is clean here is clean there.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from whistlestop.model.board import Board, Route
from whistlestop.render.geometry.clashes import neighbours
from whistlestop.render.geometry.curve import Curve
from whistlestop.render.geometry.drawing import (
    CITY,
    Label,
    Space,
    label_at,
    needed_length,
    spaces_on,
)
from whistlestop.render.geometry.projection import project, turned
from whistlestop.render.geometry.shapes import Point, Shape, around, disc, way_out

KEEP = 3.0
"""The distance that things should keep from each other."""
ENOUGH = 0.8
"""The distance at which they are let be."""
EDGE = 36.0
"""The empty border of the canvas."""


class LayoutStart(NamedTuple):
    """Where a board starts from: turned clockwise by degrees, then enlarged."""

    turn: float = 0.0
    scale: float = 1.4


@dataclass(frozen=True)
class CityLink:
    """A pair of cities with its one or two routes, which share a curve."""

    a: int
    b: int
    routes: tuple[Route, ...]

    @property
    def need(self) -> float:
        """The least length of its curve."""
        return needed_length(self.routes[0].length)


class Body(NamedTuple):
    """A shape and what moves it: a link (at `t` on its curve) or a city; the other one is -1."""

    link: int
    city: int
    t: float
    shape: Shape

    def belongs_with(self, other: Body) -> bool:
        """Whether both hang on the same link or city, so that they may touch."""
        return self.link == other.link and self.city == other.city


@dataclass
class BoardLayout:
    """Where everything is now, and `home`, where geography would have the cities."""

    board: Board
    home: list[Point]
    points: list[Point] = field(init=False)
    links: list[CityLink] = field(init=False)
    bows: list[float] = field(init=False)
    places: list[str] = field(init=False)

    def __post_init__(self) -> None:
        self.points = list(self.home)
        self.links = links_of(self.board)
        self.bows = [0.0] * len(self.links)
        self.places = ["e"] * len(self.board.cities)

    def curve(self, link: int, bow: float | None = None) -> Curve:
        """The curve of a link as it is, or with another bow."""
        ends = self.links[link]
        bow = self.bows[link] if bow is None else bow
        return Curve(self.points[ends.a], self.points[ends.b], bow)

    def spaces(self, link: int, bow: float | None = None) -> Iterator[Space]:
        """The spaces of a link's routes, as they are or with another bow."""
        curve = self.curve(link, bow)
        for route in self.links[link].routes:
            yield from spaces_on(route, curve)

    def label(self, city: int, place: str | None = None) -> Label:
        """The label of a city where it is, or at another place."""
        return label_at(self.board.cities[city], self.points[city], place or self.places[city])

    def bodies(self) -> list[Body]:
        """Everything that has a shape now; labels come last, in the order of their cities."""
        links, cities = range(len(self.links)), range(len(self.points))
        return [
            *(Body(i, -1, space.t, space.shape) for i in links for space in self.spaces(i)),
            *(Body(-1, i, 0.0, disc(self.points[i], CITY)) for i in cities),
            *(Body(-1, i, 0.0, self.label(i).shape) for i in cities),
        ]

    def trouble(self) -> float:
        """How much is still wrong, in pixels of overlap and of missing length."""
        bodies = self.bodies()
        depth = sum(
            math.hypot(*out)
            for i, j in neighbours([b.shape for b in bodies], ENOUGH)
            if not bodies[i].belongs_with(bodies[j])
            and (out := way_out(bodies[i].shape, bodies[j].shape, ENOUGH))
        )
        lacks = (link.need - self.curve(i).length for i, link in enumerate(self.links))
        return depth + sum(max(lack, 0.0) for lack in lacks)

    def drift(self) -> float:
        """How far cities are from home on average."""
        return sum(map(math.dist, self.home, self.points)) / len(self.points)

    def framed(self) -> tuple[list[Point], int, int]:
        """The points moved into a canvas with an even border, and its size."""
        bounds = (body.shape.bounds for body in self.bodies())
        left, top, right, bottom = around(bounds, EDGE)
        points = [(round(x - left, 1), round(y - top, 1)) for x, y in self.points]
        return points, math.ceil(right - left), math.ceil(bottom - top)

    def bow_of_routes(self) -> list[float]:
        """The bow of every route; a twin that is written the other way has it with a minus."""
        bows = [0.0] * len(self.board.routes)
        for link, bow in zip(self.links, self.bows, strict=True):
            for route in link.routes:
                bows[route.index] = round(bow if route.a.index == link.a else -bow, 1) or 0.0
        return bows


def links_of(board: Board) -> list[CityLink]:
    """Every pair of cities that a route joins, once."""
    links = []
    for route in board.routes:
        if route.twin is None:
            links.append(CityLink(route.a.index, route.b.index, (route,)))
        elif route.index < route.twin:
            links.append(CityLink(route.a.index, route.b.index, (route, board.routes[route.twin])))
    return links


def at_home(board: Board, start: LayoutStart) -> BoardLayout:
    """Cities where geography has them, the map so large that the median route has room."""
    places = [(c.lat, c.lon) for c in board.cities]
    located = len(set(places)) > 1
    flat = project(places) if located else [(c.x, c.y) for c in board.cities]
    scales = sorted(
        link.need / distance
        for link in links_of(board)
        for _ in link.routes
        if (distance := math.dist(flat[link.a], flat[link.b])) > 0
    )
    scale = scales[len(scales) // 2] * start.scale
    return BoardLayout(board, [(x * scale, y * scale) for x, y in turned(flat, start.turn)])
