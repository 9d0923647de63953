"""What a judge sees in a seat: 27 traits of its plan and of what it owns, each with a name.

A trait is a place in a row of numbers. Points, cards and trains are counted per train of the board,
turns as shares of a full game, so that weights mean the same on every board. The weights in
`bots/tuned.json` stand in this order: a new trait goes to the end and needs new weights. What the
weights make of a row is in `judge`.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from whistlestop.bots.planner.ticket_plan import TicketPlan
from whistlestop.bots.reasoning.board_scale import turns_to_end
from whistlestop.bots.reasoning.card_needs import UNPAYABLE, best_payment
from whistlestop.bots.reasoning.prices import Prices
from whistlestop.bots.reasoning.seat_facts import longest_suit
from whistlestop.engine.scoring.bonuses import place_points
from whistlestop.engine.scoring.tally import Tally

# Points so far: of routes, of cities reached and districts linked, of stations not built; and the
# spaces of the longest trail.
ROUTE_POINTS: Final = 0
TRAIL: Final = 1
PRIZES: Final = 2
STATION_POINTS: Final = 3
# The plan's tickets: points of complete ones less lost ones, points of those it goes for, the same
# by its chance, and the chance itself.
SETTLED: Final = 4
STAKE: Final = 5
LIKELY_STAKE: Final = 6
CHANCE: Final = 7
# What the plan takes and brings otherwise: turns, the points of its routes, the same by its chance,
# cards still to draw, trains, tickets given up, routes to borrow.
PLAN_TURNS: Final = 8
PLAN_POINTS: Final = 9
LIKELY_POINTS: Final = 10
MISSING: Final = 11
PLAN_TRAINS: Final = 12
GIVEN_UP: Final = 13
BORROWED: Final = 14
# What the seat has left: trains, cards, locomotives, cards of its longest suit.
TRAINS: Final = 15
CARDS: Final = 16
LOCOMOTIVES: Final = 17
LONGEST_SUIT: Final = 18
# Turns that rivals leave it, and turns until it could end the game itself.
TURNS_LEFT: Final = 19
TURNS_TO_END: Final = 20
# All that the plan promises.
PLAN_VALUE: Final = 21
# The plan's routes: how many, those that can be paid now, their heat, those rivals want too.
PLAN_ROUTES: Final = 22
READY: Final = 23
HEAT: Final = 24
SHARED: Final = 25
TICKETS: Final = 26

# How many traits there are.
TRAITS: Final = 27
# The traits that add up to the points that a plan promises: those so far, and those to come.
PROMISED: Final = (ROUTE_POINTS, PRIZES, STATION_POINTS, PLAN_VALUE)
# The worst value of a plan, in points per train: beyond it no plan is worse than another. It keeps
# the value of plans that ask for more trains than there are (-1,000 points) from outweighing the
# rest. The beliefs have a bound of their own, since they compare plans in points.
WORST_PLAN: Final = -4.0


def traits_of(prices: Prices, plan: TicketPlan, tally: Tally, wanted: vec[i64]) -> vec[float]:
    """The traits of a seat; `wanted` counts for each route the plans of all seats that want it."""
    row = vec[float]([0.0] * TRAITS)
    _add_points(row, prices, tally)
    _add_plan(row, prices, plan)
    _add_hand(row, prices)
    _add_routes(row, prices, plan, wanted)
    return row


def _add_points(row: vec[float], prices: Prices, tally: Tally) -> None:
    facts, t = prices.facts, prices.flat
    seat = facts.seat
    train = 1.0 / float(t.trains)
    row[ROUTE_POINTS] = float(tally.routes[seat]) * train
    row[TRAIL] = float(tally.trail[seat] if tally.trail[seat] > 0 else 0) * train
    row[PRIZES] = float(place_points(t, tally, seat)) * train
    row[STATION_POINTS] = float(facts.stations[seat] * t.station_points) * train


def _add_plan(row: vec[float], prices: Prices, plan: TicketPlan) -> None:
    train = 1.0 / float(prices.flat.trains)
    value = plan.value * train
    row[SETTLED] = plan.settled * train
    row[STAKE] = plan.stake * train
    row[LIKELY_STAKE] = plan.stake * plan.chance * train
    row[CHANCE] = plan.chance
    row[PLAN_TURNS] = plan.turns * (1.0 / prices.scale.full_turns)
    row[PLAN_POINTS] = plan.points * train
    row[LIKELY_POINTS] = plan.points * plan.chance * train
    row[MISSING] = float(plan.missing) * train
    row[PLAN_TRAINS] = float(plan.trains) * train
    row[GIVEN_UP] = float(plan.given_up)
    row[BORROWED] = float(len(plan.borrowed))
    row[PLAN_VALUE] = value if value > WORST_PLAN else WORST_PLAN


def _add_hand(row: vec[float], prices: Prices) -> None:
    facts, t, scale = prices.facts, prices.flat, prices.scale
    seat = facts.seat
    train = 1.0 / float(t.trains)
    turn = 1.0 / scale.full_turns
    cards: i64 = 0
    for count in facts.hand:
        cards += count
    row[TRAINS] = float(facts.trains[seat]) * train
    row[CARDS] = float(cards) * train
    row[LOCOMOTIVES] = float(facts.hand[t.wild]) * train
    row[LONGEST_SUIT] = float(longest_suit(facts)) * train
    row[TURNS_LEFT] = prices.turns_left * turn
    row[TURNS_TO_END] = turns_to_end(scale, facts.trains[seat], facts.sizes[seat]) * turn
    row[TICKETS] = float(len(facts.tickets))


def _add_routes(row: vec[float], prices: Prices, plan: TicketPlan, wanted: vec[i64]) -> None:
    # A claim counts as many trains as the usual route takes.
    claim = prices.scale.mean_length * (1.0 / float(prices.flat.trains))
    ready = 0.0
    heat = 0.0
    shared = 0.0
    for route in plan.routes:
        if best_payment(prices.balance, route, plan.routes).missing < UNPAYABLE:
            ready += claim
        heat += prices.scale.heat[route]
        if wanted[route] > 1:
            shared += 1.0
    row[PLAN_ROUTES] = float(len(plan.routes)) * claim
    row[READY] = ready
    row[HEAT] = heat
    row[SHARED] = shared
