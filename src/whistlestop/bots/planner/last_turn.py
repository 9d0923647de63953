"""The last turn: what every claim, station and draw of tickets brings, counted exactly.

Nothing can be planned any more, so nothing is guessed: a claim brings its points, the cities it
reaches, the districts and tickets that it completes, and the prize for the longest trail if it wins
or shares that. Only a tunnel and tickets not yet seen stay uncertain, and those count by their
chances. Earlier turns are the business of `choice`.
"""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

from whistlestop.bots.planner.ticket_plan import ticket_worth
from whistlestop.bots.planner.tunnel_odds import tunnel_chance
from whistlestop.bots.reasoning.card_needs import (
    UNPAYABLE,
    best_payment,
    best_station_payment,
    build_code,
    claim_code,
)
from whistlestop.bots.reasoning.prices import Prices
from whistlestop.bots.reasoning.seat_facts import SeatFacts, can_claim, points_turned
from whistlestop.engine.scoring.districts import joins_left
from whistlestop.engine.scoring.trail import trail_among
from whistlestop.engine.state.flat_board import FlatBoard, filled


class TrailRace:
    """The longest trails as they stand: the seat's own and its best rival's."""

    def __init__(self, facts: SeatFacts) -> None:
        self.facts = facts
        self.owner = facts.owner[:]
        self.mine = trail_among(facts.flat, self.owner, facts.seat)
        self.theirs: i64 = 0
        who: i64 = 0
        while who < facts.flat.players:
            if who != facts.seat:
                length = trail_among(facts.flat, self.owner, who)
                if length > self.theirs:
                    self.theirs = length
            who += 1

    def prize(self, length: i64) -> float:
        """What a trail of this length brings: the prize, less what of it the rivals get."""
        t = self.facts.flat
        own = 1.0 if length and length >= self.theirs else 0.0
        others = 1.0 / float(t.players - 1) if self.theirs and self.theirs >= length else 0.0
        return (own - others) * float(t.longest_trail)


def trail_gain(prices: Prices, race: TrailRace, route: i64) -> float:
    """What claiming a route now changes about the prize for the longest trail."""
    facts, t = prices.facts, prices.flat
    length = t.route_length[route]
    if race.mine > race.theirs or t.trains - facts.trains[facts.seat] + length < race.theirs:
        return 0.0
    ends = prices.touched[t.route_a[route]] + prices.touched[t.route_b[route]]
    # A route at one end of a trail makes it longer by itself at most; one apart is a trail alone.
    most = length if ends == 0 else race.mine + length
    if ends < 2 and most < race.theirs:
        return 0.0
    race.owner[route] = facts.seat
    longer = trail_among(t, race.owner, facts.seat)
    race.owner[route] = -1
    return race.prize(longer) - race.prize(race.mine)


class LastClaim:
    """The best claim of a last turn, as its code, and what it brings; -1 if nothing can be had."""

    def __init__(self) -> None:
        self.code: i64 = -1
        self.gain = 0.0


def best_last_claim(prices: Prices) -> LastClaim:
    """The claim or station that brings most at once."""
    t, facts = prices.flat, prices.facts
    best = LastClaim()
    race: TrailRace | None = TrailRace(facts) if t.longest_trail else None
    none = vec[i64]()
    route: i64 = 0
    while route < t.routes:
        if can_claim(facts, route, facts.seat):
            payment = best_payment(prices.balance, route, none)
            if payment.missing < UNPAYABLE:
                gain = gain_at_once(prices, route)
                if race is not None:
                    gain += trail_gain(prices, race, route)
                if t.route_tunnel[route]:
                    gain = gain * tunnel_chance(prices, route, payment)
                if gain > best.gain:
                    best.gain = gain
                    best.code = claim_code(t, route, payment)
        route += 1
    _try_stations(prices, best)
    return best


def gain_at_once(prices: Prices, route: i64) -> float:
    """Points, cities reached, districts and tickets that a route brings if nothing follows it."""
    t = prices.flat
    a, b = t.route_a[route], t.route_b[route]
    gain = float(t.route_points[route]) + turned(prices, route)
    if t.prized:
        for city in (a, b):
            if not prices.touched[city]:
                gain += float(t.city_points[city])
    if t.districts and not prices.own.joined(a, b):
        gain += float(_districts_linked(t, prices, a, b))
    return gain


