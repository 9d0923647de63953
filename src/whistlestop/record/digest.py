"""The fingerprint of a finished game: its setup, its plies and the truth at its end.

The text that is hashed belongs to the file format and to nothing else, so that the notation of
positions can change without making old records false. It is the same for every format that ever
held the same game.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from typing import Any

from whistlestop.engine.state.flat_board import NONE, PILE, TICKET_HEAD, TICKETS, FlatBoard
from whistlestop.engine.state.state import State
from whistlestop.model.board import Board
from whistlestop.record.lines import canonical
from whistlestop.record.parts import RecordedPly, Setup


def game_digest(setup: Setup, plies: Iterable[RecordedPly], t: FlatBoard, s: State) -> str:
    """SHA-256 over setup, plies and final truth, as text in lower-case hexadecimal."""
    board = setup.board
    start = [board.digest, setup.players, setup.first, setup.seed, setup.cards, setup.tickets]
    lines = [canonical(start)]
    lines += [f"{seat} {do} > {' '.join(got)}" for seat, do, got in plies]
    lines.append(canonical(truth(board, t, s)))
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


def truth(board: Board, t: FlatBoard, s: State) -> dict[str, Any]:
    """Where everything lies, by name: what a finished game is compared by."""
    d = s.bytes
    cards, tickets, seats = board.cards, board.tickets, range(t.players)
    head = int(d[TICKET_HEAD])
    queue = [d[t.o_queue + (head + i) % int(t.tickets)] for i in range(int(d[TICKETS]))]
    return {
        "market": [_card(board, d[t.o_market + i]) for i in range(t.market)],
        "pile": [cards[d[t.o_pile + i]] for i in reversed(range(d[PILE]))],
        "discards": _counts(s, t.o_discard, t),
        "hands": [_counts(s, t.o_hand + seat * t.kinds, t) for seat in seats],
        "tickets": _by_seat(s, t.o_ticket, t, [ticket.id for ticket in tickets]),
        "deck": [tickets[i].id for i in queue],
        "routes": _by_seat(s, t.o_owner, t, [route.id for route in board.routes]),
        "stations": _by_seat(s, t.o_station, t, [c.id for c in board.cities] if t.stations else []),
    }


def _card(board: Board, card: int) -> str | None:
    return None if card == NONE else board.cards[card]


def _counts(s: State, start: int, t: FlatBoard) -> list[int]:
    """How many cards of each kind, in the order of the board's cards."""
    return [int(s.bytes[start + kind]) for kind in range(t.kinds)]


def _by_seat(s: State, start: int, t: FlatBoard, names: list[str]) -> list[list[str]]:
    """Who owns what: the names of the things whose byte holds the seat."""
    owned: list[list[str]] = [[] for _ in range(t.players)]
    for i, name in enumerate(names):
        owner = int(s.bytes[start + i])
        if owner < t.players:
            owned[owner].append(name)
    return owned
