"""What a layout is looked for: the board as arrays, in spaces, with what is wanted of it.

A link is a pair of cities with its one route or the two of a double route, which share a curve.
`LayoutPuzzle` never changes while a layout is found; `LayoutState` is what changes.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from whistlestop.model.board import Board, Route
from whistlestop.render.geometry.drawing import LINE, SPACE, bend_of
from whistlestop.render.geometry.lettering import lines_of, text_width
from whistlestop.render.layout.wish import LayoutWish

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[np.float64]
    Indices = NDArray[np.int64]


@dataclass(frozen=True)
class CityLink:
    """A pair of cities with its one or two routes, which share a curve."""

    a: int
    b: int
    routes: tuple[Route, ...]


def links_of(board: Board) -> list[CityLink]:
    """Every curve that routes follow, once."""
    links = []
    for route in board.routes:
        if route.twin is None:
            links.append(CityLink(route.a.index, route.b.index, (route,)))
        elif route.index < route.twin:
            links.append(CityLink(route.a.index, route.b.index, (route, board.routes[route.twin])))
    return links


class LayoutPuzzle:
    """A board as arrays: links by their ends, spaces by their links, names by their sizes."""

    def __init__(self, board: Board, wish: LayoutWish) -> None:
        self.board, self.wish = board, wish
        self.links = links_of(board)
        self.cities = len(board.cities)
        self.a: Indices = np.array([link.a for link in self.links])
        self.b: Indices = np.array([link.b for link in self.links])
        self.count: Indices = np.array([link.routes[0].length for link in self.links])
        double = np.array([len(link.routes) > 1 for link in self.links])
        self.bend: Array = np.array([bend_of(bool(d)) for d in double]) / SPACE
        self.half_width: Array = np.where(double, 0.44, 0.2)
        self.lane_edge: Array = np.where(double, 0.04, -0.2)  # from the curve to the farther lane
        # A long route bends more readily, a double one less: its outer corners go far apart.
        self.stiffness: Array = np.where(double, 2.5, 1.0) * 4 / self.needed
        self.link_of: Indices = np.repeat(np.arange(len(self.links)), self.count)
        self.place: Array = np.concatenate([np.arange(n) - (n - 1) / 2 for n in self.count])
        ends = np.cumsum(self.count)
        self.first: Indices = ends - self.count
        self.last: Indices = ends - 1
        self.names: Array = np.array([self._name_size(c.name) for c in board.cities]) / SPACE
        self.fixed: NDArray[np.bool_] = np.array([c.fixed for c in board.cities])

    def _name_size(self, name: str) -> tuple[float, float]:
        lines = lines_of(name, self.wish.letters, self.wish.widest_name)
        width = max(text_width(line, self.wish.letters) for line in lines)
        return width, LINE * self.wish.letters * len(lines)

    @property
    def needed(self) -> Array:
        """The chord that each link would have if it were straight."""
        return np.asarray(self.count * 1.06 - 0.06 + 2 * (0.22 + 0.42), dtype=np.float64)


@dataclass
class LayoutState:
    """Where everything is now, in spaces: cities, bows of links, the ways to names and stations.

    `sheet` is left, top, right and bottom.
    """

    points: Array
    bows: Array
    names: Array
    stations: Array
    sheet: Array

    def packed(self) -> Array:
        """All of it as one vector."""
        parts = (self.points, self.bows, self.names, self.stations, self.sheet)
        return np.concatenate([part.ravel() for part in parts])

    def unpacked(self, vector: Array) -> LayoutState:
        """A state of the same shape from such a vector."""
        found, at = [], 0
        for part in (self.points, self.bows, self.names, self.stations, self.sheet):
            found.append(vector[at : at + part.size].reshape(part.shape))
            at += part.size
        return LayoutState(*found)

    def zeros(self) -> LayoutState:
        """Nothing, in the same shape: where gradients are added up."""
        return self.unpacked(np.zeros(self.packed().size))
