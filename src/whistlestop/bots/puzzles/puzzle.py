"""One puzzle: what a seat knew, every move with its value, and which of them is the answer.

The values are those of `bots.evaluation`, as they were when the puzzle was made; the reasons are
the coach's, worked out anew from the view. Moves that came near the answer are kept as the coach
would pay for them, the others as moves only. Invariant: the first move is the answer, and it leads
every other by at least the board's margin.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import cached_property
from typing import Any

from whistlestop.boards.load import load_board
from whistlestop.bots.advice.advice import Advice
from whistlestop.bots.advice.coach import counsel
from whistlestop.bots.evaluation import Evaluation, Option, Value
from whistlestop.bots.puzzles.kept_view import read_world
from whistlestop.bots.puzzles.moves import move_of
from whistlestop.engine.game import Game
from whistlestop.engine.knowledge.view import View
from whistlestop.model.actions import Action, parse_action
from whistlestop.model.board import Board
from whistlestop.model.errors import Refusal


class PuzzleError(Refusal):
    """There is no such puzzle, or that is no answer to it."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What an answer is worth.

    Attributes:
        move: What counts as one move, without how it is paid.
        solved: Whether it is the best move.
        cost: What it gives away, in points and in chance.
    """

    move: str
    solved: bool
    cost: Value


@dataclass(frozen=True)
class Puzzle:
    """A position of a game with the values of all its moves.

    Attributes:
        id: The board, and the game and the ply it comes from, such as `usa-12-224`.
        theme: What it is about, one of `THEMES`.
        level: 1 if the greedy bot finds the answer, 2 if the planner does, 3 if neither.
        gain: How much more the seat ends with than after the next best move, when planners play
            both to the end.
        harm: How much less its best rival ends with.
        worlds: In how many possible games the nearest moves were tried.
        moves: Every move with its margin and its chance, the best one first.
        seen: All that the seat knew, as `View.data` gives it.
    """

    id: str
    theme: str
    level: int
    gain: float
    harm: float
    worlds: int
    moves: tuple[tuple[str, float, float], ...]
    seen: Mapping[str, Any]

    @classmethod
    def read(cls, kept: Mapping[str, Any]) -> Puzzle:
        """A puzzle from the data of a file."""
        moves = tuple((action, margin, win) for action, margin, win in kept["moves"])
        return cls(**{**kept, "moves": moves})

    def data(self) -> dict[str, Any]:
        """The data to keep in a file."""
        kept = {field.name: getattr(self, field.name) for field in fields(self)}
        return {**kept, "moves": [list(move) for move in self.moves]}

    @property
    def board_name(self) -> str:
        """The name of the board."""
        return self.id.rpartition("-")[0].rpartition("-")[0]

    @property
    def board(self) -> Board:
        """The board."""
        return load_board(self.board_name)

    @property
    def players(self) -> int:
        """How many play."""
        return len(self.seen["players"])

    @cached_property
    def world(self) -> Game:
        """A game that agrees with all that the seat knew; the rest is dealt at random."""
        return read_world(self.board, self.seen)

    @cached_property
    def view(self) -> View:
        """All that the seat knew."""
        return self.world.view(self.seen["seat"])

    @property
    def answer(self) -> Action:
        """The best move, paid as the coach would."""
        return parse_action(self.moves[0][0])

    @property
    def lead(self) -> float:
        """The points by which the answer is better than any other move."""
        return self.moves[0][1] - self.moves[1][1]

    def advice(self, count: int = 3) -> tuple[Advice, ...]:
        """The best moves with the coach's reasons; only those near the answer have any."""
        options = tuple(
            Option(parse_action(text), Value(margin, win), 0.0, self.worlds)
            for text, margin, win in self.moves[:count]
            if not _is_bare(text)
        )
        found = Evaluation(self.seen["seat"], options[0].value, options, self.worlds)
        return counsel(self.view, found, count)

    def judge(self, action: Action | str) -> Verdict:
        """What an answer is worth; how it is paid and which of two tracks it takes do not count."""
        move = self._move(action)
        best, found = self._value(0), self._value(self._places[move])
        return Verdict(move, self._places[move] == 0, best - found)

    def _move(self, action: Action | str) -> str:
        move = move_of(" ".join(str(action).split()))
        if move not in self._places:
            raise PuzzleError("not_legal", f'"{action!s:.60}" is not a legal move here.')
        return move

    @cached_property
    def _places(self) -> dict[str, int]:
        return {move_of(move[0]): place for place, move in enumerate(self.moves)}

    def _value(self, place: int) -> Value:
        return Value(*self.moves[place][1:])


def _is_bare(text: str) -> bool:
    """Whether a text is a move without what it costs, which is no action."""
    return text.startswith(("claim ", "build ")) and text == move_of(text)
