"""The greedy player's decisions, from facts: what is worth most now, without a plan.

It keeps the tickets that take fewest trains, claims the best route it can pay, and otherwise
collects the colour it has most of. Of equal actions it takes the one with the lower code.
"""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from whistlestop.bots.reasoning.seat_facts import SeatFacts, can_use, is_open, points_turned
from whistlestop.bots.reasoning.ways import FAR, Ways, other_end, separate_cities, spread
from whistlestop.engine.phases.payment import way_colour, way_wilds
from whistlestop.engine.phases.routes import route_of
from whistlestop.engine.phases.tunnels import pay_colour, pay_coloured, pay_total
from whistlestop.engine.state.flat_board import (
    DECK_CODE,
    DECLINE_CODE,
    DRAW_CODE,
    KEEPING,
    OPENING,
    SECOND,
    TICKETS_CODE,
    TUNNEL,
    FlatBoard,
    filled,
)


class Reach:
    """The seat's network: the cities it joins, and what each route would take in trains."""

    def __init__(self, facts: SeatFacts) -> None:
        t = facts.flat
        self.facts = facts
        self.flat: FlatBoard = t
        self.groups = separate_cities(t)
        self.price = filled(t.routes, FAR)
        route: i64 = 0
        while route < t.routes:
            if can_use(facts, route):
                self.price[route] = 0
                self.groups.join(t.route_a[route], t.route_b[route])
            elif is_open(facts, route, facts.seat):
                self.price[route] = t.route_length[route]
            route += 1

    def joins(self, ticket: i64) -> bool:
        """Whether a ticket is complete."""
        return self.groups.joined(self.flat.ticket_a[ticket], self.flat.ticket_b[ticket])


def choose(facts: SeatFacts, tickets: float, reserve: float) -> i64:
    """The code of the action that the greedy player takes."""
    if facts.phase == OPENING or facts.phase == KEEPING:
        return cheapest_keep(facts)
    if facts.phase == SECOND:
        return _best_draw(facts)
    if facts.phase == TUNNEL:
        return _cheapest_pay(facts)
    return _turn(facts, tickets, reserve)


def _turn(facts: SeatFacts, tickets: float, reserve: float) -> i64:
    t = facts.flat
    reach = Reach(facts)
    code = _best_station(facts, reach)
    if code >= 0:
        return code
    may_draw_tickets = False
    may_draw = False
    for code in facts.codes:
        if code == TICKETS_CODE:
            may_draw_tickets = True
        elif DECK_CODE <= code < t.keep_code:
            may_draw = True
    if may_draw_tickets and _wants_tickets(facts, reach, tickets):
        return TICKETS_CODE
    code = _best_claim(facts, reach, reserve if may_draw else -1.0)
    if code >= 0:
        return code
    return _best_draw(facts) if may_draw else facts.codes[0]


def _wants_tickets(facts: SeatFacts, reach: Reach, share: float) -> bool:
    if float(facts.trains[facts.seat]) / float(facts.flat.trains) <= share:
        return False
    return all(reach.joins(ticket) for ticket in facts.tickets)


def cheapest_keep(facts: SeatFacts) -> i64:
    """The code of the tickets that take fewest trains; of equals those worth most."""
    t = facts.flat
    reach = Reach(facts)
    ways = Ways(t)
    price = filled(len(facts.offer), 0)
    i: i64 = 0
    while i < i64(len(facts.offer)):
        ticket = facts.offer[i]
        far = spread(ways, reach.price, t.ticket_a[ticket], t.ticket_b[ticket])
        # A ticket out of reach costs more than any other.
        price[i] = far if far < FAR else 2 * t.trains
        i += 1
    best: i64 = -1
    least: i64 = 0
    most: i64 = 0
    for code in facts.codes:
        mask = code - t.keep_code + 1
        cost: i64 = 0
        points: i64 = 0
        i = 0
        while i < i64(len(facts.offer)):
            if (mask >> i) & 1:
                cost += price[i]
                points += t.ticket_points[facts.offer[i]]
            i += 1
        if best < 0 or cost < least or (cost == least and points > most):
            best = code
            least = cost
            most = points
    return best


