"""A board with a number on every route: a heat map as one SVG document.

The land, the cities and their names are those of every drawing of a board; only the spaces take
their colour from the number. The number also stands on the route, so that colour is not the only
sign. It is drawn light in every theme: on dark land the coldest routes would shine most.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from whistlestop.boards.graph import first_side
from whistlestop.lab.show.plots import RAMP, ink_at
from whistlestop.model.board import Board, City, Route
from whistlestop.render.board_layer import label_text, placed
from whistlestop.render.geometry.drawing import CITY, WIDTH, Drawing, Space, drawing_of
from whistlestop.render.land_layer import land_layer
from whistlestop.render.markup import moved, rect, tag, titled, words
from whistlestop.render.palette import STYLE
from whistlestop.render.summary import pair
from whistlestop.render.svg import document

NARROW = 900.0
"""On boards narrower than this the title stands above the legend instead of beside it."""
LEGEND = 240.0
ROW = 34.0
LEAST = 420.0
"""What title and legend need; a narrower board stands in the middle of this width."""
SOURCE = 16.0
"""How far below the title it is told where the numbers come from."""


def colour_at(share: float) -> str:
    """The colour of a number from 0 to 1.

    >>> colour_at(0), colour_at(1)
    ('#fff3d6', '#6f1d56')
    """
    place = min(max(share, 0.0), 1.0) * (len(RAMP) - 1)
    below = min(int(place), len(RAMP) - 2)
    mixed = (
        round(low + (place - below) * (high - low))
        for low, high in zip(_rgb(RAMP[below]), _rgb(RAMP[below + 1]), strict=True)
    )
    return "#" + "".join(f"{part:02x}" for part in mixed)


def _rgb(text: str) -> tuple[int, int, int]:
    return int(text[1:3], 16), int(text[3:5], 16), int(text[5:7], 16)


@dataclass(frozen=True)
class HeatMap:
    """What a map shows: a number for every pair of cities, by the index of its first route."""

    title: str
    says: str
    values: Mapping[int, float]
    texts: Mapping[int, str]
    most: float
    ends: tuple[str, str]
    source: str = ""
    """What was counted to get the numbers."""
    both: bool = True
    """Whether the two sides of a double route share a number; otherwise each has its own."""

    def first(self, route: Route) -> int:
        """The route whose number this one shows."""
        return first_side(route) if self.both else route.index

    def share(self, route: Route) -> float:
        """The number of a route as a share of the most."""
        return self.values.get(self.first(route), 0.0) / self.most if self.most else 0.0

    def texts_on(self, route: Route) -> list[str]:
        """What is written on each space: the sides of a double route share one number."""
        texts = [""] * route.length
        if route.index == self.first(route):
            texts[route.length // 2] = self.texts.get(route.index, "")
        return texts


@dataclass(frozen=True, slots=True)
class MapFoot:
    """Where title and legend stand below a map."""

    title: tuple[float, float]
    legend: tuple[float, float]
    height: float


def width_of(drawing: Drawing) -> float:
    """The width of a map with its legend."""
    return max(drawing.width, LEAST)


def foot_of(drawing: Drawing) -> MapFoot:
    """Where title and legend go: side by side if the map is wide enough."""
    left, top = 14.0, drawing.height + 16.0
    if width_of(drawing) < NARROW:
        return MapFoot((left, top), (left + 62.0, top + SOURCE + ROW), 2 * ROW + SOURCE + 14.0)
    return MapFoot((left, top), (width_of(drawing) - LEGEND - 80.0, top), ROW + SOURCE + 4.0)


def heat_svg(board: Board, heat: HeatMap) -> str:
    """The map as one SVG document that needs nothing else."""
    drawing = drawing_of(board)
    height = drawing.height + foot_of(drawing).height
    layers = (
        land_layer(board),
        tag("g", *(_route(route, drawing, heat) for route in board.routes)),
        tag("g", *(_city(city, drawing) for city in board.cities)),
        tag("g", *map(label_text, drawing.labels), aria_hidden="true"),
    )
    width = width_of(drawing)
    inside = moved((width - drawing.width) / 2, 0, *layers) + _legend(drawing, heat)
    light = STYLE.partition("@media")[0]
    return document(width, height, heat.title, heat.says, inside, light)


def _route(route: Route, drawing: Drawing, heat: HeatMap) -> str:
    value, text = heat.share(route), heat.texts.get(heat.first(route), "")
    texts = heat.texts_on(route)
    drawn = (_space(s, value, t) for s, t in zip(drawing.spaces[route.index], texts, strict=True))
    return tag("g", titled(f"{pair(route)}: {text or 'never'}"), *drawn)


def _space(space: Space, value: float, text: str) -> str:
    half, side = space.length / 2, WIDTH / 2
    parts = [rect(-half, -side, 2 * half, 2 * side, rx=2, fill=colour_at(value), class_="free")]
    if text:
        parts.append(words(text, 0, 3.3, "letter", style=f"fill:{ink_at(value)}"))
    return placed(space, *parts)


def _city(city: City, drawing: Drawing) -> str:
    x, y = drawing.points[city.index]
    disc = tag("circle", cx=float(x), cy=float(y), r=CITY - 1, class_="city")
    return tag("g", titled(city.name), disc)


def _legend(drawing: Drawing, heat: HeatMap) -> str:
    """The ramp with what its ends mean, and the title."""
    foot = foot_of(drawing)
    (left, top), (title_x, title_y) = foot.legend, foot.title
    steps = 26
    wide = LEGEND / steps
    blocks = (
        rect(left + i * wide, top, wide + 0.5, 14.0, fill=colour_at(i / (steps - 1)))
        for i in range(steps)
    )
    low, high = heat.ends
    return tag(
        "g",
        *blocks,
        words(low, left - 8, top + 11.5, "end"),
        words(high, left + LEGEND + 8, top + 11.5),
        words(heat.title, title_x, title_y + 11.5, "head"),
        words(heat.source, title_x, title_y + 11.5 + SOURCE, "small faint"),
    )


def shares(values: Mapping[int, float], title: str, source: str = "") -> HeatMap:
    """A map of shares from none to all, each written in whole percents."""
    return _heat(values, title, source, 1.0, lambda value: f"{value:.0%}" if value >= 0.005 else "")


def amounts(values: Mapping[int, float], title: str, source: str = "") -> HeatMap:
    """A map of numbers, each written with one decimal."""
    most = max(values.values(), default=0.0)
    return _heat(values, title, source, most, lambda value: f"{value:.1f}" if value > 0.05 else "")


def _heat(
    values: Mapping[int, float], title: str, source: str, top: float, show: Callable[[float], str]
) -> HeatMap:
    texts = {route: show(value) for route, value in values.items()}
    says = f"Routes coloured by a number from 0 to {show(top) or '0'}."
    return HeatMap(title, says, values, texts, top, ("never", show(top) or "0"), source)
