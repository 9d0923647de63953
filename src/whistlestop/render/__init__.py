"""Views and boards as pictures (SVG) and as plain text.

`svg` makes the whole document from layers: `land_layer` (with the shapes of `outline`),
`board_layer` and `panel`, in the looks of `palette` and the elements of `markup`. `text` prints a
view, and `summary` holds the sentences and figures that text, pictures and the terminal share.
`geometry` says where everything on a board lies, `layout` finds good positions for a new board.

A drawing shows what a board or a view holds; nothing here knows secrets or changes a game.
"""

from __future__ import annotations

from whistlestop.render.svg import board_svg, view_svg
from whistlestop.render.text import view_text

__all__ = ["board_svg", "view_svg", "view_text"]
