"""What every environment of one board and one number of players has in common.

In every environment the action with number n is the action with code n of the board's codec, and
an observation is one row of bytes, whose named parts `sections` lists. Arrays look straight into
the rows and masks of the compiled part; only the environments copy them.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, TypedDict

import numpy as np
import numpy.typing as npt
from gymnasium import error, spaces

from whistlestop.boards.load import BoardError, load_board
from whistlestop.engine.codec import Codec
from whistlestop.engine.errors import IllegalAction, SetupError
from whistlestop.engine.fast.row_layout import RowLayout
from whistlestop.engine.game import Game
from whistlestop.engine.lookup import codec_for
from whistlestop.engine.phases.moves import why_not
from whistlestop.engine.state.flat_board import FlatBoard
from whistlestop.engine.state.state import State
from whistlestop.model.board import Board

Bytes = npt.NDArray[np.uint8]
Mask = npt.NDArray[np.int8]
Codes = npt.NDArray[np.int64]


class Observed(TypedDict):
    """What an agent is shown: what its seat may know, and which actions are legal.

    Attributes:
        observation: One row of bytes; `Setting.sections` names its parts.
        action_mask: 1 for each legal action, else 0.
    """

    observation: Bytes
    action_mask: Mask


class Setting:
    """A board with a number of players, as agents meet it."""

    def __init__(self, codec: Codec) -> None:
        self.codec = codec
        self.board: Board = codec.board
        self.flat: FlatBoard = codec.flat
        self.players = int(self.flat.players)
        self.layout = RowLayout(self.flat)
        self.actions = self.codec.size
        self.width = int(self.layout.width)
        self.sections: dict[str, tuple[slice, tuple[int, ...]]] = {
            name: (slice(start, start + int(np.prod(shape))), shape)
            for name, start, shape in self.layout.sections
        }

    def __deepcopy__(self, memo: dict[int, Any]) -> Setting:
        """Nothing in it ever changes."""
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return setting_for, (self.codec,)

    def observation_space(self) -> spaces.Box:
        """The space of one observation."""
        return spaces.Box(0, 255, (self.width,), np.uint8)

    def mask_space(self) -> spaces.Box:
        """The space of one mask of legal actions."""
        return spaces.Box(0, 1, (self.actions,), np.int8)

    def part(self, observation: Bytes, name: str) -> Bytes:
        """A named section of an observation, or of many, in its own shape."""
        where, shape = self.sections[name]
        found: Bytes = observation[..., where].reshape(*observation.shape[:-1], *shape)
        return found

    def text(self, action: int) -> str:
        """The action with a number, as a player would write it."""
        return self.codec.text(int(action))

    def number(self, text: str) -> int:
        """The number of an action written as text."""
        return self.codec.encode(text)

    def refusal(self, state: State, seat: int, action: object) -> error.InvalidAction:
        """Why an action cannot be done, as Gymnasium's own error."""
        try:
            wanted = self.codec.decode(as_number(action))
        except IllegalAction as unknown:
            return error.InvalidAction(str(unknown))
        names = tuple(f"Seat {i}" for i in range(self.players))
        reason = why_not(self.board, self.flat, state, names, seat, wanted)
        return error.InvalidAction(str(reason))


def as_number(action: object) -> int:
    """The whole number that an agent gave, in whatever type, or -1 if it gave none."""
    if isinstance(action, bool | np.bool_):
        return -1
    if isinstance(action, np.ndarray):
        return int(action) if action.ndim == 0 and action.dtype.kind in "iu" else -1
    return int(action) if isinstance(action, int | np.integer) else -1


def setting_of(board: Board | str, players: int) -> Setting:
    """The setting of a board by its name; names and numbers that cannot be raise."""
    if type(players) is not int:
        raise error.Error(f"The number of players is a whole number, not {players!r}.")
    try:
        loaded = load_board(board)
        # Whatever `Game` would refuse to set up is refused here with the same sentence.
        Game(loaded, players, seed=0)
    except BoardError as unknown:
        raise error.NameNotFound(str(unknown)) from None
    except SetupError as refused:
        raise error.Error(str(refused)) from None
    return setting_for(codec_for(loaded, players))


@lru_cache(maxsize=16)
def setting_for(codec: Codec) -> Setting:
    """The setting of a codec, made once."""
    return Setting(codec)


def check_render_mode(mode: str | None, modes: list[str]) -> str | None:
    """The mode given, if it is one of those known; anything else raises."""
    if mode is not None and mode not in modes:
        raise error.UnsupportedMode(f'A render mode is one of {", ".join(modes)}, not "{mode}".')
    return mode


def over_bytes(cells: Any, *shape: int) -> Bytes:
    """A read-only array over bytes of the compiled part, which shows whatever they become."""
    return np.frombuffer(cells, np.uint8).reshape(shape)


def over_numbers(cells: Any) -> Codes:
    """The same over whole numbers."""
    return np.frombuffer(cells, np.int64)
