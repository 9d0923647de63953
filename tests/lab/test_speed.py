"""The short measurement of the engine, and telling a compiled one from a pure one."""

import pytest

from tests.conftest import is_compiled as module_is_compiled
from whistlestop.boards.load import load_board
from whistlestop.lab import is_compiled, measure_speed, simulate
from whistlestop.lab import speed as speed_module


def test_compiled_is_what_the_import_system_says() -> None:
    assert is_compiled() == module_is_compiled("whistlestop.engine.phases.moves")


def test_an_engine_that_is_not_compiled_is_noted_in_the_result(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("whistlestop.lab.runs.simulation.is_compiled", lambda: False)
    assert speed_module.NOT_COMPILED in simulate(["uniform"] * 2, games=2, seed=1).notes
    monkeypatch.setattr("whistlestop.lab.runs.simulation.is_compiled", lambda: True)
    assert simulate(["uniform"] * 2, games=2, seed=1).notes == ()


def test_a_measurement_plays_for_about_as_long_as_asked() -> None:
    speed = measure_speed(load_board("new-york"), 2, seconds=0.05, seed=1)
    assert (speed.board, speed.players) == ("new-york", 2)
    assert speed.seconds >= 0.05
    assert speed.games >= 1
    assert speed.plies > 10 * speed.games
    assert speed.games_per_second == pytest.approx(speed.games / speed.seconds)
    assert speed.plies_per_second > speed.games_per_second
