"""The final score, exactly and item by item (clauses E2–E10, B3–B5, P16–P18, P20).

`tally_scores` fills a `Tally`; `final_totals` is its short form for rollouts. Nothing here
changes a state. The work is one pass over the routes for all seats, then seat by seat.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from whistlestop.engine.scoring.trail import longest_trail, web_of
from whistlestop.engine.state.flat_board import NONE, FlatBoard, filled
from whistlestop.engine.state.state import State

BY_TICKETS: Final = 0
BY_STATIONS: Final = 1
BY_TRAIL: Final = 2


class Tally:
    """All numbers of the final score, by seat."""

    def __init__(self, t: FlatBoard) -> None:
        p = t.players
        self.routes = filled(p, 0)
        self.tickets = filled(p, 0)
        self.completed = filled(p, 0)
        self.trail = filled(p, -1)
        self.trail_bonus = filled(p, 0)
        self.globetrotter = filled(p, 0)
        self.stations = filled(p, 0)
        self.attractions = filled(p, 0)
        self.districts = filled(p, 0)
        self.total = filled(p, 0)
        self.done = filled(t.tickets, 0)
        self.borrowed = filled(p * t.stations, -1)
        # For each seat and city: which of the seat's connected parts the city is in.
        self.part = filled(p * t.cities, 0)
        self.touched = filled(p * t.cities, 0)


def final_totals(t: FlatBoard, s: State) -> vec[i64]:
    return tally_scores(t, s).total


def tally_scores(t: FlatBoard, s: State) -> Tally:
    """Score the position as if the game ended now."""
    tally = Tally(t)
    _join(t, s, tally)
    _count_tickets(t, s, tally)
    seat: i64 = 0
    while seat < t.players:
        if t.stations:
            _count_stations(t, s, tally, seat)
        if t.attraction_points:
            tally.attractions[seat] = _attractions(t, tally, seat)
        if t.districts:
            tally.districts[seat] = _districts(t, tally, seat)
        seat += 1
    if t.longest_trail:
        _longest_trail(t, s, tally)
    if t.globetrotter:
        _globetrotter(t, tally)
    _add_up(t, tally)
    return tally


def _join(t: FlatBoard, s: State, tally: Tally) -> None:
    """Route points and connected parts of every seat, in one pass over the routes."""
    part = tally.part
    i: i64 = 0
    while i < t.players * t.cities:
        part[i] = i
        i += 1
    d = s.bytes
    owner = t.o_owner
    route: i64 = 0
    while route < t.routes:
        seat = i64(d[owner + route])
        if seat != NONE:
            base = seat * t.cities
            a = base + t.route_a[route]
            b = base + t.route_b[route]
            tally.touched[a] = 1
            tally.touched[b] = 1
            tally.routes[seat] = tally.routes[seat] + t.route_points[route]
            part[_root(part, a)] = _root(part, b)
        route += 1
    i = 0
    while i < t.players * t.cities:
        part[i] = _root(part, i)
        i += 1


def _root(part: vec[i64], i: i64) -> i64:
    while part[i] != i:
        part[i] = part[part[i]]
        i = part[i]
    return i


def _find(part: vec[i64], i: i64) -> i64:
    """Like `_root` but without shortening the way, so that joins can be undone."""
    while part[i] != i:
        i = part[i]
    return i


def _count_tickets(t: FlatBoard, s: State, tally: Tally) -> None:
    """E2, E3: plus each completed ticket, minus each other one."""
    part = tally.part
    ticket: i64 = 0
    while ticket < t.tickets:
        seat = i64(s.bytes[t.o_ticket + ticket])
        if seat < t.players:
            base = seat * t.cities
            points = t.ticket_points[ticket]
            if part[base + t.ticket_a[ticket]] == part[base + t.ticket_b[ticket]]:
                tally.done[ticket] = 1
                tally.completed[seat] = tally.completed[seat] + 1
                tally.tickets[seat] = tally.tickets[seat] + points
            else:
                tally.tickets[seat] = tally.tickets[seat] - points
        ticket += 1


def _missing(t: FlatBoard, s: State, tally: Tally, seat: i64) -> vec[i64]:
    """The tickets of a seat that its own routes do not complete."""
    missing = vec[i64](capacity=16)
    ticket: i64 = 0
    while ticket < t.tickets:
        if i64(s.bytes[t.o_ticket + ticket]) == seat and tally.done[ticket] == 0:
            missing = append(missing, ticket)
        ticket += 1
    return missing


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


def _count_stations(t: FlatBoard, s: State, tally: Tally, seat: i64) -> None:
    """P17, B3: points for stations kept, and what the others are good for."""
    left = i64(s.bytes[t.o_stations + seat])
    tally.stations[seat] = t.station_points * left
    if left < t.stations:
        missing = _missing(t, s, tally, seat)
        if len(missing):
            won = _borrow(t, s, tally, seat, missing)
            tally.tickets[seat] = tally.tickets[seat] + won


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
    mine = _find(part, part[seat * t.cities + loans.cities[station]])
    i = loans.start[station]
    while i < loans.start[station + 1] and loans.best_count < i64(len(loans.missing)):
        other = _find(part, loans.reach[i])
        if loans.route[i] >= 0 and other != mine:
            part[other] = mine
            loans.choice[station] = i
            _choose(t, tally, seat, loans, station + 1)
            part[other] = other
        i += 1
    loans.choice[station] = -1


def _judge(t: FlatBoard, tally: Tally, seat: i64, loans: Loans) -> None:
    base = seat * t.cities
    points: i64 = 0
    count: i64 = 0
    for ticket in loans.missing:
        if _find(tally.part, base + t.ticket_a[ticket]) == _find(
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
            part[_find(part, loans.reach[i])] = _find(part, base + loans.cities[station])
        station += 1
    for ticket in loans.missing:
        if _find(part, base + t.ticket_a[ticket]) == _find(part, base + t.ticket_b[ticket]):
            tally.done[ticket] = 1
    tally.completed[seat] = tally.completed[seat] + loans.best_count
    return 2 * loans.best


def _attractions(t: FlatBoard, tally: Tally, seat: i64) -> i64:
    """E6: one count for each attraction with an own route."""
    points: i64 = 0
    city: i64 = 0
    while city < t.cities:
        if t.attraction[city] and tally.touched[seat * t.cities + city]:
            points += t.attraction_points
        city += 1
    return points


def _districts(t: FlatBoard, tally: Tally, seat: i64) -> i64:
    """A district counts its number when own routes link all its places."""
    points: i64 = 0
    district: i64 = 1
    while district <= t.max_district:
        part: i64 = -1
        linked = True
        city: i64 = 0
        while city < t.cities:
            if t.district[city] == district:
                mine = tally.part[seat * t.cities + city]
                linked = (
                    linked
                    and tally.touched[seat * t.cities + city] != 0
                    and (part < 0 or part == mine)
                )
                part = mine
            city += 1
        if linked and part >= 0:
            points += district
        district += 1
    return points


def _longest_trail(t: FlatBoard, s: State, tally: Tally) -> None:
    """E4, E5: everyone who ties for the longest trail gets the bonus; no trail, no bonus."""
    best: i64 = 0
    seat: i64 = 0
    while seat < t.players:
        tally.trail[seat] = _trail(t, s, seat)
        if tally.trail[seat] > best:
            best = tally.trail[seat]
        seat += 1
    seat = 0
    while seat < t.players:
        if best and tally.trail[seat] == best:
            tally.trail_bonus[seat] = t.longest_trail
        seat += 1


def _trail(t: FlatBoard, s: State, seat: i64) -> i64:
    """The length of a seat's longest trail; which way it goes does not matter here."""
    web = web_of(t, s, seat)
    web.keep_path = False
    return longest_trail(web)


