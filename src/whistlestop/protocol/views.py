"""A game as one audience may see it, on the wire.

`PublicView` is the same for everybody and made from a spectator's view; `OwnView` adds what one
seat knows and may do. Together they say as much as `View.data()`. Legal actions travel with the
view, so a client needs no rules. `ViewChanges` makes the public view of one version that of the
next.
"""

from __future__ import annotations

from msgspec import UNSET, Struct, UnsetType


class PlayerPart(Struct, frozen=True):
    """What everyone sees of a player; hand and held are null until the game is over."""

    name: str
    trains: int
    stations: int
    cards: int
    tickets: int
    points: int
    known: dict[str, int]
    hand: dict[str, int] | None
    held: list[str] | None


class TunnelPart(Struct, frozen=True):
    """A tunnel waiting to be paid or declined."""

    route: str
    laid: dict[str, int]
    revealed: list[str]
    extra: int


class SeatScorePart(Struct, frozen=True):
    """One seat's final score, item by item."""

    seat: int
    routes: int
    tickets: list[tuple[str, bool]]
    ticket_points: int
    longest_trail: int
    trail: list[str]
    trail_bonus: int
    globetrotter: int
    stations: int
    stations_built: int
    borrowed: list[tuple[str, str]]
    attractions: int
    districts: int
    total: int
    winner: bool


class ScorePart(Struct, frozen=True):
    """The final score."""

    seats: list[SeatScorePart]
    winners: list[int]
    decided_by: str


class PublicView(Struct, frozen=True):
    """What everybody may know. `draws` are the offers of tickets in order: to which seat, how many,
    and how many it kept; a seat of -1 says that the ticket deck was shuffled again at this time.
    `deadline` is when the clock of this turn runs out, in milliseconds of the game clock, as `now`
    of a welcome."""

    board: str
    phase: str
    turn: int
    first: int
    waiting: list[int]
    ply: int
    keep_at_least: int
    market: list[str | None]
    pile: int
    discards: dict[str, int]
    ticket_pile: int
    players: list[PlayerPart]
    owners: dict[str, int]
    stations: dict[str, int]
    tunnel: TunnelPart | None
    turns_left: int | None
    passes: int
    quiet_turns: int
    market_stopped: bool
    draws: list[tuple[int, int, int | None]]
    pools: list[tuple[dict[str, int], list[int]]]
    shown: list[tuple[int, str, int, int, int]]
    score: ScorePart | None
    deadline: int | None


class ViewChanges(Struct, frozen=True):
    """What a move has changed of the public view. `players` (by seat), `owners` and `stations` have
    those that are new or changed, `shown` has what is to be added at its end; every other field
    that is there replaces the old one. What is not there has not changed."""

    ply: int
    phase: str | UnsetType = UNSET
    turn: int | UnsetType = UNSET
    waiting: list[int] | UnsetType = UNSET
    keep_at_least: int | UnsetType = UNSET
    market: list[str | None] | UnsetType = UNSET
    pile: int | UnsetType = UNSET
    discards: dict[str, int] | UnsetType = UNSET
    ticket_pile: int | UnsetType = UNSET
    players: dict[int, PlayerPart] | UnsetType = UNSET
    owners: dict[str, int] | UnsetType = UNSET
    stations: dict[str, int] | UnsetType = UNSET
    tunnel: TunnelPart | UnsetType | None = UNSET
    turns_left: int | UnsetType | None = UNSET
    passes: int | UnsetType = UNSET
    quiet_turns: int | UnsetType = UNSET
    market_stopped: bool | UnsetType = UNSET
    draws: list[tuple[int, int, int | None]] | UnsetType = UNSET
    pools: list[tuple[dict[str, int], list[int]]] | UnsetType = UNSET
    shown: list[tuple[int, str, int, int, int]] | UnsetType = UNSET
    deadline: int | UnsetType | None = UNSET


class OwnView(Struct, frozen=True):
    """What one seat knows beyond that, and what it may do. `decision` is null while the game does
    not wait for it; `drawn` are its blind draws of each pool, `offers` its offers of tickets in the
    order of `draws`, each with the places kept (null while undecided)."""

    seat: int
    decision: int | None
    hand: dict[str, int]
    tickets: list[str]
    offer: list[str]
    answer: list[int]
    legal: list[str]
    drawn: list[list[str]]
    offers: list[tuple[list[str], list[int] | None]]
