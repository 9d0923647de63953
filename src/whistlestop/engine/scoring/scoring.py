"""The final score, exactly and item by item (clauses E2, E3): routes, tickets, then bonuses.

`tally_scores` fills a `Tally`; `final_totals` is its short form for rollouts. Nothing here
changes a state. The work is one pass over the routes for all seats, then seat by seat. What
stations borrow is in `loans`, all else that brings points in `bonuses`; who wins is decided in
`ranking`.
"""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from whistlestop.engine.scoring.bonuses import count_bonuses
from whistlestop.engine.scoring.loans import settle_loans
from whistlestop.engine.scoring.parts import join, root
from whistlestop.engine.scoring.tally import Tally
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
    if t.stations:
        _settle_loans(t, s, tally)
    count_bonuses(t, s, tally)
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


def _settle_loans(t: FlatBoard, s: State, tally: Tally) -> None:
    """B3: what each seat's stations are good for."""
    seat: i64 = 0
    while seat < t.players:
        settle_loans(t, s, tally, seat)
        seat += 1


def _add_up(t: FlatBoard, tally: Tally) -> None:
    """E2: the items of a score together."""
    seat: i64 = 0
    while seat < t.players:
        total = tally.routes[seat] + tally.tickets[seat]
        at = seat
        while at < t.bonuses * t.players:
            total += tally.bonuses[at]
            at += t.players
        tally.total[seat] = total
        seat += 1
