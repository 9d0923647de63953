"""Views and boards as pictures (SVG) and as plain text; nothing here changes a game."""

from __future__ import annotations

from whistlestop.render.svg import board_svg, view_svg
from whistlestop.render.text import view_text

__all__ = ["board_svg", "view_svg", "view_text"]
