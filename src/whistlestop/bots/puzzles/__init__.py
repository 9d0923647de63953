"""Find the move: positions in which one move is better than all others beyond doubt.

`puzzle` is one of them and says what an answer is worth, `hints` what helps without telling,
`shelf` reads those that ship, by board, by theme and by day. `finding` looks for them in a game,
stage by stage, by the same evaluation that hints show; `themes` says what one is about, `moves`
what counts as one move, and `kept_view` keeps what the seat knew.

Making the shipped files is the business of `tools/puzzles`; words belong to whoever shows them.
Invariant: a puzzle holds what its seat knew, and nothing else of the game it came from.
"""

from whistlestop.bots.puzzles.hints import PuzzleHint, hints_of
from whistlestop.bots.puzzles.puzzle import Puzzle, PuzzleError, Verdict
from whistlestop.bots.puzzles.shelf import (
    puzzle_boards,
    puzzle_by_id,
    puzzle_ids,
    puzzle_of_day,
    puzzles_of,
)
from whistlestop.bots.puzzles.themes import THEMES

__all__ = [
    "THEMES",
    "Puzzle",
    "PuzzleError",
    "PuzzleHint",
    "Verdict",
    "hints_of",
    "puzzle_boards",
    "puzzle_by_id",
    "puzzle_ids",
    "puzzle_of_day",
    "puzzles_of",
]
