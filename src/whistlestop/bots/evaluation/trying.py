"""Trying the actions of a position: each is played on in the same worlds, with the same luck.

Planners play on for some turns, then a judge says what the position reached is worth to the seat,
as in the search. What comes out are plain means over the worlds, of the margin in points and of the
chance to win; `correction` makes figures of them that can be shown. The first action tried is the
planner's own choice, and the others are measured against it, world by world. The caller brings the
worlds: nothing here knows more than they say.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from math import sqrt

from whistlestop.bots.search.judge import PositionJudge
from whistlestop.bots.search.trials import CHOSEN, CLEAR, FIRST, Outcome, play_action
from whistlestop.engine.state.chance import Chance
from whistlestop.engine.state.rng import Rng
from whistlestop.engine.state.state import State

TURNS = 3
"""How many more turns of the seat planners play before a judge looks, as in the search."""
FEWEST = 2
"""Worlds of which a standard error can be made."""


@dataclass(slots=True)
class Tried:
    """One action, by its code, with what each world came to; `NO_ACTION`: as it stands.

    An action that was asked for is tried to the end; an extra one would not have been tried at all
    otherwise.
    """

    code: int
    asked: bool = False
    extra: bool = False
    outcomes: list[Outcome] = field(default_factory=list)
    dropped: bool = False


@dataclass(frozen=True, slots=True)
class Gap:
    """How much better than the first action another is on average, and the standard error."""

    mean: float
    error: float


def gap(ours: Sequence[float], firsts: Sequence[float]) -> Gap:
    """The gap between two actions in the worlds in which both were tried."""
    gaps = [a - b for a, b in zip(ours, firsts, strict=False)]
    count = len(gaps)
    mean = sum(gaps) / count
    if count < FEWEST:
        return Gap(mean, abs(mean))
    spread = sum((g - mean) ** 2 for g in gaps) / (count - 1)
    return Gap(mean, sqrt(spread / count))


class Trying:
    """The actions of one position and the worlds they have been tried in."""

    def __init__(
        self, judge: PositionJudge, seat: int, tried: list[Tried], turns: int = TURNS
    ) -> None:
        self.judge = judge
        self.seat = seat
        self.tried = tried
        self.turns = turns
        self._due = FIRST

    @property
    def alive(self) -> list[Tried]:
        """The actions that are still tried."""
        return [each for each in self.tried if not each.dropped]

    def glance(self, worlds: Iterable[tuple[State, Rng]]) -> None:
        """Where there are many actions, judge them at the next turn and keep the best."""
        for state, luck in worlds:
            self._play_all(state, luck, 0)
        first, *others = self.tried
        others.sort(key=lambda each: -self.weighed_gap(each).mean)
        self.tried = [first, *others[:CHOSEN]]
        for each in self.tried:
            each.outcomes.clear()

    def ask(self, code: int) -> None:
        """Try this action too, to the end, before the worlds in earnest begin."""
        for each in self.tried:
            if each.code == code:
                each.asked = True
                return
        self.tried.append(Tried(code, asked=True, extra=True))

    def add(self, ideas: Iterable[int]) -> None:
        """Try these as well, until they are clearly worse."""
        for code in ideas:
            if all(each.code != code for each in self.tried):
                self.tried.append(Tried(code))

    def try_world(self, state: State, luck: Rng) -> None:
        """Play every action that is left in one world, and now and then drop the worst."""
        self._play_all(state, luck, self.turns)
        if len(self.tried[0].outcomes) >= self._due:
            self._due += self._due // 2
            self._drop_worst()

    def _play_all(self, state: State, luck: Rng, turns: int) -> None:
        for each in self.alive:
            chance = Chance(luck.copy())
            outcome = play_action(self.judge, state.copy(), self.seat, each.code, turns, chance)
            each.outcomes.append(outcome)

    def _drop_worst(self) -> None:
        """Drop what is clearly worse than the best, but never the first nor what was asked for."""
        gaps = [(each, self.weighed_gap(each)) for each in self.alive]
        most = max(found.mean - CLEAR * found.error for each, found in gaps if not each.extra)
        for each, found in gaps[1:]:
            each.dropped = not each.asked and found.mean + CLEAR * found.error < most

    def weighed_gap(self, each: Tried) -> Gap:
        """How an action compares with the first, as the search weighs."""
        firsts = self.tried[0].outcomes
        return gap([o.value for o in each.outcomes], [o.value for o in firsts])


def is_many(codes: Sequence[int]) -> bool:
    """Whether there are so many actions that they get a glance first."""
    return len(codes) > CHOSEN + 1
