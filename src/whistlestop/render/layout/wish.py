"""What a designer asks of a layout. It knows no numbers of the search and needs no packages."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class LayoutWish:
    """What a designer asks for: names, the sheet's shape, places for stations.

    `letters` is the font size of names and `widest_name` the width of a line, both in units of the
    sheet; `aspect` is the width of the window by its height; `turn` turns geography, clockwise.
    The `tighter`, the larger the spaces in the window and the less like geography.
    """

    letters: float = 12.4
    widest_name: float = 300.0
    aspect: float = 1.38
    turn: float = 0.0
    tighter: float = 2.0
    stations: bool = False
    seed: int = 1
