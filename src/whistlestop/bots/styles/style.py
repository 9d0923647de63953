"""What all styles share: a last turn, tickets, a station, a claim, or cards, in this order.

A style is a player of one idea. It says which routes it is after, which of those it can pay comes
first, when it wants more tickets and which it keeps; this module does the rest. Styles see facts
and nothing else, remember nothing and use no luck.
"""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

from whistlestop.bots.greedy.choice import cheapest_keep
from whistlestop.bots.planner.card_choice import Needs, best_draw
from whistlestop.bots.planner.choice import (
    answer_tunnel,
    best_last_turn,
    build_station,
    dares_tunnel,
)
from whistlestop.bots.planner.spare_routes import gain_of
from whistlestop.bots.planner.ticket_plan import TicketPlan
from whistlestop.bots.reasoning.board_scale import BoardScale
from whistlestop.bots.reasoning.card_needs import UNPAYABLE, best_payment, claim_code
from whistlestop.bots.reasoning.prices import Prices, Tuning
from whistlestop.bots.reasoning.seat_facts import SeatFacts, can_claim
from whistlestop.bots.reasoning.ways import FAR, other_end, spread
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

    def keep(self, prices: Prices) -> i64:
        """The code of the tickets it keeps: those that take fewest trains, unless it says more."""
        return cheapest_keep(prices.facts)

    def plan(self, prices: Prices) -> TicketPlan:
        """The routes it is after."""
        return shortest_ways(prices)

    def worth(self, prices: Prices, plan: TicketPlan, route: i64) -> float:
        """What claiming a route of the plan now is worth; below zero it rather waits."""
        return gain_of(prices, route)

    def wants_tickets(self, prices: Prices, plan: TicketPlan) -> bool:
        """Whether it draws tickets now."""
        return False


def choose_in_style(style: Style, facts: SeatFacts, scale: BoardScale, tuning: Tuning) -> i64:
    """The code of the action that a style takes."""
    if len(facts.codes) == 1:
        return facts.codes[0]
    prices = Prices(facts, scale, tuning)
    if facts.phase == OPENING or facts.phase == KEEPING:
        return style.keep(prices)
    if facts.phase == TUNNEL:
        return answer_tunnel(prices)
    plan = style.plan(prices)
    if facts.phase != SECOND:
        code = _act(style, prices, plan)
        if code >= 0:
            return code
    code = best_draw(prices, Needs(prices, plan, vec[i64]()))
    return code if code >= 0 else best_last_turn(prices, plan)


def _act(style: Style, prices: Prices, plan: TicketPlan) -> i64:
    """Anything but drawing cards; -1 if the style would rather draw."""
    if prices.turns_left <= 1.0:
        return best_last_turn(prices, plan)
    if prices.facts.codes[0] == TICKETS_CODE and style.wants_tickets(prices, plan):
        return TICKETS_CODE
    code = build_station(prices, plan)
    if code >= 0:
        return code
    best: i64 = -1
    most = 0.0
    for route in plan.routes:
        payment = best_payment(prices.balance, route, plan.routes)
        if payment.missing < UNPAYABLE and dares_tunnel(prices, route, payment):
            worth = style.worth(prices, plan, route)
            if worth >= 0.0 and (best < 0 or worth > most):
                most = worth
                best = claim_code(prices.flat, route, payment)
    return best


def shortest_ways(prices: Prices) -> TicketPlan:
    """A shortest way in trains for each ticket by itself, unless it is complete or lost."""
    t, facts = prices.flat, prices.facts
    price = prices_in_trains(prices)
    plan = TicketPlan()
    taken = filled(t.routes, 0)
    for ticket in facts.tickets:
        start = t.ticket_a[ticket]
        city = t.ticket_b[ticket]
        if prices.own.joined(start, city) or spread(prices.ways, price, start, city) >= FAR:
            continue
        plan.wanted = append(plan.wanted, ticket)
        while city != start:
            route = prices.ways.via[city]
            if price[route] > 0 and not taken[route]:
                taken[route] = 1
                _add(prices, plan, route)
            city = other_end(t, route, city)
    return plan


def _add(prices: Prices, plan: TicketPlan, route: i64) -> None:
    """Add a route to those to claim, or to those to borrow if a rival owns it."""
    if prices.facts.owner[route] >= 0:
        plan.borrowed = append(plan.borrowed, route)
    else:
        plan.routes = append(plan.routes, route)
        plan.trains += prices.flat.route_length[route]


def prices_in_trains(prices: Prices) -> vec[i64]:
    """The prices in trains; a station costs as much as the longest route, and its points."""
    t, facts = prices.flat, prices.facts
    price = prices.by_route[:]
    route: i64 = 0
    while route < t.routes:
        if 0 < price[route] < FAR:
            price[route] = t.route_length[route]
            if facts.owner[route] >= 0:
                price[route] = prices.scale.longest + t.station_points
        route += 1
    return price


def open_routes(prices: Prices, least: i64) -> vec[i64]:
    """Routes of at least this length that the seat may claim, the longest first."""
    t, facts = prices.flat, prices.facts
    listed = vec[i64]()
    length = prices.scale.longest
    while length >= least and length > 0:
        route: i64 = 0
        while route < t.routes:
            if t.route_length[route] == length and can_claim(facts, route, facts.seat):
                listed = append(listed, route)
            route += 1
        length -= 1
    return listed


def all_complete(prices: Prices) -> bool:
    """Whether every ticket held is complete."""
    t = prices.flat
    return all(prices.own.joined(t.ticket_a[n], t.ticket_b[n]) for n in prices.facts.tickets)


def trains_share(prices: Prices) -> float:
    """The share of its trains that the seat has left."""
    return float(prices.facts.trains[prices.facts.seat]) / float(prices.flat.trains)
