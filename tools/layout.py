"""Find drawing positions for a board and write them into its file: `python tools/layout.py usa`.

It starts from projected latitude and longitude and relaxes: a weak pull to geography, every route
stretched to its spaces, and everything that overlaps pushed apart, bending routes and moving labels
where that is needed. There is no chance in it: the same board gives the same positions. In the file
only x, y, label, bow and [canvas] change; it expects one city and one route per line.
"""

from __future__ import annotations

import math
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

import whistlestop.boards
from whistlestop.model.board import Board, Route
from whistlestop.model.boardfile import load_board
from whistlestop.render.clashes import clashes, neighbours
from whistlestop.render.curve import Curve
from whistlestop.render.geometry import (
    CITY,
    PLACES,
    Label,
    Space,
    label_at,
    needed_length,
    spaces_on,
)
from whistlestop.render.projection import project, turned
from whistlestop.render.shapes import Point, Shape, disc, far_apart, way_out

KEEP = 3.0
"""The distance that things should keep from each other."""
ENOUGH = 0.5
"""The distance at which they are let be."""
EDGE = 16.0
"""The empty border of the canvas."""
PUSH = 0.2
"""The part of an overlap that one round undoes."""
COMFORT = 4.0
"""Room beside its spaces that every route gets."""
SUPPLE = 0.25
"""How readily a route bends, compared with how readily a city moves."""
STEEP = 0.2
"""The bow, as a part of the chord, from which a route straightens itself much more strongly."""
BOWS = (0.0, *(sign * ratio for ratio in (0.05, 0.1, 0.15, 0.2, 0.26) for sign in (1, -1)))
"""Bows worth trying, as parts of the chord."""
CROSSING = 80.0
"""How many pixels of overlap one crossing of two routes is as bad as."""
CHOOSE = 40
"""Rounds between two choices of bows and label places."""
COMPACT = 2.0
STAGES = (
    (80, 0.02, -8.0),
    (80, 0.016, -6.0),
    (80, 0.012, -4.0),
    (80, 0.01, -2.0),
    (80, 0.008, 0.0),
    (120, 0.006, 2.0),
    (160, 0.004, KEEP),
    (160, 0.002, KEEP),
    (200, 0.001, KEEP),
)
"""Rounds, how strong the wishes are in them beside the push, and the distance to be kept.

Things may overlap at first and grow to their size, or they would lock each other out of place.
"""
LAST_ROUNDS = 400


class Start(NamedTuple):
    """Where a board starts from: turned clockwise by degrees, then enlarged."""

    turn: float = 0.0
    scale: float = 1.3


STARTS = {"new-york": Start(-29.0, 1.4), "london": Start(0.0, 1.4), "europe": Start(0.0, 1.2)}
"""Manhattan is turned until its avenues stand upright."""


@dataclass(frozen=True)
class Link:
    """A pair of cities with its one or two routes, which share a curve."""

    a: int
    b: int
    routes: tuple[Route, ...]

    @property
    def spaces(self) -> int:
        return self.routes[0].length


class Body(NamedTuple):
    """A shape and what moves it: a link (at `t` on its curve) or a city; the other one is -1."""

    link: int
    city: int
    t: float
    shape: Shape


@dataclass
class Layout:
    """Positions while they are being found."""

    board: Board
    home: list[Point]
    points: list[Point] = field(init=False)
    links: list[Link] = field(init=False)
    bows: list[float] = field(init=False)
    places: list[str] = field(init=False)

    def __post_init__(self) -> None:
        self.points = list(self.home)
        self.links = links_of(self.board)
        self.bows = [0.0] * len(self.links)
        self.places = ["e"] * len(self.board.cities)

    def curve(self, link: int, bow: float | None = None) -> Curve:
        ends = self.links[link]
        bow = self.bows[link] if bow is None else bow
        return Curve(self.points[ends.a], self.points[ends.b], bow)

    def spaces(self, link: int, bow: float | None = None) -> Iterator[Space]:
        curve = self.curve(link, bow)
        for route in self.links[link].routes:
            yield from spaces_on(route, curve)

    def label(self, city: int, place: str | None = None) -> Label:
        return label_at(self.board.cities[city], self.points[city], place or self.places[city])

    def bodies(self) -> list[Body]:
        """Everything that has a shape now; labels come last, in the order of their cities."""
        links, cities = range(len(self.links)), range(len(self.points))
        return [
            *(Body(i, -1, space.t, space.shape) for i in links for space in self.spaces(i)),
            *(Body(-1, i, 0.0, disc(self.points[i], CITY)) for i in cities),
            *(Body(-1, i, 0.0, self.label(i).shape) for i in cities),
        ]


