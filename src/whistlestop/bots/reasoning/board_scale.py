"""What a board gives, in the quantities that bots measure by, so that no threshold is absolute.

Made once for a board with a number of players. Turns are the currency: a turn that draws brings
about `CARDS` useful cards, a claim takes a turn of its own.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from whistlestop.bots.reasoning.ways import FAR, Ways, spread
from whistlestop.engine.state.flat_board import FlatBoard, filled

# Cards of use in a turn of two draws, when several colours are.
CARDS: Final = 1.85


class BoardScale:
    """Quantities of one board."""

    def __init__(self, t: FlatBoard) -> None:
        self.flat = t
        spaces: i64 = 0
        self.turn_points = 0.0
        self.train_points = 0.0
        self.longest: i64 = 0
        for route in range(t.routes):
            length = t.route_length[route]
            points = float(t.route_points[route])
            spaces += length
            self.turn_points = max(self.turn_points, points / (1.0 + float(length) / CARDS))
            self.train_points = max(self.train_points, points / float(length))
            if length > self.longest:
                self.longest = length
        self.mean_length = float(spaces) / float(t.routes)
        # Turns to place all trains, drawing everything and claiming routes of the usual length.
        self.full_turns = float(t.trains) / CARDS + float(t.trains) / self.mean_length
        # How many tickets have a route on their shortest way, as a share of the most used one.
        self.heat = _heat(t)
        self.ticket_points = _mean(t.ticket_points)


def _mean(values: vec[i64]) -> float:
    total: i64 = 0
    for value in values:
        total += value
    return float(total) / float(len(values)) if len(values) else 0.0


def _heat(t: FlatBoard) -> vec[float]:
    count = filled(t.routes, 0)
    ways = Ways(t)
    most: i64 = 1
    ticket: i64 = 0
    while ticket < t.tickets:
        start = t.ticket_a[ticket]
        city = t.ticket_b[ticket]
        if spread(ways, t.route_length, start, city) < FAR:
            while city != start:
                route = ways.via[city]
                count[route] = count[route] + 1
                if count[route] > most:
                    most = count[route]
                city = t.route_a[route] + t.route_b[route] - city
        ticket += 1
    heat = vec[float]([0.0] * t.routes)
    route = 0
    while route < t.routes:
        heat[route] = float(count[route]) / float(most)
        twin = t.route_twin[route]
        if twin >= 0 and count[twin] > count[route]:
            heat[route] = float(count[twin]) / float(most)
        route += 1
    return heat
