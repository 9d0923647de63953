"""The puzzles that ship: a file for each board, one puzzle a line, read when first asked for.

The puzzle of the day follows from the date alone: all puzzles of all boards in an order that is
shuffled once, one a day, and then again from the start.
"""

from __future__ import annotations

import json
from datetime import date
from functools import cache
from importlib import resources

from whistlestop.boards.load import shipped_names
from whistlestop.bots.puzzles.puzzle import Puzzle, PuzzleError
from whistlestop.bots.puzzles.themes import THEMES
from whistlestop.engine.state.rng import seeded

FILES = resources.files("whistlestop.bots.puzzles") / "shipped"


def puzzle_boards() -> tuple[str, ...]:
    """The boards that have puzzles."""
    return tuple(name for name in shipped_names() if (FILES / f"{name}.jsonl").is_file())


@cache
def _of_board(board: str) -> tuple[Puzzle, ...]:
    text = (FILES / f"{board}.jsonl").read_text(encoding="utf-8")
    return tuple(Puzzle.read(json.loads(line)) for line in text.splitlines())


def puzzles_of(board: str | None = None, theme: str | None = None) -> tuple[Puzzle, ...]:
    """The puzzles of a board and a theme; without a name, of all of them."""
    boards = puzzle_boards()
    if board is not None and board not in boards:
        raise PuzzleError("no_puzzles", f"There are puzzles of {', '.join(boards)} only.")
    if theme is not None and theme not in THEMES:
        raise PuzzleError("no_such_theme", f"The themes of puzzles are {', '.join(THEMES)}.")
    found = [puzzle for name in boards for puzzle in _of_board(name) if board in (None, name)]
    return tuple(puzzle for puzzle in found if theme in (None, puzzle.theme))


@cache
def _by_id() -> dict[str, Puzzle]:
    return {puzzle.id: puzzle for puzzle in puzzles_of()}


def puzzle_ids() -> tuple[str, ...]:
    """The ids of all puzzles, by board."""
    return tuple(_by_id())


def puzzle_by_id(name: str) -> Puzzle:
    """The puzzle with this id.

    >>> puzzle_by_id("usa")
    Traceback (most recent call last):
    ...
    whistlestop.bots.puzzles.puzzle.PuzzleError: There is no puzzle "usa".
    """
    found = _by_id().get(name)
    if found is None:
        raise PuzzleError("no_such_puzzle", f'There is no puzzle "{name:.60}".')
    return found


def puzzle_of_day(day: date) -> Puzzle:
    """The puzzle of a day, the same everywhere; none comes back before all others had their day."""
    ids = _in_turn()
    return puzzle_by_id(ids[day.toordinal() % len(ids)])


@cache
def _in_turn() -> tuple[str, ...]:
    ids, rng = sorted(puzzle_ids()), seeded("puzzles", "days")
    for last in range(len(ids) - 1, 0, -1):
        other = int(rng.below(last + 1))
        ids[last], ids[other] = ids[other], ids[last]
    return tuple(ids)
