"""What is wrong with a drawing, in sentences: the proof that a board's positions are clean.

Every pair of things that must not touch is compared as exact shapes. An empty list means that no
space overlaps a space, a city's disc, a label or a station's place, neither do those overlap each
other, no routes cross, every route has room for spaces of the one size, and everything lies on the
canvas.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, product
from typing import NamedTuple

from whistlestop.model.board import Board
from whistlestop.render.geometry.drawing import SPACE, Drawing, drawing_of, station_shape
from whistlestop.render.geometry.shapes import Shape, around, overlap

CELL = 48.0
TOLERANCE = 0.01


class Thing(NamedTuple):
    """A shape with what it is; `owner` is the index of a route for a `space`, else of a city.

    The kinds are `space`, `city`, `label` and `station`.
    """

    kind: str
    owner: int
    shape: Shape


def things_in(drawing: Drawing) -> list[Thing]:
    """Everything in a drawing that must not touch anything else."""
    spaces = [Thing("space", s.route, s.shape) for s in drawing.all_spaces()]
    discs = [Thing("city", i, shape) for i, shape in enumerate(drawing.discs)]
    labels = [Thing("label", label.city, label.shape) for label in drawing.labels]
    places = enumerate(drawing.stations)
    stations = [Thing("station", i, station_shape(place)) for i, place in places if place]
    return spaces + discs + labels + stations


def neighbours(shapes: Sequence[Shape], margin: float = 0.0) -> list[tuple[int, int]]:
    """The indices of every pair of shapes that could touch, once, in a fixed order."""
    cells: dict[tuple[int, int], list[int]] = {}
    for i, shape in enumerate(shapes):
        for cell in _cells(shape, margin):
            cells.setdefault(cell, []).append(i)
    return sorted({pair for group in cells.values() for pair in combinations(group, 2)})


def clashes(board: Board) -> list[str]:
    """Every fault of the board's drawing as a sentence."""
    drawing = drawing_of(board)
    things = things_in(drawing)
    found = [
        f"{_name(board, a)} and {_name(board, b)} overlap by {depth:.1f} px"
        for a, b in _pairs(things)
        if (depth := overlap(a.shape, b.shape)) > TOLERANCE
    ]
    found += [f"{_name(board, t)} leaves the canvas" for t in things if _outside(drawing, t.shape)]
    found += [
        f"route {route.id} has no room for its spaces"
        for route in board.routes
        if drawing.spaces[route.index][0].length < SPACE - TOLERANCE
    ]
    return found + [
        f"route {a.id} crosses route {b.id}"
        for a, b in combinations(board.routes, 2)
        if drawing.curves[a.index].crosses(drawing.curves[b.index])
    ]


def _pairs(things: list[Thing]) -> Iterator[tuple[Thing, Thing]]:
    return ((things[i], things[j]) for i, j in neighbours([t.shape for t in things]))


def _cells(shape: Shape, margin: float) -> Iterator[tuple[int, int]]:
    left, top, right, bottom = (int(edge // CELL) for edge in around([shape.bounds], margin))
    return product(range(left, right + 1), range(top, bottom + 1))


def _outside(drawing: Drawing, shape: Shape) -> bool:
    left, top, right, bottom = shape.bounds
    return left < 0 or top < 0 or right > drawing.width or bottom > drawing.height


def _name(board: Board, thing: Thing) -> str:
    owner = board.routes[thing.owner] if thing.kind == "space" else board.cities[thing.owner]
    return f"{thing.kind} of {owner.id}"
