"""Tickets: which of an offer to keep, and whether drawing more is worth a turn.

Keeping is weighed by plans for the tickets held with each choice added. Drawing is weighed by what
each ticket that may lie in the deck would add to the plan at hand, and the chance that it is the
best of those offered.
"""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

from whistlestop.bots.planner.ticket_plan import TicketPlan, best_plan, chance_of, worth_of
from whistlestop.bots.reasoning.prices import Prices
from whistlestop.bots.reasoning.ways import FAR, spread
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
    """The plan for the tickets held and those of a choice."""
    facts = prices.facts
    tickets = facts.tickets[:]
    mask = code - prices.flat.keep_code + 1
    place: i64 = 0
    while place < i64(len(facts.offer)):
        if (mask >> place) & 1:
            tickets = append(tickets, facts.offer[place])
        place += 1
    return best_plan(prices, tickets)


def draw_gain(prices: Prices, plan: TicketPlan) -> float:
    """The points that drawing tickets now is expected to bring over not drawing."""
    facts, t = prices.facts, prices.flat
    count = t.draw_tickets if t.draw_tickets < facts.ticket_pile else facts.ticket_pile
    if count == 0:
        return -1.0
    deck = _survey(prices, plan)
    values = deck.values
    total = deck.total
    # At least one must be kept, so there has to be a fair chance that one is worth keeping.
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
    """The tickets that may be drawn: what each would make of the plan, and how many are good."""

    def __init__(self) -> None:
        # The best first.
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
    """What each ticket that may be in the deck would make of the plan."""
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
            # One search for all tickets from the same city, as far as they follow each other.
            only = n == deck.total or t.ticket_a[others[n]] != start
            spread(prices.open_ways, price, start, t.ticket_b[ticket] if only else -1)
        more = _with_ticket(prices, plan, price, ticket)
        deck.values = _insert(deck.values, more.value)
        if more.chance > 0.5 and more.stake > plan.stake:
            deck.good += 1
    return deck


def _insert(values: vec[float], value: float) -> vec[float]:
    values = append(values, value)
    at = i64(len(values)) - 1
    while at > 0 and values[at - 1] < value:
        values[at] = values[at - 1]
        at -= 1
    values[at] = value
    return values


def _with_ticket(prices: Prices, plan: TicketPlan, price: vec[i64], ticket: i64) -> TicketPlan:
    """What would become of the plan by drawing this ticket, which takes a turn."""
    t = prices.flat
    points = float(t.ticket_points[ticket]) + 0.1 * float(t.globetrotter)
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
    """Count the routes of the way found last into a plan."""
    t = prices.flat
    city = t.ticket_b[ticket]
    while city != t.ticket_a[ticket]:
        route = prices.open_ways.via[city]
        if price[route] > 0:
            plan.turns += 1.0
            if prices.facts.owner[route] < 0:
                plan.turns += (
                    float(t.route_length[route] + t.route_ferry[route]) / prices.tuning.cards
                )
                plan.trains += t.route_length[route]
                plan.points += float(t.route_points[route])
        city = t.route_a[route] + t.route_b[route] - city
