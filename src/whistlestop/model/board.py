"""A board as frozen values: cities, routes, tickets, cards and rules, already checked.

A `Board` is what a board file says once the loader has found nothing wrong with it. It knows
names and positions of things, never the state of a game. Indices (`city.index`, `route.index`,
`ticket.index`, the index of a colour) are the integers the engine uses.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from functools import cached_property

from whistlestop.model.bonuses import Bonus, bonuses_of
from whistlestop.model.rules import Rules

GRAY = "gray"
LOCOMOTIVE = "locomotive"


@dataclass(frozen=True, slots=True)
class City:
    """A place on the board; `x`, `y` are drawing positions, `lat`, `lon` the real ones.

    `label` is the side that its name stands on, or the way from the city to the name's middle;
    `station` the way to the middle of the place that a drawing keeps free for a station. Nothing
    moves a city that is `fixed`.
    """

    index: int
    id: str
    name: str
    lat: float
    lon: float
    x: float = 0.0
    y: float = 0.0
    label: str | tuple[float, float] = "e"
    attraction: bool = False
    district: int = 0
    station: tuple[float, float] | None = None
    fixed: bool = False

    def __str__(self) -> str:
        return self.id


@dataclass(frozen=True, slots=True)
class Route:
    """One track between two cities. `twin` is the index of the other side of a double route.

    `bow` says how far the drawn curve leaves the straight line near `a` and near `b`.
    """

    index: int
    id: str
    a: City
    b: City
    length: int
    colour: str
    tunnel: bool = False
    ferry: int = 0
    twin: int | None = None
    bow: tuple[float, float] = (0.0, 0.0)

    def __str__(self) -> str:
        return self.id


@dataclass(frozen=True, slots=True)
class Ticket:
    """Two cities to join and what that is worth."""

    index: int
    id: str
    a: City
    b: City
    points: int
    long: bool = False

    def __str__(self) -> str:
        return self.id


@dataclass(frozen=True)
class Board:
    """A checked board with one of its options applied. `name` finds it again: `usa`, `usa:mega`.

    `lettering` is the font size of names on the drawing, and how wide a line of them may be.
    `own_bonuses` are those that no switch turns on; `bonuses` are all.
    """

    id: str
    option: str
    title: str
    says: str
    rules: Rules
    colours: tuple[str, ...]
    copies: int
    locomotives: int
    cities: tuple[City, ...]
    routes: tuple[Route, ...]
    tickets: tuple[Ticket, ...]
    labels: Mapping[str, str] = field(default_factory=dict)
    starter: str = ""
    width: float = 0.0
    height: float = 0.0
    lettering: tuple[float, float] = (13.0, 76.0)
    own_bonuses: tuple[Bonus, ...] = ()

    @property
    def name(self) -> str:
        """The id, with the option behind a colon if one is chosen."""
        return f"{self.id}:{self.option}" if self.option else self.id

    @cached_property
    def cards(self) -> tuple[str, ...]:
        """Every kind of card in the order of its index; the locomotive comes last."""
        return (*self.colours, LOCOMOTIVE)

    @cached_property
    def deck_size(self) -> int:
        """How many cards the deck has."""
        return len(self.colours) * self.copies + self.locomotives

    def count_of(self, card: int) -> int:
        """How many cards of this kind the deck holds."""
        return self.copies if card < len(self.colours) else self.locomotives

    @cached_property
    def bonuses(self) -> tuple[Bonus, ...]:
        """What brings points besides routes and tickets, in the order of a scoring."""
        return bonuses_of(self)

    def titles_at(self, city: City) -> list[str]:
        """What those bonuses are called that only this board has and that a city counts for."""
        return [bonus.title for bonus in self.own_bonuses if city.id in bonus.cities]

    @cached_property
    def score_items(self) -> tuple[str, ...]:
        """The names of all items of a score on this board, in order."""
        return ("routes", "tickets", *(bonus.name for bonus in self.bonuses))

    @cached_property
    def city_ids(self) -> tuple[str, ...]:
        """The cities' ids in the order of their indices."""
        return tuple(c.id for c in self.cities)

    @cached_property
    def route_ids(self) -> tuple[str, ...]:
        """The routes' ids in the order of their indices."""
        return tuple(r.id for r in self.routes)

    @cached_property
    def city_by_id(self) -> Mapping[str, City]:
        """Every city by its id."""
        return {c.id: c for c in self.cities}

    @cached_property
    def route_by_id(self) -> Mapping[str, Route]:
        """Every route by its id."""
        return {r.id: r for r in self.routes}

    @cached_property
    def ticket_by_id(self) -> Mapping[str, Ticket]:
        """Every ticket by its id."""
        return {t.id: t for t in self.tickets}

    @cached_property
    def card_index(self) -> Mapping[str, int]:
        """The index of every kind of card by its name."""
        return {name: i for i, name in enumerate(self.cards)}

    @cached_property
    def digest(self) -> str:
        """A fingerprint of everything that matters to the rules; drawing is left out."""
        facts: dict[str, object] = {
            "rules": asdict(self.rules),
            "cards": [self.colours, self.copies, self.locomotives],
            "cities": [[c.id, c.attraction, c.district] for c in self.cities],
            "routes": [[r.id, r.length, r.colour, r.tunnel, r.ferry, r.twin] for r in self.routes],
            "tickets": [[t.id, t.points, t.long] for t in self.tickets],
        }
        if self.own_bonuses:  # left out where there are none, as before boards could have any
            facts["bonuses"] = [
                [b.name, b.counts, b.points, b.earned, b.cities] for b in self.own_bonuses
            ]
        text = json.dumps(facts, sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()[:16]

    def __str__(self) -> str:
        return self.name

    def __repr__(self) -> str:
        return f"<Board {self.name}: {len(self.cities)} cities, {len(self.routes)} routes>"
