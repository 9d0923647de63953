"""What a board gives, in the quantities by which bots measure, so that no threshold is absolute.

One scale is made for each board with each number of players. Turns are the currency: a turn of
drawing brings about `CARDS_PER_TURN` useful cards, and every claim takes a turn of its own. A scale
knows the board and nothing of a game.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from whistlestop.bots.reasoning.ways import FAR, Ways, other_end, spread
from whistlestop.engine.state.flat_board import FlatBoard, filled

# Useful cards from a turn of two draws while several colours are wanted: nearly both. This is for
# clocks, that is how long a game or a whole plan takes. Where the planner compares single routes
# fewer colours help, so there it goes by `Tuning.cards`: 1.7, or what `whistlestop tune` found for
# the board.
CARDS_PER_TURN: Final = 1.85
# The share of a hand that is taken to pay for something in the end; the rest stays unused.
HAND_OF_USE: Final = 0.8
# Extra cards expected for each card turned up at a tunnel: roughly the chance that it is of the
# colour played or a locomotive.
TUNNEL_COST: Final = 0.2
# Prices of routes are whole numbers: thousandths of a turn, so that sums of them are exact.
TURN: Final = 1000.0
# More turns than any game has.
FOREVER: Final = 1_000.0
# No route is free, whatever its points: of two ways that earn what they take, the one with fewer
# trains is better. In turns for each space.
LEAST_PRICE: Final = 0.05
# Keeps a division by a turn's worth finite on a board whose routes bring no points.
NEARLY_NOTHING: Final = 0.01


class BoardScale:
    """Quantities of one board."""

    def __init__(self, t: FlatBoard) -> None:
        self.flat = t
        spaces: i64 = 0
        # The most points that one route brings for each turn it takes, and for each train.
        self.turn_points = 0.0
        self.train_points = 0.0
        self.longest: i64 = 0
        for route in range(t.routes):
            length = t.route_length[route]
            points = float(t.route_points[route])
            spaces += length
            turns = 1.0 + float(length) / CARDS_PER_TURN
            self.turn_points = max(self.turn_points, points / turns)
            self.train_points = max(self.train_points, points / float(length))
            if length > self.longest:
                self.longest = length
        self.mean_length = float(spaces) / float(t.routes)
        # Turns to place all trains, drawing everything and claiming routes of the usual length.
        self.full_turns = float(t.trains) / CARDS_PER_TURN + float(t.trains) / self.mean_length
        # How many tickets have a route on their shortest way, as a share of the most used one.
        self.heat = _heat(t)
        self.ticket_points = _mean(t.ticket_points)


def turns_to_end(scale: BoardScale, trains: i64, cards: i64) -> float:
    """Turns until a player with so many trains and cards starts the last round."""
    to_place = float(trains - scale.flat.last_round)
    if to_place <= 0.0:
        return 0.0
    missing = to_place - HAND_OF_USE * float(cards)
    draws = missing / CARDS_PER_TURN if missing > 0.0 else 0.0
    return draws + to_place / scale.mean_length


_scales: dict[FlatBoard, BoardScale] = {}


def scale_of(t: FlatBoard) -> BoardScale:
    """The scale of a board, measured once."""
    if t not in _scales:
        _scales[t] = BoardScale(t)
    return _scales[t]


def price_in_turns(turns: float, length: i64) -> i64:
    """The price of a route of this length that takes so many turns, less what it earns."""
    least = LEAST_PRICE * float(length)
    return i64(int((turns if turns > least else least) * TURN))


def _mean(values: vec[i64]) -> float:
    total: i64 = 0
    for value in values:
        total += value
    return float(total) / float(len(values)) if len(values) else 0.0


def _heat(t: FlatBoard) -> vec[float]:
    """For each route the tickets whose shortest way takes it or the other side of it."""
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
                city = other_end(t, route, city)
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
