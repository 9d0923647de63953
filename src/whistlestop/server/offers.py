"""What a table can be made of: boards with their options, bots, colours, phrases.

It is the same for everybody. While a server runs, only the user's own board files can change it.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import get_args

from whistlestop import bots
from whistlestop.boards.home import own_boards
from whistlestop.boards.load import BoardError, board_names, load_board, options_of
from whistlestop.model.board import Board
from whistlestop.protocol.options import COLOURS, Phrase
from whistlestop.protocol.requests import BoardPart, BotPart, Offers
from whistlestop.server.errors import ServerRefusal
from whistlestop.server.watch.logs import note


def offers() -> Offers:
    """Everything on offer. Reads board files that are new, so not for the event loop."""
    return _offers(tuple((name, _changed(path)) for name, path in own_boards().items()))


def _changed(path: Path) -> int:
    try:
        return path.stat().st_mtime_ns
    except OSError:  # gone again, or a link to nothing
        return 0


def offered_board(name: str) -> Board:
    """A board that ships with the program, by its name.

    A name is never taken for a path here: what a stranger sends must not reach the file system.
    """
    board_id, _, _ = name.partition(":")
    if board_id not in board_names():
        raise ServerRefusal("no_such_board", 404, board=name[:60])
    try:
        return load_board(name)
    except BoardError:
        raise ServerRefusal("no_such_board", 404, board=name[:60]) from None


@lru_cache(maxsize=1)
def _offers(own: tuple[tuple[str, int], ...]) -> Offers:
    boards = [_board(name) for name in _names()]
    return Offers(boards, [*_levels(), *_bots()], list(COLOURS), list(get_args(Phrase)))


def _names() -> Iterator[str]:
    for name in _sound():
        yield name
        for option in options_of(name):
            yield f"{name}:{option}"


def _sound() -> Iterator[str]:
    """The boards that can be played. The log names the user's files that cannot be read."""
    for name in board_names():
        try:
            load_board(name)
        except BoardError as error:
            note("board_left_out", logging.WARNING, board=name, why=error.code)
        else:
            yield name


def _board(name: str) -> BoardPart:
    board = load_board(name)
    return BoardPart(name, board.title, (board.rules.min_players, board.rules.max_players))


def _levels() -> list[BotPart]:
    """The levels that every board has."""
    counts = [len(bots.levels(load_board(name))) for name in _sound()]
    return [BotPart(f"level:{n}", "", n) for n in range(1, min(counts) + 1)]


def _bots() -> list[BotPart]:
    return [BotPart(name, bots.bot_entry(name).says, None) for name in bots.bot_names()]
