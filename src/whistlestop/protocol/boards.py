"""A board for clients: what is printed on it, where it stands on the canvas and how it is painted.

Facts only, the same for everybody and for every game: a client that has them can draw any view of
that board. Who owns what is in the views. The land under a board travels apart, as an `Outline`.
"""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct


class LabelPart(Struct, frozen=True):
    """A city's name on the canvas: the lines, the first one's baseline, and how they are set.

    `font` is the size of its letters and `width` the room kept free for its widest line; lines are
    1.1 fonts apart."""

    lines: list[str]
    x: float
    y: float
    anchor: str
    font: float
    width: float


class CityPart(Struct, frozen=True):
    """A city; `district` is 0 where there is none. `station` is the middle of the place beside it
    that is kept free for a station, if the board keeps one."""

    id: str
    name: str
    x: float
    y: float
    label: LabelPart
    attraction: bool
    district: int
    station: tuple[float, float] | None


class SpacePart(Struct, frozen=True):
    """A space of a route: its middle, its slope in degrees and its length."""

    x: float
    y: float
    angle: float
    length: float


class RoutePart(Struct, frozen=True):
    """One track. `ferry` is how many locomotives it takes at least, `twin` the other side of a
    double route; the spaces are those of its `length`, in order."""

    id: str
    a: str
    b: str
    length: int
    colour: str
    tunnel: bool
    ferry: int
    twin: str | None
    points: int
    spaces: list[SpacePart]


class TicketPart(Struct, frozen=True):
    """Two cities to join and what that is worth."""

    id: str
    a: str
    b: str
    points: int
    long: bool


class CardPart(Struct, frozen=True):
    """A kind of card: how many there are, and how it is painted so that all can tell it apart."""

    name: str
    count: int
    paint: str
    ink: str
    letter: str


class BonusPart(Struct, frozen=True):
    """What brings points besides routes and tickets: `points` for `each` thing counted, or for
    whoever has the `most`. It counts `cities` (those listed, reached by own routes), `districts`
    (their numbers, linked by own routes), `stations` (not built), `tickets` (complete) or the
    spaces of the longest `trail`; a later server may count other things. `label` is what the
    board's own file calls it, by language; it is empty for what every board may have."""

    name: str
    counts: str
    points: int
    earned: Literal["each", "most"]
    cities: list[str]
    label: dict[str, str]


class BoardFacts(Struct, frozen=True):
    """A board. `labels` are its own words for things, `rules` its switches as docs/rules.md names
    them, `bonuses` what they and the board's own file give points for, in the order of a scoring,
    `digest` changes when anything that matters to the rules does. `outline` is the digest of
    what lies under the board, if anything does. `actions` are the texts of all actions by their
    numbers, which `legal` of a seat names. `cartouche` is the top left corner of a free place
    for its title and the points of its routes, and how large it is in parts of 180 by 79."""

    name: str
    title: str
    says: str
    digest: str
    outline: str | None
    width: float
    height: float
    space_width: float
    cartouche: tuple[float, float, float] | None
    players: tuple[int, int]
    cards: list[CardPart]
    gray: str
    cities: list[CityPart]
    routes: list[RoutePart]
    tickets: list[TicketPart]
    labels: dict[str, str]
    rules: dict[str, Any]
    bonuses: list[BonusPart]
    actions: list[str]


LayerKind = Literal[
    "land", "relief", "park", "street", "state", "border", "river", "lake", "pier", "bridge"
]


class OutlineLayer(Struct, frozen=True):
    """Everything of one kind under a board, as the data of one SVG path. Land, parks, lakes and
    piers are areas, filled by the even-odd rule; all else is lines."""

    kind: LayerKind
    d: str


class WaterNamePart(Struct, frozen=True):
    """A name to print on the water, by its key: its middle, slope in degrees and font size."""

    key: str
    x: float
    y: float
    angle: float
    size: float


class Outline(Struct, frozen=True):
    """What lies under a board, in its coordinates and up to 60 beyond its edges: layers from the
    lowest up. `fits` says which positions of cities it was made for. Show the credit."""

    fits: str
    credit: str
    layers: list[OutlineLayer]
    names: list[WaterNamePart]
