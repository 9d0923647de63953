"""The board itself as SVG: tracks, spaces, wagons on claimed routes, cities, stations and names.

It draws a board, free or with owners; `panel` and `svg` draw what stands around it.
Every route and city is a group with a title, so that a reader or a pointer finds out what it is.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from whistlestop.model.board import GRAY, Board, City, Route
from whistlestop.render.geometry.drawing import (
    CITY,
    FONT,
    LINE,
    SPACE,
    WIDTH,
    Drawing,
    Label,
    Space,
    drawing_of,
)
from whistlestop.render.geometry.lettering import text_width
from whistlestop.render.markup import moved, number, rect, tag, titled, words
from whistlestop.render.palette import (
    LOCOMOTIVE_MARK,
    SEATS,
    STAR,
    fill_of,
    ink_on,
    letters_of,
    seat_mark,
)
from whistlestop.render.summary import route_in_words

BASELINE = 10.8
"""From the top of a line of a label to its baseline."""


@dataclass(frozen=True)
class Pieces:
    """What lies on the board: owners of routes and stations by seat, and their names.

    Routes that are closed are faint, cities that open tickets name (`goals`) are filled.
    """

    owners: Sequence[int | None]
    stations: Sequence[int | None]
    closed: Collection[int] = ()
    goals: Collection[int] = ()
    names: Sequence[str] = ()


def empty(board: Board) -> Pieces:
    """The board before the first train."""
    return Pieces([None] * len(board.routes), [None] * len(board.cities))


def definitions(seats: int) -> str:
    """Wagons and marks that the drawing uses again and again."""
    wagons = (tag("g", *_wagon(seat), id=f"ws-wagon-{seat}") for seat in range(seats))
    engine = tag("path", d=LOCOMOTIVE_MARK, id="ws-engine")
    return tag("defs", engine, *wagons)


def _wagon(seat: int) -> tuple[str, ...]:
    """A wagon from above, along the x axis around the origin.

    A style sheet does not reach into what is used again, so paints stand here, and the outline
    comes from the class of whatever uses the wagon.
    """
    half, side = SPACE / 2 - 0.5, WIDTH / 2
    roof = (-half + 2.5, -side + 2.5, 2 * half - 5, 2 * side - 5)
    return (
        rect(-half, -side, 2 * half, 2 * side, rx=2.5, fill=SEATS[seat]),
        rect(*roof, rx=1.5, fill="#fff", fill_opacity=".25", stroke="none"),
        tag("g", seat_mark(seat), stroke="none"),
    )


def board_layer(board: Board, pieces: Pieces) -> str:
    """Everything on the canvas of the board."""
    drawing = drawing_of(board)
    letters = letters_of(board.colours)
    routes = (_route(r, drawing, pieces, letters) for r in board.routes)
    cities = (_city(c, drawing, pieces) for c in board.cities)
    names = (label_text(label) for label in drawing.labels)
    return "".join(
        (
            tag("path", d="".join(_track(r, drawing) for r in board.routes), class_="track"),
            tag("g", *routes),
            tag("g", *cities),
            tag("g", *names, aria_hidden="true"),
        )
    )


def _track(route: Route, drawing: Drawing) -> str:
    """A line from city to city under the spaces, along the lane of the route."""
    ends = drawing.points[route.a.index], drawing.points[route.b.index]
    middle = [space.centre for space in drawing.spaces[route.index]]
    if drawing.curves[route.index].start != ends[0]:
        middle.reverse()
    stops = (f"{number(x)} {number(y)}" for x, y in (ends[0], *middle, ends[1]))
    return "M" + "L".join(stops)


def _route(route: Route, drawing: Drawing, pieces: Pieces, letters: dict[str, str]) -> str:
    owner = pieces.owners[route.index]
    spaces = drawing.spaces[route.index]
    says = route_in_words(route)
    if owner is not None:
        wagons = (placed(space, _use(f"ws-wagon-{owner}", class_="wagon")) for space in spaces)
        return tag("g", titled(f"{says}, claimed by {pieces.names[owner]}"), *wagons)
    closed = route.index in pieces.closed
    shapes = (_free(route, i, space, letters) for i, space in enumerate(spaces))
    title = titled(f"{says}, closed" if closed else says)
    return tag("g", title, *shapes, class_="closed" if closed else None)


def _free(route: Route, i: int, space: Space, letters: dict[str, str]) -> str:
    """An empty space: its colour, and its letter, engine or tunnel outline."""
    half, side = space.length / 2, WIDTH / 2
    size = -half, -side, 2 * half, 2 * side
    corner = side if route.ferry else 2.0
    gray = route.colour == GRAY
    fill = None if gray else fill_of(route.colour)
    parts = [rect(*size, rx=corner, fill=fill, class_="free gray" if gray else "free")]
    if route.tunnel:
        parts.append(rect(*size, rx=corner, class_="bore"))
        parts.append(rect(*size, rx=corner, class_="tunnel"))
    if i < route.ferry:
        parts.append(_use("ws-engine", class_="engine"))
    elif not gray:
        style = f"fill:{ink_on(route.colour)}"
        parts.append(words(letters[route.colour], 0, 3.3, "letter", style=style))
    return placed(space, *parts)


def placed(space: Space, *inside: str) -> str:
    """Things drawn along the x axis, put where a space is, never upside down."""
    x, y = space.centre
    angle = (space.angle + 90) % 180 - 90
    turn = f"translate({number(x)} {number(y)}) rotate({number(angle)})"
    return tag("g", *inside, transform=turn)


def _use(id: str, **attributes: str) -> str:
    return tag("use", href=f"#{id}", **attributes)


def _city(city: City, drawing: Drawing, pieces: Pieces) -> str:
    owner = pieces.stations[city.index]
    x, y = drawing.points[city.index]
    says = city.name
    if city.attraction:
        says += ", an attraction"
    if city.district:
        says += f", district {city.district}"
    if owner is not None:
        says += f", station of {pieces.names[owner]}"
    inside = _station(owner) if owner is not None else _disc(city, city.index in pieces.goals)
    return moved(x, y, titled(says), *inside)


def _disc(city: City, goal: bool) -> list[str]:
    parts = [tag("circle", r=CITY - 1, class_="city goal" if goal else "city")]
    if city.attraction:
        parts.append(tag("path", d=STAR, fill="#c8281f"))
    if city.district:
        parts.append(words(str(city.district), 0, 4, "mid head small"))
    return parts


def _station(owner: int) -> list[str]:
    """A house with a gable in the colour of its owner, over the city."""
    house = "M-6.8-1.2L0-8.6L6.8-1.2V6.4H-6.8Z"
    return [
        tag("path", d=house, fill=SEATS[owner], class_="wagon"),
        moved(0, 1.6, seat_mark(owner)),
    ]


def label_text(label: Label) -> str:
    """The lines of a name; their width is fixed, so that a strange font cannot overlap."""
    x = label.left + {"start": 0.0, "middle": 0.5, "end": 1.0}[label.anchor] * label.width
    lines = (
        words(
            line,
            x,
            label.top + BASELINE + LINE * i,
            "name",
            text_anchor=label.anchor,
            textLength=text_width(line, FONT),
        )
        for i, line in enumerate(label.lines)
    )
    return "".join(lines)
