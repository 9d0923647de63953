"""Tickets: which of those offered to keep, and whether drawing more is worth a turn.

To keep, the planner compares the plans for the tickets held together with each choice. To draw, it
asks what each ticket that may lie in the deck would add to its plan, and how likely that ticket is
the best of those offered.
"""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

from whistlestop.bots.planner.ticket_plan import (
    EVEN,
    TicketPlan,
    best_plan,
    chance_of,
    ticket_worth,
    worth_of,
)
from whistlestop.bots.reasoning.prices import Prices
from whistlestop.bots.reasoning.seat_facts import tickets_with
from whistlestop.bots.reasoning.ways import FAR, other_end, spread
from whistlestop.engine.state.flat_board import filled


def best_keep(prices: Prices) -> i64:
    """The code of the best choice among the tickets offered."""
    best: i64 = -1
    most = 0.0
    for code in prices.facts.codes:
        value = plan_with(prices, code).value
        if best < 0 or value > most:
            best = code
            most = value
    return best


def plan_with(prices: Prices, code: i64) -> TicketPlan:
    """The plan for the tickets held together with those of a choice."""
    return best_plan(prices, tickets_with(prices.facts, code))


def draw_gain(prices: Prices, plan: TicketPlan) -> float:
    """The points that drawing tickets now is expected to bring over not drawing."""
    facts, t = prices.facts, prices.flat
    count = t.draw_tickets if t.draw_tickets < facts.ticket_pile else facts.ticket_pile
    if count == 0:
        return -1.0
    deck = _survey(prices, plan)
    values = deck.values
    total = deck.total
    # The seat must keep at least one, so there has to be a fair chance that one is worth keeping.
    if total < count or _none_of(deck.good, total, count) > prices.tuning.risk:
        return -1.0
    # Sorted from the best: the first is the best of `count` with chance count / total, and so on.
    chance = float(count) / float(total)
    expected = 0.0
    place: i64 = 0
    while place < total and chance > 0.0:
        expected += chance * values[place]
        rest = total - 1 - place
        if rest > 0:
            chance = chance * float(rest - count + 1) / float(rest)
        place += 1
    return expected - plan.value


class TicketOdds:
    """The tickets that may be drawn: the plan's value with each of them, and how many are good."""

    def __init__(self) -> None:
        # Values of the plan, the best first.
        self.values = vec[float]()
        self.total: i64 = 0
        self.good: i64 = 0


def _none_of(good: i64, total: i64, count: i64) -> float:
    """The chance that none of the good tickets is among those offered."""
    chance = 1.0
    while count > 0:
        if total - good <= 0:
            return 0.0
        chance = chance * float(total - good) / float(total)
        total -= 1
        count -= 1
    return chance


def _survey(prices: Prices, plan: TicketPlan) -> TicketOdds:
    """The value of the plan with each ticket that may lie in the deck."""
    facts, t = prices.facts, prices.flat
    price = prices.by_route[:]
    for route in plan.routes:
        price[route] = 0
    for route in plan.borrowed:
        price[route] = 0
    mine = filled(t.tickets, 0)
    for ticket in facts.tickets:
        mine[ticket] = 1
    others = vec[i64](capacity=t.tickets)
    ticket = 0
    while ticket < t.tickets:
        if not mine[ticket] and not t.ticket_long[ticket]:
            others = append(others, ticket)
        ticket += 1
    deck = TicketOdds()
    deck.total = i64(len(others))
    start: i64 = -1
    n: i64 = 0
    while n < deck.total:
        ticket = others[n]
        n += 1
        if t.ticket_a[ticket] != start:
            start = t.ticket_a[ticket]
            # One search serves all tickets from the same city that follow each other.
            only = n == deck.total or t.ticket_a[others[n]] != start
            spread(prices.open_ways, price, start, t.ticket_b[ticket] if only else -1)
        more = _with_ticket(prices, plan, price, ticket)
        deck.values = _insert(deck.values, more.value)
        if more.chance > EVEN and more.stake > plan.stake:
            deck.good += 1
    return deck


def _insert(values: vec[float], value: float) -> vec[float]:
    """Add a value to a row that is sorted from the best."""
    values = append(values, value)
    at = i64(len(values)) - 1
    while at > 0 and values[at - 1] < value:
        values[at] = values[at - 1]
        at -= 1
    values[at] = value
    return values


def _with_ticket(prices: Prices, plan: TicketPlan, price: vec[i64], ticket: i64) -> TicketPlan:
    """The plan with this ticket added, less the turn that drawing takes."""
    t = prices.flat
    points = ticket_worth(prices, ticket)
    left = prices.turns_left - 1.0
    more = TicketPlan()
    more.settled = plan.settled
    more.stake = plan.stake
    more.turns = plan.turns
    more.trains = plan.trains
    more.points = plan.points
    more.borrowed = plan.borrowed
    if prices.open_ways.far[t.ticket_b[ticket]] >= FAR:
        more.settled -= points
    else:
        _add_way(prices, more, price, ticket)
        more.stake += points
    fits = more.trains <= prices.facts.trains[prices.facts.seat]
    more.chance = chance_of(prices, more.turns, left) if fits else 0.0
    more.value = worth_of(prices, more, left)
    return more


def _add_way(prices: Prices, plan: TicketPlan, price: vec[i64], ticket: i64) -> None:
    """Add the routes of the way that the last search found."""
    t = prices.flat
    city = t.ticket_b[ticket]
    while city != t.ticket_a[ticket]:
        route = prices.open_ways.via[city]
        if price[route] > 0:
            plan.turns += 1.0
            if prices.facts.owner[route] < 0:
                cards = float(t.route_length[route] + t.route_ferry[route])
                plan.turns += cards / prices.tuning.cards
                plan.trains += t.route_length[route]
                plan.points += float(t.route_points[route])
        city = other_end(t, route, city)
