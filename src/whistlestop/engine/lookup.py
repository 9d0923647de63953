"""Tables and codec of a board with a number of players, made once and shared."""

from __future__ import annotations

from whistlestop.engine.codec import Codec
from whistlestop.engine.tables import Tables
from whistlestop.model.board import Board

_made: dict[tuple[str, str, int], Codec] = {}


def codec_for(board: Board, players: int) -> Codec:
    """The codec of a board; its tables are `codec.tables`."""
    key = (board.name, board.digest, players)
    if key not in _made:
        _made[key] = Codec(board, Tables(board, players))
    codec = _made[key]
    # Two boards with equal rules may differ in names and drawing.
    return codec if codec.board is board else Codec(board, codec.tables)
