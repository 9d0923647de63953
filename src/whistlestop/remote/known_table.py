"""The table as a remote bot knows it: the newest of every part, merged from what arrives.

It keeps no history and decides nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from whistlestop.boards.load import BoardError, board_names, load_board
from whistlestop.engine.knowledge.view import View
from whistlestop.model.board import Board
from whistlestop.model.score import Score
from whistlestop.protocol.messages import Update, Welcome, You
from whistlestop.protocol.view_from_wire import score_from_wire, view_from_wire, with_changes
from whistlestop.protocol.views import OwnView, PublicView
from whistlestop.remote.errors import RemoteError

Decision = tuple[int, int]
"""A seat and the number of what it has to decide."""


@dataclass(slots=True)
class KnownTable:
    """A table as a seat's token shows it. `fresh` is set by every welcome."""

    version: int | None = None
    fresh: bool = False
    status: str = "gathering"
    you: You = field(default_factory=lambda: You([], [], False, None))
    game: PublicView | None = None
    mine: dict[int, OwnView] = field(default_factory=dict)

    def welcome(self, message: Welcome) -> None:
        """Start afresh from where the table stands."""
        self.version = message.v
        self.fresh = True
        self.status = message.table.status
        self.you = message.you
        self.game = message.game
        self.mine = {own.seat: own for own in message.mine}

    def update(self, message: Update) -> None:
        """Take in what has changed."""
        self.version = message.v
        self.status = message.table.status if message.table is not None else self.status
        self.you = message.you or self.you
        self.game = message.game or self.game
        if message.changes is not None and self.game is not None:
            self.game = with_changes(self.game, message.changes)
        self.mine |= {own.seat: own for own in message.mine or ()}
        self.mine = {seat: own for seat, own in self.mine.items() if seat in self.you.seats}

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self.status == "over"

    @property
    def seated(self) -> bool:
        """Whether the token still stands for a seat."""
        return bool(self.you.seats or self.you.away)

    def decisions(self) -> Iterator[Decision]:
        """The decisions that the game waits for."""
        for seat, own in self.mine.items():
            if own.decision is not None and not self.over:
                yield seat, own.decision

    def view(self, seat: int) -> View:
        """The seat's view, as the engine would give it."""
        assert self.game is not None, "a seat decides in a running game only"
        return view_from_wire(_board(self.game.board), self.game, self.mine[seat])

    def score(self) -> Score | None:
        """The final score, once the game is over."""
        return None if self.game is None else score_from_wire(_board(self.game.board), self.game)


def _board(name: str) -> Board:
    """A board of our own by the name the server has for it, which must not be taken for a path."""
    try:
        if name.partition(":")[0] in board_names():
            return load_board(name)
    except BoardError:
        pass
    raise RemoteError("unknown_board", f"The table plays on {name!r:.40}, which is not known here.")
