"""Looking at puzzles again with a stronger search: more worlds, all moves, other seeds.

All moves are evaluated again, and the nearest of them in several times as many worlds as the puzzle
was made with; it is confirmed if that finds its answer best. Beside that, planners play the answer
and the next best move to the end of the game, which says whether the answer still leads when no
judge has a part in it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from whistlestop.bots.contract import Seed
from whistlestop.bots.evaluation import Option, evaluate
from whistlestop.bots.puzzles.finding import lead_of, play_to_end
from whistlestop.bots.puzzles.moves import move_of, moves_of
from whistlestop.bots.puzzles.puzzle import Puzzle
from whistlestop.bots.puzzles.themes import THEMES
from whistlestop.engine.state.rng import seeded
from whistlestop.lab.intervals import wilson
from whistlestop.model.actions import Action

BROAD = 8
"""All moves are evaluated in a part of the worlds: one in so many; to the end in twice that."""
NEAREST = 8


@dataclass(frozen=True, slots=True)
class Confirmed:
    """What a stronger search says: whether the answer is best, by how much, and at the end."""

    puzzle: Puzzle
    best: str
    lead: float
    end: float

    @property
    def same(self) -> bool:
        """Whether the stronger search finds the same move best."""
        return self.best == move_of(self.puzzle.answer)

    def line(self) -> str:
        """The puzzle in a line."""
        said = "confirmed" if self.same else f"NOT confirmed ({self.best})"
        ends = f"lead {self.lead:.1f}, {self.end:+.1f} at the end"
        return f"{self.puzzle.id} {self.puzzle.theme}: {said}, {ends}"


def sample_of(puzzles: Sequence[Puzzle], count: int, seed: Seed) -> list[Puzzle]:
    """Some of the puzzles, at random."""
    left, rng = list(puzzles), seeded(seed, "sample")
    return [left.pop(int(rng.below(len(left)))) for _ in range(min(count, len(left)))]


def confirm(puzzle: Puzzle, worlds: int, seed: Seed) -> Confirmed:
    """Look at a puzzle again, at every move of it."""
    moves = [*moves_of(puzzle.view).values()]
    every = _ranked(puzzle, moves, max(1, worlds // BROAD), f"{seed}/{puzzle.id}/every")
    near = [option.action for option in every[:NEAREST]]
    ranked = _ranked(puzzle, [*near, puzzle.answer], worlds, f"{seed}/{puzzle.id}")
    answer = next(o for o in ranked if move_of(o.action) == move_of(puzzle.answer))
    other = next(o for o in ranked if move_of(o.action) != move_of(puzzle.answer))
    ends = max(1, 2 * worlds // BROAD)
    end = play_to_end(puzzle.view, answer.action, other.action, ends, f"{seed}/{puzzle.id}/end")
    return Confirmed(puzzle, move_of(ranked[0].action), answer.seems - other.seems, end.lead.mean)


def _ranked(puzzle: Puzzle, moves: Sequence[Action], worlds: int, seed: Seed) -> list[Option]:
    """Moves by how good they seem, the best first."""
    found = evaluate(puzzle.view, actions=moves, worlds=worlds, seed=seed)
    return sorted(found.options, key=lambda option: -option.seems)


def summary(found: Sequence[Confirmed]) -> Iterator[str]:
    """The shares, with their intervals."""
    same = [one for one in found if one.same]
    firm = [one for one in found if one.same and one.lead >= lead_of(one.puzzle.board)]
    ends = [one for one in found if one.end > 0]
    for says, those in (
        ("the same move is best", same),
        ("and leads by the stated margin", firm),
        ("it leads at the end of the game", ends),
    ):
        low, high = wilson(len(those), len(found))
        share = f"{len(those)} of {len(found)}, {len(those) / len(found):.1%}"
        yield f"{says}: {share} ({low:.0%}–{high:.0%})"


def table(puzzles: Sequence[Puzzle]) -> Iterator[str]:
    """How many puzzles there are, by board and theme, as Markdown."""
    counts = Counter((puzzle.board_name, puzzle.theme) for puzzle in puzzles)
    yield "| board | " + " | ".join(THEMES) + " | all |"
    yield "|---" * (len(THEMES) + 2) + "|"
    for board in dict.fromkeys(puzzle.board_name for puzzle in puzzles):
        row = [counts[board, theme] for theme in THEMES]
        yield f"| {board} | " + " | ".join(map(str, [*row, sum(row)])) + " |"
    levels = Counter(puzzle.level for puzzle in puzzles)
    yield ""
    yield "by level: " + ", ".join(f"{level}: {levels[level]}" for level in sorted(levels))
