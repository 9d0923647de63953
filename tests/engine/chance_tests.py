"""Pearson's test on counts, for samples whose seed is fixed: it can fail, but never by accident."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping
from math import sqrt
from typing import TypeVar

Kind = TypeVar("Kind", bound=Hashable)


def deviation(counts: Mapping[Kind, int], weights: Mapping[Kind, float]) -> float:
    """How many standard deviations the chi-square of the counts lies above its mean."""
    impossible = set(counts) - set(weights)
    assert not impossible, f"impossible: {sorted(map(str, impossible))[:3]}"
    total, weight = sum(counts.values()), sum(weights.values())
    expected = {kind: total * w / weight for kind, w in weights.items()}
    assert min(expected.values()) >= 5, "too few samples for this many kinds"
    statistic = sum((counts.get(kind, 0) - e) ** 2 / e for kind, e in expected.items())
    freedom = len(weights) - 1
    return (statistic - freedom) / sqrt(2 * freedom)


def agrees(counts: Counter[Kind], weights: Mapping[Kind, float]) -> bool:
    """Whether the counts may come from these weights; five deviations are beyond all doubt."""
    return len(weights) > 1 and deviation(counts, weights) < 5
