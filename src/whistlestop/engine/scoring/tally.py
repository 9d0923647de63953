"""The numbers of a final score, by seat: what `scoring`, `loans` and `ranking` fill in and read."""

from __future__ import annotations

from whistlestop.engine.scoring.parts import separate
from whistlestop.engine.state.flat_board import FlatBoard, filled


class Tally:
    """All numbers of the final score, by seat; `done` goes by ticket, `borrowed` by station."""

    def __init__(self, t: FlatBoard) -> None:
        p = t.players
        self.routes = filled(p, 0)
        self.tickets = filled(p, 0)
        self.completed = filled(p, 0)
        self.trail = filled(p, -1)
        self.trail_bonus = filled(p, 0)
        self.globetrotter = filled(p, 0)
        self.stations = filled(p, 0)
        self.attractions = filled(p, 0)
        self.districts = filled(p, 0)
        self.total = filled(p, 0)
        self.done = filled(t.tickets, 0)
        self.borrowed = filled(p * t.stations, -1)
        # For each seat and city: which of the seat's connected parts the city is in.
        self.part = separate(p * t.cities)
        self.touched = filled(p * t.cities, 0)
