"""Secrets read straight from a state: what no view tells, as names."""

from __future__ import annotations

from whistlestop.engine.game import Game
from whistlestop.engine.state.flat_board import PILE, TICKET_HEAD, TICKETS


def hand(game: Game, seat: int) -> dict[str, int]:
    start = int(game.flat.o_hand + seat * game.flat.kinds)
    cards = game.board.cards
    return {name: n for i, name in enumerate(cards) if (n := int(game.state.bytes[start + i]))}


def pile(game: Game) -> tuple[str, ...]:
    """The cards of the pile, the top one first."""
    start, count = int(game.flat.o_pile), int(game.state.bytes[PILE])
    cards = (int(game.state.bytes[start + i]) for i in reversed(range(count)))
    return tuple(game.board.cards[card] for card in cards)


def ticket_deck(game: Game) -> tuple[str, ...]:
    """The tickets of the deck, the top one first."""
    t, d = game.flat, game.state.bytes
    places = [(int(d[TICKET_HEAD]) + i) % int(t.tickets) for i in range(int(d[TICKETS]))]
    return tuple(game.board.tickets[int(d[int(t.o_queue) + place])].id for place in places)


def tickets_held(game: Game, seat: int) -> frozenset[str]:
    t, d = game.flat, game.state.bytes
    return frozenset(x.id for x in game.board.tickets if d[int(t.o_ticket) + x.index] == seat)
