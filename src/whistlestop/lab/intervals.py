"""Small statistics: means with their spread, and the interval of a share.

Only what reports need, exact and without dependencies.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf, sqrt

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
    """The arithmetic mean; zero without values."""
    return sum(values) / len(values) if values else 0.0


def deviation(values: Sequence[float]) -> float:
    """The standard deviation of a sample; zero for fewer than two values."""
    if len(values) < 2:
        return 0.0
    middle = mean(values)
    return sqrt(sum((value - middle) ** 2 for value in values) / (len(values) - 1))


def spread(values: Sequence[float]) -> dict[str, float]:
    """Mean and deviation by name, as plain data has them."""
    return {"mean": mean(values), "deviation": deviation(values)}


def quantile(values: Sequence[float], share: float) -> float:
    """The value below which this share of the others lies, between neighbours in proportion."""
    if not values:
        return 0.0
    ordered = sorted(values)
    place = share * (len(ordered) - 1)
    below = int(place)
    above = min(below + 1, len(ordered) - 1)
    return ordered[below] + (place - below) * (ordered[above] - ordered[below])


def mean_interval(values: Sequence[float], z: float = Z95) -> tuple[float, float]:
    """The interval of a mean of many independent values."""
    if len(values) < 2:
        return (-inf, inf)
    half = z * deviation(values) / sqrt(len(values))
    return mean(values) - half, mean(values) + half


def ranks(values: Sequence[float]) -> list[float]:
    """The rank of every value from 1, ties sharing the mean of theirs."""
    order = sorted(range(len(values)), key=values.__getitem__)
    result = [0.0] * len(values)
    at = 0
    while at < len(order):
        end = at
        while end + 1 < len(order) and values[order[end + 1]] == values[order[at]]:
            end += 1
        for i in order[at : end + 1]:
            result[i] = (at + end) / 2 + 1
        at = end + 1
    return result


def correlation(a: Sequence[float], b: Sequence[float]) -> float:
    """Pearson's coefficient; zero where one of the two never changes."""
    mean_a, mean_b = mean(a), mean(b)
    both = sum((x - mean_a) * (y - mean_b) for x, y in zip(a, b, strict=True))
    spread = sqrt(sum((x - mean_a) ** 2 for x in a) * sum((y - mean_b) ** 2 for y in b))
    return both / spread if spread else 0.0


def rank_correlation(a: Sequence[float], b: Sequence[float]) -> float:
    """Spearman's rho."""
    return correlation(ranks(a), ranks(b))
