"""Beliefs about rivals' tickets: of all worlds a view allows, those that explain its routes.

A world is dealt uniformly (`View.sample`); here tickets that the viewer has never seen change
places in it, so that rivals hold more often what their routes lead towards and what suits them,
as they have chosen from what they were offered and have built for it since. Tickets that the viewer
has seen, cards and everything that lies open stay as they are, so a world remains possible.
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

# How much more likely (as a power of e) a rival holds a ticket whose way is gone, for each of its
# cities that is reached, and when it is made: with no train laid, and what all of them add to that.
# Fitted to games of planners on all boards.
GONE: Final = 3.0
GONE_LATE: Final = -2.7
REACHED: Final = 0.75
REACHED_LATE: Final = 1.0
MADE: Final = -2.7
MADE_LATE: Final = 5.0
SWEEPS: Final = 6
# How much more likely (as a power of e) a rival holds tickets whose plan is worth a ticket's points
# more, and how often each of its tickets is put to that. So that a judge expects of dealt worlds
# what it expects of the true ones, on the whole.
SUIT: Final = 1.5
TRIES: Final = 5
MOST_TRIES: Final = 30
# No plan is so bad that it counts for less.
HOPELESS: Final = -100.0


class Beliefs:
    """How well each ticket explains what each rival has claimed."""

    def __init__(self, judge: PositionJudge, s: State, seat: i64, seen: vec[i64]) -> None:
        t = judge.flat
        self.flat = t
        self.judge = judge
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


def _weigh(beliefs: Beliefs, s: State, who: i64) -> None:
    """By how far a rival has come with each ticket already."""
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
        a = t.ticket_a[ticket]
        z = t.ticket_b[ticket]
        far = spread(ways, t.route_length, a, z)
        left = spread(ways, price, a, z)
        trust = float(reached[a] + reached[z]) * (REACHED + REACHED_LATE * late)
        if left < far:
            trust += float(far - left) / float(far) * (GONE + GONE_LATE * late)
        if left == 0:
            trust += MADE + MADE_LATE * late
        beliefs.weight[who * t.tickets + ticket] = exp(trust)


def deal_again(beliefs: Beliefs, s: State, rng: Rng) -> None:
    """Shuffle the pile and let hidden tickets change places by what is believed."""
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


def suit_all(beliefs: Beliefs, s: State, rng: Rng) -> None:
    """Let all rivals hold what suits them, after they were dealt again."""
    who: i64 = 0
    while who < beliefs.flat.players:
        if who != beliefs.seat:
            _suit(beliefs, s, who, rng)
        who += 1


def _suit(beliefs: Beliefs, s: State, who: i64, rng: Rng) -> None:
    """Exchange a rival's tickets with the deck's, by how likely they are and how they suit it."""
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
    value = _plan_value(beliefs, s, who)
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
        after = _plan_value(beliefs, s, who)
        odds = exp(scale * (after - value))
        if odds < 1.0 and float(rng.below(1_000_000)) >= odds * 1_000_000.0:
            swap_tickets(t, s, two, one)
        else:
            value = after
            held[place] = two
            spare[other] = one


def _likely(beliefs: Beliefs, tickets: vec[i64], long: i64, who: i64, rng: Rng) -> i64:
    """The place of a ticket that is long or not, by how well it explains what a rival has claimed;
    -1 if there is none."""
    t = beliefs.flat
    row = who * t.tickets
    total = 0.0
    for ticket in tickets:
        if t.ticket_long[ticket] == long:
            total += beliefs.weight[row + ticket]
    left = total * float(rng.below(1_000_000)) / 1_000_000.0
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


def _plan_value(beliefs: Beliefs, s: State, who: i64) -> float:
    """What a rival's tickets promise it."""
    prices = Prices(
        facts_from_state(beliefs.flat, s, who), beliefs.judge.scale, beliefs.judge.tuning
    )
    value = whole_plan(prices, prices.facts.tickets).value
    return value if value > HOPELESS else HOPELESS


def _holder(beliefs: Beliefs, s: State, ticket: i64) -> i64:
    """The rival that holds a ticket; -1 if none does."""
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
    odds = beliefs.weight[here * t.tickets + two] / beliefs.weight[here * t.tickets + one]
    if there >= 0:
        odds = (
            odds * beliefs.weight[there * t.tickets + one] / beliefs.weight[there * t.tickets + two]
        )
    if odds < 1.0 and float(rng.below(1_000_000)) >= odds * 1_000_000.0:
        return False
    swap_tickets(t, s, one, two)
    return True