def links_of(board: Board) -> list[Link]:
    links = []
    for route in board.routes:
        if route.twin is None:
            links.append(Link(route.a.index, route.b.index, (route,)))
        elif route.index < route.twin:
            links.append(Link(route.a.index, route.b.index, (route, board.routes[route.twin])))
    return links


class Moves:
    """What the wishes of one round add up to."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.shift = [[0.0, 0.0] for _ in layout.points]
        self.bend = [0.0] * len(layout.links)

    def city(self, city: int, x: float, y: float) -> None:
        self.shift[city][0] += x
        self.shift[city][1] += y

    def body(self, body: Body, x: float, y: float, pinned: int | None) -> None:
        """Move a shape by what it hangs on; a pinned city is one that both shapes hang on."""
        if body.link >= 0:
            self._space(body, x, y, pinned)
        elif body.city != pinned:
            self.city(body.city, x, y)

    def _space(self, body: Body, x: float, y: float, pinned: int | None) -> None:
        link, t = self.layout.links[body.link], body.t
        arms = [(city, arm) for city, arm in ((link.a, 1 - t), (link.b, t)) if city != pinned]
        lean = 4 * t * (1 - t)
        leverage = max(sum(arm * arm for _, arm in arms) + SUPPLE * lean * lean, 0.2)
        for city, arm in arms:
            self.city(city, x * arm / leverage, y * arm / leverage)
        side = self.layout.curve(body.link).side
        self.bend[body.link] += SUPPLE * (x * side[0] + y * side[1]) * lean / leverage

    def carry_out(self, most: float = 5.0) -> None:
        layout = self.layout
        for i, (dx, dy) in enumerate(self.shift):
            cap = min(1.0, most / (math.hypot(dx, dy) or 1.0))
            x, y = layout.points[i]
            layout.points[i] = (x + dx * cap, y + dy * cap)
        for i, change in enumerate(self.bend):
            layout.bows[i] += min(max(change, -most), most)


def relax(layout: Layout, wish: float, keep: float) -> None:
    """One round: collect what every wish asks for, then move."""
    moves = Moves(layout)
    push_apart(layout, moves, keep)
    for i in range(len(layout.links)):
        fit_length(layout, moves, i, wish)
        straighten(layout, moves, i, 4 * wish)
    for i, (home, here) in enumerate(zip(layout.home, layout.points, strict=True)):
        moves.city(i, wish * (home[0] - here[0]), wish * (home[1] - here[1]))
    moves.carry_out()


def push_apart(layout: Layout, moves: Moves, keep: float) -> None:
    bodies = layout.bodies()
    for i, j in neighbours([b.shape for b in bodies], max(keep, 0.0)):
        a, b = bodies[i], bodies[j]
        if not same_owner(a, b) and (out := way_out(a.shape, b.shape, keep)):
            pinned = shared_city(layout, a, b)
            moves.body(a, PUSH * out[0], PUSH * out[1], pinned)
            moves.body(b, -PUSH * out[0], -PUSH * out[1], pinned)


def same_owner(a: Body, b: Body) -> bool:
    return a.link == b.link and a.city == b.city


def shared_city(layout: Layout, a: Body, b: Body) -> int | None:
    return next(iter(sorted(ends(layout, a) & ends(layout, b))), None)


def ends(layout: Layout, body: Body) -> set[int]:
    if body.link < 0:
        return {body.city}
    return {layout.links[body.link].a, layout.links[body.link].b}


def fit_length(layout: Layout, moves: Moves, i: int, wish: float) -> None:
    """Stretch a route that is too short for its spaces, draw together one that is too long."""
    link, curve = layout.links[i], layout.curve(i)
    need = needed_length(link.spaces)
    lack = need + COMFORT - curve.length
    if lack < 0:
        lack = min(lack + 0.12 * need, 0.0) * COMPACT * wish
    ratio = layout.bows[i] / (curve.chord or 1.0)
    stretch, bend = 1 - 8 / 3 * ratio * ratio, 16 / 3 * ratio
    force = 0.4 * lack / (2 * stretch * stretch + SUPPLE * bend * bend)
    ux, uy = -curve.side[1] * force * stretch, curve.side[0] * force * stretch
    moves.city(link.a, -ux, -uy)
    moves.city(link.b, ux, uy)
    moves.bend[i] += SUPPLE * force * bend


def straighten(layout: Layout, moves: Moves, i: int, wish: float) -> None:
    bow = layout.bows[i]
    steep = max(abs(bow) - STEEP * layout.curve(i).chord, 0.0)
    moves.bend[i] -= wish * bow + 0.2 * math.copysign(steep, bow)


def choose_places(layout: Layout) -> None:
    """Give each label the place where it is least in the way, a few times over."""
    bodies = layout.bodies()
    cities = range(len(layout.points))
    for city in [*cities, *cities, *cities]:
        own = len(bodies) - len(cities) + city
        x, y = layout.points[city]
        reach = (x - 130, y - 60, x + 130, y + 60)
        others = near(bodies[:own] + bodies[own + 1 :], reach)
        costs = {
            place: in_the_way(layout.label(city, place).shape, others)
            + 0.4 * PLACES.index(place)
            - 2.0 * (place == layout.places[city])
            for place in PLACES
        }
        layout.places[city] = min(costs, key=costs.__getitem__)
        bodies[own] = bodies[own]._replace(shape=layout.label(city).shape)


def near(bodies: Iterable[Body], reach: tuple[float, float, float, float]) -> list[Shape]:
    return [b.shape for b in bodies if not far_apart(b.shape.bounds, reach)]


def in_the_way(shape: Shape, others: Iterable[Shape]) -> float:
    outs = (way_out(shape, other, KEEP) for other in others)
    return sum(math.hypot(*out) for out in outs if out)


def choose_bows(layout: Layout) -> None:
    """Give each route in trouble the bow with the least trouble."""
    bodies = layout.bodies()
    for i in range(len(layout.links)):
        chord = layout.curve(i).chord
        others = near((b for b in bodies if b.link != i), where(layout, i, 0.3 * chord + 20))
        now = bow_cost(layout, i, layout.bows[i], others)
        if now < 1.0:
            continue
        options = [ratio * chord for ratio in BOWS]
        cost, _, bow = min((bow_cost(layout, i, bow, others), abs(bow), bow) for bow in options)
        if cost < now - 4.0:
            layout.bows[i] = bow
            bodies = layout.bodies()


def where(layout: Layout, link: int, grow: float) -> tuple[float, float, float, float]:
    """The bounds of a link's two cities, grown on every side."""
    (x1, y1), (x2, y2) = (layout.points[i] for i in (layout.links[link].a, layout.links[link].b))
    return min(x1, x2) - grow, min(y1, y2) - grow, max(x1, x2) + grow, max(y1, y2) + grow


