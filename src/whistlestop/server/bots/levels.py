"""The bots that can be asked for at a table: registered ones by name, and a board's levels."""

from __future__ import annotations

from whistlestop import bots
from whistlestop.bots import BotError
from whistlestop.model.board import Board

SECONDS = 5.0  # how long a bot may think that is not a level of the board


def recipe_of(text: str, board: Board) -> str:
    """The registered bot behind a text; `level:2` is the second level of the board."""
    number = _level(text)
    return text if number is None else bots.levels(board)[_index(number, board)].bot


def budget_of(text: str, board: Board) -> float:
    """How many seconds it may think about a decision."""
    number = _level(text)
    return SECONDS if number is None else bots.levels(board)[_index(number, board)].seconds


def name_of(text: str, board: Board) -> str:
    """What a seat of this bot is called: the level's name, or the bot's without parameters."""
    number = _level(text)
    if number is None:
        return text.partition(":")[0].capitalize()
    return bots.levels(board)[_index(number, board)].name.capitalize()


def _level(text: str) -> str | None:
    name, colon, number = text.partition(":")
    return number if colon and name == "level" else None


def _index(number: str, board: Board) -> int:
    most = len(bots.levels(board))
    if not number.isdecimal() or len(number) > 2 or not 1 <= int(number) <= most:
        raise BotError("unknown_level", f"The board has the levels 1 to {most}.")
    return int(number) - 1
