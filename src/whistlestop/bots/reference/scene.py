"""What the reference player makes of its facts: prices, a plan for its tickets, and its odds.

Prices are in trains, since this player does not count in turns. A scene is made anew for every
decision, and for every choice of tickets that it compares. Like all of the reference player it must
never change.
"""

from __future__ import annotations

from math import exp
from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from whistlestop.bots.reasoning.board_scale import CARDS_PER_TURN, BoardScale
from whistlestop.bots.reasoning.card_needs import HandBalance, missing_for_routes
from whistlestop.bots.reasoning.forest import Forest, Pairs, bare_ground, join_all
from whistlestop.bots.reasoning.seat_facts import SeatFacts, can_claim, can_use, next_station_price
from whistlestop.bots.reasoning.ways import FAR, Ways, separate_cities, spread
from whistlestop.engine.state.flat_board import FlatBoard, filled

# Prices of routes are thousandths of a space, so that they are whole numbers like the planner's.
SPACE: Final = 1000


class Habits:
    """The reference player's constants, as shares of what the board gives.

    They were chosen by hand until games against itself had the scores, tickets and turns known of
    the strongest public bot.
    """

    def __init__(self) -> None:
        # What a train must earn outside the plan, of the best points per train. Low, because that
        # bot is known for many short claims that lead nowhere.
        self.train = 0.36
        # What a turn is worth, of the best points per turn; the worth of cards follows from it.
        self.turn = 0.6
        # A plan that takes so much longer than the trains last has even odds; the softness says how
        # fast the odds change around that. Both are shares of the turns that all trains last. Above
        # zero, because the reference is to miss one ticket in five.
        self.overrun = 0.1
        self.softness = 0.1
        # It draws tickets until the plan takes this share of the trains left.
        self.appetite = 0.35


class Scene:
    """What the reference player makes of the facts: prices, its plan, and what cards are worth."""

    def __init__(
        self, facts: SeatFacts, scale: BoardScale, habits: Habits, tickets: vec[i64]
    ) -> None:
        t = facts.flat
        self.facts = facts
        self.flat: FlatBoard = t
        self.habits = habits
        self.scale = scale
        self.ways = Ways(t)
        # Cities joined by routes that the seat may use, and those at them.
        self.own = separate_cities(t)
        self.touched = filled(t.cities, 0)
        self.price = filled(t.routes, FAR)
        self.balance = HandBalance(t, facts.hand)
        self.station_price = next_station_price(facts)
        # What a train must earn outside the plan, in points.
        self.train = habits.train * scale.train_points
        # A card that is needed saves the part of a turn that drawing it would take.
        self.card = habits.turn * scale.turn_points / CARDS_PER_TURN
        _price_routes(self)
        # Points of tickets to complete, points of complete tickets less those of lost ones, and the
        # trains, routes and borrowed routes of the plan.
        self.stake: i64 = 0
        self.settled: i64 = 0
        self.trains: i64 = 0
        self.routes = vec[i64]()
        self.borrowed = vec[i64]()
        _plan(self, tickets)
        self.missing = missing_for_routes(self.balance, self.routes, -1, 0)
        self.turns = _plan_turns(self)
        self.odds = odds_of(self, self.turns)
        # What a card of each kind and one from the deck are worth, and the chance that one fits.
        self.worth = vec[float]([0.0] * t.kinds)
        self.deck = 0.0
        self.fit = 0.0


def _price_routes(scene: Scene) -> None:
    """In thousandths of a train; a station costs twice its cards and the points it loses."""
    t, facts = scene.flat, scene.facts
    route: i64 = 0
    while route < t.routes:
        a = t.route_a[route]
        b = t.route_b[route]
        if can_use(facts, route):
            scene.price[route] = 0
            scene.own.join(a, b)
            scene.touched[a] = 1
            scene.touched[b] = 1
        elif facts.owner[route] < 0 and can_claim(facts, route, facts.seat):
            scene.price[route] = SPACE * t.route_length[route]
        elif (
            facts.owner[route] >= 0
            and scene.station_price
            and (facts.station_owner[a] < 0 or facts.station_owner[b] < 0)
        ):
            scene.price[route] = SPACE * (2 * scene.station_price + t.station_points)
        route += 1


def _plan(scene: Scene, tickets: vec[i64]) -> None:
    """Plan the forest of all tickets that can still be completed."""
    t = scene.flat
    pairs = Pairs()
    for ticket in tickets:
        a = t.ticket_a[ticket]
        b = t.ticket_b[ticket]
        if scene.own.joined(a, b):
            scene.settled += t.ticket_points[ticket]
        elif spread(scene.ways, scene.price, a, b) >= FAR:
            scene.settled -= t.ticket_points[ticket]
        else:
            pairs.add(a, b)
            scene.stake += t.ticket_points[ticket]
    if not len(pairs.start):
        return
    forest: Forest = join_all(scene.ways, scene.price, pairs, bare_ground())
    for route in forest.routes():
        if scene.facts.owner[route] >= 0:
            scene.borrowed = append(scene.borrowed, route)
        else:
            scene.routes = append(scene.routes, route)
            scene.trains += t.route_length[route]


def _plan_turns(scene: Scene) -> float:
    """A turn for each claim and each station, and those of drawing the missing cards."""
    stations = i64(len(scene.borrowed))
    cards = float(scene.missing + stations * scene.station_price)
    return float(i64(len(scene.routes)) + stations) + cards / CARDS_PER_TURN


def odds_of(scene: Scene, turns: float) -> float:
    """The odds of completing a plan of so many turns; the seat's own trains are the only clock."""
    if turns == 0.0:
        return 1.0
    facts, full = scene.facts, scene.scale.full_turns
    left = full * float(facts.trains[facts.seat]) / float(scene.flat.trains)
    spare = left + scene.habits.overrun * full - turns
    return 1.0 / (1.0 + exp(-spare / (scene.habits.softness * full)))


def ticket_points(scene: Scene) -> float:
    """The points expected of all tickets held."""
    return float(scene.settled) + float(scene.stake) * (2.0 * scene.odds - 1.0)
