"""A board or a view as one SVG document that needs nothing else: no font, script or picture file.

The document carries a title and a description, follows the reader's light or dark theme, and
scales to any width. The layers it puts together decide what is on it.
"""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from whistlestop.model.board import Board
from whistlestop.render.board_layer import Pieces, board_layer, definitions, empty
from whistlestop.render.geometry.drawing import drawing_of
from whistlestop.render.land_layer import land_layer
from whistlestop.render.markup import moved, number, rect, tag, titled
from whistlestop.render.palette import STYLE
from whistlestop.render.panel import panel
from whistlestop.render.summary import closed_sides, counted, last_round, open_cities, status

if TYPE_CHECKING:
    from whistlestop.engine.knowledge.view import View

NARROW = 1000.0
"""Boards narrower than this have their panel at the side, others below."""
SIDE = 380.0
"""The width of a panel at the side."""


def board_svg(board: Board) -> str:
    """The empty board."""
    drawing = drawing_of(board)
    says = f"{len(board.cities)} cities and {counted(len(board.routes), 'route')}."
    layers = definitions(0) + land_layer(board) + board_layer(board, empty(board))
    return document(drawing.width, drawing.height, board.title, says, layers)


def view_svg(view: View) -> str:
    """A game as a seat or a spectator sees it: the board, and a panel with everything else."""
    drawing = drawing_of(view.board)
    names = [p.name for p in view.players]
    pieces = Pieces(view.owners, view.station_owners, closed_sides(view), open_cities(view), names)
    layers = definitions(len(names)) + land_layer(view.board) + board_layer(view.board, pieces)
    width, height = drawing.width, drawing.height
    if width < NARROW:
        block = panel(view, SIDE, columns=1, least=height)
        layers += moved(width, 0, block.drawing)
        width, height = width + SIDE, max(height, block.height)
    else:
        block = panel(view, width, columns=3)
        layers += moved(0, height, block.drawing)
        height += block.height
    return document(width, height, f"{view.board.title}, ply {view.ply}", _says(view), layers)


def _says(view: View) -> str:
    """The description: the situation in a sentence, then each player in one."""
    ending = last_round(view)
    first = status(view) + (f"; {ending}" if ending else "")
    players = (
        f"{p.name}: {p.points} points, {p.trains} trains, {p.cards} cards, {p.tickets} tickets"
        for p in view.players
    )
    return ". ".join((first[0].upper() + first[1:], *players)) + "."


def document(
    width: float, height: float, title: str, says: str, layers: str, style: str = STYLE
) -> str:
    """Layers on paper as a whole document, with its title and what it says to a listener."""
    return tag(
        "svg",
        titled(title),
        tag("desc", escape(says)),
        tag("style", style),
        rect(0, 0, width, height, class_="paper"),
        layers,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {number(width)} {number(height)}",
        width=width,
        height=height,
        role="img",
        class_="ws",
        style="max-width:100%;height:auto",
    )
