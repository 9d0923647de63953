"""How much room a text takes: widths of characters, and breaking a name into lines.

The widths are those of a bold Helvetica in thousandths of the font size; drawings fit their text
to the width computed here (`textLength`), so an estimate is also what is seen. No fonts are
loaded.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from itertools import combinations, pairwise

_WIDTHS = {
    222: "|", 238: "'’", 278: " !,./:;Iijl", 333: "()-–[]ft·", 389: "r*°", 500: "z—…",
    556: "0123456789Jaceksvxyß$", 611: "FLTZbdghnopquøđ+=<>×?", 667: "EPSVXYæ", 722: "ABCDHKNRUÐ&",
    778: "GOQwØ", 833: "M", 889: "m%œ", 944: "W", 1000: "@ÆŒ",
}  # fmt: skip
_WIDTH_OF = {char: width for width, chars in _WIDTHS.items() for char in chars}
_UNKNOWN = 650
_WIDE = 1000


def text_width(text: str, size: float) -> float:
    """The width of a bold text at a font size."""
    return sum(map(_char_width, text)) * size / 1000


def lines_of(name: str, size: float, widest: float) -> tuple[str, ...]:
    """A name on as few lines as keep to `widest` if its words can, of most equal width."""
    words = name.split() or [name]
    for count in range(1, len(words) + 1):
        lines = min(_broken(words, count), key=lambda rows: _widest(rows, size))
        if _widest(lines, size) <= widest:
            break
    return lines


def _broken(words: list[str], count: int) -> Iterator[tuple[str, ...]]:
    """Every way to break words into so many lines."""
    for cuts in combinations(range(1, len(words)), count - 1):
        yield tuple(" ".join(words[i:j]) for i, j in pairwise((0, *cuts, len(words))))


def _widest(lines: tuple[str, ...], size: float) -> float:
    return max(text_width(line, size) for line in lines)


def cut_to(text: str, size: float, widest: float) -> str:
    """The text, shortened with an ellipsis where it would be too wide."""
    if text_width(text, size) <= widest:
        return text
    while text and text_width(text + "…", size) > widest:
        text = text[:-1]
    return text.rstrip() + "…"


def _char_width(char: str) -> int:
    known = _WIDTH_OF.get(char)
    if known is not None:
        return known
    base = unicodedata.normalize("NFD", char)[0]
    if unicodedata.east_asian_width(base) in "WF":
        return _WIDE
    return _WIDTH_OF.get(base, _UNKNOWN)
