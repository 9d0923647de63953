"""Tables and codec of a board with a number of players, made once and shared.

Only so many are kept, the newest ones: who makes boards by the thousand fills no memory.
"""

from __future__ import annotations

from whistlestop.engine.codec import Codec
from whistlestop.engine.state.flat_board import Tables
from whistlestop.model.board import Board

KEPT = 64

# By the board's identity, which is its own as long as its codec is kept: two boards with equal
# rules may differ in names and drawing.
_codecs: dict[tuple[int, int], Codec] = {}
_tables: dict[tuple[str, str, int], Tables] = {}


def codec_for(board: Board, players: int) -> Codec:
    """The codec of a board; its tables are `codec.tables`."""
    key = (id(board), players)
    codec = _codecs.get(key)
    if codec is None:
        if len(_codecs) >= KEPT:
            _codecs.pop(next(iter(_codecs)), None)
        codec = _codecs[key] = Codec(board, _tables_for(board, players))
    return codec


def _tables_for(board: Board, players: int) -> Tables:
    key = (board.name, board.digest, players)
    tables = _tables.get(key)
    if tables is None:
        if len(_tables) >= KEPT:
            _tables.pop(next(iter(_tables)), None)
        tables = _tables[key] = Tables(board, players)
    return tables
