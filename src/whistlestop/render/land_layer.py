"""The outline of a board as SVG: water, land with a soft shore, rivers, hills, names of waters.

It is decoration: it says nothing that a reader must know and is hidden from those who listen.
A board without an outline has nothing under it.
"""

from __future__ import annotations

from collections.abc import Iterator

from whistlestop.model.board import Board
from whistlestop.render.markup import number, rect, tag, words
from whistlestop.render.outline import WATERS, BoardOutline, OutlinePart, WaterName, outline_of

SHORE = ("shore far", "shore near")
"""Wide strokes around the land, drawn under it: the water grows lighter towards the coast."""


def land_layer(board: Board) -> str:
    """Everything under the routes of a board, cut off at the edge of its canvas."""
    outline = outline_of(board)
    if outline is None:
        return ""
    frame = {"width": board.width, "height": board.height}
    return tag("svg", *_parts(board, outline), **frame, aria_hidden="true")


def _parts(board: Board, outline: BoardOutline) -> Iterator[str]:
    yield rect(0, 0, board.width, board.height, class_="water")
    for layer in outline.layers:
        yield from _layer(layer)
    for name in outline.names:
        yield _name(name)
    if outline.credit:
        x, y = board.width - 6, board.height - 6
        yield words(outline.credit, x, y, "credit end")


def _layer(layer: OutlinePart) -> Iterator[str]:
    if layer.kind != "land":
        yield tag("path", d=layer.d, class_=layer.kind)
        return
    yield tag("defs", tag("path", d=layer.d, id="ws-land"))
    for style in (*SHORE, "land"):
        yield tag("use", href="#ws-land", class_=style)


def _name(name: WaterName) -> str:
    turn = f"translate({number(name.x)} {number(name.y)}) rotate({number(name.angle)})"
    style = f"font-size:{number(name.size)}px"
    return words(WATERS[name.key], 0, 0.35 * name.size, "waters", transform=turn, style=style)
