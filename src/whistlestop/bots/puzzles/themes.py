"""Themes: what a puzzle is about, by its position, its answer and the best of the other moves.

Invariant: every puzzle has exactly one theme, the first in `THEMES` that fits.
"""

from __future__ import annotations

from whistlestop.engine.knowledge.view import View
from whistlestop.model.actions import Action, Build, Claim, DrawTickets, Keep

LAST_TURNS = "last-turns"
TICKETS = "tickets"
STATION = "station"
END = "end"
BLOCK = "block"
CLAIM = "claim"

THEMES = (STATION, LAST_TURNS, TICKETS, END, BLOCK, CLAIM)
"""A station; in the last round; which tickets; when to end; block a rival; claim or draw."""

# A move blocks if at least this part of its lead is what the best rival ends with less.
BLOCKS = 0.5


def theme_of(view: View, answer: Action, other: Action, harm: float) -> str:
    """What a puzzle is about; `harm` is the part of the answer's lead that a rival loses by it."""
    if isinstance(answer, Build):
        return STATION
    if view.turns_left is not None:
        return LAST_TURNS
    if isinstance(answer, Keep | DrawTickets):
        return TICKETS
    if starts_last_round(view, answer) != starts_last_round(view, other):
        return END
    return BLOCK if isinstance(answer, Claim) and harm >= BLOCKS else CLAIM


def starts_last_round(view: View, action: Action) -> bool:
    """Whether the seat would have so few trains left that the last round begins."""
    if not isinstance(action, Claim) or view.seat is None:
        return False
    length = view.board.route_by_id[action.route].length
    return view.players[view.seat].trains - length <= view.board.rules.last_round