def turned(prices: Prices, route: i64) -> float:
    """The points of the tickets that claiming or borrowing a route completes."""
    t = prices.flat
    return float(points_turned(prices.facts, prices.own, t.route_a[route], t.route_b[route]))


def _districts_linked(t: FlatBoard, prices: Prices, start: i64, goal: i64) -> i64:
    """The points of the districts that joining two cities links."""
    part = filled(t.cities, 0)
    city: i64 = 0
    while city < t.cities:
        part[city] = prices.own.root(city)
        city += 1
    points: i64 = 0
    number: i64 = 1
    while number <= t.max_district:
        linked = joins_left(t, part, 0, number, part[start], part[goal]) == 0
        if linked and joins_left(t, part, 0, number) > 0:
            points += number
        number += 1
    return points


def _try_stations(prices: Prices, best: LastClaim) -> None:
    """Take the station whose borrowed route completes tickets for more than the best so far."""
    t, facts = prices.flat, prices.facts
    if prices.station_price == 0:
        return
    payment = best_station_payment(prices.balance, prices.station_price, vec[i64]())
    if payment.missing >= UNPAYABLE:
        return
    route: i64 = 0
    while route < t.routes:
        if facts.owner[route] >= 0 and facts.owner[route] != facts.seat:
            gain = turned(prices, route) - float(t.station_points)
            for city in (t.route_a[route], t.route_b[route]):
                if gain > best.gain and facts.station_owner[city] < 0:
                    best.gain = gain
                    best.code = build_code(t, city, prices.station_price, payment)
        route += 1


def tickets_at_once(prices: Prices) -> float:
    """What drawing tickets brings on average if nothing follows: those joined already count.

    All that are joined are kept; if none is, one has to be, and that is the cheapest.
    """
    facts, t = prices.facts, prices.flat
    count = t.draw_tickets if t.draw_tickets < facts.ticket_pile else facts.ticket_pile
    joined = 0.0
    missed = _missed(prices)
    total = i64(len(missed))
    ticket: i64 = 0
    while ticket < t.tickets:
        if _may_come(prices, ticket) and prices.own.joined(t.ticket_a[ticket], t.ticket_b[ticket]):
            joined += ticket_worth(prices, ticket)
            total += 1
        ticket += 1
    if count == 0 or total < count or t.draw_keep > 1:
        return 0.0
    return joined * float(count) / float(total) - _forced(missed, total, count)


def _may_come(prices: Prices, ticket: i64) -> bool:
    """Whether a ticket is neither a long one of the opening nor the seat's own."""
    return not prices.flat.ticket_long[ticket] and ticket not in prices.facts.tickets


def _missed(prices: Prices) -> vec[float]:
    """What the tickets would cost that are not joined, the cheapest first."""
    t = prices.flat
    costs = vec[float](capacity=t.tickets)
    ticket: i64 = 0
    while ticket < t.tickets:
        joined = prices.own.joined(t.ticket_a[ticket], t.ticket_b[ticket])
        if not joined and _may_come(prices, ticket):
            cost = ticket_worth(prices, ticket)
            costs = append(costs, cost)
            at = i64(len(costs)) - 1
            while at > 0 and costs[at - 1] > cost:
                costs[at] = costs[at - 1]
                at -= 1
            costs[at] = cost
        ticket += 1
    return costs


def _forced(costs: vec[float], total: i64, count: i64) -> float:
    """What the ticket is expected to cost that has to be kept when none of those drawn is joined.

    It is the cheapest of those drawn: the first in the row with chance `chance`, and so on.
    """
    rest = i64(len(costs))
    if rest < count:
        return 0.0
    chance = float(count) / float(rest)
    n: i64 = 0
    while n < count:
        chance = chance * float(rest - n) / float(total - n)
        n += 1
    expected = 0.0
    for cost in costs:
        expected += chance * cost
        rest -= 1
        if rest < count:
            return expected
        chance = chance * float(rest - count + 1) / float(rest)
    return expected
