"""Views and boards as pictures (SVG) and as plain text.

`svg` makes the whole document from layers: `land_layer` (with the shapes of `outline`),
`board_layer` (with what `definitions` defines and `trains` places) and `panel`. `art` reads the one
description of how a board looks, `palette` has the looks of what stands around it, `markup` the
elements. `text` prints a view, and `summary` holds the sentences and figures that text, pictures
and the terminal share.
`geometry` says where everything on a board lies, `layout` finds good positions for a new board.

A drawing shows what a board or a view holds; nothing here knows secrets or changes a game.
"""

from __future__ import annotations

from whistlestop.render.svg import board_svg, view_svg
from whistlestop.render.text import view_text

__all__ = ["board_svg", "view_svg", "view_text"]
