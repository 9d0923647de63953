"""What a player may want to do, as frozen values with a text form that parses back.

One language for the library, records, the wire, the command line and bots: `keep 1 3`, `draw red`,
`draw deck`, `tickets`, `claim paris-zurich 2 purple 1 locomotive`, `pay 1 purple`, `decline`,
`build paris 2 red`, `pass`. An action is an intent: it knows no board and no rules, so whether the
city exists and the move is legal is for the engine to say. `parse_action(str(a)) == a` for all.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from whistlestop.model.board import LOCOMOTIVE
from whistlestop.model.errors import Refusal

DECK = "deck"

_NAME = re.compile(r"[a-z][a-z0-9_]*")
_ROUTE = re.compile(r"[a-z0-9_]+-[a-z0-9_]+(?:[:#][a-z0-9]+)?")


class NotationError(Refusal):
    """A text that is no action."""


def _no_action(text: object, problem: str) -> NotationError:
    return NotationError("bad_notation", f"{_quoted(text)} is not an action: {problem}.")


def _quoted(text: object) -> str:
    shown = repr(text)
    return shown if len(shown) <= 60 else shown[:57] + "..."


@dataclass(frozen=True, slots=True)
class Payment:
    """Cards played together: some of one colour, some locomotives."""

    coloured: int
    colour: str | None
    locomotives: int

    def __post_init__(self) -> None:
        if (self.coloured > 0) != (self.colour is not None):
            raise ValueError("a payment names a colour exactly if it has coloured cards")

    @property
    def total(self) -> int:
        """How many cards it takes."""
        return self.coloured + self.locomotives

    def __str__(self) -> str:
        parts = [f"{self.coloured} {self.colour}"] if self.coloured else []
        if self.locomotives:
            parts.append(f"{self.locomotives} {LOCOMOTIVE}")
        return " ".join(parts)


class _Written:
    """Writes an action once and keeps the text: bots and servers ask for it often."""

    __slots__ = ("_text",)
    _text: str

    def __str__(self) -> str:
        try:
            return self._text
        except AttributeError:
            object.__setattr__(self, "_text", self._write())
            return self._text

    def _write(self) -> str:
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class Keep(_Written):
    """Keep these of the tickets offered; 1 is the first of them."""

    tickets: tuple[int, ...]

    def _write(self) -> str:
        return "keep " + " ".join(map(str, self.tickets))


@dataclass(frozen=True, slots=True)
class Draw(_Written):
    """Draw a card: from the `deck`, or a face-up one by its name."""

    card: str

    def _write(self) -> str:
        return f"draw {self.card}"


@dataclass(frozen=True, slots=True)
class DrawTickets:
    """Draw tickets."""

    def __str__(self) -> str:
        return "tickets"


@dataclass(frozen=True, slots=True)
class Claim(_Written):
    """Claim a route and pay for it so."""

    route: str
    payment: Payment

    def _write(self) -> str:
        return f"claim {self.route} {self.payment}"


@dataclass(frozen=True, slots=True)
class Pay(_Written):
    """Pay the extra cards of a tunnel."""

    payment: Payment

    def _write(self) -> str:
        return f"pay {self.payment}"


@dataclass(frozen=True, slots=True)
class Decline:
    """Take the cards laid down for a tunnel back."""

    def __str__(self) -> str:
        return "decline"


@dataclass(frozen=True, slots=True)
class Build(_Written):
    """Build a station and pay for it so."""

    city: str
    payment: Payment

    def _write(self) -> str:
        return f"build {self.city} {self.payment}"


@dataclass(frozen=True, slots=True)
class Pass:
    """Do nothing; legal only when nothing else is."""

    if TYPE_CHECKING:
        # For mypy alone, which otherwise takes `"tickets" in game.legal` for a slip: it asks
        # whether a text can equal an action, while `Legal` looks texts up by itself.
        def __eq__(self, other: object, /) -> bool: ...

    def __str__(self) -> str:
        return "pass"


Action = Keep | Draw | DrawTickets | Claim | Pay | Decline | Build | Pass

_PLAIN: dict[str, Action] = {"tickets": DrawTickets(), "decline": Decline(), "pass": Pass()}
_SHAPES = {
    "keep": "keep 1 3",
    "draw": "draw red",
    "claim": "claim paris-zurich 3 purple",
    "pay": "pay 1 purple 1 locomotive",
    "build": "build paris 2 red",
}


def parse_action(text: str) -> Action:
    """Read an action; anything else raises `NotationError` with a sentence."""
    if not isinstance(text, str):
        raise _no_action(text, "it is not text")
    words = text.split()
    if not words:
        raise _no_action(text, "it is empty")
    if len(text) > 200:
        raise _no_action(text, "it is longer than 200 characters")
    verb, rest = words[0], words[1:]
    if verb in _PLAIN:
        if rest:
            raise _no_action(text, f'nothing may follow "{verb}"')
        return _PLAIN[verb]
    if verb not in _SHAPES:
        known = ", ".join([*_SHAPES, *_PLAIN])
        raise _no_action(text, f"it must begin with one of {known}")
    if not rest:
        raise _no_action(text, f'something is missing, as in "{_SHAPES[verb]}"')
    return _parse_rest(text, verb, rest)


def _parse_rest(text: str, verb: str, rest: list[str]) -> Action:
    if verb == "keep":
        return Keep(_places(text, rest))
    if verb == "draw":
        if len(rest) != 1 or not _NAME.fullmatch(rest[0]):
            raise _no_action(text, 'one card is named after "draw", as in "draw red"')
        return Draw(rest[0])
    if verb == "pay":
        return Pay(_payment(text, rest))
    if verb == "build":
        if not _NAME.fullmatch(rest[0]):
            raise _no_action(text, f"{_quoted(rest[0])} cannot be the name of a city")
        return Build(rest[0], _payment(text, rest[1:]))
    if not _ROUTE.fullmatch(rest[0]):
        raise _no_action(text, f"{_quoted(rest[0])} is not two cities joined by a hyphen")
    return Claim(rest[0], _payment(text, rest[1:]))


def _number(text: str, word: str) -> int:
    if not (word.isascii() and word.isdigit() and len(word) <= 3 and int(word) > 0):
        raise _no_action(text, f"{_quoted(word)} is not a number from 1 on")
    return int(word)


def _places(text: str, words: list[str]) -> tuple[int, ...]:
    places = tuple(_number(text, word) for word in words)
    if list(places) != sorted(set(places)):
        raise _no_action(text, "the tickets kept are named once each, in ascending order")
    return places


def _payment(text: str, words: list[str]) -> Payment:
    """`3 purple`, `2 purple 1 locomotive` or `3 locomotive`."""
    if len(words) not in (2, 4):
        raise _no_action(text, 'a payment looks like "3 purple" or "2 purple 1 locomotive"')
    pairs = [(_number(text, words[i]), words[i + 1]) for i in range(0, len(words), 2)]
    for _, name in pairs:
        if not _NAME.fullmatch(name):
            raise _no_action(text, f"{_quoted(name)} cannot be the name of a card")
    if len(pairs) == 1:
        count, name = pairs[0]
        return Payment(0, None, count) if name == LOCOMOTIVE else Payment(count, name, 0)
    (coloured, colour), (wilds, wild) = pairs
    if colour == LOCOMOTIVE or wild != LOCOMOTIVE:
        raise _no_action(text, "cards of one colour come first, then locomotives")
    return Payment(coloured, colour, wilds)
