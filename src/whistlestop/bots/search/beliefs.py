"""Beliefs about rivals' tickets: which of the worlds that a view allows explain the rivals' routes.

`View.sample` deals a world uniformly. Here tickets that the viewer has never seen change places in
it, so that rivals more often hold what their routes lead towards and what suits their plans: they
chose from the tickets offered to them and have built for them since. Tickets that the viewer has
seen, cards and everything that lies open stay as they are, so a world remains possible.
"""

from __future__ import annotations

from math import exp
from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from whistlestop.bots.planner.ticket_plan import whole_plan
from whistlestop.bots.reasoning.prices import Prices
from whistlestop.bots.reasoning.seat_facts import facts_from_state
from whistlestop.bots.reasoning.ways import FAR, Ways, spread
from whistlestop.bots.search.judge import PositionJudge
from whistlestop.engine.phases.routes import is_open
from whistlestop.engine.state.accessors import holder_of, owner_of
from whistlestop.engine.state.flat_board import filled
from whistlestop.engine.state.rng import Rng
from whistlestop.engine.state.state import State, shuffle_pile, swap_tickets

# How much more likely (as a power of e) a rival holds a ticket: by the share of its way that the
# rival has covered, for each of its cities that the rival has reached, and if it is complete. The
# first of each pair is for no trains placed; `LATE` is what all of them placed would add. Fitted to
# games of planners on all boards by tools/fit_beliefs.py.
GONE: Final = 3.0
GONE_LATE: Final = -2.7
REACHED: Final = 0.75
REACHED_LATE: Final = 1.0
MADE: Final = -2.7
MADE_LATE: Final = 5.0
# Exchanges tried for each ticket that rivals hold: enough that where a ticket was dealt no longer
# matters.
SWEEPS: Final = 6
# How much more likely (as a power of e) a rival holds tickets whose plan is worth more by a usual
# ticket's points; and how many exchanges are tried for each of its tickets, and at most. Chosen so
# that on the whole a judge expects the same of dealt worlds as of the true ones.
SUIT: Final = 1.5
TRIES: Final = 5
MOST_TRIES: Final = 30
# The worst value of a rival's plan, in points: beyond it all plans are equally hopeless, and an
# exchange between two of them is as likely as any other. (A judge's traits have a bound of their
# own, in points per train.)
WORST_PLAN_POINTS: Final = -100.0
# Chances are drawn as whole numbers below this.
FINE: Final = 1_000_000


class Beliefs:
    """How well each hidden ticket explains what each rival has claimed."""

    def __init__(self, judge: PositionJudge, s: State, seat: i64, seen: vec[i64]) -> None:
        t = judge.flat
        self.flat = t
        self.judge = judge
        self.seat = seat
        self.weight = vec[float]([1.0] * (t.players * t.tickets))
        # Tickets that the viewer has never seen: these may change places.
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


def _weigh(beliefs: Beliefs, s: State, who: i64) -> None:
    """Weigh each hidden ticket by how far a rival has come with it."""
    t = beliefs.flat
    price = filled(t.routes, FAR)
    reached = filled(t.cities, 0)
    claimed: i64 = 0
    route: i64 = 0
    while route < t.routes:
        if owner_of(t, s.bytes, route) == who:
            price[route] = 0
            reached[t.route_a[route]] = 1
            reached[t.route_b[route]] = 1
            claimed += t.route_length[route]
        elif is_open(t, s, who, route):
            price[route] = t.route_length[route]
        route += 1
    if claimed == 0:
        return
    late = float(claimed) / float(t.trains)
    ways = Ways(t)
    for ticket in beliefs.hidden:
        start = t.ticket_a[ticket]
        goal = t.ticket_b[ticket]
        far = spread(ways, t.route_length, start, goal)
        left = spread(ways, price, start, goal)
        trust = float(reached[start] + reached[goal]) * (REACHED + REACHED_LATE * late)
        if left < far:
            trust += float(far - left) / float(far) * (GONE + GONE_LATE * late)
        if left == 0:
            trust += MADE + MADE_LATE * late
        beliefs.weight[who * t.tickets + ticket] = exp(trust)


def deal_again(beliefs: Beliefs, s: State, rng: Rng) -> None:
    """Shuffle the pile and exchange hidden tickets by how well they explain rivals' routes."""
    t = beliefs.flat
    shuffle_pile(t, s, rng)
    held = vec[i64]()
    for ticket in beliefs.hidden:
        if _holder(beliefs, s, ticket) >= 0:
            held = append(held, ticket)
    n = SWEEPS * i64(len(held))
    while n > 0:
        place = rng.below(i64(len(held)))
        other = beliefs.hidden[rng.below(i64(len(beliefs.hidden)))]
        if _exchange(beliefs, s, held[place], other, rng) and _holder(beliefs, s, held[place]) < 0:
            held[place] = other
        n -= 1


