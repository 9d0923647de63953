"""What the end of a game is worth to a seat: a name, or a function of the outcome.

`win` and `score` are reckoned inside the engine. Any other reward is a function that gets a
`SeatOutcome`, once for each seat of a game that is over, and answers with a number. Nothing is paid
before the end.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from gymnasium import error


@dataclass(frozen=True, slots=True)
class SeatOutcome:
    """How a game ended, for one of its seats: the points of all, and who won."""

    seat: int
    points: tuple[int, ...]
    winners: tuple[int, ...]

    @property
    def margin(self) -> int:
        """The seat's points ahead of its best rival; below 0 if it lies behind."""
        return self.points[self.seat] - max(p for s, p in enumerate(self.points) if s != self.seat)


RewardFunction = Callable[[SeatOutcome], float]
Reward = str | RewardFunction


def by_margin(outcome: SeatOutcome) -> float:
    """The points ahead of the best rival."""
    return float(outcome.margin)


FUNCTIONS: dict[str, RewardFunction] = {"margin": by_margin}
REWARDS = ("win", "score", *FUNCTIONS)


@dataclass(frozen=True, slots=True)
class RewardRule:
    """A reward as environments reckon it: inside the engine, or by a function afterwards."""

    by_score: bool
    function: RewardFunction | None = None

    def of_game(self, points: Sequence[int], wins: Sequence[float]) -> list[float]:
        """Every seat's reward by the function, from the points and the rewards for winning."""
        assert self.function is not None
        won = tuple(seat for seat, share in enumerate(wins) if share > 0)
        winners = won or tuple(range(len(wins)))
        totals = tuple(int(p) for p in points)
        return [float(self.function(SeatOutcome(s, totals, winners))) for s in range(len(totals))]


def read_reward(reward: Reward) -> RewardRule:
    """The rule of a name or a function; anything else raises."""
    if callable(reward):
        return RewardRule(False, reward)
    if reward in FUNCTIONS:
        return RewardRule(False, FUNCTIONS[reward])
    if reward not in REWARDS:
        raise error.Error(
            f'A reward is one of {", ".join(REWARDS)}, or a function of an outcome, not "{reward}".'
        )
    return RewardRule(reward == "score")
