"""What the network sees: the facts of a seat as switches, each on or off.

A number becomes a row of switches, of which as many are on as it is high; so nothing has to be
scaled, and the first layer only adds up the weights of the switches that are on. Rivals are seen
together, so the same switches serve any number of players. Nothing is decided here. Whoever
changes a switch has to train anew (`tools/learned`).
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64, u8

from whistlestop.bots.reasoning.seat_facts import SeatFacts, can_claim
from whistlestop.engine.state.flat_board import FlatBoard, filled

PHASES: Final = 6
# Up to which number each thing is told apart.
CARDS: Final = 8
SHOWN: Final = 3
TURNS: Final = 6
HANDS: Final = 8
HELD: Final = 8
PILES: Final = 3
LACKING: Final = 3
STEPS: Final = 8
MARGIN: Final = 20
# Farther than any way on a board.
AWAY: Final = 999


class Switches:
    """Those that are on, while they are being found: `at` is where the next section begins."""

    def __init__(self) -> None:
        self.on = vec[i64](capacity=256)
        self.at: i64 = 0

    def one(self, size: i64, which: i64) -> None:
        """A section in which one switch is on, or none with -1."""
        if which >= 0:
            self.on = append(self.on, self.at + which)
        self.at += size

    def height(self, size: i64, number: i64) -> None:
        """A section in which as many switches are on as a number is high."""
        n: i64 = 0
        while n < size and n < number:
            self.on = append(self.on, self.at + n)
            n += 1
        self.at += size


def width_of(t: FlatBoard) -> int:
    """How many switches there are."""
    blank = SeatFacts(t, 0, 0)
    found = _look(blank)
    return int(found.at)


def switches_on(facts: SeatFacts) -> vec[i64]:
    """The numbers of the switches that are on, each once."""
    return _look(facts).on


def write_switches(facts: SeatFacts, cells: vec[u8], start: i64) -> None:
    """The same as cells of 0 and 1 in a row that begins at `start`, for training."""
    found = _look(facts)
    n: i64 = 0
    while n < found.at:
        cells[start + n] = u8(0)
        n += 1
    for which in found.on:
        cells[start + which] = u8(1)


def _look(facts: SeatFacts) -> Switches:
    found = Switches()
    far = _distances(facts)
    _see_table(facts, found)
    _see_players(facts, found)
    _see_routes(facts, found, far)
    _see_tickets(facts, found, far)
    _see_offer(facts, found, far)
    return found


def _see_table(facts: SeatFacts, found: Switches) -> None:
    t = facts.flat
    found.one(PHASES, facts.phase)
    kind: i64 = 0
    while kind < t.kinds:
        found.height(CARDS, facts.hand[kind])
        found.height(SHOWN, facts.market[kind])
        kind += 1
    found.height(TURNS, facts.turns_left + 1)
    found.height(PILES, facts.pile)
    found.height(PILES, facts.ticket_pile)


def _see_players(facts: SeatFacts, found: Switches) -> None:
    """The seat itself, and of its rivals the least trains and the most of all else."""
    t = facts.flat
    trains, cards, held, points = t.trains, i64(0), i64(0), i64(0)
    mine: i64 = 0
    who: i64 = 0
    while who < t.players:
        routes = _route_points(facts, who)
        if who == facts.seat:
            mine = routes
        else:
            trains = min(trains, facts.trains[who])
            cards = max(cards, facts.sizes[who])
            held = max(held, facts.held[who])
            points = max(points, routes)
        who += 1
    found.height(t.trains, facts.trains[facts.seat])
    found.height(t.trains, trains)
    found.height(HANDS, cards // 2)
    found.height(HELD, facts.held[facts.seat])
    found.height(HELD, held)
    found.height(MARGIN, mine - points + MARGIN // 2)


def _route_points(facts: SeatFacts, seat: i64) -> i64:
    t = facts.flat
    points: i64 = 0
    route: i64 = 0
    while route < t.routes:
        if facts.owner[route] == seat:
            points += t.route_points[route]
        route += 1
    return points


def _see_routes(facts: SeatFacts, found: Switches, far: vec[i64]) -> None:
    """Of every route: whose it is, how many cards it lacks, and how many tickets lead over it."""
    t = facts.flat
    touched = filled(t.cities, 0)
    route: i64 = 0
    while route < t.routes:
        owner = facts.owner[route]
        if owner == facts.seat:
            touched[t.route_a[route]] = 1
            touched[t.route_b[route]] = 1
        found.height(1, i64(owner == facts.seat))
        found.height(1, i64(owner >= 0 and owner != facts.seat))
        may = can_claim(facts, route, facts.seat)
        found.height(1 + LACKING, 1 + LACKING - min(LACKING, _lacking(facts, route)) if may else 0)
        found.height(2, _tickets_over(facts, far, facts.tickets, route) if may else 0)
        found.height(1, _tickets_over(facts, far, facts.offer, route) if may else 0)
        route += 1
    city: i64 = 0
    while city < t.cities:
        found.height(1, touched[city])
        city += 1


def _lacking(facts: SeatFacts, route: i64) -> i64:
    """How many cards are missing to pay for a route with the colour that needs fewest more."""
    t = facts.flat
    colour = t.route_colour[route]
    best: i64 = 0
    if colour < t.colours:
        best = facts.hand[colour]
    else:
        kind: i64 = 0
        while kind < t.colours:
            best = max(best, facts.hand[kind])
            kind += 1
    return max(i64(0), t.route_length[route] - best - facts.hand[t.wild])


def _tickets_over(facts: SeatFacts, far: vec[i64], tickets: vec[i64], route: i64) -> i64:
    """How many of these tickets, not complete yet, have a shortest way over a route."""
    t = facts.flat
    a, b, length = t.route_a[route], t.route_b[route], t.route_length[route]
    count: i64 = 0
    for ticket in tickets:
        start, goal = t.ticket_a[ticket] * t.cities, t.ticket_b[ticket]
        whole = far[start + goal]
        if whole == 0 or whole >= AWAY:
            continue
        there = far[start + a] + length + far[b * t.cities + goal]
        back = far[start + b] + length + far[a * t.cities + goal]
        if there == whole or back == whole:
            count += 1
    return count


def _see_tickets(facts: SeatFacts, found: Switches, far: vec[i64]) -> None:
    """Of every ticket: whether it is held, complete or out of reach, and how far it has to go."""
    t = facts.flat
    trains = facts.trains[facts.seat]
    held = filled(t.tickets, 0)
    for ticket in facts.tickets:
        held[ticket] = 1
    missing: i64 = 0
    ticket_at: i64 = 0
    while ticket_at < t.tickets:
        steps = far[t.ticket_a[ticket_at] * t.cities + t.ticket_b[ticket_at]]
        here = held[ticket_at]
        reach = steps <= trains
        found.height(1, i64(here == 1 and steps == 0))
        found.height(1, i64(here == 1 and steps > 0 and reach))
        found.height(1, i64(here == 1 and not reach))
        found.height(STEPS, steps if here == 1 and reach else 0)
        missing += steps if here == 1 and reach else 0
        ticket_at += 1
    found.height(t.trains, missing)


def _see_offer(facts: SeatFacts, found: Switches, far: vec[i64]) -> None:
    """Of every place of the offer: the ticket, and how far it would have to go."""
    t = facts.flat
    place: i64 = 0
    while place < t.max_offer:
        ticket: i64 = -1
        steps: i64 = 0
        if place < i64(len(facts.offer)):
            ticket = facts.offer[place]
            steps = far[t.ticket_a[ticket] * t.cities + t.ticket_b[ticket]]
        found.one(t.tickets, ticket)
        found.height(1, i64(ticket >= 0 and steps == 0))
        found.height(t.trains, steps)
        place += 1


def _distances(facts: SeatFacts) -> vec[i64]:
    """How many trains it takes from each city to each other, on routes it owns or may claim."""
    t = facts.flat
    n = t.cities
    far = filled(n * n, AWAY)
    city: i64 = 0
    while city < n:
        far[city * n + city] = 0
        city += 1
    route: i64 = 0
    while route < t.routes:
        price = AWAY
        if facts.owner[route] == facts.seat:
            price = 0
        elif can_claim(facts, route, facts.seat):
            price = int(t.route_length[route])
        a, b = t.route_a[route], t.route_b[route]
        if price < far[a * n + b]:
            far[a * n + b] = price
            far[b * n + a] = price
        route += 1
    _close(far, n)
    return far


def _close(far: vec[i64], n: i64) -> None:
    """Every way over every city between (Floyd and Warshall)."""
    via: i64 = 0
    while via < n:
        a: i64 = 0
        while a < n:
            first = far[a * n + via]
            if first < AWAY:
                b: i64 = 0
                while b < n:
                    way = first + far[via * n + b]
                    if way < far[a * n + b]:
                        far[a * n + b] = way
                    b += 1
            a += 1
        via += 1
