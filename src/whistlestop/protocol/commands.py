"""What a client may say over a table's socket: a hello, then commands.

Every command has an id made by the client; sending it again gives the first answer and does nothing
twice, and another command by that id is refused. One that answers a decision names it (`decision`),
so a late answer is told apart from a timely one. Unknown fields are refused.
"""

from __future__ import annotations

from typing import Literal, final

from msgspec import Struct

from whistlestop.protocol.limits import (
    ActionNumber,
    ActionText,
    BotName,
    CommandId,
    LuckValue,
    Name,
    SaidText,
    SeatNumber,
    Token,
    Version,
)
from whistlestop.protocol.options import Colour, Phrase


@final
class Hello(Struct, frozen=True, forbid_unknown_fields=True, tag="hello"):
    """The first message on a socket. `since` is the last version the client saw, if any; `invite`
    is what the link had, which strangers need at a private table."""

    protocol: int
    since: Version | None = None
    invite: Token | None = None


class AnyCommand(Struct, frozen=True, forbid_unknown_fields=True):
    """What all commands have: the id that the client made for it."""

    id: CommandId


class SeatCommand(AnyCommand, frozen=True):
    """What all commands about a seat have, too."""

    seat: SeatNumber


class Do(SeatCommand, frozen=True, tag="do"):
    """Take a decision of the game: `claim paris-zurich 3 purple`, or the number of that action."""

    decision: Version
    action: ActionText | ActionNumber


class TakeBack(SeatCommand, frozen=True, tag="take_back"):
    """Take back this seat's latest decision and the bots' answers to it."""


class AskBack(SeatCommand, frozen=True, tag="ask_back"):
    """Ask all rivals to agree to this one take-back, of something that was revealed: the cards go
    back, and their pile is shuffled anew."""


class AnswerBack(SeatCommand, frozen=True, tag="answer_back"):
    """Answer a rival who asks for a take-back. `asked` is the version of the question."""

    asked: Version
    agrees: bool


class Hint(SeatCommand, frozen=True, tag="hint"):
    """Ask for advice on a decision; that it was asked is public, the advice is not."""

    decision: Version


class Say(AnyCommand, frozen=True, tag="say"):
    """Chat: free text or a quick phrase, exactly one of them."""

    text: SaidText | None = None
    phrase: Phrase | None = None


class Sit(SeatCommand, frozen=True, tag="sit"):
    """Take a free seat with the table's invite, or a seat with its token: a program's, or one's own
    on another device."""

    name: Name
    colour: Colour | None = None
    invite: Token | None = None


class Paint(SeatCommand, frozen=True, tag="paint"):
    """Choose a colour for an own seat before the start."""

    colour: Colour


class Leave(SeatCommand, frozen=True, tag="leave"):
    """Get up from an own seat; in a running game a bot stands in."""


class Return(SeatCommand, frozen=True, tag="return"):
    """Come back to the seat one has left or lost to the clock."""


class Arrange(SeatCommand, frozen=True, tag="arrange"):
    """The host says what a seat is for, before the start."""

    kind: Literal["open", "bot", "here", "remote"]
    bot: BotName | None = None
    name: Name | None = None


class Kick(SeatCommand, frozen=True, tag="kick"):
    """The host takes a seat away: free again before the start, a bot's afterwards."""


class Reissue(SeatCommand, frozen=True, tag="reissue"):
    """The host asks for a token for a program's seat; older tokens of the seat end."""


class Link(SeatCommand, frozen=True, tag="link"):
    """A player asks for a token of their own seat, to go on with another device; it works once, and
    older ones end."""


class GiveValue(SeatCommand, frozen=True, tag="value"):
    """A client's part of the luck, before the start: a random value for an own seat, made after the
    table's commitment was seen. It is mixed into the deal; a seat gives one for each deal."""

    value: LuckValue


class Start(AnyCommand, frozen=True, tag="start"):
    """The host starts the game; seats still open are removed if enough others are taken."""


class Rematch(AnyCommand, frozen=True, tag="rematch"):
    """After the end: the same people at a new table. With `wait` it does not start by itself where
    only bots play against the host, who then can give a value first."""

    wait: bool | None = None


InGame = Do | TakeBack | AskBack | AnswerBack | Hint
AtTable = (
    Sit | Paint | Leave | Return | Arrange | Kick | Reissue | Link | GiveValue | Start | Rematch
)
Command = InGame | Say | AtTable
FromClient = Hello | Command
