"""Good positions for the cities, labels and bends of a board, found for `whistlestop board layout`.

`positions` holds them while they are found, starting from geography. `push_apart` moves everything
until nothing overlaps, `hill_climb` then improves what is clean, and `write_positions` puts the
result into the board file. There is no chance in it: the same board gives the same positions. Only
x, y, label, bow and [canvas] ever change. Sizes and shapes are those of `render.geometry`.
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
