"""A game as one audience may see it, on the wire.

`PublicView` is the same for everybody and made from a spectator's view; `OwnView` adds what one
seat knows and may do. Together they are `View.data()`. Legal actions travel with the view, so a
client needs no rules. `ViewChanges` makes the public view of one version that of the next. What
they hold is what `View` declares: here it gets the names and types under which it travels.
"""

from __future__ import annotations

from collections.abc import Iterable
from types import GenericAlias, UnionType
from typing import TYPE_CHECKING, Any, get_args

import msgspec
from msgspec import UNSET, Struct, UnsetType

from whistlestop.engine.knowledge.forms import Fact, facts
from whistlestop.engine.knowledge.plain_view import CHANGING, OWN, PUBLIC
from whistlestop.engine.knowledge.view import PlayerView, TunnelView
from whistlestop.model.score import Score

# The struct of each class of the engine that plain data has an object for.
_parts: dict[Any, Any] = {}


def _on_wire(plain: Any) -> Any:
    """A type of plain data, with structs for the engine's classes."""
    inner = tuple(map(_on_wire, get_args(plain)))
    if isinstance(plain, UnionType):
        return inner[0] | inner[1]
    return _parts.get(plain, plain) if not inner else GenericAlias(plain.__origin__, inner)


def _struct(table: Iterable[Fact]) -> Any:
    """A struct with these facts."""
    return msgspec.defstruct(
        "Facts", [(x.name, _on_wire(x.form.plain)) for x in table], frozen=True
    )


def _changes() -> Any:
    """A struct with what changes, in which everything may be missing."""
    grown = [(x.name, x.form.growth.plain if x.form.growth else x.form.plain) for x in CHANGING]
    table = [(name, _on_wire(plain) | UnsetType, UNSET) for name, plain in grown]
    return msgspec.defstruct("Changes", table, frozen=True)


if TYPE_CHECKING:
    # A type checker cannot follow what is declared elsewhere: these fields are Any to it.
    class _Declared(Struct, frozen=True):
        def __getattr__(self, name: str) -> Any: ...

    class _Player(_Declared, frozen=True): ...

    class _Tunnel(_Declared, frozen=True): ...

    class _Public(_Declared, frozen=True): ...

    class _Changed(_Declared, frozen=True): ...

    class _Own(_Declared, frozen=True): ...
else:
    _Player, _Tunnel = _struct(facts(PlayerView, "public")), _struct(facts(TunnelView, "public"))


class PlayerPart(_Player, frozen=True):
    """What everyone sees of a player; hand and held are null until the game is over."""


class TunnelPart(_Tunnel, frozen=True):
    """A tunnel waiting to be paid or declined."""


class ScoreItemPart(Struct, frozen=True):
    """An item of a score by its name; `count` is what the points are for. `routes` and `tickets`
    come first, then the `bonuses` of the board's facts in their order."""

    name: str
    points: int
    count: int


class SeatScorePart(Struct, frozen=True):
    """One seat's final score. Its items are all that the board has, and add up to the total."""

    seat: int
    items: list[ScoreItemPart]
    tickets: list[tuple[str, bool]]
    longest_trail: int
    trail: list[str]
    stations_built: int
    borrowed: list[tuple[str, str]]
    total: int
    winner: bool


class ScorePart(Struct, frozen=True):
    """The final score."""

    seats: list[SeatScorePart]
    winners: list[int]
    decided_by: str


_parts |= {PlayerView: PlayerPart, TunnelView: TunnelPart, Score: ScorePart}
if not TYPE_CHECKING:
    _Public, _Changed, _Own = _struct(PUBLIC), _changes(), _struct(OWN)


class PublicView(_Public, frozen=True):
    """What everybody may know. `draws` are the offers of tickets in order: to which seat, how many,
    and how many it kept; a seat of -1 says that the ticket deck was shuffled again at this time.
    `deadline` is when the clock of this turn runs out, in milliseconds of the game clock, as `now`
    of a welcome."""

    deadline: int | None


class ViewChanges(_Changed, frozen=True):
    """What a move has changed of the public view. `players` (by seat), `owners` and `stations` have
    those that are new or changed, `shown` has what is to be added at its end; every other field
    that is there replaces the old one. What is not there has not changed."""

    deadline: int | UnsetType | None = UNSET


class OwnView(_Own, frozen=True):
    """What one seat knows beyond that, and what it may do. `decision` is null while the game does
    not wait for it; `drawn` are its blind draws of each pool, `offers` its offers of tickets in the
    order of `draws`, each with the places kept (null while undecided). `legal` are numbers:
    `actions` of the board has the text of each."""

    seat: int
    decision: int | None
