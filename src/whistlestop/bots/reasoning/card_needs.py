"""What a set of routes still takes in cards, and how to pay for one at least cost to the others.

Coloured routes claim their colour; each gray one gets the colour most left over, the longest route
first; locomotives serve ferries and then replace what is missing. Nothing here knows why a route is
wanted.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, pop, vec
from mypy_extensions import i64

from whistlestop.engine.phases.payment import way_number
from whistlestop.engine.phases.tunnels import pay_coloured, pay_total
from whistlestop.engine.state.flat_board import FlatBoard, filled

# Stands for the missing cards of a payment that the hand does not allow: more than any deck has.
UNPAYABLE: Final = 1_000


class HandBalance:
    """A hand held against a bill: what is left over of each kind, and how many cards are missing.

    Callers may change `hand` to ask what would be missing then, and must change it back.
    """

    def __init__(self, t: FlatBoard, hand: vec[i64]) -> None:
        self.flat = t
        self.hand = hand[:]
        # Cards left over of each kind once the bill is paid; below zero they are missing.
        self.over = hand[:]
        self.missing: i64 = 0


class CardPayment:
    """One way to pay: a colour, how many locomotives, and what is missing for the rest then."""

    def __init__(self, colour: i64, wilds: i64, missing: i64) -> None:
        self.colour = colour
        self.wilds = wilds
        self.missing = missing


class Bill:
    """What a set of routes asks for: cards of each kind, and of any one colour for gray routes."""

    def __init__(self, t: FlatBoard, routes: vec[i64], but: i64, price: i64) -> None:
        """The bill of all routes except `but` (-1: none), and of a gray price for a station."""
        self.flat = t
        self.asked = filled(t.kinds, 0)
        # Cards of one colour, whichever it is, for each gray route, the longest route first.
        self.gray = vec[i64](capacity=8)
        self.lengths = vec[i64](capacity=8)
        if price:
            self._add_gray(price, price)
        for route in routes:
            if route != but:
                self.add(route)

    def add(self, route: i64) -> None:
        """Add what a route asks for."""
        t = self.flat
        length = t.route_length[route]
        ferry = t.route_ferry[route]
        colour = t.route_colour[route]
        self.asked[t.wild] = self.asked[t.wild] + ferry
        if colour < t.colours:
            self.asked[colour] = self.asked[colour] + length
        else:
            self._add_gray(length, length - ferry)

    def _add_gray(self, length: i64, cards: i64) -> None:
        """Keep gray prices in order, the longest route first."""
        self.gray = append(self.gray, cards)
        self.lengths = append(self.lengths, length)
        at = i64(len(self.gray)) - 1
        while at > 0 and self.lengths[at - 1] < length:
            self.gray[at] = self.gray[at - 1]
            self.lengths[at] = self.lengths[at - 1]
            at -= 1
        self.gray[at] = cards
        self.lengths[at] = length

    def drop(self, route: i64) -> None:
        """Take back the route that was added last."""
        t = self.flat
        length = t.route_length[route]
        ferry = t.route_ferry[route]
        colour = t.route_colour[route]
        self.asked[t.wild] = self.asked[t.wild] - ferry
        if colour < t.colours:
            self.asked[colour] = self.asked[colour] - length
            return
        # Among routes of equal length the newest stands last.
        at = i64(len(self.gray)) - 1
        while self.lengths[at] != length:
            at -= 1
        self.gray, _ = pop(self.gray, at)
        self.lengths, _ = pop(self.lengths, at)


def missing_for_routes(balance: HandBalance, routes: vec[i64], but: i64, price: i64) -> i64:
    """How many cards are missing for all routes except `but`, and for a station's gray price."""
    return count_missing(balance, Bill(balance.flat, routes, but, price))


def count_missing(balance: HandBalance, bill: Bill) -> i64:
    """How many cards are missing to pay a bill; `balance.over` says of which kinds."""
    over = balance.over
    kind: i64 = 0
    while kind < balance.flat.kinds:
        over[kind] = balance.hand[kind] - bill.asked[kind]
        kind += 1
    for cards in bill.gray:
        _serve_gray(balance, cards)
    balance.missing = _sum_up(balance)
    return balance.missing


def _serve_gray(balance: HandBalance, need: i64) -> None:
    """Pay a gray route with the colour that is left most."""
    over = balance.over
    best: i64 = 0
    kind: i64 = 1
    while kind < balance.flat.colours:
        if over[kind] > over[best]:
            best = kind
        kind += 1
    over[best] = over[best] - need


def _sum_up(balance: HandBalance) -> i64:
    """Missing cards of all colours, less the locomotives left to replace them."""
    missing: i64 = 0
    kind: i64 = 0
    while kind < balance.flat.colours:
        if balance.over[kind] < 0:
            missing -= balance.over[kind]
        kind += 1
    wilds = balance.over[balance.flat.wild]
    if wilds < 0 or missing > wilds:
        return missing - wilds
    return 0


