"""What stands around a board: colours and letters of cards, marks of seats, both themes of panels.

Colour is never the only sign: every card colour has a letter that no other colour of its board
has, every seat a mark of its own. The board itself is painted by `art`; sizes and places are
decided in `geometry`.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from whistlestop.model.board import GRAY, LOCOMOTIVE
from whistlestop.render.art import SEAT_COLOURS, art, hue_of, look
from whistlestop.render.markup import tag

COLOURS = {
    "purple": "#9456bd",
    "blue": "#2f77d0",
    "orange": "#ee8a22",
    "white": "#ffffff",
    "green": "#3d9a4a",
    "yellow": "#f5d328",
    "black": "#262422",
    "red": "#d53a30",
    "pink": "#ea7fb9",
    "brown": "#8a5a35",
    GRAY: "#c9c4b8",
    LOCOMOTIVE: "#6b6459",
}
_LIGHT = {"white", "yellow", "orange", "pink", GRAY}
_LETTERS = {"black": "K"}

MARK_WORDS = ("●", "■", "▲", "◆", "✚")


def seat_mark(seat: int) -> str:
    """The mark of a seat on a disc of its colour, eight around the origin."""
    owner = f"seat-{SEAT_COLOURS[seat]}"
    mark = tag("path", d=art()["marks"][SEAT_COLOURS[seat]], **look({"fill": "mark"}, owner))
    disc = tag("circle", r=8, **look({"fill": "roof"}, owner))
    return disc + tag("g", mark, transform="scale(.34)")


def fill_of(colour: str) -> str:
    """The paint of a card colour; colours of homemade boards get a hue of their own."""
    known = COLOURS.get(colour)
    return known or f"hsl({hue_of(colour)},50%,55%)"


def ink_on(colour: str) -> str:
    """What can be read on that paint."""
    return "#24211d" if colour in _LIGHT else "#ffffff"


@lru_cache(maxsize=64)
def letters_of(colours: Sequence[str]) -> dict[str, str]:
    """A letter for every colour, each different; the locomotive shows its engine instead."""
    letters: dict[str, str] = {}
    for colour in colours:
        wanted = _LETTERS.get(colour, "") + colour.upper() + "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
        letters[colour] = next(c for c in wanted if c.isalpha() and c not in letters.values())
    return letters


STYLE = """
.ws{fill:#24211d;font:13px "Helvetica Neue",Helvetica,Arial,"Liberation Sans",sans-serif}
.ws .paper{fill:#f3e8cd}
.ws .waters{fill:#37646d;text-anchor:middle;letter-spacing:.18em}
.ws .waters{font-style:italic;font-family:Georgia,"Liberation Serif",serif}
.ws .serif{font-family:Georgia,"Liberation Serif",serif;letter-spacing:.08em}
.ws .credit{fill:#37646d;font-size:9px}
.ws .sheet{fill:#fbf3dd;stroke:#d8c9a4}
.ws .faint{fill:#6b6457}
.ws .rule{stroke:#8d8577}
.ws .city{fill:#fffaf0;stroke:#2c2215;stroke-width:2}
.ws .name{font-weight:bold;fill:#2c2215;paint-order:stroke}
.ws .name{stroke:#f7edd4;stroke-width:3.2px;stroke-linejoin:round}
.ws .free{stroke:#24211d;stroke-opacity:.55}
.ws .slot{fill:none;stroke:#8d8577;stroke-dasharray:3.6 2.4}
.ws .glow{display:none}
.ws .on-city{fill:#2c2215}
.ws .letter{font-size:9px;font-weight:bold;text-anchor:middle}
.ws .head{font-weight:bold}
.ws .small{font-size:11px}
.ws .count{font-weight:bold;font-size:15px}
.ws .end{text-anchor:end}
.ws .mid{text-anchor:middle}
.ws .done{fill:#1e8449}
.ws .turn{fill:#24211d;fill-opacity:.08}
@media (prefers-color-scheme:dark){
.ws .paper{fill:#141a22}
.ws .waters,.ws .credit{fill:#6a9bc2}
.ws .sheet{fill:#1a222d;stroke:#33404f}
.ws{fill:#ece8df}
.ws .faint{fill:#b3ad9f}
.ws .rule{stroke:#8b9098}
.ws .name{fill:#f3e9d2;stroke:#1b222c}
.ws .glow{display:inline}
.ws .on-city{fill:#2c2215}
.ws .free{stroke:#fff;stroke-opacity:.45}
.ws .done{fill:#6fca8f}
.ws .turn{fill:#fff;fill-opacity:.1}
}
"""
