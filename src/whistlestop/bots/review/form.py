"""The form of a review: plain values that travel as JSON and print themselves elsewhere.

It works nothing out. Invariant: the five parts of a split add up to the margin, and chances at one
moment add up to 1.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from whistlestop.bots.evaluation import Value

FORMAT = 2


@dataclass(frozen=True, slots=True)
class Decision:
    """One decision: what was played, what the coach would have done, and what that cost.

    `next` is the best action besides the best one, if others were tried. `lost` are the points
    given away: the value of the best action less that of the one played, and nothing where that is
    too little to tell, or where the same action was missed in a row and counts elsewhere. `error`
    is its standard error.
    """

    ply: int
    seat: int
    played: str
    value: Value
    best: str
    best_value: Value
    next: str | None
    next_value: Value | None
    lost: float
    error: float

    @property
    def gained(self) -> float:
        """Points by which the best action, if it was played, beats the next; else nothing."""
        if self.played != self.best or self.next_value is None:
            return 0.0
        return self.value.margin - self.next_value.margin


@dataclass(frozen=True, slots=True)
class Chances:
    """The chances of all seats before a ply; they add up to 1."""

    ply: int
    wins: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """Where chances changed most, between the plies `since` and `until`.

    `ply` is the decision in between that moved them most, by `seat`, who played `played`.
    """

    since: int
    until: int
    ply: int
    seat: int
    played: str
    before: tuple[float, ...]
    after: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Split:
    """A player's final margin in five parts that add up to it, in points.

    The deal, the draws of cards and tickets and the tunnels make up `luck`. `rivals` is all that is
    left: what they did, and that the best of several is hard to beat. `decisions` is never above
    zero. `adjusted` is the margin without luck.
    """

    deal: float
    draws: float
    tunnels: float
    rivals: float
    decisions: float
    luck: float
    adjusted: float

    @classmethod
    def of(cls, margin: int, deal: float, draws: float, tunnels: float, decisions: float) -> Split:
        """A margin split by four of its parts; what they leave is the rivals' part."""
        luck = deal + draws + tunnels
        adjusted = margin - luck
        return cls(deal, draws, tunnels, adjusted - decisions, decisions, luck, adjusted)

    @property
    def margin(self) -> float:
        """The points that the player ended ahead of its best rival."""
        return self.luck + self.rivals + self.decisions


@dataclass(frozen=True, slots=True)
class TicketInHindsight:
    """A ticket that was offered: whether it was kept, and whether the final network joins it."""

    ticket: str
    points: int
    ply: int
    kept: bool
    made: bool


@dataclass(frozen=True, slots=True)
class BestScores:
    """The most points that a seat's tickets allowed, alone and with what its rivals left."""

    alone: int
    left: int


@dataclass(frozen=True, slots=True)
class SeatReview:
    """The game as one seat may look at it. `curve` and `turning` are from its own eyes.

    `own` counts the luck of this seat; `all` counts what the luck of every seat did to this one's
    margin. `costliest` and `best` are plies of its decisions.
    """

    margin: int
    own: Split
    all: Split
    curve: tuple[Chances, ...]
    turning: tuple[TurningPoint, ...]
    costliest: tuple[int, ...]
    best: tuple[int, ...]
    tickets: tuple[TicketInHindsight, ...]
    most: BestScores | None = None


@dataclass(frozen=True, slots=True)
class Review:
    """A whole game: every decision, the curve from all eyes, and the game by seat."""

    board: str
    players: tuple[str, ...]
    totals: tuple[int, ...]
    winners: tuple[int, ...]
    worlds: int
    seed: int | str
    decisions: tuple[Decision, ...]
    curve: tuple[Chances, ...]
    turning: tuple[TurningPoint, ...]
    seats: tuple[SeatReview, ...]
    format: int = FORMAT

    def to_dict(self) -> dict[str, Any]:
        """Plain data, ready for JSON."""
        plain: dict[str, Any] = rounded(asdict(self))
        return plain


def rounded(plain: Any) -> Any:
    """The same data with figures as fine as anybody can read them."""
    if isinstance(plain, float):
        return round(plain, 4)
    if isinstance(plain, dict):
        return {key: rounded(value) for key, value in plain.items()}
    if isinstance(plain, list | tuple):
        return [rounded(value) for value in plain]
    return plain
