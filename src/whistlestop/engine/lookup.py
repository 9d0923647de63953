"""Flat form and codec of a board with a number of players, made once and shared.

Only the newest are kept: who makes boards by the thousand fills no memory.
"""

from __future__ import annotations

from whistlestop.engine.codec import Codec
from whistlestop.engine.state.flat_board import FlatBoard
from whistlestop.model.board import Board

# More boards and numbers of players than one process has in use at a time.
KEPT = 64

# By the board's identity, which is its own as long as its codec is kept: two boards with equal
# rules may differ in names and drawing.
_codecs: dict[tuple[int, int], Codec] = {}
_flat_boards: dict[tuple[str, str, int], FlatBoard] = {}


def codec_for(board: Board, players: int) -> Codec:
    """The codec of a board; its flat board is `codec.flat`."""
    key = (id(board), players)
    codec = _codecs.get(key)
    if codec is None:
        if len(_codecs) >= KEPT:
            _codecs.pop(next(iter(_codecs)), None)
        codec = _codecs[key] = Codec(board, _flat_board_for(board, players))
    return codec


def _flat_board_for(board: Board, players: int) -> FlatBoard:
    key = (board.name, board.digest, players)
    flat = _flat_boards.get(key)
    if flat is None:
        if len(_flat_boards) >= KEPT:
            _flat_boards.pop(next(iter(_flat_boards)), None)
        flat = _flat_boards[key] = FlatBoard(board, players)
    return flat


def action_texts(board: Board) -> list[str]:
    """The text of every action of a board, by its number; how many play makes no difference."""
    codec = codec_for(board, board.rules.min_players)
    return [codec.texts[code] for code in range(codec.size)]
