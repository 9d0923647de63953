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
    too little to tell, or where the same was missed a turn before or later and counts there.
    `error` is its standard error.
    """

    ply: int
    """Which decision of the game."""
    seat: int
    """Who took it."""
    played: str
    """The action taken, as text."""
    value: Value
    """What that was worth."""
    best: str
    """The best action, as text."""
    best_value: Value
    """What that would have been worth."""
    next: str | None
    """The best of the others, if any was tried."""
    next_value: Value | None
    """What that would have been worth."""
    lost: float
    """Points given away."""
    error: float
    """The standard error of `lost`."""

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
    """The ply they were before."""
    wins: tuple[float, ...]
    """The chance of each seat to win."""


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """Where chances changed most, between the plies `since` and `until`.

    `ply` is the decision in between that moved them most, by `seat`, who played `played`.
    """

    since: int
    """The ply where the change began."""
    until: int
    """The ply where it was done."""
    ply: int
    """The decision that moved most."""
    seat: int
    """Who took it."""
    played: str
    """The action, as text."""
    before: tuple[float, ...]
    """The chance of each seat before."""
    after: tuple[float, ...]
    """The chance of each seat after."""


@dataclass(frozen=True, slots=True)
class Split:
    """A player's final margin in five parts that add up to it, in points.

    The deal, the draws of cards and tickets and the tunnels make up `luck`. `rivals` is all that is
    left: what they did, and that the best of several is hard to beat. `decisions` is never above
    zero. `adjusted` is the margin without luck.
    """

    deal: float
    """The cards and tickets dealt."""
    draws: float
    """The cards and tickets drawn."""
    tunnels: float
    """What tunnels asked for."""
    rivals: float
    """All that is left."""
    decisions: float
    """What the player's own decisions gave away."""
    luck: float
    """Deal, draws and tunnels together."""
    adjusted: float
    """The margin without luck."""

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
    """Which one."""
    points: int
    """What it is worth."""
    ply: int
    """When it was offered."""
    kept: bool
    """Whether the seat kept it."""
    made: bool
    """Whether its final network joins the two cities."""


@dataclass(frozen=True, slots=True)
class BestScores:
    """The most points that a seat's tickets allowed, alone and with what its rivals left."""

    alone: int
    """On an empty board."""
    left: int
    """Beside what the rivals had claimed."""


@dataclass(frozen=True, slots=True)
class SeatReview:
    """The game as one seat may look at it. `curve` and `turning` are from its own eyes.

    `own` counts the luck of this seat; `all` counts what the luck of every seat did to this one's
    margin. `costliest` and `best` are plies of its decisions.
    """

    margin: int
    """Points ahead of the best rival at the end."""
    own: Split
    """The margin split by this seat's luck."""
    all: Split
    """The margin split by everybody's luck."""
    curve: tuple[Chances, ...]
    """The chances before each ply."""
    turning: tuple[TurningPoint, ...]
    """Where they changed most."""
    costliest: tuple[int, ...]
    """Plies of the decisions that gave most away."""
    best: tuple[int, ...]
    """Plies of the decisions that won most."""
    tickets: tuple[TicketInHindsight, ...]
    """Every ticket that was offered."""
    most: BestScores | None = None
    """The most points the tickets allowed, if that was looked for."""


@dataclass(frozen=True, slots=True)
class Review:
    """A whole game: every decision, the curve from all eyes, and the game by seat."""

    board: str
    """The name of the board."""
    players: tuple[str, ...]
    """The names by seat."""
    totals: tuple[int, ...]
    """The final points by seat."""
    winners: tuple[int, ...]
    """The seats that won."""
    worlds: int
    """In how many possible games each action was tried."""
    seed: int | str
    """The luck of those games."""
    decisions: tuple[Decision, ...]
    """Every decision, in order."""
    curve: tuple[Chances, ...]
    """The chances before each ply, knowing all hands."""
    turning: tuple[TurningPoint, ...]
    """Where they changed most."""
    seats: tuple[SeatReview, ...]
    """The game as each seat may look at it."""
    format: int = FORMAT
    """The version of this form."""

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
