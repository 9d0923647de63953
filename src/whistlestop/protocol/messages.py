"""What the server says over a table's socket. Codes and parameters, never sentences."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct

from whistlestop.protocol.options import Colour, Options, SeatKind
from whistlestop.protocol.views import OwnView, PublicView, ViewChanges

Status = Literal["gathering", "playing", "over"]


class SeatPart(Struct, frozen=True):
    """A seat as everybody sees it. `away` says why a bot stands in for the player, if one does."""

    kind: SeatKind
    name: str | None
    colour: Colour
    bot: str | None
    away: Literal["left", "time", "kicked"] | None


class DealPart(Struct, frozen=True):
    """How a deal will be proven: the hash of the server's secret, shown from the beginning, and the
    seats whose clients have given a value. Secret and values are in the record of the end."""

    commitment: str
    values: list[int]


class OriginPart(Struct, frozen=True):
    """Where a game came from that goes on from another one: the table, the ply, and the seat for
    whose eyes everything was dealt anew; null if it is as it lay."""

    table: str
    ply: int
    seat: int | None


class TablePart(Struct, frozen=True):
    """A table as everybody sees it. `waiting` are the seats that the game waited for when this was
    made (a move does not send it again: the game's own `waiting` is newer), `host` is the lowest
    seat of whoever may arrange the table. Tables of earlier versions have no `deal`; a game with an
    `origin` goes on from another one and counts in no statistics. Nobody acts at one that whoever
    runs the server has `closed`."""

    id: str
    status: Status
    options: Options
    seats: list[SeatPart]
    host: int | None
    waiting: list[int]
    created: int
    rematch: str | None
    deal: DealPart | None = None
    origin: OriginPart | None = None
    closed: bool = False


class GameEvent(Struct, frozen=True):
    """Something that happened in the game, as this audience may know it."""

    name: str
    params: dict[str, Any]


class Happened(Struct, frozen=True):
    """One entry of the table's log as this audience may know it.

    `kind` names the entry (`did`, `said`, `sat`, …), `at` is milliseconds since 1970.
    """

    v: int
    at: int
    kind: str
    seat: int | None
    params: dict[str, Any]
    events: list[GameEvent]


class You(Struct, frozen=True):
    """Who the client is at this table: its seats, those it may return to, and whether it is the
    host. `invite` lets others take a free seat; only those seated have it."""

    seats: list[int]
    away: list[int]
    host: bool
    invite: str | None


class Welcome(Struct, frozen=True, tag="welcome"):
    """The answer to a hello: where the table stands now, with what the client missed. `now` is what
    the game clock shows."""

    protocol: int
    server: str
    now: int
    v: int
    you: You
    table: TablePart
    happened: list[Happened]
    more: bool
    game: PublicView | None
    mine: list[OwnView]


class Update(Struct, frozen=True, tag="update", omit_defaults=True):
    """A new version. A part that is not there has not changed; `mine` has the seats that have. Of
    the game there is all of it (`game`), or after a move what that has changed (`changes`)."""

    v: int
    happened: list[Happened]
    you: You | None = None
    table: TablePart | None = None
    game: PublicView | None = None
    changes: ViewChanges | None = None
    mine: list[OwnView] | None = None


class Ack(Struct, frozen=True, tag="ack", omit_defaults=True):
    """A command is in the log as version `v` and will survive. `result` goes to its sender only."""

    id: str
    v: int
    result: dict[str, Any] | None = None


class Refused(Struct, frozen=True, tag="refused", omit_defaults=True):
    """A command was not carried out and has changed nothing."""

    code: str
    id: str | None = None
    params: dict[str, Any] | None = None
    v: int | None = None


class Bye(Struct, frozen=True, tag="bye"):
    """The server is about to close this socket; `retry` says whether coming back makes sense."""

    code: str
    retry: bool


FromServer = Welcome | Update | Ack | Refused | Bye
