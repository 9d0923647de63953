"""Beliefs about rivals' tickets: of all worlds a view allows, those that explain its routes.

A world is dealt uniformly (`View.sample`); here tickets that the viewer has never seen change
places in it, so that rivals hold more often what their routes lead towards. Tickets that it has
seen, cards and everything that lies open stay as they are, so a world remains possible.
"""

from __future__ import annotations

from math import exp
from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64, u8

from whistlestop.bots.planning.ways import FAR, Ways, spread
from whistlestop.engine.phases.routes import is_open
from whistlestop.engine.rng import Rng, shuffle
from whistlestop.engine.state import State
from whistlestop.engine.tables import NONE, PILE, TICKET_HEAD, TICKETS, Tables, filled

# How much more likely (as a power of e) a rival holds a ticket that its routes have completed: at
# the start, and what the second half of its trains adds. Fitted to games of planners.
TRUST: Final = 3.5
LATE: Final = 4.0
SWEEPS: Final = 6


class Beliefs:
    """How well each ticket explains what each rival has claimed."""

    def __init__(self, t: Tables, s: State, seat: i64, seen: vec[i64]) -> None:
        self.tables = t
        self.seat = seat
        self.weight = vec[float]([1.0] * (t.players * t.tickets))
        # Tickets that may change places, as the viewer never saw them.
        self.hidden = vec[i64]()
        ticket: i64 = 0
        while ticket < t.tickets:
            if not seen[ticket]:
                self.hidden = append(self.hidden, ticket)
            ticket += 1
        who: i64 = 0
        while who < t.players:
            if who != seat:
                _weigh(self, s, who)
            who += 1


def _weigh(b: Beliefs, s: State, who: i64) -> None:
    """By the share of each ticket's way that a rival has gone already."""
    t = b.tables
    price = filled(t.routes, FAR)
    claimed: i64 = 0
    route: i64 = 0
    while route < t.routes:
        if i64(s.bytes[t.o_owner + route]) == who:
            price[route] = 0
            claimed += t.route_length[route]
        elif is_open(t, s, who, route):
            price[route] = t.route_length[route]
        route += 1
    if claimed == 0:
        return
    late = float(claimed) / float(t.trains) - 0.5
    trust = TRUST + LATE * late if late > 0.0 else TRUST
    ways = Ways(t)
    for ticket in b.hidden:
        a = t.ticket_a[ticket]
        z = t.ticket_b[ticket]
        far = spread(ways, t.route_length, a, z)
        left = spread(ways, price, a, z)
        if left < far:
            share = float(far - left) / float(far)
            b.weight[who * t.tickets + ticket] = exp(trust * share)


def deal_again(b: Beliefs, s: State, rng: Rng) -> None:
    """Shuffle the pile and let hidden tickets change places by what is believed."""
    t = b.tables
    shuffle(rng, s.bytes, t.o_pile, i64(s.bytes[PILE]))
    held = vec[i64]()
    for ticket in b.hidden:
        if _holder(b, s, ticket) >= 0:
            held = append(held, ticket)
    n = SWEEPS * i64(len(held))
    while n > 0:
        place = rng.below(i64(len(held)))
        other = b.hidden[rng.below(i64(len(b.hidden)))]
        if _exchange(b, s, held[place], other, rng) and _holder(b, s, held[place]) < 0:
            held[place] = other
        n -= 1


def _holder(b: Beliefs, s: State, ticket: i64) -> i64:
    """The rival that holds a ticket; -1 if none does."""
    who = i64(s.bytes[b.tables.o_ticket + ticket])
    return who if who < b.tables.players else -1


def _exchange(b: Beliefs, s: State, one: i64, two: i64, rng: Rng) -> bool:
    """One step of a Metropolis walk: exchange two tickets if that is likely enough."""
    t = b.tables
    d = s.bytes
    if one == two or t.ticket_long[one] != t.ticket_long[two]:
        return False
    here = _holder(b, s, one)
    there = _holder(b, s, two)
    if here == there:
        return False
    odds = b.weight[here * t.tickets + two] / b.weight[here * t.tickets + one]
    if there >= 0:
        odds = odds * b.weight[there * t.tickets + one] / b.weight[there * t.tickets + two]
    if odds < 1.0 and float(rng.below(1_000_000)) >= odds * 1_000_000.0:
        return False
    kept = d[t.o_ticket + one]
    d[t.o_ticket + one] = d[t.o_ticket + two]
    d[t.o_ticket + two] = kept
    if i64(d[t.o_ticket + one]) == NONE:
        _requeue(t, s, two, one)
    return True


def _requeue(t: Tables, s: State, was: i64, now: i64) -> None:
    """Put a ticket into the place that another had in the deck."""
    d = s.bytes
    n: i64 = 0
    while n < i64(d[TICKETS]):
        at = i64(d[TICKET_HEAD]) + n
        if at >= t.tickets:
            at -= t.tickets
        if i64(d[t.o_queue + at]) == was:
            d[t.o_queue + at] = u8(now)
            return
        n += 1
