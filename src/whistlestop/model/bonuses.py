"""What a score is made of besides routes and tickets: the one list of a board's bonuses.

A `Bonus` says what is counted for a seat and what the count earns. `bonuses_of` lists those that
the switches of a board turn on and those that its file brings along; whatever adds up, sends,
shows or studies a score goes over that list and knows none of them by name. `COUNTED` has the
kinds of counting in words; `engine/scoring/bonuses.py` does the counting.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from whistlestop.model.board import Board

EARNED = ("each", "most")
TAKEN = (
    *("routes", "tickets", "total"),
    *("stations", "attractions", "districts", "globetrotter", "longest_trail"),
)
"""Names that no board's file can give to a bonus of its own."""


@dataclass(frozen=True, slots=True)
class Bonus:
    """A named item of the score: `points` for each thing counted, or for who has the most of them.

    `cities` are the ids of those that count, if it counts cities. `label` is what the board's file
    calls it, by language; what every board may have is named by whoever shows it.
    """

    name: str
    counts: str
    points: int
    earned: str = "each"
    cities: tuple[str, ...] = ()
    label: Mapping[str, str] = field(default_factory=dict)

    @property
    def title(self) -> str:
        """What it is called in English."""
        return self.label.get("en") or english(self.name)

    def limit(self, board: Board) -> int:
        """A number that no count ever passes on this board."""
        return COUNTED[self.counts].limit(self, board)

    def sentence(self, board: Board) -> str:
        """The rule in words."""
        kind = COUNTED[self.counts]
        what = f"Every {kind.each}" if self.earned == "each" else f"The most {kind.most}"
        named = ", ".join(board.city_by_id[city].name for city in self.cities)
        of = f" of {named}" if named else ""
        return f"{what}{of} earns {self.points} {'point' if self.points == 1 else 'points'}."


@dataclass(frozen=True, slots=True)
class Counting:
    """A kind of counting: one of the things in words, many of them, and how many there can be."""

    each: str
    most: str
    limit: Callable[[Bonus, Board], int]


COUNTED = {
    "cities": Counting(
        "place reached by own routes", "places reached by own routes", lambda b, _: len(b.cities)
    ),
    "districts": Counting(
        "point of a district linked by own routes",
        "points of districts linked by own routes",
        lambda _, board: sum({city.district for city in board.cities}),
    ),
    "stations": Counting("station kept", "stations kept", lambda _, board: board.rules.stations),
    "tickets": Counting(
        "ticket completed", "tickets completed", lambda _, board: len(board.tickets)
    ),
    "trail": Counting(
        "space of the longest trail", "spaces in a trail", lambda _, board: board.rules.trains
    ),
}
"""Every kind of counting; the engine knows them by their places."""


def english(name: str) -> str:
    """What an item without words of its own is called: its name."""
    return name.replace("_", " ")


def bonuses_of(board: Board) -> tuple[Bonus, ...]:
    """The bonuses of a board in the order of a scoring: contests come last."""
    return tuple(sorted((*_switched(board), *board.own_bonuses), key=lambda b: b.earned == "most"))


def _switched(board: Board) -> Iterator[Bonus]:
    """What the switches turn on."""
    rules = board.rules
    if rules.stations:
        yield Bonus("stations", "stations", rules.station_points)
    if rules.attraction_points:
        stars = tuple(city.id for city in board.cities if city.attraction)
        yield Bonus("attractions", "cities", rules.attraction_points, cities=stars)
    if rules.districts:
        yield Bonus("districts", "districts", 1)
    if rules.globetrotter:
        yield Bonus("globetrotter", "tickets", rules.globetrotter, "most")
    if rules.longest_trail:
        yield Bonus("longest_trail", "trail", rules.longest_trail, "most")