def suit_rivals(beliefs: Beliefs, s: State, rng: Rng) -> None:
    """Exchange the tickets of all rivals for what suits their plans, after `deal_again`."""
    who: i64 = 0
    while who < beliefs.flat.players:
        if who != beliefs.seat:
            _suit(beliefs, s, who, rng)
        who += 1


def _suit(beliefs: Beliefs, s: State, who: i64, rng: Rng) -> None:
    """Exchange a rival's tickets with the deck's, by how likely they are and how they suit it.

    A Metropolis walk: the exchange is proposed by likelihood and accepted by the plan's value.
    """
    t = beliefs.flat
    held = vec[i64]()
    spare = vec[i64]()
    for ticket in beliefs.hidden:
        holder = _holder(beliefs, s, ticket)
        if holder == who:
            held = append(held, ticket)
        elif holder < 0:
            spare = append(spare, ticket)
    if not len(held) or not len(spare):
        return
    scale = SUIT / beliefs.judge.scale.ticket_points
    # Prices do not depend on tickets, so one rival's serve all of its exchanges.
    facts = facts_from_state(t, s, who)
    prices = Prices(facts, beliefs.judge.scale, beliefs.judge.tuning)
    value = _plan_value(prices, s)
    n = TRIES * i64(len(held))
    if n > MOST_TRIES:
        n = MOST_TRIES
    while n > 0:
        n -= 1
        place = rng.below(i64(len(held)))
        one = held[place]
        other = _likely(beliefs, spare, t.ticket_long[one], who, rng)
        if other < 0:
            continue
        two = spare[other]
        swap_tickets(t, s, one, two)
        after = _plan_value(prices, s)
        odds = exp(scale * (after - value))
        if not _happens(odds, rng):
            swap_tickets(t, s, two, one)
        else:
            value = after
            held[place] = two
            spare[other] = one


def _likely(beliefs: Beliefs, tickets: vec[i64], long: i64, who: i64, rng: Rng) -> i64:
    """The place of a random ticket, long or not as asked, in proportion to the weights; or -1."""
    t = beliefs.flat
    row = who * t.tickets
    total = 0.0
    for ticket in tickets:
        if t.ticket_long[ticket] == long:
            total += beliefs.weight[row + ticket]
    left = total * float(rng.below(FINE)) / float(FINE)
    last: i64 = -1
    place: i64 = 0
    while place < i64(len(tickets)):
        if t.ticket_long[tickets[place]] == long:
            last = place
            left -= beliefs.weight[row + tickets[place]]
            if left < 0.0:
                return place
        place += 1
    return last


def _plan_value(prices: Prices, s: State) -> float:
    """The value of the plan for all tickets that a rival holds by now, at its prices."""
    t, who = prices.flat, prices.facts.seat
    held = vec[i64]()
    ticket: i64 = 0
    while ticket < t.tickets:
        if holder_of(t, s.bytes, ticket) == who:
            held = append(held, ticket)
        ticket += 1
    value = whole_plan(prices, held).value
    return value if value > WORST_PLAN_POINTS else WORST_PLAN_POINTS


def _happens(odds: float, rng: Rng) -> bool:
    """Chance by odds of at most 1; above that it always happens, without using luck."""
    return odds >= 1.0 or float(rng.below(FINE)) < odds * float(FINE)


def _holder(beliefs: Beliefs, s: State, ticket: i64) -> i64:
    """The seat that holds a ticket; -1 if none does."""
    who = holder_of(beliefs.flat, s.bytes, ticket)
    return who if who < beliefs.flat.players else -1


def _exchange(beliefs: Beliefs, s: State, one: i64, two: i64, rng: Rng) -> bool:
    """One step of a Metropolis walk: exchange two tickets if that is likely enough."""
    t = beliefs.flat
    if one == two or t.ticket_long[one] != t.ticket_long[two]:
        return False
    here = _holder(beliefs, s, one)
    there = _holder(beliefs, s, two)
    if here == there:
        return False
    weight = beliefs.weight
    odds = weight[here * t.tickets + two] / weight[here * t.tickets + one]
    if there >= 0:
        odds = odds * weight[there * t.tickets + one] / weight[there * t.tickets + two]
    if not _happens(odds, rng):
        return False
    swap_tickets(t, s, one, two)
    return True
