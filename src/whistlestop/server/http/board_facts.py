"""A board turned into the facts from which clients draw it.

Positions come from the renderer's geometry and paints from its palette, so a client's board looks
like ours. The facts hold nothing of a game, and equal boards give equal facts.
"""

from __future__ import annotations

from dataclasses import asdict

from msgspec import convert

from whistlestop.engine.lookup import action_texts
from whistlestop.model.board import GRAY, LOCOMOTIVE, Board, City, Route
from whistlestop.protocol.boards import (
    BoardFacts,
    BonusPart,
    CardPart,
    CityPart,
    LabelPart,
    RoutePart,
    SpacePart,
    TicketPart,
)
from whistlestop.render.cartouche import cartouche_place
from whistlestop.render.geometry.drawing import WIDTH, Drawing, Label, Space, drawing_of
from whistlestop.render.geometry.shapes import Point
from whistlestop.render.outline import outline_digest
from whistlestop.render.palette import fill_of, ink_on, letters_of


def board_facts(board: Board) -> BoardFacts:
    """Everything a client needs to draw the board and to name what is on it."""
    drawing, rules = drawing_of(board), board.rules
    return BoardFacts(
        name=board.name,
        title=board.title,
        says=board.says,
        digest=board.digest,
        outline=outline_digest(board),
        width=board.width,
        height=board.height,
        space_width=WIDTH,
        cartouche=cartouche_place(board),
        players=(rules.min_players, rules.max_players),
        cards=_cards(board),
        gray=fill_of(GRAY),
        cities=[_city(city, drawing) for city in board.cities],
        routes=[_route(route, board, drawing) for route in board.routes],
        tickets=[TicketPart(t.id, t.a.id, t.b.id, t.points, t.long) for t in board.tickets],
        labels=dict(board.labels),
        rules=asdict(rules),
        bonuses=[convert(asdict(bonus), BonusPart) for bonus in board.bonuses],
        actions=action_texts(board),
    )


def _cards(board: Board) -> list[CardPart]:
    letters = {**letters_of(board.colours), LOCOMOTIVE: ""}
    return [
        CardPart(name, board.count_of(i), fill_of(name), ink_on(name), letters[name])
        for i, name in enumerate(board.cards)
    ]


def _city(city: City, drawing: Drawing) -> CityPart:
    x, y = drawing.points[city.index]
    label = _label(drawing.labels[city.index])
    return CityPart(
        city.id,
        city.name,
        _short(x),
        _short(y),
        label,
        city.attraction,
        city.district,
        _station(drawing.stations[city.index]),
    )


def _station(middle: Point | None) -> tuple[float, float] | None:
    return middle and (_short(middle[0]), _short(middle[1]))


def _label(label: Label) -> LabelPart:
    x, y = label.start
    return LabelPart(
        list(label.lines),
        _short(x),
        _short(y),
        label.anchor,
        _short(label.font),
        _short(label.width),
    )


def _route(route: Route, board: Board, drawing: Drawing) -> RoutePart:
    return RoutePart(
        id=route.id,
        a=route.a.id,
        b=route.b.id,
        length=route.length,
        colour=route.colour,
        tunnel=route.tunnel,
        ferry=route.ferry,
        twin=None if route.twin is None else board.routes[route.twin].id,
        points=board.rules.points[route.length],
        spaces=[_space(space) for space in drawing.spaces[route.index]],
    )


def _space(space: Space) -> SpacePart:
    """A space as it is printed: turned so that no letter on it is upside down."""
    (x, y), angle = space.centre, (space.angle + 90) % 180 - 90
    return SpacePart(_short(x), _short(y), _short(angle), _short(space.length))


def _short(value: float) -> float:
    """Rounded to a tenth of a pixel, which is less than anyone can see."""
    return round(value, 1)
