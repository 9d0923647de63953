"""What a table sends to its sockets, encoded once for all that see the same.

A frame is an `Update` whose parts are encoded already: the public part of a view is the same for
everybody, and an entry looks the same to all whom it tells nothing more.
"""

from __future__ import annotations

import msgspec
from msgspec import Raw, Struct

from whistlestop.server import entries as en
from whistlestop.server.protocol.messages import You
from whistlestop.server.protocol.views import OwnView
from whistlestop.server.table.caller import Caller
from whistlestop.server.table.seen import happened, secret_seats
from whistlestop.server.table.state import Line, TableState
from whistlestop.server.table.wire import own_view, public_view

_encoder = msgspec.json.Encoder()
encode = _encoder.encode

# Entries that change neither the game nor the seats.
_ASIDE = (en.Said, en.Hinted)


class Frame(Struct, frozen=True, tag="update", omit_defaults=True):
    """`Update` with encoded parts."""

    v: int
    happened: list[Raw]
    you: You | None = None
    table: Raw | None = None
    game: Raw | None = None
    mine: list[OwnView] | None = None


def you(state: TableState, caller: Caller) -> You:
    """Who a caller is at a table."""
    seats, away = state.seats_of(caller), state.left_by(caller)
    is_host = state.is_host(caller)
    invite = state.invite if seats or is_host else None
    return You(list(seats), list(away), is_host, invite)


class Frames:
    """The frames for one new entry of a table's log."""

    def __init__(self, state: TableState, line: Line, before: dict[int, OwnView]) -> None:
        self.state = state
        self.line = line
        self.changed = not isinstance(line.body, _ASIDE)
        self.lobby = self.changed and not isinstance(line.body, en.Did)
        self.secret = secret_seats(line)
        self._before = before
        self._public = self._encode_public() if self.changed else None
        self._own: dict[int, OwnView | None] = {}
        self._table = Raw(encode(state.table_part())) if self._tells_table() else None
        self._happened: dict[frozenset[int], Raw] = {}
        self._frames: dict[tuple[int, ...], bytes] = {}

    def _tells_table(self) -> bool:
        return self.lobby or self.state.status == "over"

    def _encode_public(self) -> Raw | None:
        game = self.state.game
        if game is None:
            return None
        return Raw(encode(public_view(game.view(None), self.state.deadline)))

    def _changed_own(self, seat: int) -> OwnView | None:
        """A seat's own view, unless it is what its sockets have been sent before."""
        if seat not in self._own:
            own = own_views(self.state, (seat,)).get(seat)
            same = own is None or self._before.get(seat) == own
            self._own[seat] = None if same else own
            if own is not None:
                self._before[seat] = own
        return self._own[seat]

    def for_caller(self, caller: Caller) -> bytes:
        """The encoded frame for one caller; all with the same seats share it."""
        seats = self.state.seats_of(caller)
        if self.lobby:
            return encode(self._frame(seats, you(self.state, caller)))
        frame = self._frames.get(seats)
        if frame is None:
            frame = self._frames[seats] = encode(self._frame(seats, None))
        return frame

    def _frame(self, seats: tuple[int, ...], who: You | None) -> Frame:
        mine: list[OwnView] = []
        if who is not None:
            # Whoever has just got a seat's eyes needs all of it.
            mine = list(own_views(self.state, seats).values())
        elif self.changed:
            mine = [own for seat in seats if (own := self._changed_own(seat)) is not None]
        seen = [self._seen(seats)]
        return Frame(self.line.seq, seen, who, self._table, self._public, mine or None)

    def _seen(self, seats: tuple[int, ...]) -> Raw:
        key = self.secret.intersection(seats)
        raw = self._happened.get(key)
        if raw is None:
            game = self.state.game
            board = None if game is None else game.board
            raw = self._happened[key] = Raw(encode(happened(self.line, board, key)))
        return raw


def own_views(state: TableState, seats: tuple[int, ...]) -> dict[int, OwnView]:
    """What some seats know now beyond what is public."""
    game = state.game
    if game is None:
        return {}
    return {seat: own_view(game.view(seat), state.decision_of(seat)) for seat in seats}
