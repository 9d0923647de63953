"""How a board is pickled: a shipped one by its name, any other whole.

Every view carries its board along, so a pickle of a shipped board must stay a few bytes. Loading
boards registers this with `copyreg`, for a `Board` itself opens no file. Invariant: what is
unpickled equals what was pickled, or `UnpicklingError` says why not.
"""

from __future__ import annotations

import copyreg
from dataclasses import fields
from functools import lru_cache
from typing import Any

from whistlestop.boards.read_values import BoardError
from whistlestop.model.board import Board


def reduce_board(board: Board) -> tuple[object, tuple[object, ...]]:
    """What pickle needs to make the board again; worked out once for each board."""
    known = vars(board)
    if "_reduced" not in known:
        known["_reduced"] = _reduced(board)
    reduced: tuple[object, tuple[object, ...]] = known["_reduced"]
    return reduced


def _reduced(board: Board) -> tuple[object, tuple[object, ...]]:
    if _ships(board):
        return shipped_board, (board.name, board.digest)
    from pickle import dumps  # few programs ever pickle, and all would wait for the import

    return own_board, (dumps(tuple(getattr(board, f.name) for f in fields(board))),)


def _ships(board: Board) -> bool:
    """Whether this very board has a name here, so that its name says all of it."""
    from whistlestop.boards.load import board_names, load_board  # which imports this module

    try:
        return board.id in board_names() and load_board(board.name) == board
    except BoardError:
        return False


@lru_cache(maxsize=64)
def shipped_board(name: str, digest: str) -> Board:
    """A board that was pickled by its name; it must be the one that is found by it here."""
    from pickle import UnpicklingError

    from whistlestop.boards.load import load_board

    board = load_board(name)
    if board.digest != digest:
        raise UnpicklingError(f"The board {name} that was pickled has other rules here.")
    return board


@lru_cache(maxsize=64)
def own_board(content: bytes) -> Board:
    """A board that was pickled whole; the same one each time, for its flat form hangs on it."""
    from pickle import loads

    return Board(*loads(content))


def register() -> None:
    """Tell pickle how boards are reduced."""
    reduce: Any = reduce_board  # copyreg's type knows no functions that return other callables
    copyreg.pickle(Board, reduce)
