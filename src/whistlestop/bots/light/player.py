"""One light player's intentions, what all light players of a board share, and their constants.

Nothing here decides: which routes a player wants is up to `network`, what it does to `turns`.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from whistlestop.bots.reasoning.board_scale import (
    CARDS_PER_TURN,
    NEARLY_NOTHING,
    TUNNEL_COST,
    BoardScale,
    price_in_turns,
)
from whistlestop.bots.reasoning.ways import FAR, Ways
from whistlestop.engine.state.flat_board import FlatBoard, filled

# How many routes for spare trains a light player wants at once: enough that cards seldom fit none.
FILLERS: Final = 3


class LightTuning:
    """The light player's constants, most of them shares of what the board gives.

    `points` and `idle` are the planner's usual ones; the others were set by hand.
    """

    def __init__(self) -> None:
        # How much of a route's points counts in its favour when ways are compared.
        self.points = 0.37
        # What a spare turn is worth, of the board's best points per turn.
        self.idle = 0.6
        # A plan may take so many times the turns left before tickets are given up.
        self.late = 1.15
        # It draws tickets while more than these shares of trains and of a game's turns are left,
        # and no more than so many times.
        self.trains = 0.4
        self.turns = 0.3
        self.draws = 2.0
        # The tickets it keeps may take this share of its trains, and each of their points is worth
        # so many turns.
        self.load = 0.8
        self.ticket = 0.25
        # How much missing cards count against a route for spare trains.
        self.wait = 1.0


class LightBoard:
    """What all light players of a board share: prices of free routes, and work space."""

    def __init__(self, t: FlatBoard, scale: BoardScale) -> None:
        self.flat = t
        self.scale = scale
        self.tuning = LightTuning()
        # What a spare turn is worth, in points.
        self.turn_value = self.tuning.idle * scale.turn_points
        self.ways = Ways(t)
        # Prices of free routes, and those for the seat that is deciding.
        self.base = filled(t.routes, 0)
        self.price = filled(t.routes, FAR)
        # Cards of each kind that the deciding seat misses, and the points per turn of its fillers.
        self.need = filled(t.kinds, 0)
        self.rates = vec[float]([0.0] * FILLERS)
        route: i64 = 0
        while route < t.routes:
            self.base[route] = _base_price(self, route)
            route += 1


def _base_price(light: LightBoard, route: i64) -> i64:
    """A turn to claim a route and those that draw its cards, less what its points earn.

    Unlike the planner's prices these ignore the hand, so that they are worked out once.
    """
    t = light.flat
    cards = float(t.route_length[route] + t.route_ferry[route])
    if t.route_tunnel[route]:
        cards += TUNNEL_COST * float(t.tunnel_cards)
    points = float(t.route_points[route])
    earned = light.tuning.points * points / (light.turn_value + NEARLY_NOTHING)
    return price_in_turns(1.0 + cards / CARDS_PER_TURN - earned, t.route_length[route])


class LightPlayer:
    """What one seat intends: routes for its tickets, or else routes for points."""

    def __init__(self, t: FlatBoard, seat: i64) -> None:
        self.seat = seat
        # Whether its plan still stands; if not, it plans anew at its next turn.
        self.ready = False
        # The routes it wants, in order: the first `count` places, `tickets` of them for tickets.
        self.count: i64 = 0
        self.wanted = filled(t.trains, -1)
        self.tickets: i64 = 0
        # For each route whether it is wanted.
        self.wants = filled(t.routes, 0)
        # How often it has drawn tickets, and how often it has planned.
        self.draws: i64 = 0
        self.plans: i64 = 0
        # The city where it wants a station; -1 if it wants none.
        self.build: i64 = -1
        # For each city whether it has a route there.
        self.home = filled(t.cities, 0)

    def want(self, route: i64) -> None:
        """Want one more route, after all others."""
        self.wanted[self.count] = route
        self.wants[route] = 1
        self.count += 1

    def drop(self, place: i64) -> None:
        """Stop wanting the route at a place; the others keep their order."""
        self.wants[self.wanted[place]] = 0
        if place < self.tickets:
            self.tickets -= 1
        self.count -= 1
        while place < self.count:
            self.wanted[place] = self.wanted[place + 1]
            place += 1

    def clear(self) -> None:
        """Want nothing."""
        while self.count > 0:
            self.count -= 1
            self.wants[self.wanted[self.count]] = 0
        self.tickets = 0
        self.build = -1
