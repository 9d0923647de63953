"""The chance that a tunnel can be paid for, by what is in hand and what has not been seen."""

from __future__ import annotations

from mypy_extensions import i64

from whistlestop.bots.reasoning.card_needs import CardPayment
from whistlestop.bots.reasoning.prices import Prices


def tunnel_chance(prices: Prices, route: i64, payment: CardPayment) -> float:
    """The chance that the cards left in hand pay for what a tunnel turns up."""
    facts, t = prices.facts, prices.flat
    hit = prices.share[t.wild]
    spare = facts.hand[t.wild] - payment.wilds
    if payment.colour != t.wild:
        hit += prices.share[payment.colour]
        spare += facts.hand[payment.colour] - (t.route_length[route] - payment.wilds)
    miss = 1.0 - hit
    cards = t.tunnel_cards
    # A binomial sum: as if each card were put back, which is near enough for a few out of many.
    chance = 0.0
    hits: i64 = 0
    term = 1.0
    n: i64 = 0
    while n < cards:
        term = term * miss
        n += 1
    while hits <= spare and hits <= cards:
        chance += term
        if miss <= 0.0:
            return chance
        term = term * float(cards - hits) / float(hits + 1) * hit / miss
        hits += 1
    return chance if chance < 1.0 else 1.0
