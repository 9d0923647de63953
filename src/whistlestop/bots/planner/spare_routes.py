"""Routes for the trains and turns that the ticket plan leaves over, by points per turn.

They are picked one at a time while trains and turns last: next comes the route that brings most for
the turns it takes in addition to what is planned already.
"""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

from whistlestop.bots.planner.ticket_plan import TicketPlan
from whistlestop.bots.reasoning.card_needs import Bill, count_missing
from whistlestop.bots.reasoning.prices import Prices
from whistlestop.bots.reasoning.seat_facts import can_claim
from whistlestop.engine.scoring.districts import joins_left
from whistlestop.engine.state.flat_board import filled


def pick_spare_routes(prices: Prices, plan: TicketPlan, most: i64) -> vec[i64]:
    """Up to `most` routes for the trains and turns that the plan leaves over, the best first."""
    facts, t = prices.facts, prices.flat
    trains = facts.trains[facts.seat] - plan.trains
    turns = prices.turns_left - plan.turns
    bill = Bill(t, plan.routes, -1, 0)
    taken = filled(t.routes, 0)
    for route in plan.routes:
        _take(prices, taken, route)
    free = vec[i64](capacity=t.routes)
    route = 0
    while route < t.routes:
        if not taken[route] and can_claim(facts, route, facts.seat):
            free = append(free, route)
        route += 1
    chosen = vec[i64]()
    missing = count_missing(prices.balance, bill)
    while i64(len(chosen)) < most:
        route = _best_addition(prices, bill, free, taken, missing, trains, turns)
        if route < 0:
            return chosen
        bill.add(route)
        _take(prices, taken, route)
        chosen = append(chosen, route)
        now = count_missing(prices.balance, bill)
        trains -= t.route_length[route]
        turns -= 1.0 + float(now - missing) / prices.tuning.cards
        missing = now
    return chosen


def _take(prices: Prices, taken: vec[i64], route: i64) -> None:
    taken[route] = 1
    if prices.flat.route_twin[route] >= 0:
        taken[prices.flat.route_twin[route]] = 1


def _best_addition(
    prices: Prices,
    bill: Bill,
    free: vec[i64],
    taken: vec[i64],
    missing: i64,
    trains: i64,
    turns: float,
) -> i64:
    """The free route with most points per turn that fits trains and turns; -1 if none does."""
    t = prices.flat
    # Routes of a class ask for the same cards, so their turns are counted once.
    costs = vec[float]([-1.0] * t.classes)
    best: i64 = -1
    most = 0.0
    for route in free:
        # A route takes at least one turn, so its rate cannot be higher than its gain.
        if not taken[route] and t.route_length[route] <= trains and gain_of(prices, route) > most:
            number = t.route_class[route]
            if costs[number] < 0.0:
                bill.add(route)
                more = count_missing(prices.balance, bill) - missing
                bill.drop(route)
                costs[number] = 1.0 + float(more) / prices.tuning.cards
            if costs[number] <= turns:
                rate = gain_of(prices, route) / costs[number]
                if rate > most:
                    most = rate
                    best = route
    return best


def gain_of(prices: Prices, route: i64) -> float:
    """What a route brings by itself: points, cities reached, districts, and its part in a trail."""
    if prices.gain[route] < 0.0:
        prices.gain[route] = _gain(prices, route)
    return prices.gain[route]


def _gain(prices: Prices, route: i64) -> float:
    t = prices.flat
    a = t.route_a[route]
    b = t.route_b[route]
    gain = float(t.route_points[route])
    if t.prized:
        for city in (a, b):
            if not prices.touched[city]:
                gain += float(t.city_points[city])
    if t.longest_trail and (prices.touched[a] or prices.touched[b]):
        # The longest trail usually takes about half of a player's trains.
        share = 2.0 * float(t.route_length[route]) / float(t.trains)
        gain += prices.tuning.trail * share * float(t.longest_trail)
    if t.districts:
        gain += _districts(prices, a, b)
    return gain


def _districts(prices: Prices, start: i64, goal: i64) -> float:
    """The districts that joining two cities completes, and a part of those it brings nearer."""
    t = prices.flat
    if prices.own.joined(start, goal):
        return 0.0
    gain = 0.0
    part = filled(t.cities, 0)
    city: i64 = 0
    while city < t.cities:
        part[city] = prices.own.root(city)
        city += 1
    number: i64 = 1
    while number <= t.max_district:
        open_ = joins_left(t, part, 0, number)
        now = joins_left(t, part, 0, number, part[start], part[goal])
        if now < open_:
            # The last join of a district gets all its points, one of several far less: the others
            # may never be made.
            gain += float(number) / float(open_ * open_)
        number += 1
    return gain
