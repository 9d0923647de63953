"""Small statistics: means with their spread, and the interval of a share.

Only what reports need, exact and without dependencies.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

# The two-sided 95 % point of the normal distribution.
Z95 = 1.959963984540054


def wilson(successes: float, trials: int, z: float = Z95) -> tuple[float, float]:
    """Wilson's score interval of a share; without trials everything is possible.

    >>> low, high = wilson(61, 80)
    >>> f"{low:.3f} {high:.3f}"
    '0.659 0.842'
    """
    if trials == 0:
        return 0.0, 1.0
    share = successes / trials
    scale = 1 + z * z / trials
    middle = (share + z * z / (2 * trials)) / scale
    half = z * sqrt(share * (1 - share) / trials + z * z / (4 * trials * trials)) / scale
    return max(0.0, middle - half), min(1.0, middle + half)


def mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else 0.0


def deviation(values: Sequence[float]) -> float:
    """The standard deviation of a sample; zero for fewer than two values."""
    if len(values) < 2:
        return 0.0
    middle = mean(values)
    return sqrt(sum((value - middle) ** 2 for value in values) / (len(values) - 1))
