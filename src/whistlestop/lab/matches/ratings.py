"""Ratings after Bradley and Terry from pairwise wins, with intervals from resampled blocks.

A rating is in points of Elo: 400 more mean ten times the chances. One bot is the zero. Every pair
that met is credited with one drawn game more than it played, so that a bot that never lost has a
rating at all; intervals of such a bot are wide, and its true rating may lie beyond them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import exp, log

from whistlestop.engine.state.rng import Rng, seeded
from whistlestop.lab.intervals import quantile

ELO = 400 / log(10)
"""Points of Elo for one unit of log-strength, so that 400 of them are a factor of ten."""
RESAMPLES = 200
"""Resampled tournaments for the intervals: five lie beyond either end of 95 %."""
STEPS = 400
"""The most rounds of Newton's method; it stops earlier when nothing moves any more."""
CLOSE = 1e-7
"""A move in log-strength that counts as none: far below a hundredth of a point of Elo."""
PRIOR = 0.5
"""Wins credited to either side of every pair that met."""

Pair = tuple[int, int]
Meeting = tuple[float, float]
"""What either side of a pair won in one block."""


@dataclass(frozen=True, slots=True)
class Rating:
    """A bot's strength in Elo with its 95 % interval; the zero has none.

    Attributes:
        bot: Its name.
        elo: Its strength.
        low: The lower end of the interval.
        high: The upper end.
    """

    bot: str
    elo: float
    low: float
    high: float


def rate(
    bots: Sequence[str],
    met: Mapping[Pair, Sequence[Meeting]],
    zero: int,
    seed: object = 0,
    resamples: int = RESAMPLES,
) -> tuple[Rating, ...]:
    """Ratings of all bots from the blocks in which each pair met."""
    strengths = fit(len(bots), {pair: _sum(blocks) for pair, blocks in met.items()})
    rng = seeded(seed, "bootstrap")
    drawn = [_resampled(len(bots), met, rng, strengths) for _ in range(resamples)]
    return tuple(
        Rating(
            bot,
            _elo(strengths, i, zero),
            quantile([_elo(sample, i, zero) for sample in drawn], 0.025),
            quantile([_elo(sample, i, zero) for sample in drawn], 0.975),
        )
        for i, bot in enumerate(bots)
    )


def fit(
    count: int, won: Mapping[Pair, Meeting], start: Sequence[float] | None = None
) -> list[float]:
    """Log-strengths by Newton's method on one bot at a time, which converges for any start."""
    wins = [[0.0] * count for _ in range(count)]
    for (a, b), (of_a, of_b) in won.items():
        wins[a][b] += of_a + PRIOR
        wins[b][a] += of_b + PRIOR
    strengths = list(start or [0.0] * count)
    for _ in range(STEPS):
        moved = max(_improve(strengths, wins, i) for i in range(count))
        if moved < CLOSE:
            break
    return strengths


def _improve(strengths: list[float], wins: Sequence[Sequence[float]], i: int) -> float:
    """One step of one bot towards its most likely strength; says how far it moved."""
    slope = bend = 0.0
    for j, strength in enumerate(strengths):
        played = wins[i][j] + wins[j][i]
        if played:
            chance = 1 / (1 + exp(strength - strengths[i]))
            slope += wins[i][j] - played * chance
            bend += played * chance * (1 - chance)
    step = max(-1.0, min(1.0, slope / bend)) if bend else 0.0
    strengths[i] += step
    return abs(step)


def _resampled(
    count: int, met: Mapping[Pair, Sequence[Meeting]], rng: Rng, start: Sequence[float]
) -> list[float]:
    """The strengths that as many blocks give, drawn anew with replacement."""
    drawn = {
        pair: _sum([blocks[int(rng.below(len(blocks)))] for _ in blocks])
        for pair, blocks in met.items()
    }
    return fit(count, drawn, start)


def _sum(blocks: Sequence[Meeting]) -> Meeting:
    return sum(a for a, _ in blocks), sum(b for _, b in blocks)


def _elo(strengths: Sequence[float], i: int, zero: int) -> float:
    return ELO * (strengths[i] - strengths[zero])
