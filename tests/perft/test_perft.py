"""The engine lists the same actions in the same order as when the numbers were committed.

After a change of rules or boards on purpose: `python -m tools.records.games`, then
`python -m tools.records.perft`, and look at what changed.
"""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.perft.counting import COUNTS, ORDER, counts_of, legal_texts
from tests.records.shelf import record_of
from whistlestop.boards.load import board_names, load_board
from whistlestop.engine.phases.moves import count_legal, seek_legal

COUNTED: list[dict[str, Any]] = json.loads(COUNTS.read_text())
ORDERED: list[dict[str, Any]] = json.loads(ORDER.read_text())


def place(entry: dict[str, Any]) -> str:
    return f"{entry['record']}@{entry['ply']}"


@pytest.mark.parametrize("entry", COUNTED, ids=place)
def test_there_are_as_many_sequences_of_actions_as_ever(entry: dict[str, Any]) -> None:
    assert counts_of(record_of(entry["record"]).at(entry["ply"])) == entry["counts"]


@pytest.mark.parametrize("entry", ORDERED, ids=place)
def test_legal_actions_come_in_their_order(entry: dict[str, Any]) -> None:
    game = record_of(entry["record"]).at(entry["ply"])
    assert game.phase == entry["phase"]
    assert legal_texts(game) == entry["legal"]


@pytest.mark.parametrize("entry", ORDERED, ids=place)
def test_finding_an_action_by_its_place_gives_the_same_order(entry: dict[str, Any]) -> None:
    game = record_of(entry["record"]).at(entry["ply"])
    t, s, seat = game.flat, game.state, game.turn
    count = int(count_legal(t, s, seat))
    found = [game.codec.decode(seek_legal(t, s, seat, n)) for n in range(count)]
    assert [str(action) for action in found] == entry["legal"]


def test_every_board_with_every_number_of_players_is_counted_to_depth_three() -> None:
    counted = {
        (record_of(entry["record"]).board.name, len(record_of(entry["record"]).players))
        for entry in COUNTED
        if len(entry["counts"]) >= 3
    }
    wanted = {
        (name, players)
        for name in board_names()
        for players in range(
            load_board(name).rules.min_players, load_board(name).rules.max_players + 1
        )
    }
    assert wanted <= counted


def test_every_phase_has_its_order() -> None:
    phases = {entry["phase"] for entry in ORDERED}
    assert phases == {"opening", "turn", "second card", "tickets", "tunnel"}
