"""Every recorded game replays to its exact score, position and bytes."""

from __future__ import annotations

import pytest

from tests.engine.audit import audit
from tests.records.shelf import FILES, FOLDER, NAMES, SAMPLE, game_of, record_of, replayed
from whistlestop.engine.state.flat_board import OVER, PHASE
from whistlestop.record import Record
from whistlestop.record.replay import prove

# Proof rather than inner loop: run by `make test`.
pytestmark = pytest.mark.slow


def test_there_are_at_least_120_recorded_games_of_moderate_size() -> None:
    assert len(FILES) >= 120
    assert sum(path.stat().st_size for path in FILES) < 6_000_000


@pytest.mark.parametrize("name", NAMES)
def test_a_recorded_game_replays_to_its_exact_result_and_digest(name: str) -> None:
    record = record_of(name)
    assert record.finished
    assert record.dropped == ""
    record.verify()


@pytest.mark.parametrize("name", NAMES)
def test_a_recorded_game_played_again_gives_the_same_bytes(name: str) -> None:
    game = game_of(name)
    assert game.over
    assert Record.of(game).dumps() == (FOLDER / f"{name}.wst").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", NAMES)
def test_the_recorded_result_is_the_score_of_the_game(name: str) -> None:
    record, score = record_of(name), game_of(name).score()
    assert record.result is not None
    assert record.result.totals == score.totals
    assert record.result.winners == score.winners
    assert record.result.decided_by == score.decided_by
    ended = record.events(None)[-1]
    assert (ended.name, ended["reason"]) == ("ended", record.result.reason)


@pytest.mark.parametrize("name", NAMES)
def test_the_quick_proof_and_play_reach_the_same_state(name: str) -> None:
    record = record_of(name)
    _, state, _ = prove(record.setup, record.plies)
    assert list(state.bytes) == list(game_of(name).state.bytes)


@pytest.mark.slow
@pytest.mark.parametrize("name", SAMPLE)
def test_nothing_is_lost_or_doubled_at_any_ply(name: str) -> None:
    for game in replayed(name):
        audit(game.flat, game.state)
    assert game.over


@pytest.mark.slow
@pytest.mark.parametrize("name", SAMPLE)
def test_replay_to_any_ply_is_the_game_as_it_was_then(name: str) -> None:
    record = record_of(name)
    for game in replayed(name):
        if game.ply % 17 == 0 or game.over:
            again = record.at(game.ply)
            assert again.position == game.position
            assert again.plies == game.plies
            assert again.view(0).to_json() == game.view(0).to_json()


def test_a_replayed_game_can_be_played_on_in_another_way() -> None:
    record = record_of("usa/default-2-kinds")
    game = record.at(40)
    other = next(action for action in game.legal if str(action) != record.plies[40].do)
    game.play(other)
    assert str(game.plies[40].action) == str(other)
    assert record.at(41).plies[40] != game.plies[40]


def test_only_the_last_ply_ends_a_game() -> None:
    for name in SAMPLE:
        record = record_of(name)
        _, before, _ = prove(record.setup, record.plies[:-1])
        assert before.bytes[PHASE] != OVER
