"""Tickets: which of an offer to keep, and whether drawing more is worth a turn.

Keeping is weighed by plans for the tickets held with each choice added. Drawing is weighed by what
each ticket that may lie in the deck would add to the plan at hand, and the chance that it is the
best of those offered.
"""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

from whistlestop.bots.planner.ticket_plan import Plan, best_plan, chance_of, worth_of
from whistlestop.bots.reasoning.prices import Outlook
from whistlestop.bots.reasoning.ways import FAR, spread
from whistlestop.engine.state.flat_board import filled


def best_keep(o: Outlook) -> i64:
    """The code of the best choice among the tickets offered."""
    best: i64 = -1
    most = 0.0
    for code in o.sight.codes:
        value = plan_with(o, code).value
        if best < 0 or value > most:
            best = code
            most = value
    return best


def plan_with(o: Outlook, code: i64) -> Plan:
    """The plan for the tickets held and those of a choice."""
    x = o.sight
    tickets = x.tickets[:]
    mask = code - o.flat.keep_code + 1
    place: i64 = 0
    while place < i64(len(x.offer)):
        if (mask >> place) & 1:
            tickets = append(tickets, x.offer[place])
        place += 1
    return best_plan(o, tickets)


def draw_gain(o: Outlook, plan: Plan) -> float:
    """The points that drawing tickets now is expected to bring over not drawing."""
    x, t = o.sight, o.flat
    count = t.draw_tickets if t.draw_tickets < x.ticket_pile else x.ticket_pile
    if count == 0:
        return -1.0
    deck = _survey(o, plan)
    values = deck.values
    total = deck.total
    # At least one must be kept, so there has to be a fair chance that one is worth keeping.
    if total < count or _none_of(deck.good, total, count) > o.tuning.risk:
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


class Deck:
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


def _survey(o: Outlook, plan: Plan) -> Deck:
    """What each ticket that may be in the deck would make of the plan."""
    x, t = o.sight, o.flat
    price = o.price[:]
    for route in plan.routes:
        price[route] = 0
    for route in plan.borrowed:
        price[route] = 0
    mine = filled(t.tickets, 0)
    for ticket in x.tickets:
        mine[ticket] = 1
    others = vec[i64](capacity=t.tickets)
    ticket = 0
    while ticket < t.tickets:
        if not mine[ticket] and not t.ticket_long[ticket]:
            others = append(others, ticket)
        ticket += 1
    deck = Deck()
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
            spread(o.net, price, start, t.ticket_b[ticket] if only else -1)
        more = _with_ticket(o, plan, price, ticket)
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


def _with_ticket(o: Outlook, plan: Plan, price: vec[i64], ticket: i64) -> Plan:
    """What would become of the plan by drawing this ticket, which takes a turn."""
    t = o.flat
    points = float(t.ticket_points[ticket]) + 0.1 * float(t.globetrotter)
    left = o.turns - 1.0
    more = Plan()
    more.settled = plan.settled
    more.stake = plan.stake
    more.turns = plan.turns
    more.trains = plan.trains
    more.points = plan.points
    more.borrowed = plan.borrowed
    if o.net.far[t.ticket_b[ticket]] >= FAR:
        more.settled -= points
    else:
        _add_way(o, more, price, ticket)
        more.stake += points
    fits = more.trains <= o.sight.trains[o.sight.seat]
    more.chance = chance_of(o, more.turns, left) if fits else 0.0
    more.value = worth_of(o, more, left)
    return more


def _add_way(o: Outlook, plan: Plan, price: vec[i64], ticket: i64) -> None:
    """Count the routes of the way found last into a plan."""
    t = o.flat
    city = t.ticket_b[ticket]
    while city != t.ticket_a[ticket]:
        route = o.net.via[city]
        if price[route] > 0:
            plan.turns += 1.0
            if o.sight.owner[route] < 0:
                plan.turns += float(t.route_length[route] + t.route_ferry[route]) / o.tuning.cards
                plan.trains += t.route_length[route]
                plan.points += float(t.route_points[route])
        city = t.route_a[route] + t.route_b[route] - city
