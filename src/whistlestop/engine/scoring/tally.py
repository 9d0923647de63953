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
        # For each bonus of the board, all seats: what was counted, and the points for it.
        self.counts = filled(t.bonuses * p, 0)
        self.bonuses = filled(t.bonuses * p, 0)
        self.total = filled(p, 0)
        self.done = filled(t.tickets, 0)
        self.borrowed = filled(p * t.stations, -1)
        # For each seat and city: which of the seat's connected parts the city is in.
        self.part = separate(p * t.cities)
        self.touched = filled(p * t.cities, 0)
