"""Small statistics against published values and against the standard library."""

import statistics

import pytest
from hypothesis import given
from hypothesis import strategies as st

from whistlestop.lab import wilson
from whistlestop.lab.intervals import deviation, mean


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [(61, 80, 0.659, 0.842), (0, 10, 0.0, 0.278), (10, 10, 0.722, 1.0), (5, 10, 0.237, 0.763)],
)
def test_the_interval_is_that_of_wilson(wins: int, games: int, low: float, high: float) -> None:
    """Values as in tables of the score interval without continuity correction."""
    assert wilson(wins, games) == pytest.approx((low, high), abs=5e-4)


def test_without_games_everything_is_possible() -> None:
    assert wilson(0, 0) == (0.0, 1.0)


@given(st.integers(1, 10**6), st.floats(0, 1))
def test_the_interval_holds_the_share_and_stays_within_bounds(games: int, share: float) -> None:
    low, high = wilson(share * games, games)
    assert 0 <= low <= share + 1e-9
    assert share - 1e-9 <= high <= 1


@given(st.lists(st.integers(-500, 500), min_size=2))
def test_mean_and_deviation_are_those_of_the_standard_library(values: list[int]) -> None:
    assert mean(values) == pytest.approx(statistics.mean(values))
    assert deviation(values) == pytest.approx(statistics.stdev(values))


def test_too_few_values_have_no_deviation() -> None:
    assert (mean([]), deviation([]), deviation([3])) == (0, 0, 0)
