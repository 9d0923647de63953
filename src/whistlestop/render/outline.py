"""The land under a board: coasts, lakes, rivers and names of waters, as ready-made paths.

`tools.outlines` makes the outline files beside the shipped boards; this module reads them, and
`land_layer` draws them. An outline is warped to the positions of the cities, so it fits only them.
Invariant: a board whose cities stand elsewhere than when its outline was made has none.
"""

from __future__ import annotations

import hashlib
import json
import math
from dataclasses import dataclass
from functools import lru_cache

from whistlestop.model.board import Board
from whistlestop.render.geometry.lettering import text_width
from whistlestop.render.geometry.shapes import Shape, rectangle

KINDS = ("land", "relief", "park", "street", "state", "border", "river", "lake", "pier", "bridge")
"""The kinds of layers, in the order in which they are drawn."""
LINES = frozenset({"relief", "street", "state", "border", "river", "bridge"})
"""Kinds that are drawn as lines; the others are areas, filled by the even-odd rule."""
WATERS = {
    "atlantic_ocean": "Atlantic Ocean",
    "pacific_ocean": "Pacific Ocean",
    "gulf_of_mexico": "Gulf of Mexico",
    "hudson_bay": "Hudson Bay",
    "north_sea": "North Sea",
    "baltic_sea": "Baltic Sea",
    "bay_of_biscay": "Bay of Biscay",
    "mediterranean_sea": "Mediterranean Sea",
    "adriatic_sea": "Adriatic Sea",
    "black_sea": "Black Sea",
    "hudson_river": "Hudson River",
    "east_river": "East River",
    "river_thames": "River Thames",
}
"""Names of waters by their keys, in English; other languages are up to whoever shows them."""

SPACING = 0.18
"""How far the letters of such a name stand apart, in parts of the font size."""


@dataclass(frozen=True)
class OutlinePart:
    """Everything of one kind, as the data of one path."""

    kind: str
    d: str


@dataclass(frozen=True)
class WaterName:
    """A name to print on the water: its key in `WATERS`, its middle, slope and font size."""

    key: str
    x: float
    y: float
    angle: float
    size: float

    @property
    def shape(self) -> Shape:
        """The room it takes, set in spaced letters; longer names in other languages may shrink."""
        text = WATERS[self.key]
        width = text_width(text, self.size) + SPACING * self.size * len(text)
        turn = math.radians(self.angle)
        return rectangle((self.x, self.y), (math.cos(turn), math.sin(turn)), width, self.size)


@dataclass(frozen=True)
class BoardOutline:
    """What lies under a board. `credit` names where shapes are from, if not from us."""

    fits: str
    credit: str
    layers: tuple[OutlinePart, ...]
    names: tuple[WaterName, ...]


def outline_of(board: Board) -> BoardOutline | None:
    """The outline of a board, if it has one that fits its cities."""
    found = _outline(board.id)
    return found if found is not None and found.fits == fingerprint(board) else None


def outline_text(board: Board) -> str | None:
    """The outline as its file has it, for clients that draw themselves."""
    return _text(board.id) if outline_of(board) is not None else None


def outline_digest(board: Board) -> str | None:
    """A short text that changes whenever the outline of the board does."""
    text = outline_text(board)
    return None if text is None else hashlib.sha256(text.encode()).hexdigest()[:16]


def fingerprint(board: Board) -> str:
    """Where the cities of a board are drawn, as a short text: equal places, equal text."""
    places = [f"{c.id} {c.x:g} {c.y:g}" for c in sorted(board.cities, key=lambda c: c.id)]
    text = "\n".join([f"{board.width:g} {board.height:g}", *places])
    return hashlib.sha256(text.encode()).hexdigest()[:16]


@lru_cache(maxsize=16)
def _outline(id: str) -> BoardOutline | None:
    text = _text(id)
    if text is None:
        return None
    data = json.loads(text)
    layers = tuple(OutlinePart(**layer) for layer in data["layers"])
    names = tuple(WaterName(**name) for name in data["names"])
    return BoardOutline(data["fits"], data["credit"], layers, names)


@lru_cache(maxsize=16)
def _text(id: str) -> str | None:
    """The file of a board's id, which is a word without dots or slashes."""
    from importlib.resources import files  # imports a lot, and not every drawing needs it

    file = files("whistlestop.boards").joinpath("outlines", f"{id}.json")
    return file.read_text("utf-8") if file.is_file() else None
