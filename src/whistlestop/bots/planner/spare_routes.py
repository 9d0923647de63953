"""What to do with the trains and turns that the tickets leave over: routes by points per turn.

Routes are added one at a time, the one that brings most for the turns it takes beside what is
planned already, while trains and turns last.
"""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

from whistlestop.bots.planner.ticket_plan import Plan
from whistlestop.bots.reasoning.card_needs import Bill, settle
from whistlestop.bots.reasoning.prices import Outlook
from whistlestop.bots.reasoning.seat_facts import can_claim
from whistlestop.engine.scoring.districts import joins_left
from whistlestop.engine.state.flat_board import filled


def fill(o: Outlook, plan: Plan, most: i64) -> vec[i64]:
    """Up to `most` routes for what the plan leaves over, the best first."""
    x, t = o.sight, o.flat
    trains = x.trains[x.seat] - plan.trains
    turns = o.turns - plan.turns
    bill = Bill(t, plan.routes, -1, 0)
    taken = filled(t.routes, 0)
    for route in plan.routes:
        _take(o, taken, route)
    free = vec[i64](capacity=t.routes)
    route = 0
    while route < t.routes:
        if not taken[route] and can_claim(x, route, x.seat):
            free = append(free, route)
        route += 1
    chosen = vec[i64]()
    missing = settle(o.purse, bill)
    while i64(len(chosen)) < most:
        route = _best_addition(o, bill, free, taken, missing, trains, turns)
        if route < 0:
            return chosen
        bill.add(route)
        _take(o, taken, route)
        chosen = append(chosen, route)
        now = settle(o.purse, bill)
        trains -= t.route_length[route]
        turns -= 1.0 + float(now - missing) / o.tuning.cards
        missing = now
    return chosen


def _take(o: Outlook, taken: vec[i64], route: i64) -> None:
    taken[route] = 1
    if o.flat.route_twin[route] >= 0:
        taken[o.flat.route_twin[route]] = 1


def _best_addition(
    o: Outlook,
    bill: Bill,
    free: vec[i64],
    taken: vec[i64],
    missing: i64,
    trains: i64,
    turns: float,
) -> i64:
    """The free route with most points per turn that fits; -1 if none does."""
    t = o.flat
    # Routes of a class take the same cards, so what one takes is reckoned once.
    costs = vec[float]([-1.0] * t.classes)
    best: i64 = -1
    most = 0.0
    for route in free:
        # A route takes at least a turn, so its rate is no higher than its gain.
        if not taken[route] and t.route_length[route] <= trains and gain_of(o, route) > most:
            number = t.route_class[route]
            if costs[number] < 0.0:
                bill.add(route)
                more = settle(o.purse, bill) - missing
                bill.drop(route)
                costs[number] = 1.0 + float(more) / o.tuning.cards
            if costs[number] <= turns:
                rate = gain_of(o, route) / costs[number]
                if rate > most:
                    most = rate
                    best = route
    return best


def gain_of(o: Outlook, route: i64) -> float:
    """What a route brings for itself: points, attractions, a district, and its part in a trail."""
    if o.gain[route] < 0.0:
        o.gain[route] = _gain(o, route)
    return o.gain[route]


def _gain(o: Outlook, route: i64) -> float:
    t = o.flat
    a = t.route_a[route]
    b = t.route_b[route]
    gain = float(t.route_points[route])
    if t.attraction_points:
        for city in (a, b):
            if t.attraction[city] and not o.touched[city]:
                gain += float(t.attraction_points)
    if t.longest_trail and (o.touched[a] or o.touched[b]):
        share = 2.0 * float(t.route_length[route]) / float(t.trains)
        gain += o.tuning.trail * share * float(t.longest_trail)
    if t.districts:
        gain += _districts(o, a, b)
    return gain


def _districts(o: Outlook, a: i64, b: i64) -> float:
    """The districts that a route between two cities would complete, and a part of others."""
    t = o.flat
    if o.own.joined(a, b):
        return 0.0
    gain = 0.0
    part = filled(t.cities, 0)
    city: i64 = 0
    while city < t.cities:
        part[city] = o.own.root(city)
        city += 1
    number: i64 = 1
    while number <= t.max_district:
        open_ = joins_left(t, part, 0, number)
        now = joins_left(t, part, 0, number, part[a], part[b])
        if now < open_:
            gain += float(number) / float(open_ * open_)
        number += 1
    return gain
