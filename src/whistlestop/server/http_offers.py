"""What a table can be made of: boards with their options, bots, colours, phrases.

It is the same for everybody and does not change while a server runs.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import get_args

from whistlestop import bots
from whistlestop.model.boardfile import board_names, load_board, options_of
from whistlestop.server.protocol.options import COLOURS, Phrase
from whistlestop.server.protocol.requests import BoardPart, BotPart, Offers


@cache
def offers() -> Offers:
    """Everything on offer. Reads the board files the first time, so not for the event loop."""
    boards = [_board(name) for name in _names()]
    return Offers(boards, [*_levels(), *_bots()], list(COLOURS), list(get_args(Phrase)))


def _names() -> Iterator[str]:
    for name in board_names():
        yield name
        for option in options_of(name):
            yield f"{name}:{option}"


def _board(name: str) -> BoardPart:
    board = load_board(name)
    return BoardPart(name, board.title, (board.rules.min_players, board.rules.max_players))


def _levels() -> list[BotPart]:
    """The levels that every board has."""
    counts = [len(bots.levels(load_board(name))) for name in board_names()]
    return [BotPart(f"level:{n}", "", n) for n in range(1, min(counts) + 1)]


def _bots() -> list[BotPart]:
    return [BotPart(name, bots.bot_entry(name).says, None) for name in bots.bot_names()]
