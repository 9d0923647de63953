"""The cartouche of a board: its title, and what routes of each length are worth.

It is decoration, as the land under it: the rules say the same. It is as large as the free room on
the sheet allows, and a board without room for a readable one has none. How it looks is in `art`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from whistlestop.model.board import Board
from whistlestop.render.art import ACROSS, art, drawn, look
from whistlestop.render.geometry.drawing import STATION, WIDTH, Drawing, drawing_of
from whistlestop.render.geometry.shapes import Point, Shape, box, way_out
from whistlestop.render.markup import moved, number, tag, words
from whistlestop.render.outline import outline_of

Place = tuple[float, float, float]
Cells = set[tuple[int, int]]
SCALE = WIDTH / ACROSS
"""From the units of the art to those of the board."""
WIDEST_TITLE = 640
"""The font of a title that does not fit is this much, divided by its letters."""
SIZES = (1.0, 0.9, 0.8, 0.7)
"""How large it may be, in parts of the whole; smaller than this nobody could read it."""
STEP = 8.0
"""How finely free room is looked for."""
CLEAR = 4.0
"""The least distance to everything else."""


def cartouche_place(board: Board) -> Place | None:
    """Where the top left corner of the cartouche is and how large it is, if there is room."""
    outline = outline_of(board)
    names = tuple(name.shape for name in outline.names) if outline else ()
    return _place(drawing_of(board), names)


def cartouche_layer(board: Board) -> str:
    """The cartouche, or nothing."""
    place = cartouche_place(board)
    if place is None:
        return ""
    x, y, size = place
    inside = (*drawn(art()["cartouche"]["shapes"]), *_words(board))
    plate = tag("g", *inside, transform=f"scale({SCALE * size:.3g})")
    return moved(x, y, plate, aria_hidden="true", class_="cartouche")


def _words(board: Board) -> Iterator[str]:
    how = art()["cartouche"]
    x, y, size = how["title"]
    size = min(size, WIDEST_TITLE / len(board.title))
    yield _text(board.title.upper(), x, y, size, "ink", class_="serif")
    lengths = sorted({route.length for route in board.routes})
    (row, down, letters), (line, figures) = how["row"], how["points"]
    for i, length in enumerate(lengths):
        along = x + (i - (len(lengths) - 1) / 2) * min(how["pitch"], 540 / len(lengths))
        cell = (*drawn(how["cell"]), _text(str(length), 0, down, letters, "ink"))
        yield moved(along, row, *cell)
        points = str(board.rules.points[length])
        yield _text(points, along, line, figures, "figure", class_="serif")


def _text(text: str, x: float, y: float, size: float, role: str, class_: str = "") -> str:
    paints = look({"fill": role})
    style = f"font-size:{number(size)}px;font-weight:bold"
    named = f"mid {class_} {paints['class_']}".replace("  ", " ")
    return words(text, x, y, named, style=style, fill=paints["fill"])


@lru_cache(maxsize=32)
def _place(drawing: Drawing, names: tuple[Shape, ...]) -> Place | None:
    """The largest place: in the lower half of the sheet if it can be, far to the left."""
    taken = _taken(_shapes(drawing, names))
    for size in SIZES:
        free = list(_free(drawing, taken, size))
        if free:
            x, y = min(free, key=lambda at: (at[1] < drawing.height / 2, at[0], -at[1]))
            return x, y, size
    return None


def _free(drawing: Drawing, taken: Cells, size: float) -> Iterator[Point]:
    """The corners of all places for a cartouche of this size."""
    wide, high = (int(side * SCALE * size / STEP) + 1 for side in art()["cartouche"]["size"])
    columns, rows = (int(side / STEP) for side in (drawing.width, drawing.height))
    for row in range(1, rows - high):
        for column in range(1, columns - wide):
            cells = ((column + i, row + j) for j in range(high) for i in range(wide))
            if taken.isdisjoint(cells):
                yield column * STEP, row * STEP


def _shapes(drawing: Drawing, names: Sequence[Shape]) -> Iterator[Shape]:
    """Everything that must not be covered."""
    for space in drawing.all_spaces():
        yield space.shape
    yield from drawing.discs
    yield from names
    for label in drawing.labels:
        yield label.shape
    for place in drawing.stations:
        if place is not None:
            yield box(place[0] - STATION[0] / 2, place[1] - STATION[1] / 2, *STATION)


def _taken(shapes: Iterator[Shape]) -> Cells:
    """The cells of the sheet that something stands on or too near to."""
    found: Cells = set()
    for shape in shapes:
        left, top, right, bottom = (side / STEP for side in shape.bounds)
        for column in range(int(left) - 2, int(right) + 3):
            for row in range(int(top) - 2, int(bottom) + 3):
                cell = box(column * STEP, row * STEP, STEP, STEP)
                if (column, row) not in found and way_out(cell, shape, CLEAR):
                    found.add((column, row))
    return found