def bow_cost(layout: Layout, i: int, bow: float, others: Sequence[Shape]) -> float:
    lack = needed_length(layout.links[i].spaces) - layout.curve(i, bow).length
    clash = sum(in_the_way(space.shape, others) for space in layout.spaces(i, bow))
    crossed = CROSSING * crossings(layout, i, bow)
    return clash + crossed + 0.5 * max(lack, 0.0) + 0.3 * abs(bow)


def crossings(layout: Layout, i: int, bow: float) -> int:
    curve = layout.curve(i, bow)
    return sum(layout.curve(j).crosses(curve) for j in range(len(layout.links)) if j != i)


def trouble(layout: Layout) -> float:
    """How much is still wrong, in pixels of overlap and of missing length."""
    bodies = layout.bodies()
    depth = sum(
        math.hypot(*out)
        for i, j in neighbours([b.shape for b in bodies], ENOUGH)
        if not same_owner(bodies[i], bodies[j])
        and (out := way_out(bodies[i].shape, bodies[j].shape, ENOUGH))
    )
    lacks = (
        needed_length(link.spaces) - layout.curve(i).length for i, link in enumerate(layout.links)
    )
    return depth + sum(max(lack, 0.0) for lack in lacks)


def find(board: Board, start: Start) -> Layout:
    """Relaxed positions for a board."""
    layout = Layout(board, homes(board, start))
    for stage, (rounds, wish, keep) in enumerate(STAGES):
        for n in range(rounds):
            if n % CHOOSE == 0 and stage < len(STAGES) - 1:
                choose_places(layout)
                if stage > 0:
                    choose_bows(layout)
            relax(layout, wish, keep)
    for _ in range(LAST_ROUNDS):
        if trouble(layout) == 0.0:
            break
        relax(layout, 0.0, KEEP)
    return layout


