"""The final score, exactly and item by item (clauses E2–E6, E8, E11, V1 and P16–P18).

`tally_scores` fills a `Tally`; `final_totals` is its short form for rollouts. Nothing here
changes a state. The work is one pass over the routes for all seats, then seat by seat. Stations
are in `loans`, districts in `districts`, trails in `trail`; who wins is decided in `ranking`.
"""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from whistlestop.engine.scoring.districts import district_points
from whistlestop.engine.scoring.loans import count_stations
from whistlestop.engine.scoring.parts import join, root
from whistlestop.engine.scoring.tally import Tally
from whistlestop.engine.scoring.trail import trail_length
from whistlestop.engine.state.flat_board import NONE, FlatBoard
from whistlestop.engine.state.state import State


def final_totals(t: FlatBoard, s: State) -> vec[i64]:
    """The total of each seat, as if the game ended now."""
    return tally_scores(t, s).total


def tally_scores(t: FlatBoard, s: State) -> Tally:
    """Score the position as if the game ended now."""
    tally = Tally(t)
    _join_parts(t, s, tally)
    _count_tickets(t, s, tally)
    seat: i64 = 0
    while seat < t.players:
        if t.stations:
            count_stations(t, s, tally, seat)
        if t.attraction_points:
            tally.attractions[seat] = _attractions(t, tally, seat)
        if t.districts:
            tally.districts[seat] = district_points(t, tally.part, seat * t.cities)
        seat += 1
    if t.longest_trail:
        _longest_trail(t, s, tally)
    if t.globetrotter:
        _globetrotter(t, tally)
    _add_up(t, tally)
    return tally


def _join_parts(t: FlatBoard, s: State, tally: Tally) -> None:
    """Route points and connected parts of every seat, in one pass over the routes."""
    part = tally.part
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
            join(part, a, b)
        route += 1
    i: i64 = 0
    while i < t.players * t.cities:
        part[i] = root(part, i)
        i += 1


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


def _attractions(t: FlatBoard, tally: Tally, seat: i64) -> i64:
    """E6: one count for each attraction with an own route."""
    points: i64 = 0
    city: i64 = 0
    while city < t.cities:
        if t.attraction[city] and tally.touched[seat * t.cities + city]:
            points += t.attraction_points
        city += 1
    return points


def _longest_trail(t: FlatBoard, s: State, tally: Tally) -> None:
    """E4, E5: everyone who ties for the longest trail gets the bonus; no trail, no bonus."""
    best: i64 = 0
    seat: i64 = 0
    while seat < t.players:
        tally.trail[seat] = trail_length(t, s, seat)
        if tally.trail[seat] > best:
            best = tally.trail[seat]
        seat += 1
    seat = 0
    while seat < t.players:
        if best and tally.trail[seat] == best:
            tally.trail_bonus[seat] = t.longest_trail
        seat += 1


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
    """E2: the items of a score together."""
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
