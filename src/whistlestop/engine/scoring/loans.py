"""Stations at the end: which routes they borrow, and what that wins (clauses B3 and B4).

A station borrows one route of another player that ends in its city, or none. Every choice is tried
for a seat with tickets that its own routes do not complete; the parts are joined and separated
again in place. Nothing here knows the other items of a score.
"""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

from whistlestop.engine.scoring.parts import join, plain_root, root
from whistlestop.engine.scoring.tally import Tally
from whistlestop.engine.state.flat_board import NONE, FlatBoard, filled
from whistlestop.engine.state.state import State


class Loans:
    """The search for the best use of a seat's stations: one borrowed route each, or none."""

    def __init__(self, missing: vec[i64]) -> None:
        self.missing = missing
        self.cities = vec[i64]()
        # Options of all stations, one after the other: the part reached and the route used.
        self.start = vec[i64]()
        self.reach = vec[i64]()
        self.route = vec[i64]()
        self.choice = filled(8, -1)
        self.best_choice = filled(8, -1)
        self.best: i64 = 0
        self.best_count: i64 = 0


def settle_loans(t: FlatBoard, s: State, tally: Tally, seat: i64) -> None:
    """B3: what the stations that a seat has built are good for."""
    if i64(s.bytes[t.o_stations + seat]) < t.stations:
        missing = _missing(t, s, tally, seat)
        if len(missing):
            won = _borrow(t, s, tally, seat, missing)
            tally.tickets[seat] = tally.tickets[seat] + won


def _missing(t: FlatBoard, s: State, tally: Tally, seat: i64) -> vec[i64]:
    """The tickets of a seat that its own routes do not complete."""
    missing = vec[i64](capacity=16)
    ticket: i64 = 0
    while ticket < t.tickets:
        if i64(s.bytes[t.o_ticket + ticket]) == seat and tally.done[ticket] == 0:
            missing = append(missing, ticket)
        ticket += 1
    return missing


def _borrow(t: FlatBoard, s: State, tally: Tally, seat: i64, missing: vec[i64]) -> i64:
    """B3, B4: choose the borrowed routes that give most; returns the points won by it."""
    loans = Loans(missing)
    city: i64 = 0
    while city < t.cities:
        if i64(s.bytes[t.o_station + city]) == seat:
            loans.cities = append(loans.cities, city)
            loans.start = append(loans.start, i64(len(loans.reach)))
            _list_options(t, s, tally, seat, city, loans)
        city += 1
    loans.start = append(loans.start, i64(len(loans.reach)))
    _drop_useless(t, tally, seat, loans)
    _choose(t, tally, seat, loans, 0)
    return _write_loans(t, tally, seat, loans)


def _list_options(t: FlatBoard, s: State, tally: Tally, seat: i64, city: i64, loans: Loans) -> None:
    """The parts that one borrowed route at this station would reach, each once."""
    base = seat * t.cities
    own = tally.part[base + city]
    first = loans.start[i64(len(loans.start)) - 1]
    at = t.city_start[city]
    while at < t.city_start[city + 1]:
        route = t.city_routes[at]
        owner = i64(s.bytes[t.o_owner + route])
        at += 1
        if owner == NONE or owner == seat:  # noqa: SIM109 -- a tuple would be boxed
            continue
        reached = tally.part[base + t.route_a[route] + t.route_b[route] - city]
        known = reached == own
        i = first
        while i < i64(len(loans.reach)) and not known:
            known = loans.reach[i] == reached
            i += 1
        if not known:
            loans.reach = append(loans.reach, reached)
            loans.route = append(loans.route, route)


def _drop_useless(t: FlatBoard, tally: Tally, seat: i64, loans: Loans) -> None:
    """Strike out parts that hold no ticket city and that no other station has to do with."""
    part = tally.part
    base = seat * t.cities
    wanted = vec[i64](capacity=32)
    for ticket in loans.missing:
        wanted = append(wanted, part[base + t.ticket_a[ticket]])
        wanted = append(wanted, part[base + t.ticket_b[ticket]])
    for city in loans.cities:
        wanted = append(wanted, part[base + city])
    i: i64 = 0
    while i < i64(len(loans.reach)):
        reached = loans.reach[i]
        if reached not in wanted and not _reached_twice(loans, reached):
            loans.route[i] = -1
        i += 1


def _reached_twice(loans: Loans, part: i64) -> bool:
    """Whether more than one station could borrow a route into a part."""
    count: i64 = 0
    for reached in loans.reach:
        if reached == part:
            count += 1
    return count > 1


def _choose(t: FlatBoard, tally: Tally, seat: i64, loans: Loans, station: i64) -> None:
    """Try every choice for this station and the ones after it; no loan at all comes first."""
    if station == i64(len(loans.cities)):
        _judge(t, tally, seat, loans)
        return
    loans.choice[station] = -1
    _choose(t, tally, seat, loans, station + 1)
    part = tally.part
    mine = plain_root(part, part[seat * t.cities + loans.cities[station]])
    i = loans.start[station]
    while i < loans.start[station + 1] and loans.best_count < i64(len(loans.missing)):
        other = plain_root(part, loans.reach[i])
        if loans.route[i] >= 0 and other != mine:
            part[other] = mine
            loans.choice[station] = i
            _choose(t, tally, seat, loans, station + 1)
            part[other] = other
        i += 1
    loans.choice[station] = -1


def _judge(t: FlatBoard, tally: Tally, seat: i64, loans: Loans) -> None:
    """Keep the choice if it wins more points than the best so far, or as many with more tickets."""
    base = seat * t.cities
    points: i64 = 0
    count: i64 = 0
    for ticket in loans.missing:
        if plain_root(tally.part, base + t.ticket_a[ticket]) == plain_root(
            tally.part, base + t.ticket_b[ticket]
        ):
            points += t.ticket_points[ticket]
            count += 1
    if points > loans.best or (points == loans.best and count > loans.best_count):
        loans.best = points
        loans.best_count = count
        loans.best_choice = loans.choice[:]


def _write_loans(t: FlatBoard, tally: Tally, seat: i64, loans: Loans) -> i64:
    """Join what was borrowed, mark the tickets won and note the routes; points count twice.

    The ticket was subtracted already, so winning it gives its points two times.
    """
    base = seat * t.cities
    part = tally.part[:]
    station: i64 = 0
    while station < i64(len(loans.cities)):
        i = loans.best_choice[station]
        if i >= 0:
            tally.borrowed[seat * t.stations + station] = loans.route[i]
            join(part, loans.reach[i], base + loans.cities[station])
        station += 1
    for ticket in loans.missing:
        if root(part, base + t.ticket_a[ticket]) == root(part, base + t.ticket_b[ticket]):
            tally.done[ticket] = 1
    tally.completed[seat] = tally.completed[seat] + loans.best_count
    return 2 * loans.best
