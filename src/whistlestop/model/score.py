"""The final score as frozen values: itemised for every seat, with winners and the reason."""

from __future__ import annotations

from dataclasses import dataclass

from whistlestop.model.board import City, Route, Ticket
from whistlestop.model.bonuses import english


@dataclass(frozen=True, slots=True)
class ScoreItem:
    """One named part of a seat's score: its points, and the count that they are for.

    For routes the count is how many a seat has, for tickets how many are complete, for a bonus
    what its board counts. `label` is the board's own English word for it, if it has one.
    """

    name: str
    points: int
    count: int = 0
    label: str = ""

    @property
    def title(self) -> str:
        """What it is called in English."""
        return self.label or english(self.name)


@dataclass(frozen=True, slots=True)
class SeatScore:
    """One seat's score. `parts` are all items that the board has, and add up to `total`."""

    seat: int
    name: str
    parts: tuple[ScoreItem, ...]
    tickets: tuple[tuple[Ticket, bool], ...]
    longest_trail: int
    trail: tuple[Route, ...]
    stations_built: int
    borrowed: tuple[tuple[City, Route], ...]
    total: int
    winner: bool

    def points(self, name: str) -> int:
        """The points of the item of this name; 0 where the board has no such item."""
        return sum(part.points for part in self.parts if part.name == name)

    @property
    def routes(self) -> int:
        """The points of the routes."""
        return self.points("routes")

    @property
    def ticket_points(self) -> int:
        """The points of the tickets, complete or not."""
        return self.points("tickets")

    @property
    def trail_bonus(self) -> int:
        """The points for the longest trail."""
        return self.points("longest_trail")

    @property
    def globetrotter(self) -> int:
        """The points for the most tickets."""
        return self.points("globetrotter")

    @property
    def stations(self) -> int:
        """The points of the stations not built."""
        return self.points("stations")

    @property
    def attractions(self) -> int:
        """The points of the attractions reached."""
        return self.points("attractions")

    @property
    def districts(self) -> int:
        """The points of the districts linked."""
        return self.points("districts")

    @property
    def completed(self) -> int:
        """How many tickets are complete."""
        return sum(done for _, done in self.tickets)

    def items(self) -> dict[str, int]:
        """The parts of the total that are not zero, by what they are called in English."""
        return {part.title: part.points for part in self.parts if part.points}


@dataclass(frozen=True, slots=True)
class Score:
    """The scores of all seats, who wins, and which comparison told the winners from the rest."""

    seats: tuple[SeatScore, ...]
    winners: tuple[int, ...]
    decided_by: str

    @property
    def totals(self) -> tuple[int, ...]:
        """The final points by seat."""
        return tuple(seat.total for seat in self.seats)

    def __str__(self) -> str:
        width = max(len(seat.name) for seat in self.seats)
        lines = []
        for seat in self.seats:
            parts = ", ".join(f"{name} {points:+d}" for name, points in seat.items().items())
            mark = "*" if seat.winner else " "
            lines.append(f"{mark} {seat.name:<{width}} {seat.total:>4}  ({parts or 'nothing'})")
        return "\n".join(lines)
