"""Levels for people: four rungs of the measured ladder by name, each clearly above the one below.

A level is a bot, never a better bot that is made to blunder. How much better each rung is has been
measured by the lab; a board whose ladder were different would say so here.
"""

from __future__ import annotations

from dataclasses import dataclass

from whistlestop.boards.load import load_board
from whistlestop.model.board import Board


@dataclass(frozen=True, slots=True)
class Level:
    """A name to be translated, the bot as `make_bot` reads it, and how long it may think."""

    name: str
    bot: str
    seconds: float


_LADDER = (
    Level("passenger", "greedy", 1.0),
    Level("porter", "reference", 1.0),
    Level("driver", "planner", 1.0),
    Level("conductor", "search:time=4s,worlds=60", 5.0),
)


def levels(board: Board | str) -> tuple[Level, ...]:
    """The levels of a board, the easiest first.

    >>> [level.name for level in levels("usa")]
    ['passenger', 'porter', 'driver', 'conductor']
    """
    load_board(board)  # says in a sentence if there is no such board
    return _LADDER
