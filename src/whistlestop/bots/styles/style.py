"""What all styles share: a last turn, a station, tickets, a claim, or cards, in this order.

A style is a player of one idea. It says which routes it is after, which of those it can pay comes
first, when it wants more tickets and which it keeps; everything else is here. Styles see a sight
and nothing else, remember nothing and have no use for luck.
"""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

from whistlestop.bots.greedy.choice import cheapest_keep
from whistlestop.bots.planner.card_choice import Needs, best_draw
from whistlestop.bots.planner.choice import answer_tunnel, bold, cash_in, station
from whistlestop.bots.planner.spare_routes import gain_of
from whistlestop.bots.planner.ticket_plan import Plan
from whistlestop.bots.reasoning.board_scale import Gauge
from whistlestop.bots.reasoning.card_needs import NO_WAY, best_payment, claim_code
from whistlestop.bots.reasoning.prices import Outlook, Tuning
from whistlestop.bots.reasoning.seat_facts import Sight, can_claim
from whistlestop.bots.reasoning.ways import FAR, spread
from whistlestop.engine.state.flat_board import (
    KEEPING,
    OPENING,
    SECOND,
    TICKETS_CODE,
    TUNNEL,
    filled,
)


class Style:
    """One idea of how to play; the plan it works on holds the routes it is after, best first."""

    def keep(self, o: Outlook) -> i64:
        return cheapest_keep(o.sight)

    def plan(self, o: Outlook) -> Plan:
        return shortest_ways(o)

    def worth(self, o: Outlook, plan: Plan, route: i64) -> float:
        """What claiming a route of the plan now is worth; below zero: rather not now."""
        return gain_of(o, route)

    def hungry(self, o: Outlook, plan: Plan) -> bool:
        return False


def decide(style: Style, x: Sight, gauge: Gauge, tuning: Tuning) -> i64:
    """The code of the action that a style takes."""
    if len(x.codes) == 1:
        return x.codes[0]
    o = Outlook(x, gauge, tuning)
    if x.phase == OPENING or x.phase == KEEPING:
        return style.keep(o)
    if x.phase == TUNNEL:
        return answer_tunnel(o)
    plan = style.plan(o)
    if x.phase != SECOND:
        code = _act(style, o, plan)
        if code >= 0:
            return code
    code = best_draw(o, Needs(o, plan, vec[i64]()))
    return code if code >= 0 else cash_in(o, plan)


def _act(style: Style, o: Outlook, plan: Plan) -> i64:
    """Anything but drawing cards; -1 if the style would rather draw."""
    if o.turns <= 1.0:
        return cash_in(o, plan)
    if o.sight.codes[0] == TICKETS_CODE and style.hungry(o, plan):
        return TICKETS_CODE
    code = station(o, plan)
    if code >= 0:
        return code
    best: i64 = -1
    most = 0.0
    for route in plan.routes:
        payment = best_payment(o.purse, route, plan.routes)
        if payment.missing < NO_WAY and bold(o, route, payment):
            worth = style.worth(o, plan, route)
            if worth >= 0.0 and (best < 0 or worth > most):
                most = worth
                best = claim_code(o.flat, route, payment)
    return best


def shortest_ways(o: Outlook) -> Plan:
    """A shortest way for each ticket by itself, in trains; nothing for what is lost or done."""
    t, x = o.flat, o.sight
    price = lengths(o)
    plan = Plan()
    taken = filled(t.routes, 0)
    for ticket in x.tickets:
        start = t.ticket_a[ticket]
        city = t.ticket_b[ticket]
        if o.own.joined(start, city) or spread(o.ways, price, start, city) >= FAR:
            continue
        plan.wanted = append(plan.wanted, ticket)
        while city != start:
            route = o.ways.via[city]
            if price[route] > 0 and not taken[route]:
                taken[route] = 1
                _add(o, plan, route)
            city = t.route_a[route] + t.route_b[route] - city
    return plan


def _add(o: Outlook, plan: Plan, route: i64) -> None:
    if o.sight.owner[route] >= 0:
        plan.borrowed = append(plan.borrowed, route)
    else:
        plan.routes = append(plan.routes, route)
        plan.trains += o.flat.route_length[route]


def lengths(o: Outlook) -> vec[i64]:
    """Prices in trains; a station counts as far as the longest route, and its points."""
    t, x = o.flat, o.sight
    price = o.price[:]
    route: i64 = 0
    while route < t.routes:
        if 0 < price[route] < FAR:
            price[route] = t.route_length[route]
            if x.owner[route] >= 0:
                price[route] = o.gauge.longest + t.station_points
        route += 1
    return price


def open_routes(o: Outlook, least: i64) -> vec[i64]:
    """Routes of at least this length that the seat may claim, the longest first."""
    t, x = o.flat, o.sight
    listed = vec[i64]()
    length = o.gauge.longest
    while length >= least and length > 0:
        route: i64 = 0
        while route < t.routes:
            if t.route_length[route] == length and can_claim(x, route, x.seat):
                listed = append(listed, route)
            route += 1
        length -= 1
    return listed


def all_done(o: Outlook) -> bool:
    """Whether every ticket held is complete."""
    t = o.flat
    return all(o.own.joined(t.ticket_a[n], t.ticket_b[n]) for n in o.sight.tickets)


def trains_share(o: Outlook) -> float:
    """The share of its trains that the seat has left."""
    return float(o.sight.trains[o.sight.seat]) / float(o.flat.trains)
