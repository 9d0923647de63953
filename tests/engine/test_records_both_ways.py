"""A few recorded games replay to the same bytes whether the engine is compiled or not.

The full set is replayed compiled in `tests/records`; these are the ones run both ways.
"""

from __future__ import annotations

import json

import pytest

from tests.perft.counting import ORDER, legal_texts
from tests.records.shelf import FOLDER, game_of, record_of
from whistlestop.record import Record

GAMES = (
    *("europe/default-2-greedy", "europe/rare-tunnel-no-pile", "europe/rare-stations-2"),
    *("new-york/rare-wiped-ten-times", "new-york/explicit", "london/rare-districts"),
    *("usa/default-2-actions", "usa/big-cities-3-kinds"),
)
MOMENTS = [entry for entry in json.loads(ORDER.read_text()) if "-2-kinds" in entry["record"]]


@pytest.mark.parametrize("name", GAMES)
def test_a_recorded_game_replays_to_its_exact_digest_either_way(name: str) -> None:
    record_of(name).verify()
    assert Record.of(game_of(name)).dumps().encode() == (FOLDER / f"{name}.wst").read_bytes()


@pytest.mark.parametrize("entry", MOMENTS, ids=lambda entry: f"{entry['record']}@{entry['ply']}")
def test_legal_actions_come_in_the_same_order_either_way(entry: dict[str, object]) -> None:
    game = record_of(str(entry["record"])).at(int(str(entry["ply"])))
    assert legal_texts(game) == entry["legal"]
