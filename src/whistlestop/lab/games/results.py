"""What came of simulated games: one small value per game, and all of them summed up.

Results hold no positions except those where a bot failed. Invariant: everything but the time taken
follows from the plan alone, whatever the number of workers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from functools import cached_property
from typing import Any, NamedTuple

from whistlestop.bots.contract import Seed
from whistlestop.bots.seated import Failure
from whistlestop.lab.games.details import Details
from whistlestop.lab.intervals import deviation, mean, wilson

FORMAT = 1


@dataclass(frozen=True, slots=True)
class GameResult:
    """One game; every tuple goes by seat. `bots` says which bot sat there, by its number."""

    number: int
    seed: Seed
    bots: tuple[int, ...]
    totals: tuple[int, ...]
    winners: tuple[int, ...]
    completed: tuple[int, ...]
    tickets: tuple[int, ...]
    plies: int
    turns: int
    ended: str
    decided_by: str

    def seat_of(self, bot: int) -> int:
        """Where a bot sat, by its number."""
        return self.bots.index(bot)

    def credit(self, seat: int) -> float:
        """What a seat won of this game."""
        return credit_of(self.winners, seat)

    def margin(self, seat: int) -> int:
        """How far a seat ended ahead of its best rival, in points."""
        return margin_of(self.totals, seat)


def credit_of(winners: Sequence[int], seat: int) -> float:
    """What a seat won: a whole game, an equal part of a shared win, or nothing."""
    return 1 / len(winners) if seat in winners else 0.0


def margin_of(totals: Sequence[int], seat: int) -> int:
    """Points of a seat ahead of its best rival."""
    return totals[seat] - max(total for other, total in enumerate(totals) if other != seat)


@dataclass(frozen=True, slots=True)
class FailedGame:
    """A failure with the game it happened in, which its seed gives again."""

    game: int
    seed: Seed
    failure: Failure

    def __str__(self) -> str:
        return f"game {self.game} (seed {self.seed}): {self.failure}"


Spent = tuple[tuple[float, int], ...]
"""For every bot the seconds it thought and the decisions it took."""


class Played(NamedTuple):
    """All that one game gave; `spent` differs from run to run, everything else does not.

    `codes` are those of its actions, if the plan keeps them.
    """

    result: GameResult
    failures: tuple[FailedGame, ...]
    details: Details | None = None
    spent: Spent = ()
    codes: tuple[int, ...] = ()


class LostDecision(NamedTuple):
    """A decision that ended its worker, and the reason; the bot is not asked for it again."""

    game: int
    ply: int
    seat: int
    problem: str


@dataclass(frozen=True, slots=True)
class Standing:
    """How one bot fared. A win shared by k players counts 1/k in `rate`."""

    bot: str
    wins: int
    shared: int
    rate: float
    low: float
    high: float
    score: float
    deviation: float
    completed: float
    tickets: float


@dataclass(frozen=True)
class Simulation:
    """Everything a run of games gave; `print` it, or take `to_dict` for JSON."""

    board: str
    bots: tuple[str, ...]
    seed: Seed
    rotate: bool
    games: tuple[GameResult, ...]
    failures: tuple[FailedGame, ...]
    notes: tuple[str, ...]
    seconds: float
    spent: Spent = ()

    @cached_property
    def standings(self) -> tuple[Standing, ...]:
        """One for each bot, in the order in which they were named."""
        return tuple(self._standing(i) for i in range(len(self.bots)))

    def _standing(self, bot: int) -> Standing:
        seats = [(game, game.seat_of(bot)) for game in self.games]
        won = [len(game.winners) for game, seat in seats if seat in game.winners]
        credit = sum(1 / winners for winners in won)
        scores = [game.totals[seat] for game, seat in seats]
        low, high = wilson(credit, len(seats))
        return Standing(
            bot=self.bots[bot],
            wins=won.count(1),
            shared=len(won) - won.count(1),
            rate=credit / len(seats),
            low=low,
            high=high,
            score=mean(scores),
            deviation=deviation(scores),
            completed=mean([game.completed[seat] for game, seat in seats]),
            tickets=mean([game.tickets[seat] for game, seat in seats]),
        )

    @property
    def speed(self) -> float:
        """Games in a second, all workers together."""
        return len(self.games) / self.seconds if self.seconds else 0.0

    @property
    def cost(self) -> tuple[float | None, ...]:
        """Seconds that each bot thought about a decision, where it was measured."""
        return tuple(spent / asked if asked else None for spent, asked in self.spent)

    @cached_property
    def plies(self) -> tuple[float, float]:
        """Mean and deviation of the length of a game in decisions."""
        return _spread(game.plies for game in self.games)

    @cached_property
    def turns(self) -> tuple[float, float]:
        """Mean and deviation of the length of a game in turns, of all players together."""
        return _spread(game.turns for game in self.games)

    def ended(self) -> dict[str, int]:
        """How many games ended how, the usual way first."""
        return dict(Counter(game.ended for game in self.games).most_common())

    def decided_by(self) -> dict[str, int]:
        """Which comparison told the winner from the others, the usual one first."""
        return dict(Counter(game.decided_by for game in self.games).most_common())

    def rows(self) -> list[dict[str, Any]]:
        """A row for each seat of each game, as pandas and polars take them."""
        from whistlestop.lab.data.tables import simulation_rows

        return list(simulation_rows(self))

    def to_dict(self) -> dict[str, Any]:
        """Plain data, ready for JSON."""
        return {
            "format": FORMAT,
            "board": self.board,
            "bots": list(self.bots),
            "seed": self.seed,
            "rotate": self.rotate,
            "standings": [asdict(standing) for standing in self.standings],
            "plies": dict(zip(("mean", "deviation"), self.plies, strict=True)),
            "turns": dict(zip(("mean", "deviation"), self.turns, strict=True)),
            "ended": self.ended(),
            "decided_by": self.decided_by(),
            "games": [asdict(game) for game in self.games],
            "failures": [asdict(failed) for failed in self.failures],
            "notes": list(self.notes),
            "seconds": self.seconds,
            "games_per_second": self.speed,
            "seconds_per_decision": list(self.cost),
        }

    def __str__(self) -> str:
        from whistlestop.lab.show.report import report

        return report(self)

    def __repr__(self) -> str:
        return f"<Simulation of {len(self.games)} games on {self.board}, seed {self.seed}>"


def _spread(values: Iterable[float]) -> tuple[float, float]:
    listed = list(values)
    return mean(listed), deviation(listed)
