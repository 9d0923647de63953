"""What a pool and its workers say to each other: questions as pickles, answers as JSON.

A question holds a `View`, so a worker cannot learn more than a seat, or the record of a game that
is over and has no secrets. Questions come only from the pool, so a worker may unpickle them; the
pool never unpickles what comes back.
"""

from __future__ import annotations

import contextlib
import io
import pickle
import struct
from collections.abc import Callable
from dataclasses import dataclass, fields
from operator import attrgetter
from typing import Any

import msgspec

from whistlestop.boards.load import BoardError, load_board
from whistlestop.bots.review.steps import ReviewTerms, Step
from whistlestop.engine.knowledge.view import (
    PlayerView,
    PoolView,
    SeenDraw,
    ShownView,
    TunnelView,
    View,
)
from whistlestop.model.board import Board, City, Ticket

HEADER = struct.Struct(">I")  # before every message: how many bytes it has
READY = b"ready"


@dataclass(frozen=True, slots=True)
class Question:
    """What the pool asks: an action of the bot, or advice and how the seat stands if it is None.

    For advice, `bots` says which bots are known to play, seat by seat.
    """

    view: View
    seconds: float
    bot: str | None = None
    seed: str = ""
    count: int = 1
    bots: tuple[str | None, ...] = ()


@dataclass(frozen=True, slots=True)
class ReviewQuestion:
    """One step of the review of a finished game, whose record is given as text."""

    record: str
    terms: ReviewTerms
    step: Step
    seconds: float


class AdvisedAction(msgspec.Struct, frozen=True):
    """An action with the points it promises to be ahead of the best rival at the end, and why: a
    code with parameters. `win` among them is the chance to win with it."""

    action: str
    value: float
    reason: str
    params: dict[str, str | int | float]


class Answer(msgspec.Struct, frozen=True, omit_defaults=True):
    """An action or advice, or else why there is none; `found` is what a step of a review found.

    `win` is the chance that the seat wins, `margin` the points it can expect to be ahead.
    """

    action: str = ""
    options: tuple[AdvisedAction, ...] = ()
    win: float = 0.0
    margin: float = 0.0
    found: str = ""
    failure: str = ""


def packed(question: Question | ReviewQuestion) -> bytes:
    """A question as it travels."""
    file = io.BytesIO()
    pickler = pickle.Pickler(file, protocol=pickle.HIGHEST_PROTOCOL)
    # Boards by name and values field by field take a fraction of the usual time, for which the
    # event loop waits.
    pickler.dispatch_table = _REDUCED
    pickler.dump(question)
    return HEADER.pack(file.tell()) + file.getvalue()


def unpacked(data: bytes) -> Question | ReviewQuestion:
    """A question as it arrives, without its header."""
    question: Question | ReviewQuestion = pickle.loads(data)
    return question


def _by_name(board: Board) -> Any:
    """A shipped board travels as its name; any other in full."""
    with contextlib.suppress(BoardError):
        if load_board(board.name) is board:
            return load_board, (board.name,)
    return board.__reduce_ex__(pickle.HIGHEST_PROTOCOL)


def _by_fields(kind: type[Any]) -> Callable[[Any], Any]:
    take = attrgetter(*(field.name for field in fields(kind)))
    return lambda value: (kind, take(value))


_VALUES = (Question, View, PlayerView, TunnelView, SeenDraw, PoolView, ShownView, Ticket, City)
_REDUCED: dict[type, Callable[[Any], Any]] = {kind: _by_fields(kind) for kind in _VALUES}
_REDUCED[Board] = _by_name
