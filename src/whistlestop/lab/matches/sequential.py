"""When enough has been played: the sequential probability ratio test on blocks.

A block's score is the share of its games that the challenger won, so it already holds every
seat. Two hypotheses are given in Elo; the test stops when one is (1 - error) / error times as
likely as the other. It may be looked at after any block; scores are taken as roughly normal, with
their spread estimated, which the tests check by playing the test itself many times.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import log

ERROR = 0.05
"""How often either wrong verdict may be given."""
FEWEST = 12
"""Blocks before the first verdict: the spread of fewer is anybody's guess."""


def share_at(elo: float, players: int) -> float:
    """The share of wins of one bot among equal rivals who are so much weaker.

    >>> round(share_at(0, 4), 2), round(share_at(400, 2), 3)
    (0.25, 0.909)
    """
    return float(1 / (1 + (players - 1) * 10 ** (-elo / 400)))


@dataclass(frozen=True, slots=True)
class RatioTest:
    """`low` and `high` are the two hypotheses about the challenger, in Elo."""

    low: float
    high: float
    error: float = ERROR

    @property
    def bound(self) -> float:
        """Wald's bound: the log of how much likelier one side must be before the test stops."""
        return log((1 - self.error) / self.error)

    def likelihood(self, scores: Sequence[float], players: int) -> float:
        """The logarithm of how much likelier `high` is than `low`."""
        low, high = share_at(self.low, players), share_at(self.high, players)
        count = len(scores)
        if not count:
            return 0.0
        middle = sum(scores) / count
        leaning = 2 * middle - low - high
        return count * (high - low) * leaning / (2 * _variance(scores, players))

    def verdict(self, scores: Sequence[float], players: int) -> str:
        """`high`, `low`, or nothing while it is open."""
        if len(scores) < FEWEST:
            return ""
        ratio = self.likelihood(scores, players)
        if abs(ratio) < self.bound:
            return ""
        return "high" if ratio > 0 else "low"


def _variance(scores: Sequence[float], players: int) -> float:
    """The spread of a block's score, with one lost and one won block added to those played.

    Without these a bot that wins every block would have no spread at all.
    """
    known = [*scores, 0.0, 1.0]
    middle = sum(known) / len(known)
    return sum((score - middle) ** 2 for score in known) / (len(known) - 1)
