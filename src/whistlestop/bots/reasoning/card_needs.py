"""What a set of routes still takes in cards, and how to pay for one of them with least regret.

Coloured routes claim their colour; gray ones are given the colour most left over, the longest
first; locomotives serve ferries and then fill what is missing. Nothing here knows why a route is
wanted.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, pop, vec
from mypy_extensions import i64

from whistlestop.engine.phases.payment import way_number
from whistlestop.engine.state.flat_board import FlatBoard, filled

UNPAYABLE: Final = 1_000


class HandBalance:
    """A hand and what it is wanted for; `missing` is the number of cards still to be drawn."""

    def __init__(self, t: FlatBoard, hand: vec[i64]) -> None:
        self.flat = t
        self.hand = hand[:]
        # Cards left over (or missing, below zero) of each kind after all routes are served.
        self.over = hand[:]
        self.missing: i64 = 0


class CardPayment:
    """A way to pay: a colour, how many locomotives, and what is missing afterwards."""

    def __init__(self, colour: i64, wilds: i64, missing: i64) -> None:
        self.colour = colour
        self.wilds = wilds
        self.missing = missing


class Bill:
    """What a set of routes asks for: so many cards of each kind, and gray ones of any colour."""

    def __init__(self, t: FlatBoard, routes: vec[i64], but: i64, price: i64) -> None:
        """The bill of all routes but one, and of a gray price such as a station's."""
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
        # Of equal length it stands last.
        at = i64(len(self.gray)) - 1
        while self.lengths[at] != length:
            at -= 1
        self.gray, _ = pop(self.gray, at)
        self.lengths, _ = pop(self.lengths, at)


def missing_for_routes(balance: HandBalance, routes: vec[i64], but: i64, price: i64) -> i64:
    """Reckon what is missing for all routes but one, and for a gray price such as a station's."""
    return count_missing(balance, Bill(balance.flat, routes, but, price))


def count_missing(balance: HandBalance, bill: Bill) -> i64:
    """Reckon what is missing for a bill."""
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
    """Give a gray route the colour of which most is left."""
    over = balance.over
    best: i64 = 0
    kind: i64 = 1
    while kind < balance.flat.colours:
        if over[kind] > over[best]:
            best = kind
        kind += 1
    over[best] = over[best] - need


def _sum_up(balance: HandBalance) -> i64:
    """Missing cards of all colours, less the locomotives that are left to stand in."""
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
    """How to pay for a route so that least is missing for the others; NO_WAY if it cannot be."""
    t = balance.flat
    others = Bill(t, routes, route, 0)
    return _best_split(
        balance, t.route_colour[route], t.route_length[route], t.route_ferry[route], others
    )


def best_station_payment(balance: HandBalance, price: i64, routes: vec[i64]) -> CardPayment:
    return _best_split(balance, balance.flat.colours, price, 0, Bill(balance.flat, routes, -1, 0))


def _best_split(
    balance: HandBalance, colour: i64, length: i64, ferry: i64, others: Bill
) -> CardPayment:
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
    """Pay as much as possible in one colour; keep it if it beats the best so far."""
    t = balance.flat
    coloured = length - ferry
    if coloured > balance.hand[colour]:
        coloured = balance.hand[colour]
    wilds = length - coloured
    if coloured <= 0 or wilds > balance.hand[t.wild]:
        return
    balance.hand[colour] = balance.hand[colour] - coloured
    balance.hand[t.wild] = balance.hand[t.wild] - wilds
    missing = count_missing(balance, others)
    balance.hand[colour] = balance.hand[colour] + coloured
    balance.hand[t.wild] = balance.hand[t.wild] + wilds
    fewer = missing == best.missing and wilds < best.wilds
    # Among equals the longer suit: what is left of the shorter one may still grow into something.
    same = missing == best.missing and wilds == best.wilds
    if (
        missing < best.missing
        or fewer
        or (same and balance.hand[colour] > balance.hand[best.colour])
    ):
        best.colour = colour
        best.wilds = wilds
        best.missing = missing


def claim_code(t: FlatBoard, route: i64, payment: CardPayment) -> i64:
    """The dense code of claiming a route so."""
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
    """The dense code of building a station so."""
    way = way_number(t, t.colours, price, 0, payment.colour, payment.wilds)
    return t.build_code + city * t.city_codes + t.cost_code[price - 1] + way


def unseen_share(t: FlatBoard, hand: vec[i64], market: vec[i64], discards: vec[i64]) -> vec[float]:
    """For each kind the chance that a card nobody showed is of it."""
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
