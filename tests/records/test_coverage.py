"""The recorded games hold every rare event, board, option and number of players between them."""

from __future__ import annotations

from functools import cache

import pytest

from tests.records.meanings import meanings_of, required
from tests.records.shelf import NAMES, record_of


@cache
def found() -> dict[str, set[str]]:
    return {name: meanings_of(record_of(name)) for name in NAMES}


@pytest.mark.slow
def test_the_recorded_games_cover_everything_required() -> None:
    missing = [wanted for wanted in required() if not any(wanted in x for x in found().values())]
    assert missing == []


def test_every_option_and_number_of_players_is_required() -> None:
    tables = [wanted for wanted in required() if " with " in wanted and "players" in wanted]
    assert len(tables) == len(set(tables)) >= 42
    assert "usa:mega with 5 players" in tables
    assert "london with 2 players" in tables


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "wanted"),
    [
        ("europe/rare-standstill", "ended by standstill"),
        ("usa/rare-passes", "ended by passes"),
        ("europe/rare-tie-by-stations", "tie on points broken by stations"),
        ("new-york/rare-wiped-ten-times", "market wiped ten times in a row, then left"),
    ],
)
def test_an_event_is_found_in_its_game_and_not_in_an_ordinary_one(name: str, wanted: str) -> None:
    assert wanted in found()[name]
    assert wanted not in found()["new-york/default-2-actions"]
