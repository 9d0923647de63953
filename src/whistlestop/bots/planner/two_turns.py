"""The turn before the last: what can still be had with the cards in hand, now and then once more.

With no ticket to go for and the end near, what counts are two turns: a claim now and the best one
that its payment leaves, or cards now for a better claim then. The second turn may not come, so it
counts by the chance that it does; whoever ends the game has it for certain.
"""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from whistlestop.bots.planner.last_turn import TrailRace, gain_at_once, trail_gain
from whistlestop.bots.planner.tunnel_odds import tunnel_chance
from whistlestop.bots.reasoning.card_needs import UNPAYABLE, CardPayment, best_payment, claim_code
from whistlestop.bots.reasoning.prices import Prices
from whistlestop.bots.reasoning.seat_facts import can_claim


class Wish:
    """A route within reach: what it brings, how to pay for it, and the chance to have it next."""

    def __init__(self, route: i64, gain: float, payment: CardPayment, later: float) -> None:
        self.route = route
        self.gain = gain
        self.payment = payment
        self.later = later


def best_of_two(prices: Prices) -> i64:
    """The code of the claim to begin two turns with; -1 if drawing first brings as much."""
    wishes = _wishes(prices)
    again = prices.turns_left - 1.0 if prices.turns_left < 2.0 else 1.0
    best: i64 = -1
    most = 0.0
    for wish in wishes:
        worth = again * wish.later * wish.gain
        if worth > most:
            most = worth
    for wish in wishes:
        if wish.payment.missing < UNPAYABLE:
            # Wishes begin with the dearest, so nothing after this can be worth more.
            if wish.gain + wishes[0].gain <= most:
                break
            worth = wish.gain + _next(prices, wishes, wish, again)
            if worth > most:
                most = worth
                best = claim_code(prices.flat, wish.route, wish.payment)
    return best


def _wishes(prices: Prices) -> list[Wish]:
    """All routes that the seat can pay for now, or with two more cards, the dearest first."""
    t, facts = prices.flat, prices.facts
    race: TrailRace | None = TrailRace(facts) if t.longest_trail else None
    none = vec[i64]()
    wishes: list[Wish] = []
    route: i64 = 0
    while route < t.routes:
        if can_claim(facts, route, facts.seat):
            later = _chance_after_draw(prices, route)
            if later > 0.0:
                payment = best_payment(prices.balance, route, none)
                gain = gain_at_once(prices, route)
                if race is not None:
                    gain += trail_gain(prices, race, route)
                if t.route_tunnel[route]:
                    gain = gain * _luck_in_tunnel(prices, route, payment)
                _insert(wishes, Wish(route, gain, payment, later))
        route += 1
    return wishes


def _luck_in_tunnel(prices: Prices, route: i64, payment: CardPayment) -> float:
    """The chance to get through a tunnel; what is not payable yet is tried only if it is fair."""
    if payment.missing < UNPAYABLE:
        return tunnel_chance(prices, route, payment)
    return prices.tuning.nerve


def _insert(wishes: list[Wish], wish: Wish) -> None:
    at = len(wishes)
    while at > 0 and wishes[at - 1].gain < wish.gain:
        at -= 1
    wishes.insert(at, wish)


def _chance_after_draw(prices: Prices, route: i64) -> float:
    """The chance that the hand pays for a route after one turn of drawing."""
    t, facts = prices.flat, prices.facts
    colour = t.route_colour[route]
    if colour >= t.colours:
        colour = _longest(prices)
    wilds = facts.hand[t.wild]
    lack = t.route_length[route] - facts.hand[colour] - wilds
    if wilds < t.route_ferry[route] or lack > 2:
        return 0.0
    shown = facts.market[colour]
    hit = prices.share[colour] + prices.share[t.wild]
    if lack <= shown:
        return 1.0
    if lack == 2:
        return hit if shown else hit * hit
    return 1.0 if facts.market[t.wild] else 1.0 - (1.0 - hit) * (1.0 - hit)


def _longest(prices: Prices) -> i64:
    """The colour of which the seat holds most."""
    best: i64 = 0
    kind: i64 = 1
    while kind < prices.flat.colours:
        if prices.facts.hand[kind] > prices.facts.hand[best]:
            best = kind
        kind += 1
    return best


def _next(prices: Prices, wishes: list[Wish], first: Wish, again: float) -> float:
    """What the best claim brings that the hand still pays for after a first one."""
    t, facts = prices.flat, prices.facts
    hand, colour = prices.balance.hand, first.payment.colour
    length = t.route_length[first.route]
    coloured = length - first.payment.wilds
    trains = facts.trains[facts.seat] - length
    chance = 1.0 if trains <= t.last_round else again
    hand[t.wild] = hand[t.wild] - first.payment.wilds
    hand[colour] = hand[colour] - coloured
    worth = 0.0
    for wish in wishes:
        other = wish.route != first.route and wish.route != t.route_twin[first.route]
        payable = wish.payment.missing < UNPAYABLE and t.route_length[wish.route] <= trains
        if other and payable and _pays(prices, wish.route):
            worth = chance * wish.gain
            break
    hand[colour] = hand[colour] + coloured
    hand[t.wild] = hand[t.wild] + first.payment.wilds
    return worth


def _pays(prices: Prices, route: i64) -> bool:
    """Whether what is left of the hand pays for a route."""
    return best_payment(prices.balance, route, vec[i64]()).missing < UNPAYABLE
