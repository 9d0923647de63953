"""What a table sends to its sockets, encoded once for all that see the same.

A frame is an `Update` whose parts are encoded already: the public part of a view is the same for
everybody, and an entry looks the same to all who learn nothing secret from it. Invariant: a welcome
and the frames after it, put together, are what the table shows now.
"""

from __future__ import annotations

import msgspec
from msgspec import UNSET, Raw, Struct

from whistlestop.engine.game import Game
from whistlestop.engine.knowledge.view import View
from whistlestop.protocol.messages import You
from whistlestop.protocol.view_to_wire import encoded_changes, encoded_own_view, encoded_public_view
from whistlestop.server.table import entries as en
from whistlestop.server.table.audience import own_views, welcome, you
from whistlestop.server.table.caller import Caller
from whistlestop.server.table.entry_to_wire import (
    begins_pile,
    entry_to_wire,
    secret_seats,
    stirred_seats,
)
from whistlestop.server.table.state import LogLine, TableState

encode = msgspec.json.Encoder().encode

_NOBODY: frozenset[int] = frozenset()

# Entries that change neither the game nor the seats.
_ASIDE = frozenset((en.Said, en.Hinted, en.AskedBack, en.AnsweredBack))


class Frame(Struct, frozen=True, tag="update", omit_defaults=True):
    """`Update` with encoded parts."""

    v: int
    happened: list[Raw]
    you: You | None = None
    table: Raw | None = None
    game: Raw | None = None
    changes: Raw | None = None
    mine: list[Raw] | None = None


class Sent:
    """What all sockets of a table know of its game by now: the public part, and the own part of
    each seat whose eyes somebody has, encoded."""

    __slots__ = ("deadline", "own", "view")

    def __init__(self) -> None:
        self.view: View | None = None
        self.deadline: int | None = None
        self.own: dict[int, bytes] = {}

    def welcome(
        self, state: TableState, caller: Caller, seats: tuple[int, ...], since: int | None, now: int
    ) -> bytes:
        """All that a caller with these seats may know, encoded, for a socket to begin with."""
        mine = own_views(state, seats)
        self.view = None if state.game is None else state.game.view(None)
        self.deadline = state.deadline
        self.own.update({seat: encode(own) for seat, own in mine.items()})
        return encode(welcome(state, caller, since, now, list(mine.values())))

    def forget(self) -> None:
        """Send everything with the next frames, because a failure left the sockets in doubt."""
        self.view = None
        self.own.clear()


class Frames:
    """The frames for one new entry of a table's log."""

    def __init__(self, state: TableState, line: LogLine, sent: Sent) -> None:
        """Make the frames; `sent` is kept up to date."""
        self.state = state
        self.line = line
        self.changed = type(line.body) not in _ASIDE
        self.lobby = self.changed and type(line.body) is not en.Did
        self.secret = secret_seats(line)
        self._sent = sent
        known = sent.view is not None
        self._stirred = stirred_seats(state, line) if known else range(len(state.seats))
        self._concerned = self.secret.union(self._stirred)
        self._game: Raw | None = None
        self._changes: Raw | None = None
        self._views: dict[int, View] = {}
        if self.changed and state.game is not None:
            self._look_at(state.game)
        self._own: dict[int, bytes] = {}
        self._news: set[int] = set()
        self._table = Raw(encode(state.table_part())) if self._tells_table() else None
        self._entries: dict[frozenset[int], Raw] = {}
        self._frames: dict[tuple[int, ...], bytes] = {}

    def _tells_table(self) -> bool:
        return self.lobby or self.state.status == "over"

    def _look_at(self, game: Game) -> None:
        """Encode the public part, and look with the eyes of all to whom something may be new."""
        sent = self._sent
        seats = [seat for seat in self._stirred if seat in sent.own]
        public, *mine = game.views((None, *seats))
        self._views = dict(zip(seats, mine, strict=True))
        before, deadline = sent.view, sent.deadline
        sent.view, sent.deadline = public, self.state.deadline
        if self.lobby or before is None or public.over or begins_pile(self.line):
            self._game = Raw(encoded_public_view(public, sent.deadline))
        else:
            new = UNSET if sent.deadline == deadline else sent.deadline
            self._changes = Raw(encoded_changes(before, public, new))

    def _own_view(self, seat: int) -> bytes:
        own = self._own.get(seat)
        if own is None and seat not in self._stirred:
            own = self._sent.own.get(seat)
        if own is None:
            own = self._own[seat] = self._encode_own(seat)
            if self._sent.own.get(seat) != own:
                self._news.add(seat)
                self._sent.own[seat] = own
        return own

    def _encode_own(self, seat: int) -> bytes:
        view, game = self._views.get(seat), self.state.game
        if view is None:
            assert game is not None
            view = game.view(seat)
        return encoded_own_view(view, self.state.decision_of(seat))

    def for_caller(self, caller: Caller) -> bytes:
        """The encoded frame for one caller, whose seats the entry may have changed."""
        return encode(self._frame(self.state.seats_of(caller), you(self.state, caller)))

    def for_seats(self, seats: tuple[int, ...]) -> bytes:
        """The encoded frame for all who have these seats' eyes and have had them before."""
        if self._concerned.isdisjoint(seats):
            seats = ()  # they see what everybody sees
        frame = self._frames.get(seats)
        if frame is None:
            frame = self._frames[seats] = encode(self._frame(seats, None))
        return frame

    def _frame(self, seats: tuple[int, ...], who: You | None) -> Frame:
        mine: list[Raw] = []
        if self.changed and self.state.game is not None:
            for seat in seats:
                view = self._own_view(seat)
                # A caller whose seats may have changed needs all of each, news or not.
                if who is not None or seat in self._news:
                    mine.append(Raw(view))
        seen = [self._entry(seats)]
        return Frame(self.line.seq, seen, who, self._table, self._game, self._changes, mine or None)

    def _entry(self, seats: tuple[int, ...]) -> Raw:
        key = frozenset(self.secret.intersection(seats)) if self.secret else _NOBODY
        raw = self._entries.get(key)
        if raw is None:
            game = self.state.game
            board = None if game is None else game.board
            raw = self._entries[key] = Raw(encode(entry_to_wire(self.line, board, key)))
        return raw
