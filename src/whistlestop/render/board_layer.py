"""The board itself as SVG: slots, trains on claimed routes, cities, stations and names.

It draws a board, free or with owners; `panel` and `svg` draw what stands around it. What things
look like is in `definitions`, which way a train looks in `trains`.
Every route and city is a group with a title, so that a reader or a pointer finds out what it is.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from whistlestop.model.board import GRAY, Board, City, Route
from whistlestop.render.art import ACROSS, SEAT_COLOURS, UNIT, art, look, stroked
from whistlestop.render.definitions import kind_of, piece_of
from whistlestop.render.geometry.drawing import LINE, WIDTH, Drawing, Label, Space, drawing_of
from whistlestop.render.geometry.lettering import text_width
from whistlestop.render.markup import moved, number, tag, titled, words
from whistlestop.render.palette import letters_of
from whistlestop.render.summary import route_in_words
from whistlestop.render.trains import Pose, poses, track

Titles = tuple[tuple[str, ...], ...]
"""For each city what the bonuses are called that it counts for on this board alone."""
SCALE = WIDTH / ACROSS
"""From the units of the art to those of the board."""
LIP, SHADOW = (0.0, 3.6 * SCALE), (4 * SCALE, 8 * SCALE)
"""Where lips and shadows fall: the light comes from the top left, however a thing is turned."""
BESIDE = (40 * SCALE, -10 * SCALE)
"""Where a station stands, seen from its city, if the board keeps no place for it."""
FEET = 29 * SCALE
"""How far below the middle of its place a station stands on the ground."""


@dataclass(frozen=True)
class Pieces:
    """What lies on the board: owners of routes and stations by seat, and their names.

    Of routes that are closed only the outline is left, cities that open tickets name (`goals`) are
    filled.
    """

    owners: Sequence[int | None]
    stations: Sequence[int | None]
    closed: Collection[int] = ()
    goals: Collection[int] = ()
    names: Sequence[str] = ()


def empty(board: Board) -> Pieces:
    """The board before the first train."""
    return Pieces([None] * len(board.routes), [None] * len(board.cities))


def _titles(board: Board) -> Titles:
    return tuple([tuple(board.titles_at(city)) for city in board.cities])


def board_layer(board: Board, pieces: Pieces) -> str:
    """Everything on the canvas of the board; trains further down stand before those behind."""
    called = board.labels.get("train", "train")
    things = (board.cities, board.routes, board.colours, called, _titles(board))
    parts = _parts_of(drawing_of(board), *things)
    free = [r for r in board.routes if pieces.owners[r.index] is None]
    claimed = [r for r in parts.from_behind if pieces.owners[r.index] is not None]
    return "".join(
        (
            parts.lights,
            tag("g", *(parts.free(r, pieces) for r in free)),
            tag("g", *(parts.way(r) for r in claimed), aria_hidden="true"),
            tag("g", *(parts.train(r, pieces) for r in claimed)),
            tag("g", *(parts.city(c, pieces) for c in board.cities)),
            parts.names,
        )
    )


class _BoardParts:
    """The parts of a board, drawn once and used again in every drawing of it.

    A part depends on its place and its owner, so there are few. Names of players stay outside.
    """

    def __init__(
        self,
        drawing: Drawing,
        routes: tuple[Route, ...],
        letters: dict[str, str],
        called: str,
        titles: Titles,
    ) -> None:
        self._drawing = drawing
        self._letters = letters
        self._called = called
        self._titles = titles
        self._says = [route_in_words(route) for route in routes]
        self._poses = [poses(drawing.spaces[route.index]) for route in routes]
        self._drawn: dict[tuple[str, int, int], str] = {}
        lights = (moved(x, y, _sized("ws-glow")) for x, y in drawing.points)
        self.lights = tag("g", *lights, class_="glow", aria_hidden="true")
        names = (label_text(label) for label in drawing.labels)
        self.names = tag("g", *names, aria_hidden="true")
        self.from_behind = sorted(routes, key=self._lowest)

    def _lowest(self, route: Route) -> float:
        return max(pose.y for pose in self._poses[route.index])

    def free(self, route: Route, pieces: Pieces) -> str:
        """The empty slots of a route; of a closed one only where they were."""
        closed, says = route.index in pieces.closed, self._says[route.index]
        key = "free", route.index, int(closed)
        if key not in self._drawn:
            stand = self._poses[route.index]
            shapes = _outlines(stand) if closed else _slots(route, stand, self._letters)
            self._drawn[key] = "".join(shapes)
        title = titled(f"{says}, closed" if closed else says)
        return tag("g", title, self._drawn[key], class_="closed" if closed else None)

    def way(self, route: Route) -> str:
        """The rails or the road under a train, from city to city."""
        key = "way", route.index, 0
        if key not in self._drawn:
            points = self._drawing.points
            line = track((points[route.a.index], points[route.b.index]), self._poses[route.index])
            lines = art()[art()["pieces"][piece_of(self._called, last=True)]["way"]]
            self._drawn[key] = "".join(stroked(shape, line, SCALE) for shape in lines)
        return self._drawn[key]

    def train(self, route: Route, pieces: Pieces) -> str:
        """The train of a claimed route."""
        owner = pieces.owners[route.index] or 0
        key = "train", route.index, owner
        if key not in self._drawn:
            self._drawn[key] = "".join(_train(self._called, self._poses[route.index], owner))
        says = f"{self._says[route.index]}, claimed by {pieces.names[owner]}"
        return tag("g", titled(says), self._drawn[key])

    def city(self, city: City, pieces: Pieces) -> str:
        """A city with the station beside it."""
        if pieces.stations[city.index] is not None:
            return _city(city, self._titles[city.index], self._drawing, pieces)
        key = "city", city.index, int(city.index in pieces.goals)
        if key not in self._drawn:
            self._drawn[key] = _city(city, self._titles[city.index], self._drawing, pieces)
        return self._drawn[key]


@lru_cache(maxsize=32)
def _parts_for(
    cities: tuple[City, ...],
    routes: tuple[Route, ...],
    colours: tuple[str, ...],
    called: str,
    titles: Titles,
) -> list[_BoardParts]:
    """A place for the parts of boards that look the same."""
    return []


def _parts_of(
    drawing: Drawing,
    cities: tuple[City, ...],
    routes: tuple[Route, ...],
    colours: tuple[str, ...],
    called: str,
    titles: Titles,
) -> _BoardParts:
    kept = _parts_for(cities, routes, colours, called, titles)
    if not kept or kept[0]._drawing is not drawing:
        kept[:] = [_BoardParts(drawing, routes, letters_of(colours), called, titles)]
    return kept[0]


def _outlines(stand: Sequence[Pose]) -> Iterator[str]:
    for pose in stand:
        yield _use("ws-closed", pose)


def _slots(route: Route, stand: Sequence[Pose], letters: dict[str, str]) -> Iterator[str]:
    kind = kind_of(route)
    for pose in stand:
        yield _use(f"ws-lip-{kind}", pose, LIP)
    for pose in stand:
        yield _use(f"ws-slot-{route.colour}-{kind}", pose)
    if route.tunnel:
        yield _use("ws-mouth", stand[0]) + _use("ws-mouth", stand[-1].turned)
    for i, pose in enumerate(stand):
        yield _sign(route, i, pose, letters)


def _sign(route: Route, i: int, pose: Pose, letters: dict[str, str]) -> str:
    """What tells the colour without colour, or that a locomotive must be paid."""
    if i < route.ferry:
        return _use("ws-engine", pose, (0.0, 0.0), **look({"fill": "symbol"}, "card-gray"))
    if route.colour == GRAY:
        return ""
    if route.colour in art()["symbols"]:
        return _use(f"ws-symbol-{route.colour}", pose)
    letter = words(letters[route.colour], 0, 10, "letter")
    return tag("g", letter, transform=_transform(pose))


def _train(called: str, stand: Sequence[Pose], owner: int) -> Iterator[str]:
    """Shadows, the rod between the wagons, the wagons."""
    names = [piece_of(called, last=i == len(stand) - 1) for i in range(len(stand))]
    for name, pose in zip(names, stand, strict=True):
        yield _use(f"ws-shadow-{name}", pose, SHADOW)
    if "wagon" in names:
        rod = (pose.at(0, 10 * SCALE) for pose in stand)
        points = "L".join(f"{number(x)} {number(y)}" for x, y in rod)
        looks = look({"line": "edge"}, f"seat-{SEAT_COLOURS[owner]}")
        yield tag("path", d=f"M{points}", stroke_width=7 * SCALE, **looks)
    for name, pose in zip(names, stand, strict=True):
        yield _use(f"ws-{name}-{owner}", pose)


def placed(space: Space, *inside: str) -> str:
    """Things drawn along the x axis, put where a space is, never upside down."""
    x, y = space.centre
    angle = (space.angle + 90) % 180 - 90
    turn = f"translate({number(x)} {number(y)}) rotate({number(angle)})"
    return tag("g", *inside, transform=turn)


def _use(id: str, pose: Pose, off: tuple[float, float] = (0.0, 0.0), **attributes: str) -> str:
    return tag("use", href=f"#{id}", transform=_transform(pose, off), **attributes)


def _transform(pose: Pose, off: tuple[float, float] = (0.0, 0.0)) -> str:
    """From the units of the art to a place on the board."""
    x, y = pose.x + off[0], pose.y + off[1]
    size = f"{pose.length / UNIT:.3g} {SCALE:.3g}"
    return f"translate({number(x)} {number(y)}) rotate({number(pose.angle)}) scale({size})"


def _city(city: City, bonuses: tuple[str, ...], drawing: Drawing, pieces: Pieces) -> str:
    owner = pieces.stations[city.index]
    x, y = drawing.points[city.index]
    says = city.name
    if city.attraction:
        says += ", an attraction"
    if city.district:
        says += f", district {city.district}"
    says += "".join(f", {title}" for title in bonuses)
    if owner is not None:
        says += f", station of {pieces.names[owner]}"
    inside = _disc(city, bonuses, city.index in pieces.goals)
    if owner is not None:
        inside.append(_station(city, drawing, owner))
    return moved(x, y, titled(says), *inside)


def _station(city: City, drawing: Drawing, owner: int) -> str:
    """A house beside its city, in the place that the board keeps free for it."""
    place, (x, y) = drawing.stations[city.index], drawing.points[city.index]
    across, down = (place[0] - x, place[1] - y + FEET) if place else BESIDE
    return moved(across, down, _sized(f"ws-station-{owner}"))


def _disc(city: City, bonuses: tuple[str, ...], goal: bool) -> list[str]:
    special = bool(city.attraction or city.district or bonuses)
    name = ("large-goal" if goal else "large") if special else "goal" if goal else "plain"
    parts = [tag("g", _sized(f"ws-city-{name}"), class_="goal" if goal else None)]
    if city.attraction:
        parts.append(_sized("ws-city-star"))
    mark = str(city.district) if city.district else "".join(title[0] for title in bonuses[:1])
    if mark and (city.district or not city.attraction):
        parts.append(words(mark, 0, 4, "mid head small on-city"))
    return parts


def _sized(id: str) -> str:
    return tag("use", href=f"#{id}", transform=f"scale({SCALE:.3g})")


def label_text(label: Label) -> str:
    """The lines of a name; their width is fixed, so that a strange font cannot overlap."""
    x, y = label.start
    lines = (
        words(
            line,
            x,
            y + LINE * label.font * i,
            "name",
            text_anchor=label.anchor,
            textLength=text_width(line, label.font),
            lengthAdjust="spacingAndGlyphs",
            style=f"font-size:{number(label.font)}px",
        )
        for i, line in enumerate(label.lines)
    )
    return "".join(lines)
