"""How fast one may speak, and how many places there are."""

from __future__ import annotations

import hypothesis.strategies as st
from hypothesis import given

from whistlestop.server.sockets.limits import RateLimit, SocketLimits

LIMITS = SocketLimits(messages=60, window=20.0)


def test_a_burst_is_heard_up_to_the_limit() -> None:
    pace = RateLimit(LIMITS, 0.0)
    assert [pace.allows(0.0) for _ in range(70)] == [True] * 60 + [False] * 10


def test_after_a_burst_three_more_a_second_are_heard() -> None:
    pace = RateLimit(LIMITS, 0.0)
    for _ in range(60):
        pace.allows(0.0)
    assert [pace.allows(1.0) for _ in range(5)] == [True] * 3 + [False] * 2


@given(st.lists(st.floats(0, 3), max_size=300))
def test_over_any_time_no_more_than_a_burst_and_the_steady_pace_is_heard(
    pauses: list[float],
) -> None:
    pace, now, heard = RateLimit(LIMITS, 0.0), 0.0, 0
    for pause in pauses:
        now += pause
        heard += pace.allows(now)
    assert heard <= 60 + 3 * now + 1e-6
