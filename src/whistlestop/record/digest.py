"""The fingerprint of a finished game: its setup, its plies and the truth at its end.

The text that is hashed belongs to the file format and to nothing else, so that the notation of
positions can change without making old records false. It is the same for every format that ever
held the same game.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any

from whistlestop.engine.again import ShuffledAgain
from whistlestop.engine.state.accessors import holder_of, market_card, owner_of, station_owner
from whistlestop.engine.state.flat_board import NONE, FlatBoard
from whistlestop.engine.state.reading import discards_in, hand_in, pile_in, ticket_deck_in
from whistlestop.engine.state.rng import RNG_VERSION
from whistlestop.engine.state.state import State
from whistlestop.model.board import Board
from whistlestop.record.forks import forks_data
from whistlestop.record.lines import canonical
from whistlestop.record.parts import RecordedPly, Setup, in_order


def game_digest(
    setup: Setup,
    plies: Sequence[RecordedPly],
    t: FlatBoard,
    s: State,
    shuffles: Sequence[ShuffledAgain] = (),
) -> str:
    """SHA-256 over setup, plies and final truth, as text in lower-case hexadecimal."""
    board = setup.board
    start = [board.digest, setup.players, setup.first, setup.seed, setup.cards, setup.tickets]
    if setup.rng != RNG_VERSION:
        start += [setup.rng, setup.deal and [setup.deal.secret, setup.deal.values]]
    if setup.forks:
        start.append(forks_data(setup.forks))
    lines = [canonical(start)]
    lines += map(_told, in_order(plies, shuffles))
    lines.append(canonical(truth(board, t, s)))
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


def _told(step: RecordedPly | ShuffledAgain) -> str:
    if isinstance(step, ShuffledAgain):
        return f"shuffled {' '.join(step.piles)} > {step.again}"
    seat, do, got = step
    return f"{seat} {do} > {' '.join(got)}"


def truth(board: Board, t: FlatBoard, s: State) -> dict[str, Any]:
    """Where everything lies, by name: what a finished game is compared by."""
    d = s.bytes
    cards, tickets, seats = board.cards, board.tickets, range(t.players)
    builds = board.cities if t.stations else ()
    return {
        "market": [_card(board, market_card(t, d, slot)) for slot in range(t.market)],
        "pile": [cards[card] for card in reversed(pile_in(t, d))],
        "discards": discards_in(t, d),
        "hands": [hand_in(t, d, seat) for seat in seats],
        "tickets": _by_seat(t, {x.id: int(holder_of(t, d, x.index)) for x in tickets}),
        "deck": [tickets[i].id for i in ticket_deck_in(t, d)],
        "routes": _by_seat(t, {r.id: int(owner_of(t, d, r.index)) for r in board.routes}),
        "stations": _by_seat(t, {c.id: int(station_owner(t, d, c.index)) for c in builds}),
    }


def _card(board: Board, card: int) -> str | None:
    return None if card == NONE else board.cards[card]


def _by_seat(t: FlatBoard, owners: dict[str, int]) -> list[list[str]]:
    """The names of what each seat owns; what nobody owns is left out."""
    owned: list[list[str]] = [[] for _ in range(t.players)]
    for name, owner in owners.items():
        if owner < t.players:
            owned[owner].append(name)
    return owned
