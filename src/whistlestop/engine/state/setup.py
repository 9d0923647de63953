"""Dealing: from an order of cards and tickets to the position before the opening choice (S1–S3).

Orders are lists of indices, the first on top. They come from a generator or are given, so that a
game played elsewhere can be set up exactly.
"""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64, u8

from whistlestop.engine.phases.tickets import offer
from whistlestop.engine.state.chance import Chance
from whistlestop.engine.state.event_kinds import DEALT
from whistlestop.engine.state.flat_board import (
    OFFERED,
    OPENING,
    OUT,
    PHASE,
    PILE,
    TURN,
    UNANSWERED,
    FlatBoard,
)
from whistlestop.engine.state.rng import Rng, shuffle
from whistlestop.engine.state.state import State, blank, fill_market, give, put_under, take_top


def card_order(t: FlatBoard, rng: Rng) -> vec[u8]:
    """Every card in a random order, the first on top."""
    cards = t.sorted_cards[:]
    shuffle(rng, cards, 0, t.deck)
    return cards


def ticket_order(t: FlatBoard, rng: Rng) -> vec[u8]:
    """Every ticket in a random order: first the long ones, then the regular ones (S2)."""
    tickets = t.sorted_tickets[:]
    shuffle(rng, tickets, 0, t.longs)
    shuffle(rng, tickets, t.longs, t.tickets - t.longs)
    return tickets


def deal(t: FlatBoard, cards: vec[u8], tickets: vec[u8], first: i64, chance: Chance) -> State:
    """S1, S2: hands seat by seat, then the market, then the offers seat by seat."""
    s = blank(t)
    d = s.bytes
    i: i64 = 0
    deck = t.deck
    top = t.o_pile + deck
    while i < deck:
        top -= 1
        d[top] = cards[i]
        i += 1
    d[PILE] = u8(deck)
    seat: i64 = 0
    while seat < t.players:
        i = 0
        while i < t.hand:
            card = take_top(t, s, chance)
            give(t, s, seat, card)
            if chance.events is not None:
                chance.emit(DEALT, seat, card, 0)
            i += 1
        seat += 1
    fill_market(t, s, chance)
    _deal_tickets(t, s, tickets, chance)
    d[PHASE] = u8(OPENING)
    d[TURN] = u8(first)
    d[UNANSWERED] = u8((1 << t.players) - 1)
    return s


def _deal_tickets(t: FlatBoard, s: State, tickets: vec[u8], chance: Chance) -> None:
    """S2: the long ticket first; the long tickets not dealt leave the game."""
    long: i64 = 0
    regular = t.longs
    seat: i64 = 0
    while seat < t.players:
        n: i64 = 0
        while n < t.opening_long + t.opening_regular:
            if n < t.opening_long:
                ticket = i64(tickets[long])
                long += 1
            else:
                ticket = i64(tickets[regular])
                regular += 1
            offer(t, s, seat, n, ticket, chance)
            n += 1
        seat += 1
    while long < t.longs:
        s.bytes[t.o_ticket + i64(tickets[long])] = u8(OUT)
        long += 1
    while regular < t.tickets:
        put_under(t, s, i64(tickets[regular]))
        regular += 1
    s.bytes[OFFERED] = u8(t.opening_long + t.opening_regular)