def best_payment(balance: HandBalance, route: i64, routes: vec[i64]) -> CardPayment:
    """How to pay for a route so that least is missing for the others, if the hand allows it.

    If not, `missing` of the payment is `UNPAYABLE`.
    """
    t = balance.flat
    others = Bill(t, routes, route, 0)
    return _best_split(
        balance, t.route_colour[route], t.route_length[route], t.route_ferry[route], others
    )


def best_station_payment(balance: HandBalance, price: i64, routes: vec[i64]) -> CardPayment:
    """How to pay for a station so that least is missing for these routes."""
    return _best_split(balance, balance.flat.colours, price, 0, Bill(balance.flat, routes, -1, 0))


def _best_split(
    balance: HandBalance, colour: i64, length: i64, ferry: i64, others: Bill
) -> CardPayment:
    """The best over all colours that the route takes; locomotives alone only if none will do."""
    t = balance.flat
    best = CardPayment(-1, 0, UNPAYABLE)
    first: i64 = 0
    last = t.colours - 1
    if colour < t.colours:
        first = colour
        last = colour
    while first <= last:
        _try_split(balance, first, length, ferry, others, best)
        first += 1
    if best.missing == UNPAYABLE and balance.hand[t.wild] >= length:
        best.colour = t.wild
        best.wilds = length
        balance.hand[t.wild] = balance.hand[t.wild] - length
        best.missing = count_missing(balance, others)
        balance.hand[t.wild] = balance.hand[t.wild] + length
    return best


def _try_split(
    balance: HandBalance, colour: i64, length: i64, ferry: i64, others: Bill, best: CardPayment
) -> None:
    """Try to pay as much as possible in one colour; note it if it beats the best so far."""
    t, hand = balance.flat, balance.hand
    coloured = length - ferry
    if coloured > hand[colour]:
        coloured = hand[colour]
    wilds = length - coloured
    if coloured <= 0 or wilds > hand[t.wild]:
        return
    hand[colour] = hand[colour] - coloured
    hand[t.wild] = hand[t.wild] - wilds
    missing = count_missing(balance, others)
    hand[colour] = hand[colour] + coloured
    hand[t.wild] = hand[t.wild] + wilds
    fewer = missing == best.missing and wilds < best.wilds
    # Among equals take from the longer suit, so that the shorter one can still grow.
    same = missing == best.missing and wilds == best.wilds
    if missing < best.missing or fewer or (same and hand[colour] > hand[best.colour]):
        best.colour = colour
        best.wilds = wilds
        best.missing = missing


def missing_after_pay(
    balance: HandBalance, code: i64, colour: i64, routes: vec[i64], but: i64
) -> i64:
    """How many cards are missing for all routes except `but` after paying for a tunnel."""
    t = balance.flat
    hand = balance.hand
    coloured = pay_coloured(t, code)
    wilds = pay_total(t, code) - coloured
    if coloured:
        hand[colour] = hand[colour] - coloured
    hand[t.wild] = hand[t.wild] - wilds
    missing = missing_for_routes(balance, routes, but, 0)
    if coloured:
        hand[colour] = hand[colour] + coloured
    hand[t.wild] = hand[t.wild] + wilds
    return missing


def claim_code(t: FlatBoard, route: i64, payment: CardPayment) -> i64:
    """The dense code of claiming a route with this payment."""
    way = way_number(
        t,
        t.route_colour[route],
        t.route_length[route],
        t.route_ferry[route],
        payment.colour,
        payment.wilds,
    )
    return t.route_code[route] + way


def build_code(t: FlatBoard, city: i64, price: i64, payment: CardPayment) -> i64:
    """The dense code of building a station with this payment."""
    way = way_number(t, t.colours, price, 0, payment.colour, payment.wilds)
    return t.build_code + city * t.city_codes + t.cost_code[price - 1] + way


def unseen_share(t: FlatBoard, hand: vec[i64], market: vec[i64], discards: vec[i64]) -> vec[float]:
    """For each kind the chance that an unseen card is of it."""
    left = filled(t.kinds, 0)
    total: i64 = 0
    kind: i64 = 0
    while kind < t.kinds:
        count = t.copies if kind < t.colours else t.locomotives
        left[kind] = count - hand[kind] - market[kind] - discards[kind]
        if left[kind] < 0:
            left[kind] = 0
        total += left[kind]
        kind += 1
    share = vec[float]([0.0] * t.kinds)
    kind = 0
    while kind < t.kinds:
        share[kind] = float(left[kind]) / float(total) if total else 0.0
        kind += 1
    return share
