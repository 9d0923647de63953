"""A view in one row of bytes and back, which is how it is pickled.

The bytes are its plain data without names. They depend on nothing but the view: equal views give
equal bytes, however their parts came to be. The board is not among them. Not a format to keep:
readers outside this program want `View.data`.
"""

from __future__ import annotations

import marshal
from typing import Any

from whistlestop.engine.knowledge.forms import facts
from whistlestop.engine.knowledge.plain_view import OWN, PUBLIC, view_data, view_from_data
from whistlestop.engine.knowledge.view import PlayerView, View
from whistlestop.model.board import Board

# The last version that writes a thing the same way whether or not it occurs twice; newer ones,
# and pickle, would tell by it which parts of a view are one object.
_VERSION = 2
_NAMES = [fact.name for fact in (*PUBLIC, *OWN)]
_OF_PLAYERS = [fact.name for fact in facts(PlayerView, "public")]


def pack_view(view: View) -> bytes:
    """Everything in a view but its board."""
    data = view_data(view)
    data["players"] = [[*player.values()] for player in data["players"]]
    return marshal.dumps([*data.values()], _VERSION)


def unpack_view(board: Board, packed: bytes) -> View:
    """The view of this board that was packed."""
    data: dict[str, Any] = dict(zip(_NAMES, marshal.loads(packed), strict=True))
    data["players"] = [dict(zip(_OF_PLAYERS, x, strict=True)) for x in data["players"]]
    return view_from_data(board, data)
