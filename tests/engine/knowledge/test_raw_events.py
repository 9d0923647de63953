"""Raw events: four numbers each, and none that its kind does not speak of (H1, H2)."""

from __future__ import annotations

import pytest

from tests.engine.siblings import logs
from tests.records.shelf import SAMPLE, game_of
from whistlestop.engine.state import event_kinds as kinds

# How many of the three numbers beside its kind a raw event uses.
ONE = (
    *(kinds.WIPED, kinds.RESHUFFLED, kinds.REVEALED, kinds.PASSED),
    *(kinds.LAST_ROUND, kinds.ENDED, kinds.ANSWERED, kinds.TURN_BEGAN),
)
TWO = (
    *(kinds.DREW, kinds.DEALT, kinds.TURNED_UP, kinds.OFFERED_TICKET, kinds.KEPT_TICKET),
    *(kinds.REFUSED_TICKET, kinds.DECLINED, kinds.BUILT, kinds.IN_PILE),
)
THREE = (kinds.TOOK, kinds.CLAIMED, kinds.PAID, kinds.LAID, kinds.COUNTED_EXTRA)
NUMBERS = dict.fromkeys(ONE, 1) | dict.fromkeys(TWO, 2) | dict.fromkeys(THREE, 3)

RARE = ("usa/rare-passes", "europe/rare-standstill")


@pytest.mark.parametrize("name", [*SAMPLE, *RARE])
def test_a_raw_event_says_no_more_than_its_kind_is_about(name: str) -> None:
    """H1, H2: a number that nobody reads is nought, so nothing can be hidden in it."""
    for log in logs(game_of(name)):
        for kind, *numbers in log:
            assert numbers[NUMBERS[kind] :] == [0] * (3 - NUMBERS[kind])


@pytest.mark.parametrize("name", [*SAMPLE, *RARE])
def test_only_cards_that_were_paid_are_told(name: str) -> None:
    """C5, H1: no colour is named of which no card was laid down."""
    paid = (kinds.PAID, kinds.LAID)
    counts = [event[3] for log in logs(game_of(name)) for event in log if event[0] in paid]
    assert min(counts, default=1) > 0


def test_every_kind_of_raw_event_has_a_number_of_its_own() -> None:
    numbers = [
        kind for name, kind in vars(kinds).items() if name.isupper() and isinstance(kind, int)
    ]
    assert sorted(numbers) == sorted(set(numbers)) == sorted(NUMBERS)
    met = {kind for name in (*SAMPLE, *RARE) for log in logs(game_of(name)) for kind, *_ in log}
    assert met == set(NUMBERS)
