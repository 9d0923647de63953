"""From the wire back to the engine's `View`: the opposite of `view_to_wire`.

Nothing is guessed: the public part and a seat's own part together hold all that the seat knows.
Invariant: for every game, seat and ply the result equals `game.view(seat)`, whether the public part
came whole or grew by changes.
"""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import UNSET
from msgspec.structs import asdict

from whistlestop.engine.knowledge.plain_view import view_from_data, with_changed
from whistlestop.engine.knowledge.view import View
from whistlestop.engine.knowledge.view_forms import read_score
from whistlestop.model.board import Board
from whistlestop.model.score import Score
from whistlestop.protocol.views import OwnView, PublicView, ViewChanges


def with_changes(view: PublicView, changes: ViewChanges) -> PublicView:
    """The public view of the next version."""
    changed = {name: value for name, value in asdict(changes).items() if value is not UNSET}
    return PublicView(**with_changed(asdict(view), changed))


def view_from_wire(board: Board, public: PublicView, part: OwnView | None) -> View:
    """The view of the seat whose own part this is; without one, a spectator's."""
    plain: dict[str, Any] = msgspec.to_builtins(public)
    own: dict[str, Any] = {} if part is None else msgspec.to_builtins(part)
    return view_from_data(board, plain | own)


def score_from_wire(board: Board, public: PublicView) -> Score | None:
    """The final score, if the game is over."""
    return read_score(board, msgspec.to_builtins(public))
