"""A view as it is kept in a file: all that its seat knew at a ply, and nothing else.

It is `View.data` without what follows from the rest: legal actions, and fields that are empty. To
read it back, a world that it allows is dealt, and the view of the seat taken there; so whatever is
kept agrees with the rules, or cannot be read. Not for finished games, nor for spectators.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from whistlestop.engine.game import Game
from whistlestop.engine.knowledge.plain_view import EMPTY, view_from_data
from whistlestop.engine.knowledge.view import View
from whistlestop.engine.state.rng import seeded
from whistlestop.model.board import Board

Kept = Mapping[str, Any]

_DERIVED = ("board", "legal")


def keep_view(view: View) -> dict[str, Any]:
    """All that a seat knows, as plain data."""
    assert view.seat is not None, "a spectator has no decision"
    assert view.dealt, "a puzzle comes from a game that began with a deal"
    data = view.data()
    data["players"] = [_said(player, {}) for player in data["players"]]
    return {name: x for name, x in _said(data, EMPTY).items() if name not in _DERIVED}


def _said(data: Kept, empty: Kept) -> dict[str, Any]:
    """Data without what a reader takes for granted."""
    return {name: value for name, value in data.items() if value != empty.get(name)}


def read_world(board: Board, kept: Kept) -> Game:
    """A game that agrees with a kept view; what the seat did not know is dealt at random."""
    return view_from_data(board, kept).sample(seeded(0, "kept view"))