def _best_claim(facts: SeatFacts, reach: Reach, reserve: float) -> i64:
    """The claim with most points now, completed tickets included; -1 if there is none.

    Of equals it takes the one with fewest locomotives, then a route on the way of a ticket, then
    the one paid from the shorter suit.
    """
    t = facts.flat
    best: i64 = -1
    ranks = filled(4, 0)
    rank = filled(4, 0)
    wanted = vec[i64]()
    last: i64 = -1
    gain: i64 = 0
    for code in facts.codes:
        if code < t.claim_code:
            continue
        route = route_of(t, code)
        if route != last:
            last = route
            gain = t.route_points[route] + _turned(reach, route)
        if best >= 0 and -gain > ranks[0]:
            continue
        way = code - t.route_code[route]
        length = t.route_length[route]
        wilds = way_wilds(t, t.route_colour[route], length, t.route_ferry[route], way)
        colour = way_colour(t, t.route_colour[route], length, t.route_ferry[route], way)
        if t.route_tunnel[route] and not _has_spare(facts, colour, length, reserve):
            continue
        if not len(wanted):
            wanted = _on_the_way(facts, reach)
        rank[0] = -gain
        rank[1] = wilds
        rank[2] = 1 - wanted[route]
        rank[3] = facts.hand[colour] if colour < t.colours else 0
        if best < 0 or _before(rank, ranks):
            best = code
            rank, ranks = ranks, rank
    return best


def _before(one: vec[i64], two: vec[i64]) -> bool:
    """Whether one row of ranks comes before another."""
    i: i64 = 0
    while i < 4:
        if one[i] != two[i]:
            return one[i] < two[i]
        i += 1
    return False


def _has_spare(facts: SeatFacts, colour: i64, length: i64, reserve: float) -> bool:
    """Whether enough cards would be left for what a tunnel may cost in addition."""
    t = facts.flat
    spare = facts.hand[t.wild] - length
    if colour < t.colours:
        spare += facts.hand[colour]
    return float(spare) >= reserve * float(t.tunnel_cards)


def _on_the_way(facts: SeatFacts, reach: Reach) -> vec[i64]:
    """For each route whether it is on the cheapest way of a ticket that is not complete."""
    t = facts.flat
    wanted = filled(t.routes, 0)
    ways = Ways(t)
    for ticket in facts.tickets:
        if reach.joins(ticket):
            continue
        start = t.ticket_a[ticket]
        city = t.ticket_b[ticket]
        if spread(ways, reach.price, start, city) < FAR:
            while city != start:
                wanted[ways.via[city]] = 1
                city = other_end(t, ways.via[city], city)
    return wanted


def _best_draw(facts: SeatFacts) -> i64:
    """A locomotive, else the colour it holds most of, else the top of the pile."""
    t = facts.flat
    best: i64 = -1
    most: i64 = 0
    for code in facts.codes:
        if code < DECK_CODE or code >= t.keep_code:
            continue
        worth: i64 = 0
        if code >= DRAW_CODE:
            kind = code - DRAW_CODE
            worth = facts.hand[kind] if facts.hand[kind] else -1
            if kind == t.wild:
                worth = t.deck
        if best < 0 or worth > most:
            best = code
            most = worth
    return best


def _best_station(facts: SeatFacts, reach: Reach) -> i64:
    """The station that completes most by borrowing one route, if that earns more than it costs."""
    t = facts.flat
    if not t.stations or facts.stations[facts.seat] == 0:
        return -1
    best: i64 = -1
    most = t.station_points
    saved = filled(t.cities, 0)
    route: i64 = 0
    while route < t.routes:
        if facts.owner[route] >= 0 and facts.owner[route] != facts.seat:
            points = _turned(reach, route)
            for city in (t.route_a[route], t.route_b[route]):
                if points > saved[city]:
                    saved[city] = points
        route += 1
    pain: i64 = 0
    for code in facts.codes:
        if code < t.build_code or code >= t.claim_code:
            continue
        city = (code - t.build_code) // t.city_codes
        if saved[city] < most or saved[city] <= t.station_points:
            continue
        cost = _station_pain(facts, code)
        if best < 0 or saved[city] > most or cost < pain:
            best = code
            most = saved[city]
            pain = cost
    return best


def _station_pain(facts: SeatFacts, code: i64) -> i64:
    """What paying for a station hurts: locomotives count most, then the length of the suit."""
    t = facts.flat
    cost = t.stations - facts.stations[facts.seat] + 1
    way = (code - t.build_code) % t.city_codes - t.cost_code[cost - 1]
    colour = way_colour(t, t.colours, cost, 0, way)
    suit = facts.hand[colour] if colour < t.colours else 0
    return way_wilds(t, t.colours, cost, 0, way) * t.deck + suit


def _turned(reach: Reach, route: i64) -> i64:
    """The points of the tickets that this one route would complete."""
    t = reach.flat
    return points_turned(reach.facts, reach.groups, t.route_a[route], t.route_b[route])


def _cheapest_pay(facts: SeatFacts) -> i64:
    """Pay with the fewest locomotives; decline only if the hand cannot pay."""
    t = facts.flat
    best: i64 = DECLINE_CODE
    least: i64 = 0
    for code in facts.codes:
        if code == DECLINE_CODE:
            continue
        coloured = pay_coloured(t, code)
        pain = (pay_total(t, code) - coloured) * t.deck
        if coloured:
            pain += facts.hand[pay_colour(t, code)]
        if best == DECLINE_CODE or pain < least:
            best = code
            least = pain
    return best
