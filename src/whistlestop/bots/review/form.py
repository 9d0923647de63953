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
    given away: the value of the best action less that of the one played, and nothing where the same
    action was missed again later and counts there. `error` is its standard error.

    Attributes:
        ply: Which decision of the game.
        seat: Who took it.
        played: The action taken, as text.
        value: What that was worth.
        best: The best action, as text.
        best_value: What that would have been worth.
        next: The best of the others, if any was tried.
        next_value: What that would have been worth.
        lost: Points given away.
        error: The standard error of `lost`.
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
    """The chances of all seats before a ply; they add up to 1.

    Attributes:
        ply: The ply they were before.
        wins: The chance of each seat to win.
    """

    ply: int
    wins: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """Where chances changed most, between the plies `since` and `until`.

    `ply` is the decision in between that moved them most, by `seat`, who played `played`.

    Attributes:
        since: The ply where the change began.
        until: The ply where it was done.
        ply: The decision that moved most.
        seat: Who took it.
        played: The action, as text.
        before: The chance of each seat before.
        after: The chance of each seat after.
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

    Attributes:
        deal: The cards and tickets dealt.
        draws: The cards and tickets drawn.
        tunnels: What tunnels asked for.
        rivals: All that is left.
        decisions: What the player's own decisions gave away.
        luck: Deal, draws and tunnels together.
        adjusted: The margin without luck.
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
    """A ticket that was offered: whether it was kept, and whether the final network joins it.

    Attributes:
        ticket: Which one.
        points: What it is worth.
        ply: When it was offered.
        kept: Whether the seat kept it.
        made: Whether its final network joins the two cities.
    """

    ticket: str
    points: int
    ply: int
    kept: bool
    made: bool


@dataclass(frozen=True, slots=True)
class BestScores:
    """The most points that a seat's tickets allowed, alone and with what its rivals left.

    Attributes:
        alone: On an empty board.
        left: Beside what the rivals had claimed.
    """

    alone: int
    left: int


@dataclass(frozen=True, slots=True)
class SeatReview:
    """The game as one seat may look at it. `curve` and `turning` are from its own eyes.

    `own` counts the luck of this seat; `all` counts what the luck of every seat did to this one's
    margin. `costliest` and `best` are plies of its decisions.

    Attributes:
        margin: Points ahead of the best rival at the end.
        own: The margin split by this seat's luck.
        all: The margin split by everybody's luck.
        curve: The chances before each ply.
        turning: Where they changed most.
        costliest: Plies of the decisions that gave most away.
        best: Plies of the decisions that won most.
        tickets: Every ticket that was offered.
        most: The most points the tickets allowed, if that was looked for.
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
    """A whole game: every decision, the curve from all eyes, and the game by seat.

    Attributes:
        board: The name of the board.
        players: The names by seat.
        totals: The final points by seat.
        winners: The seats that won.
        worlds: In how many possible games each action was tried.
        seed: The luck of those games.
        decisions: Every decision, in order.
        curve: The chances before each ply, knowing all hands.
        turning: Where they changed most.
        seats: The game as each seat may look at it.
        format: The version of this form.
    """

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
