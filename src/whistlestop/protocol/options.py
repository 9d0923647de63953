"""How a table is set up: board, seats, pace and what is allowed there."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from whistlestop.protocol.limits import BoardName, BotName, Name

Colour = Literal["blue", "red", "green", "yellow", "black"]
COLOURS: tuple[Colour, ...] = ("blue", "red", "green", "yellow", "black")

Phrase = Literal[
    "hello", "good_luck", "well_played", "thanks", "oops", "your_turn", "hurry", "one_moment", "bye"
]

SeatKind = Literal["open", "human", "bot", "here", "remote"]
"""open: free for whoever has the link; human: taken; bot: a registered bot; here: another player
on the host's device; remote: a program that plays by a token."""


class Untimed(Struct, frozen=True, forbid_unknown_fields=True, tag="untimed"):
    """Nobody is in a hurry."""


class Live(Struct, frozen=True, forbid_unknown_fields=True, tag="live"):
    """A clock for each turn."""

    seconds: Annotated[int, Meta(ge=10, le=3600)]


class Mail(Struct, frozen=True, forbid_unknown_fields=True, tag="mail"):
    """Turns over days."""

    days: Annotated[int, Meta(ge=1, le=30)]


Pace = Untimed | Live | Mail


class SeatPlan(Struct, frozen=True, forbid_unknown_fields=True):
    """What a seat is for when the table is made. `bot` goes with the kind bot: a registered bot
    with its parameters (`greedy`) or a level of this board (`level:2`)."""

    kind: Literal["open", "me", "bot", "here", "remote"] = "open"
    bot: BotName | None = None
    name: Name | None = None
    colour: Colour | None = None


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """What holds for a table from its making to its end.

    `take_back` lets a seat take back its latest decision, and among people only one that has
    revealed nothing: no card, no ticket. After `absence` seconds another person may take the seat
    of a player who has left or run out of time.
    """

    board: BoardName = "usa"
    listed: bool = False
    watch: bool = True
    talk: bool = True
    absence: Annotated[int, Meta(ge=60, le=2_592_000)] = 600
    first: Literal["chance"] | Annotated[int, Meta(ge=0, le=4)] = "chance"
    pace: Pace = Untimed()
    hints: bool = True
    take_back: bool = False
