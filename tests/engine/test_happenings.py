"""Happenings: four numbers each, and none that its kind does not speak of (H1, H2)."""

from __future__ import annotations

import pytest

from tests.engine.siblings import logs
from tests.records.shelf import SAMPLE, game_of
from whistlestop.engine.state import chance as tr

# How many of the three numbers beside its kind a happening uses.
ONE = (
    *(tr.WIPED, tr.RESHUFFLED, tr.REVEALED, tr.PASSED),
    *(tr.LAST_ROUND, tr.ENDED, tr.ANSWERED, tr.TURN_BEGAN),
)
TWO = (
    *(tr.DREW, tr.DEALT, tr.TURNED_UP, tr.OFFERED_TICKET, tr.KEPT_TICKET),
    *(tr.REFUSED_TICKET, tr.DECLINED, tr.BUILT, tr.IN_PILE),
)
THREE = (tr.TOOK, tr.CLAIMED, tr.PAID, tr.LAID, tr.TUNNEL)
NUMBERS = dict.fromkeys(ONE, 1) | dict.fromkeys(TWO, 2) | dict.fromkeys(THREE, 3)

RARE = ("usa/rare-passes", "europe/rare-standstill")


@pytest.mark.parametrize("name", [*SAMPLE, *RARE])
def test_a_happening_says_no_more_than_its_kind_is_about(name: str) -> None:
    """H1, H2: a number that nobody reads is nought, so nothing can be hidden in it."""
    for log in logs(game_of(name)):
        for kind, *numbers in log:
            assert numbers[NUMBERS[kind] :] == [0] * (3 - NUMBERS[kind])


def test_every_kind_of_happening_has_a_number_of_its_own() -> None:
    kinds = [kind for name, kind in vars(tr).items() if name.isupper() and isinstance(kind, int)]
    assert sorted(kinds) == sorted(set(kinds)) == sorted(NUMBERS)
    met = {kind for name in (*SAMPLE, *RARE) for log in logs(game_of(name)) for kind, *_ in log}
    assert met == set(NUMBERS)
