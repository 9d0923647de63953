"""What a client may say over a table's socket: a hello, then commands.

Every command has an id made by the client; sending it again gives the first answer and does nothing
twice. One that answers a decision names it (`decision`), so a late answer is told apart from a
timely one. Unknown fields are refused.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from whistlestop.protocol.limits import (
    ActionText,
    BotName,
    CommandId,
    Name,
    SaidText,
    SeatNumber,
    Token,
    Version,
)
from whistlestop.protocol.options import Colour, Phrase


class Hello(Struct, frozen=True, forbid_unknown_fields=True, tag="hello"):
    """The first message on a socket. `since` is the last version the client saw, if any."""

    protocol: int
    since: Version | None = None


class Do(Struct, frozen=True, forbid_unknown_fields=True, tag="do"):
    """Take a decision of the game: `claim paris-zurich 3 purple`."""

    id: CommandId
    seat: SeatNumber
    decision: Version
    action: ActionText


class TakeBack(Struct, frozen=True, forbid_unknown_fields=True, tag="take_back"):
    """Take back this seat's latest decision and the bots' answers to it."""

    id: CommandId
    seat: SeatNumber


class Hint(Struct, frozen=True, forbid_unknown_fields=True, tag="hint"):
    """Ask for advice on a decision; that it was asked is public, the advice is not."""

    id: CommandId
    seat: SeatNumber
    decision: Version


class Say(Struct, frozen=True, forbid_unknown_fields=True, tag="say"):
    """Chat: free text or a quick phrase, exactly one of them."""

    id: CommandId
    text: SaidText | None = None
    phrase: Phrase | None = None


class Sit(Struct, frozen=True, forbid_unknown_fields=True, tag="sit"):
    """Take a free seat with the table's invite, or a seat handed over with its token."""

    id: CommandId
    seat: SeatNumber
    name: Name
    colour: Colour | None = None
    invite: Token | None = None


class Paint(Struct, frozen=True, forbid_unknown_fields=True, tag="paint"):
    """Choose a colour for an own seat before the start."""

    id: CommandId
    seat: SeatNumber
    colour: Colour


class Leave(Struct, frozen=True, forbid_unknown_fields=True, tag="leave"):
    """Get up from an own seat; in a running game a bot stands in."""

    id: CommandId
    seat: SeatNumber


class Return(Struct, frozen=True, forbid_unknown_fields=True, tag="return"):
    """Come back to the seat one has left or lost to the clock."""

    id: CommandId
    seat: SeatNumber


class Arrange(Struct, frozen=True, forbid_unknown_fields=True, tag="arrange"):
    """The host says what a seat is for, before the start."""

    id: CommandId
    seat: SeatNumber
    kind: Literal["open", "bot", "here", "remote"]
    bot: BotName | None = None
    name: Name | None = None


class Kick(Struct, frozen=True, forbid_unknown_fields=True, tag="kick"):
    """The host takes a seat away: free again before the start, a bot's afterwards."""

    id: CommandId
    seat: SeatNumber


class Reissue(Struct, frozen=True, forbid_unknown_fields=True, tag="reissue"):
    """The host asks for a token that hands a seat over; older tokens of the seat end."""

    id: CommandId
    seat: SeatNumber


class Start(Struct, frozen=True, forbid_unknown_fields=True, tag="start"):
    """The host starts the game; seats still open are removed if enough others are taken."""

    id: CommandId


class Rematch(Struct, frozen=True, forbid_unknown_fields=True, tag="rematch"):
    """After the end: the same people at a new table."""

    id: CommandId


Command = (
    Do
    | TakeBack
    | Hint
    | Say
    | Sit
    | Paint
    | Leave
    | Return
    | Arrange
    | Kick
    | Reissue
    | Start
    | Rematch
)
FromClient = Hello | Command
