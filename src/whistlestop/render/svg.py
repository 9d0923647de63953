"""A board or a view as one SVG document that needs nothing else: no font, script or picture file.

The document carries a title and a description, follows the reader's light or dark theme, and
scales to any width. The layers it puts together decide what is on it.
"""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from whistlestop.model.board import Board
from whistlestop.render.board_layer import Pieces, board_layer, empty
from whistlestop.render.cartouche import cartouche_layer
from whistlestop.render.definitions import definitions, night
from whistlestop.render.land_layer import edge, land_layer
from whistlestop.render.markup import moved, number, rect, tag, titled
from whistlestop.render.palette import STYLE
from whistlestop.render.panel import panel
from whistlestop.render.summary import closed_sides, counted, last_round, open_cities, status

if TYPE_CHECKING:
    from whistlestop.engine.knowledge.view import View

NARROW = 700.0
"""Boards narrower than this have their panel at the side, others below."""
SIDE = 380.0
"""The width of a panel at the side."""


def board_svg(board: Board) -> str:
    """The empty board."""
    return pieces_svg(board, empty(board))


def pieces_svg(board: Board, pieces: Pieces) -> str:
    """A board with what lies on it and nothing beside it."""
    says = f"{len(board.cities)} cities and {counted(len(board.routes), 'route')}."
    (width, height), seats = sheet_size(board), len(pieces.names)
    style = STYLE + night(board, seats)
    return document(width, height, board.title, says, _sheet(board, pieces, seats), style)


def view_svg(view: View) -> str:
    """A game as a seat or a spectator sees it: the board, and a panel with everything else."""
    names = [p.name for p in view.players]
    pieces = Pieces(view.owners, view.station_owners, closed_sides(view), open_cities(view), names)
    layers = _sheet(view.board, pieces, len(names))
    width, height = sheet_size(view.board)
    if width < NARROW:
        block = panel(view, SIDE, columns=1, least=height)
        layers += moved(width, 0, block.drawing)
        width, height = width + SIDE, max(height, block.height)
    else:
        block = panel(view, width, columns=3)
        layers += moved(0, height, block.drawing)
        height += block.height
    title, style = f"{view.board.title}, ply {view.ply}", STYLE + night(view.board, len(names))
    return document(width, height, title, _says(view), layers, style)


def sheet_size(board: Board) -> tuple[float, float]:
    """How large the board is with its frame."""
    beyond = edge((board.width, board.height))
    return board.width + 2 * beyond, board.height + 2 * beyond


def _sheet(board: Board, pieces: Pieces, seats: int) -> str:
    """The board in its frame."""
    ground = land_layer(board, framed=True)
    plate = cartouche_layer(board)
    inside = definitions(board, seats), ground, plate, board_layer(board, pieces)
    beyond = edge((board.width, board.height))
    return moved(beyond, beyond, *inside)


def _says(view: View) -> str:
    """The description: the situation in a sentence, then each player in one."""
    ending = last_round(view)
    first = status(view) + (f"; {ending}" if ending else "")
    players = (
        f"{p.name}: {p.points} points, {p.trains} trains, {p.cards} cards, {p.tickets} tickets"
        for p in view.players
    )
    return ". ".join((first[0].upper() + first[1:], *players)) + "."


def document(width: float, height: float, title: str, says: str, layers: str, style: str) -> str:
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
