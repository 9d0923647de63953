"""The final score as frozen values: itemised for every seat, with winners and the reason."""

from __future__ import annotations

from dataclasses import dataclass

from whistlestop.model.board import City, Route, Ticket


@dataclass(frozen=True, slots=True)
class SeatScore:
    """One seat's score, item by item; the items add up to `total`."""

    seat: int
    name: str
    routes: int
    tickets: tuple[tuple[Ticket, bool], ...]
    ticket_points: int
    longest_trail: int
    trail: tuple[Route, ...]
    trail_bonus: int
    globetrotter: int
    stations: int
    stations_built: int
    borrowed: tuple[tuple[City, Route], ...]
    attractions: int
    districts: int
    total: int
    winner: bool

    @property
    def completed(self) -> int:
        """How many tickets are complete."""
        return sum(done for _, done in self.tickets)

    def items(self) -> dict[str, int]:
        """The parts of the total that are not zero, by name."""
        parts = {
            "routes": self.routes,
            "tickets": self.ticket_points,
            "longest trail": self.trail_bonus,
            "globetrotter": self.globetrotter,
            "stations": self.stations,
            "attractions": self.attractions,
            "districts": self.districts,
        }
        return {name: points for name, points in parts.items() if points}


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
