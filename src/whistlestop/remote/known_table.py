"""The table as a remote bot knows it: the newest of every part, merged from what arrives.

It keeps no history and decides nothing.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from whistlestop.boards.load import BoardError, board_names, load_board
from whistlestop.engine.knowledge.view import View
from whistlestop.model.board import Board
from whistlestop.model.score import Score
from whistlestop.protocol.messages import DealPart, Happened, Update, Welcome, You
from whistlestop.protocol.view_from_wire import score_from_wire, view_from_wire, with_changes
from whistlestop.protocol.views import OwnView, PublicView
from whistlestop.remote.errors import RemoteError

Decision = tuple[int, int]
"""A seat and the number of what it has to decide."""
Question = tuple[int, int]
"""The version in which a take-back was asked for, and the seat that asked."""
Owed = tuple[str, int]
"""A commitment to a deal, and a seat that has given no value for it."""


@dataclass(slots=True)
class KnownTable:
    """A table as a seat's token shows it. `fresh` is set by every welcome; `values` are the
    seats' parts of the luck, made once so that saying one again says the same."""

    version: int | None = None
    fresh: bool = False
    status: str = "gathering"
    deal: DealPart | None = None
    question: Question | None = None
    values: dict[Owed, str] = field(default_factory=dict)
    you: You = field(default_factory=lambda: You([], [], False, None))
    game: PublicView | None = None
    mine: dict[int, OwnView] = field(default_factory=dict)

    def welcome(self, message: Welcome) -> None:
        """Start afresh from where the table stands."""
        self.version = message.v
        self.fresh = True
        self.status = message.table.status
        self.deal = message.table.deal
        self.you = message.you
        self.game = message.game
        self.mine = {own.seat: own for own in message.mine}
        self._hear(message.happened)

    def update(self, message: Update) -> None:
        """Take in what has changed."""
        self.version = message.v
        if message.table is not None:
            self.status, self.deal = message.table.status, message.table.deal
        self.you = message.you or self.you
        self.game = message.game or self.game
        if message.changes is not None and self.game is not None:
            self.game = with_changes(self.game, message.changes)
        self.mine |= {own.seat: own for own in message.mine or ()}
        self.mine = {seat: own for seat, own in self.mine.items() if seat in self.you.seats}
        self._hear(message.happened)

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

    def _hear(self, happened: Sequence[Happened]) -> None:
        for entry in happened:
            if entry.kind == "asked_back" and entry.seat is not None:
                self.question = entry.v, entry.seat
            elif entry.kind in ("did", "took_back"):
                self.question = None

    def owed(self) -> Iterator[Owed]:
        """Own seats whose part of the luck is not in the deal yet."""
        if self.deal is None or self.status != "gathering":
            return
        for seat in self.you.seats:
            if seat not in self.deal.values:
                yield self.deal.commitment, seat

    def value(self, owed: Owed) -> str:
        """A seat's part of the luck, drawn when it is asked for first."""
        return self.values.setdefault(owed, secrets.token_hex(32))

    def view(self, seat: int) -> View:
        """The seat's view, as the engine would give it."""
        assert self.game is not None, "a seat decides in a running game only"
        return view_from_wire(board_of(self.game.board), self.game, self.mine[seat])

    def score(self) -> Score | None:
        """The final score, once the game is over."""
        return None if self.game is None else score_from_wire(board_of(self.game.board), self.game)


def board_of(name: str) -> Board:
    """A board of our own by the name the server has for it, which must not be taken for a path."""
    try:
        if name.partition(":")[0] in board_names():
            return load_board(name)
    except BoardError:
        pass
    raise RemoteError("unknown_board", f"The table plays on {name!r:.40}, which is not known here.")
