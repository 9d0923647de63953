"""Find the move, on the wire: which puzzles there are, one as its seat sees it, and its answer.

A puzzle and its answer travel apart, so that a page can show the one without holding the other.
Moves are actions without what they cost: `claim paris-zurich`, `build paris`, `draw red`, `keep 1`.
"""

from __future__ import annotations

from msgspec import Struct

from whistlestop.bots.processes.messages import AdvisedAction
from whistlestop.protocol.views import OwnView, PublicView


class PuzzleEntry(Struct, frozen=True):
    """A puzzle in the list. `level` is 1 to 3, the hardest last."""

    id: str
    board: str
    theme: str
    level: int


class PuzzleList(Struct, frozen=True):
    """All puzzles by board, and the id of the one of today (by UTC)."""

    today: str
    puzzles: list[PuzzleEntry]


class HintPart(Struct, frozen=True):
    """What helps: a code with parameters."""

    code: str
    params: dict[str, str | int]


class PuzzlePosition(Struct, frozen=True):
    """A puzzle as its seat sees it, with its moves in the board's order; `made` are the tickets
    that its routes join already. `hints` say ever more."""

    id: str
    board: str
    theme: str
    level: int
    view: PublicView
    own: OwnView
    made: list[str]
    moves: list[str]
    hints: list[HintPart]


class MoveValue(Struct, frozen=True):
    """A move with the points to be ahead at the end and the chance to win that it promises."""

    move: str
    margin: float
    win: float


class PuzzleSolution(Struct, frozen=True):
    """The answer of a puzzle: every move with its value, the best first, and the coach's reasons
    for the best ones. `gain` and `harm` are how many points more the seat and how many fewer its
    best rival ends with than after the next best move."""

    id: str
    answer: str
    gain: float
    harm: float
    moves: list[MoveValue]
    options: list[AdvisedAction]
