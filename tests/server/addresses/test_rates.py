"""A burst for each name, the steady pace after it, and a memory that nobody can fill."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from whistlestop.server.addresses.rates import KEPT, Rates


def test_a_name_has_a_burst_and_then_waits_for_its_next_turn() -> None:
    rates = Rates(5, 10.0)
    assert [rates.take("eve", 0.0) for _ in range(7)] == [0, 0, 0, 0, 0, 2.0, 2.0]
    assert rates.wait("eve", 1.5) == 0.5
    assert rates.take("eve", 2.0) == 0.0
    assert rates.take("eve", 2.0) == 2.0
    assert rates.take("ann", 2.0) == 0.0


def test_asking_how_long_to_wait_counts_for_nothing() -> None:
    rates = Rates(1, 10.0)
    assert [rates.wait("eve", 0.0) for _ in range(9)] == [0.0] * 9
    assert len(rates) == 0


@pytest.mark.parametrize(("count", "window"), [(60, 600.0), (600, 20.0), (7, 0.3), (1, 600.0)])
def test_the_last_turn_of_a_burst_is_there_however_late_the_clock(
    count: int, window: float
) -> None:
    for now in (0.0, 123_456.789, 1e7 / 3):
        rates = Rates(count, window)
        taken = [rates.take("eve", now) for _ in range(count + 1)]
        assert taken[:-1] == [0.0] * count
        assert taken[-1] > 0


@given(st.lists(st.floats(0, 3), max_size=300))
def test_over_any_time_no_more_than_a_burst_and_the_steady_pace(pauses: list[float]) -> None:
    rates, now, done = Rates(60, 20.0), 0.0, 0
    for pause in pauses:
        now += pause
        done += not rates.take("eve", now)
    assert done <= 60 + 3 * now + 1e-6


def test_a_million_names_are_not_remembered_and_the_newest_are() -> None:
    rates = Rates(1, 1e9)
    for number in range(200_000):
        rates.take(str(number), 0.0)
    assert len(rates) == KEPT
    assert rates.wait("199999", 0.0) > 0
    assert rates.wait("0", 0.0) == 0
