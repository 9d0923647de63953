"""What to do with the trains and turns that the tickets leave over: routes by points per turn.

Routes are added one at a time, the one that brings most for the turns it takes beside what is
planned already, while trains and turns last.
"""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

from whistlestop.bots.planning.aims import Plan
from whistlestop.bots.planning.outlook import Outlook
from whistlestop.bots.planning.purse import reckon
from whistlestop.bots.planning.sight import can_claim
from whistlestop.engine.tables import filled


def fill(o: Outlook, plan: Plan, most: i64) -> vec[i64]:
    """Up to `most` routes for what the plan leaves over, the best first."""
    x = o.sight
    trains = x.trains[x.seat] - plan.trains
    turns = o.turns - plan.turns
    everything = plan.routes[:]
    chosen = vec[i64]()
    missing = reckon(o.purse, everything, -1, 0)
    while i64(len(chosen)) < most:
        route = _best_addition(o, everything, missing, trains, turns)
        if route < 0:
            return chosen
        everything = append(everything, route)
        chosen = append(chosen, route)
        now = reckon(o.purse, everything, -1, 0)
        trains -= o.tables.route_length[route]
        turns -= 1.0 + float(now - missing) / o.tuning.cards
        missing = now
    return chosen


def _best_addition(o: Outlook, routes: vec[i64], missing: i64, trains: i64, turns: float) -> i64:
    """The route with most points per turn that fits; -1 if none does."""
    t, x = o.tables, o.sight
    taken = filled(t.routes, 0)
    for route in routes:
        taken[route] = 1
        if t.route_twin[route] >= 0:
            taken[t.route_twin[route]] = 1
    # Routes of a class take the same cards, so what one takes is reckoned once.
    costs = vec[float]([-1.0] * t.classes)
    best: i64 = -1
    most = 0.0
    route = 0
    while route < t.routes:
        if not taken[route] and t.route_length[route] <= trains and can_claim(x, route, x.seat):
            number = t.route_class[route]
            if costs[number] < 0.0:
                more = reckon(o.purse, append(routes[:], route), -1, 0) - missing
                costs[number] = 1.0 + float(more) / o.tuning.cards
            if costs[number] <= turns:
                rate = gain_of(o, route) / costs[number]
                if rate > most:
                    most = rate
                    best = route
        route += 1
    return best


def gain_of(o: Outlook, route: i64) -> float:
    """What a route brings for itself: points, attractions, a district, and its part in a trail."""
    t = o.tables
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
    t = o.tables
    if o.own.joined(a, b):
        return 0.0
    gain = 0.0
    number: i64 = 1
    while number <= t.max_district:
        open_ = _separate(o, number, -1, -1)
        now = _separate(o, number, o.own.root(a), o.own.root(b))
        if now < open_:
            gain += float(number) / float(open_ * open_)
        number += 1
    return gain


def _separate(o: Outlook, number: i64, one: i64, two: i64) -> i64:
    """How many joins a district still needs, where part `one` and part `two` are the same."""
    t = o.tables
    seen = filled(t.cities, 0)
    count: i64 = -1
    city: i64 = 0
    while city < t.cities:
        if t.district[city] == number:
            root = o.own.root(city)
            if root == two:
                root = one
            if not seen[root]:
                seen[root] = 1
                count += 1
        city += 1
    return count
