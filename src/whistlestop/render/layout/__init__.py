"""Drawing positions for boards: found from geography, relaxed, polished, and written into the file.

There is no chance in it: the same board gives the same positions. Nothing but x, y, label, bow and
[canvas] is ever changed.
"""

from __future__ import annotations

from whistlestop.model.board import Board
from whistlestop.render.layout.hill_climb import improve
from whistlestop.render.layout.positions import BoardLayout, LayoutStart, at_home
from whistlestop.render.layout.push_apart import relax
from whistlestop.render.layout.write_positions import placed_text

__all__ = ["BoardLayout", "LayoutStart", "at_home", "found_layout", "placed_text"]


def found_layout(board: Board, start: LayoutStart) -> BoardLayout:
    """Clean positions for a board, or the cleanest that were found."""
    layout = at_home(board, start)
    relax(layout)
    improve(layout)
    return layout