def _globetrotter(t: FlatBoard, tally: Tally) -> None:
    """V1: most tickets completed, shared by all who tie; none completed, no bonus."""
    best: i64 = 0
    for count in tally.completed:
        if count > best:
            best = count
    seat: i64 = 0
    while seat < t.players:
        if best and tally.completed[seat] == best:
            tally.globetrotter[seat] = t.globetrotter
        seat += 1


def _add_up(t: FlatBoard, tally: Tally) -> None:
    seat: i64 = 0
    while seat < t.players:
        tally.total[seat] = (
            tally.routes[seat]
            + tally.tickets[seat]
            + tally.trail_bonus[seat]
            + tally.globetrotter[seat]
            + tally.stations[seat]
            + tally.attractions[seat]
            + tally.districts[seat]
        )
        seat += 1


def tie_value(t: FlatBoard, s: State, tally: Tally, seat: i64, rule: i64) -> i64:
    """What a tie-break compares; more is better (P20, E10)."""
    if rule == BY_TICKETS:
        return tally.completed[seat]
    if rule == BY_STATIONS:
        return i64(s.bytes[t.o_stations + seat])
    if tally.trail[seat] < 0:
        tally.trail[seat] = _trail(t, s, seat)
    return tally.trail[seat]


def rank(t: FlatBoard, s: State, tally: Tally) -> tuple[list[int], int]:
    """E7: the seats that win, and how many tie-breaks it took to tell."""
    best = max(tally.total)
    tied = [seat for seat in range(t.players) if tally.total[seat] == best]
    used = 0
    for rule in t.tie_breaks:
        if len(tied) == 1:
            break
        values = [tie_value(t, s, tally, seat, rule) for seat in tied]
        most = max(values)
        tied = [seat for seat, value in zip(tied, values, strict=True) if value == most]
        used += 1
    return tied, used
