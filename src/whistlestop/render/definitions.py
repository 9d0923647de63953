"""What a drawing uses again and again, as SVG: slots, symbols, wagons, stations, discs of cities.

It defines them once, by name; `board_layer` says where they stand. What they look like is in `art`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from functools import lru_cache
from typing import Any

from whistlestop.model.board import Board, Route
from whistlestop.render.art import SEAT_COLOURS, art, drawn, look, night_rules, paint
from whistlestop.render.cartouche import cartouche_layer
from whistlestop.render.land_layer import land_layer
from whistlestop.render.markup import tag

GLOW = 85
"""How far the light of a city reaches at night."""
BESIDES = ("rails", "road")
"""Lines that are drawn along routes and not defined here."""


def definitions(board: Board, seats: int) -> str:
    """Everything that a drawing of this board uses with so many players."""
    kinds = frozenset((route.colour, kind_of(route)) for route in board.routes)
    return _definitions(kinds, board.colours, board.labels.get("train", "train"), seats)


def kind_of(route: Route) -> str:
    """Which slots a route has."""
    return "tunnel" if route.tunnel else "ferry" if route.ferry else "plain"


def piece_of(called: str, *, last: bool) -> str:
    """What stands on a claimed space, as the board calls its trains.

    Trains have a locomotive in front, taxis and buses are all alike.
    """
    if called in art()["pieces"]:
        return called
    return "locomotive" if last else "wagon"


@lru_cache(maxsize=64)
def _definitions(
    kinds: Collection[tuple[str, str]], colours: tuple[str, ...], called: str, seats: int
) -> str:
    parts = (_slots(kinds), _signs(colours), _carriages(called, seats), _cities())
    return tag("defs", *(shape for part in parts for shape in part))


def _slots(kinds: Collection[tuple[str, str]]) -> Iterator[str]:
    for kind, slot in art()["slots"].items():
        yield tag("path", d=slot["lip"], id=f"ws-lip-{kind}", **look({"fill": "lip"}))
    for colour, kind in sorted(kinds):
        shapes = drawn(art()["slots"][kind]["shapes"], f"card-{colour}")
        yield tag("g", *shapes, id=f"ws-slot-{colour}-{kind}")
    yield tag("g", *drawn(art()["mouth"]), id="ws-mouth")
    yield tag("g", *drawn(art()["closed"]), id="ws-closed")


def _signs(colours: tuple[str, ...]) -> Iterator[str]:
    symbols = art()["symbols"]
    yield tag("path", d=symbols["engine"], id="ws-engine")
    for colour in colours:
        if colour in symbols:
            named = {"id": f"ws-symbol-{colour}", **look({"fill": "symbol"}, f"card-{colour}")}
            yield tag("path", d=symbols[colour], fill_rule="evenodd", **named)


def _carriages(called: str, seats: int) -> Iterator[str]:
    station = art()["station"]
    for name in dict.fromkeys(piece_of(called, last=last) for last in (False, True)):
        piece = art()["pieces"][name]
        yield tag("path", d=piece["shadow"], id=f"ws-shadow-{name}", **look({"fill": "shadow"}))
        for seat in range(seats):
            yield tag("g", *_piece(piece, seat, "mark"), id=f"ws-{name}-{seat}")
    for seat in range(seats):
        shade = tag("path", d=station["shadow"], **look({"fill": "shadow"}))
        yield tag("g", shade, *_piece(station, seat, "wall"), id=f"ws-station-{seat}")


def _piece(piece: Mapping[str, Any], seat: int, role: str) -> Iterator[str]:
    """A piece of a seat with the seat's mark on it."""
    colour = SEAT_COLOURS[seat]
    yield from drawn(piece["shapes"], f"seat-{colour}")
    (x, y), size = piece["mark"], piece["size"]
    place = f"translate({x} {y}) scale({size})"
    looks = look({"fill": role}, f"seat-{colour}")
    yield tag("path", d=art()["marks"][colour], transform=place, **looks)


def _cities() -> Iterator[str]:
    for name, shapes in art()["city"].items():
        yield tag("g", *drawn(shapes), id=f"ws-city-{name}")
    stops = (
        tag("stop", offset=offset, stop_color=paint(role)[0], class_=f"ws-stop-{role}")
        for offset, role in ((0, "glow"), (0.5, "afterglow"), (1, "dusk"))
    )
    yield tag("radialGradient", *stops, id="ws-glow-paint")
    yield tag("circle", r=GLOW, fill="url(#ws-glow-paint)", id="ws-glow")


def night(board: Board, seats: int) -> str:
    """The style sheet that paints drawings of this board for the night."""
    shared = definitions(board, seats) + land_layer(board, framed=True) + cartouche_layer(board)
    return _night(shared, seats)


@lru_cache(maxsize=64)
def _night(shared: str, seats: int) -> str:
    lines = "".join(look(line)["class_"] + " " for way in BESIDES for line in art()[way])
    signs = " ".join(
        f"ws-fill-seat-{colour}-{role} ws-line-seat-{colour}-edge"
        for colour in SEAT_COLOURS[:seats]
        for role in ("roof", "mark")
    )
    return night_rules(f"{shared} {lines} {signs} ws-fill-card-gray-symbol")
