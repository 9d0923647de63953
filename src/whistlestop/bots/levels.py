"""Levels for people: four rungs of the measured ladder by name, each clearly above the one below.

A level is a bot, never a better bot that is made to blunder. The lab has measured how much better
each rung is; a board with another ladder would get it here. A table names its bots by a text: a
registered bot, or `level:2` for the board's second level.
"""

from __future__ import annotations

from dataclasses import dataclass

from whistlestop.boards.load import load_board
from whistlestop.bots.contract import BotError
from whistlestop.model.board import Board

# How long a bot that is not one of the levels may think: as long as the slowest of them.
SECONDS = 5.0


@dataclass(frozen=True, slots=True)
class Level:
    """A name for translators, the bot as `make_bot` reads it, and how long it may think.

    Attributes:
        name: `passenger`, `porter`, `driver` or `conductor`.
        bot: The bot, as `make_bot` reads it.
        seconds: How long it may think about a decision.
    """

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
    load_board(board)  # raises with a sentence if there is no such board
    return _LADDER


def recipe_of(text: str, board: Board) -> str:
    """The registered bot behind a text; `level:2` is the second level of the board."""
    level = _level(text, board)
    return level.bot if level else text


def budget_of(text: str, board: Board) -> float:
    """How many seconds the bot of a text may think about a decision."""
    level = _level(text, board)
    return level.seconds if level else SECONDS


def name_of(text: str, board: Board) -> str:
    """What a seat of this bot is called: the level's name, or the bot's without parameters."""
    level = _level(text, board)
    return (level.name if level else text.partition(":")[0]).capitalize()


def _level(text: str, board: Board) -> Level | None:
    name, colon, number = text.partition(":")
    if not colon or name != "level":
        return None
    known = levels(board)
    if not number.isdecimal() or len(number) > 2 or not 1 <= int(number) <= len(known):
        raise BotError("unknown_level", f"The board has the levels 1 to {len(known)}.")
    return known[int(number) - 1]