def homes(board: Board, start: Start) -> list[Point]:
    """Where the cities would like to be: geography, so large that the median route has room."""
    places = [(c.lat, c.lon) for c in board.cities]
    known = len(set(places)) > 1
    flat = project(places) if known else [(c.x, c.y) for c in board.cities]
    scales = sorted(
        needed_length(r.length) / distance
        for r in board.routes
        if (distance := math.dist(flat[r.a.index], flat[r.b.index])) > 0
    )
    scale = scales[len(scales) // 2] * start.scale
    return [(x * scale, y * scale) for x, y in turned(flat, start.turn)]


def framed(layout: Layout) -> tuple[list[Point], int, int]:
    """The points moved into a canvas with an even border, and its size."""
    bounds = [body.shape.bounds for body in layout.bodies()]
    left, top = min(b[0] for b in bounds) - EDGE, min(b[1] for b in bounds) - EDGE
    right, bottom = max(b[2] for b in bounds) + EDGE, max(b[3] for b in bounds) + EDGE
    points = [(round(x - left, 1), round(y - top, 1)) for x, y in layout.points]
    return points, math.ceil(right - left), math.ceil(bottom - top)


CANVAS = re.compile(r"^\[canvas\]\n(?:\w+ = .*\n)*\n?", re.MULTILINE)
CITY_LINE = re.compile(r"^(\w+) = \{ (name = .*?) \}$", re.MULTILINE)
ROUTE_LINE = re.compile(r"^  \{ (cities = \"[\w-]+\", length = .*?) \},$", re.MULTILINE)
OLD = re.compile(r", (?:x|y|label|bow) = (?:\"\w+\"|[-\d.]+)")


def rewritten(text: str, layout: Layout) -> str:
    """A board file with new positions and everything else as it was."""
    points, width, height = framed(layout)
    canvas = f"[canvas]\nwidth = {width}\nheight = {height}\n\n"
    text = CANVAS.sub("", text).replace("[cities]\n", canvas + "[cities]\n", 1)
    places = iter(zip(layout.board.cities, points, layout.places, strict=True))
    bows = iter(bow_of_routes(layout))

    def city(match: re.Match[str]) -> str:
        known, (x, y), place = next(places)
        if known.id != match[1]:
            raise SystemExit(f"city {known.id} does not stand on a line of its own")
        return f'{known.id} = {{ {OLD.sub("", match[2])}, x = {x:g}, y = {y:g}, label = "{place}" }}'

    def route(match: re.Match[str]) -> str:
        bow = next(bows)
        return f"  {{ {OLD.sub('', match[1])}{f', bow = {bow:g}' if bow else ''} }},"

    return ROUTE_LINE.sub(route, CITY_LINE.sub(city, text))


def bow_of_routes(layout: Layout) -> list[float]:
    """The bow of every route; a side of a double route that is written the other way has minus."""
    bows = [0.0] * len(layout.board.routes)
    for link, bow in zip(layout.links, layout.bows, strict=True):
        for route in link.routes:
            bows[route.index] = round(bow if route.a.index == link.a else -bow, 1)
    return bows


def main(names: list[str]) -> int:
    faults = 0
    for name in names:
        path = Path(name)
        if path.suffix != ".toml":
            path = Path(next(iter(whistlestop.boards.__path__))) / f"{name}.toml"
        layout = find(load_board(path), STARTS.get(path.stem, Start()))
        path.write_text(rewritten(path.read_text("utf-8"), layout), "utf-8")
        drift = sum(map(math.dist, layout.home, layout.points)) / len(layout.points)
        found = clashes(load_board(path))
        print(f"{path.stem}: cities moved {drift:.0f} px on average, {len(found)} faults")
        print(*found, sep="\n", end="\n" if found else "")
        faults += len(found)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
