"""A layout that was found, in units of the sheet and rounded as it is written."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from whistlestop.model.board import Board, City
from whistlestop.render.geometry.drawing import SPACE
from whistlestop.render.geometry.shapes import Point

if TYPE_CHECKING:
    from whistlestop.render.layout.puzzle import Array, LayoutPuzzle, LayoutState


@dataclass(frozen=True)
class Placement:
    """Where everything of a board goes: by city, and for the bows by route."""

    points: tuple[Point, ...]
    labels: tuple[Point, ...]
    stations: tuple[Point | None, ...]
    bows: tuple[Point, ...]
    size: Point
    lettering: Point

    def on(self, board: Board) -> Board:
        """The board with these positions."""
        cities = tuple(self._city(city) for city in board.cities)
        routes = tuple(
            replace(r, a=cities[r.a.index], b=cities[r.b.index], bow=self.bows[r.index])
            for r in board.routes
        )
        tickets = tuple(replace(t, a=cities[t.a.index], b=cities[t.b.index]) for t in board.tickets)
        width, height = self.size
        return replace(
            board,
            cities=cities,
            routes=routes,
            tickets=tickets,
            width=width,
            height=height,
            lettering=self.lettering,
        )

    def _city(self, city: City) -> City:
        i = city.index
        x, y = self.points[i]
        return replace(city, x=x, y=y, label=self.labels[i], station=self.stations[i])


def placement_of(puzzle: LayoutPuzzle, state: LayoutState) -> Placement:
    """A state as it is written: the sheet's corner is the origin, a space is thirty units long."""
    corner, size = state.sheet[:2], state.sheet[2:] - state.sheet[:2]
    stations = _rounded(state.stations) if len(state.stations) else [None] * puzzle.cities
    return Placement(
        points=tuple(_rounded(state.points - corner)),
        labels=tuple(_rounded(state.names)),
        stations=tuple(stations),
        bows=_bows(puzzle, _rounded(state.bows)),
        size=_rounded(size[None])[0],
        lettering=(puzzle.wish.letters, puzzle.wish.widest_name),
    )


def _rounded(pairs: Array) -> list[Point]:
    return [(round(x, 1) + 0.0, round(y, 1) + 0.0) for x, y in (pairs * SPACE).tolist()]


def _bows(puzzle: LayoutPuzzle, bows: list[Point]) -> tuple[Point, ...]:
    """The bows of every route; one that is written the other way has them turned round."""
    found = [(0.0, 0.0)] * len(puzzle.board.routes)
    for link, (near, far) in zip(puzzle.links, bows, strict=True):
        for route in link.routes:
            same = route.a.index == link.a
            found[route.index] = (near, far) if same else (-far + 0.0, -near + 0.0)
    return tuple(found)
