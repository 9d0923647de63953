"""Finished games: one told in one answer, every ply with all hands open, advice on its plies, how
far its review is, and the proof of its deal.

`plies/{ply}` shows one ply with one seat's eyes; this is all of them at once, made small by naming
only the seats that a decision has changed.
"""

from __future__ import annotations

from msgspec import Struct

from whistlestop.bots.processes.messages import AdvisedAction
from whistlestop.protocol.messages import Happened, TablePart
from whistlestop.protocol.views import ScorePart, TunnelPart


class SeatMoment(Struct, frozen=True):
    """One seat at one ply. `total` is its score as if the game ended then, `made` the tickets that
    would count as complete; `offer` are tickets it was choosing from."""

    seat: int
    points: int
    trains: int
    stations: int
    hand: dict[str, int]
    tickets: list[str]
    offer: list[str]
    made: list[str]
    total: int


class Moment(Struct, frozen=True):
    """The game after so many decisions as its place in the list. `happened` is what led to it: the
    start, then one decision each. `seats` are those that differ from the moment before."""

    happened: Happened
    phase: str
    turn: int
    waiting: list[int]
    market: list[str | None]
    pile: int
    discards: int
    ticket_pile: int
    tunnel: TunnelPart | None
    turns_left: int | None
    seats: list[SeatMoment]


class Story(Struct, frozen=True):
    """A finished game from the deal to the score. Decisions that were taken back are not in it."""

    table: TablePart
    names: list[str]
    moments: list[Moment]
    score: ScorePart


class DealProof(Struct, frozen=True):
    """A deal opened after the end. `commitment` and `seed` are hashes that anybody can work out
    from `secret` and `values` (by seat, null where a client gave none); `agrees` says whether the
    server found every card and ticket of the record again when it dealt the game from that seed."""

    commitment: str
    secret: str
    values: list[str | None]
    seed: str
    agrees: bool


class ReviewProgress(Struct, frozen=True):
    """How far the review of a finished game is: `done` of `total` steps. Ask again in a moment; a
    review that nobody asks for any more stops."""

    done: int
    total: int


class PlyAdvice(Struct, frozen=True):
    """What the coach says to a seat at a ply, knowing only what that seat knew: the chance to win,
    the points to be ahead at the end, and the best actions if it had to decide, best first."""

    seat: int
    win: float
    margin: float
    options: list[AdvisedAction]
