"""What things look like: colours of cards and seats, their letters and marks, both themes.

Colour is never the only sign: every card colour has a letter that no other colour of its board
has, every seat a mark of its own. Sizes and places are decided elsewhere: in `geometry`.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from whistlestop.model.board import GRAY, LOCOMOTIVE
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

SEATS = ("#0a62b0", "#c8281f", "#1e8449", "#d99a00", "#55357f")
"""The colours of the players by seat."""
ON_SEATS = ("#ffffff", "#ffffff", "#ffffff", "#24211d", "#ffffff")
"""What can be read on those colours."""
MARKS = (
    "M0-3.4A3.4 3.4 0 1 1 0 3.4A3.4 3.4 0 1 1 0-3.4Z",
    "M-3-3H3V3H-3Z",
    "M0-3.6L3.7 3H-3.7Z",
    "M0-4.1L4.1 0L0 4.1L-4.1 0Z",
    "M-1.3-3.8H1.3V-1.3H3.8V1.3H1.3V3.8H-1.3V1.3H-3.8V-1.3H-1.3Z",
)
"""The marks of the players by seat: disc, square, triangle, diamond, cross."""
MARK_WORDS = ("●", "■", "▲", "◆", "✚")

LOCOMOTIVE_MARK = (
    "M-5.5 2.6V-1.4H-2V-4H-.4V-1.4H1.4V-4.6H5.5V2.6Z"
    "M-4.9 3.1A1.4 1.4 0 1 0-2.1 3.1ZM-1.4 3.1A1.4 1.4 0 1 0 1.4 3.1Z"
    "M2.1 3.1A1.4 1.4 0 1 0 4.9 3.1Z"
)
"""A small engine seen from the side, eleven wide and nine high around the origin."""
STAR = "M0-6L1.6-2.1L5.7-1.9L2.5.8L3.5 4.9L0 2.6L-3.5 4.9L-2.5.8L-5.7-1.9L-1.6-2.1Z"


def seat_mark(seat: int) -> str:
    """A path with the mark of a seat, four pixels around the origin."""
    return tag("path", d=MARKS[seat], fill=ON_SEATS[seat])


def fill_of(colour: str) -> str:
    """The paint of a card colour; colours of homemade boards get a hue of their own."""
    known = COLOURS.get(colour)
    return known or f"hsl({sum(map(ord, colour)) * 47 % 360},50%,55%)"


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
.ws{font:13px "Helvetica Neue",Helvetica,Arial,"Liberation Sans",sans-serif}
.ws .paper{fill:#f3efe4}
.ws .water{fill:#c8dcdf}
.ws .shore{fill:none;stroke:#eaf3f0;stroke-linejoin:round}
.ws .far{stroke-width:22;stroke-opacity:.3}
.ws .near{stroke-width:9;stroke-opacity:.5}
.ws .land{fill:#f4ecd8;fill-rule:evenodd;stroke:#8f8a74;stroke-width:1;stroke-linejoin:round}
.ws .lake{fill:#c8dcdf;fill-rule:evenodd;stroke:#8fa9ad;stroke-width:.8}
.ws .park{fill:#d5dfb4;fill-rule:evenodd}
.ws .pier{fill:#e6dcc3;stroke:#8f8a74;stroke-width:.7}
.ws .river,.ws .street,.ws .border,.ws .state,.ws .relief,.ws .bridge{fill:none}
.ws .river,.ws .street,.ws .relief,.ws .bridge{stroke-linecap:round;stroke-linejoin:round}
.ws .river{stroke:#a5c3c9;stroke-width:1.3}
.ws .street{stroke:#e3d8be;stroke-width:1}
.ws .border{stroke:#b9a67f;stroke-width:1.2;stroke-dasharray:5 3 1 3}
.ws .state{stroke:#d9cbab;stroke-width:.9;stroke-dasharray:3 2.5}
.ws .relief{stroke:#c3b38c;stroke-width:.9}
.ws .bridge{stroke:#a59c83;stroke-width:2.2}
.ws .waters{fill:#6f8f97;text-anchor:middle;letter-spacing:.18em}
.ws .waters{font-style:italic;font-family:Georgia,"Liberation Serif",serif}
.ws .credit{fill:#6f8f97;font-size:9px}
.ws .sheet{fill:#fbf9f3;stroke:#d8d1c1}
.ws text{fill:#24211d}
.ws .faint{fill:#6b6457}
.ws .rule{stroke:#8d8577}
.ws .track{fill:none;stroke:#b5ad9c;stroke-width:2}
.ws .city{fill:#fbf9f3;stroke:#24211d;stroke-width:2}
.ws .goal{fill:#ffd54a}
.ws .name{font-weight:bold;stroke:#f3efe4;stroke-width:3px;paint-order:stroke}
.ws .free{stroke:#24211d;stroke-opacity:.55}
.ws .gray{fill:#c9c4b8}
.ws .engine{fill:#24211d}
.ws .bore{fill:none;stroke-width:1.9}
.ws .tunnel{fill:none;stroke:#24211d;stroke-width:1.9;stroke-dasharray:3.6 2.4}
.ws .slot{fill:none;stroke:#8d8577;stroke-dasharray:3.6 2.4}
.ws .closed{opacity:.3}
.ws .wagon{stroke:#1a1815;stroke-width:1.3}
.ws .letter{font-size:9px;font-weight:bold;text-anchor:middle}
.ws .head{font-weight:bold}
.ws .small{font-size:11px}
.ws .count{font-weight:bold;font-size:15px}
.ws .end{text-anchor:end}
.ws .mid{text-anchor:middle}
.ws .done{fill:#1e8449}
.ws .turn{fill:#24211d;fill-opacity:.08}
@media (prefers-color-scheme:dark){
.ws .paper{fill:#1d1f22}
.ws .water{fill:#14212a}
.ws .shore{stroke:#2b4450}
.ws .land{fill:#3a3f41;stroke:#6d7b7e}
.ws .lake{fill:#14212a;stroke:#3c535c}
.ws .park{fill:#3a4c3b}
.ws .pier{fill:#454a4c;stroke:#5c6a6d}
.ws .river{stroke:#2c4b59}
.ws .street{stroke:#474d4f}
.ws .border{stroke:#6f6b5c}
.ws .state{stroke:#50544f}
.ws .relief{stroke:#5b5c55}
.ws .bridge{stroke:#7d888a}
.ws .waters,.ws .credit{fill:#7097a5}
.ws .sheet{fill:#26292d;stroke:#3c4147}
.ws text{fill:#ece8df}
.ws .faint{fill:#b3ad9f}
.ws .rule{stroke:#8b9098}
.ws .track{stroke:#70767d}
.ws .city{fill:#26292d;stroke:#ece8df}
.ws .goal{fill:#a87b00}
.ws .name{stroke:#1d1f22}
.ws .free{stroke:#fff;stroke-opacity:.45}
.ws .gray{fill:#878c92}
.ws .bore{stroke:#fff}
.ws .engine{fill:#fff}
.ws .wagon{stroke:#f5f2ea}
.ws .done{fill:#6fca8f}
.ws .turn{fill:#fff;fill-opacity:.1}
}
"""
