"""Workers that are gone and bots that hang: every game is played, once, and the run goes on."""

from pathlib import Path

import pytest

from tests.lab.games.broken_bots import (
    DeafAtPlyTen,
    EndsItsProcess,
    EndsItsProcessOnce,
    FirstLegal,
    HangsAtPlyTen,
    ends_the_process_when_made,
)
from whistlestop.boards.load import load_board
from whistlestop.engine.game import Game
from whistlestop.lab.games.plan import BotChoice, SimulationPlan, recipes
from whistlestop.lab.games.results import Played
from whistlestop.lab.runs.worker import Task
from whistlestop.lab.runs.workers import OwnProcess, WorkerPool, Workers

SOON = 0.6


def plan_with(bot: BotChoice) -> SimulationPlan:
    return SimulationPlan(load_board("new-york"), recipes([bot, "greedy"]), 1, seconds=SOON)


def games_of(workers: Workers, tasks: list[Task]) -> dict[Task, list[Played]]:
    try:
        return dict(workers.play(tasks))
    finally:
        workers.close()


def two_tasks() -> list[Task]:
    return [Task(0, 0, 2), Task(0, 2, 4)]


@pytest.mark.slow
def test_the_games_of_a_killed_worker_are_played_again_and_counted_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mark = tmp_path / "mark"
    monkeypatch.setenv("WHISTLESTOP_TEST_MARK", str(mark))
    told = list(WorkerPool([plan_with(EndsItsProcessOnce)], 2).play(two_tasks()))
    assert mark.exists()
    assert sorted(task.start for task, _ in told) == [0, 2]
    played = [game for _, games in sorted(told, key=lambda pair: pair[0].start) for game in games]
    alone = [
        game
        for games in games_of(OwnProcess([plan_with(FirstLegal)]), two_tasks()).values()
        for game in games
    ]
    assert [game.result for game in played] == [game.result for game in alone]
    assert not any(game.failures for game in played)


@pytest.mark.slow
@pytest.mark.parametrize("bot", [EndsItsProcess, ends_the_process_when_made])
def test_a_bot_that_always_ends_its_worker_is_named_and_replaced(bot: BotChoice) -> None:
    (played,) = games_of(WorkerPool([plan_with(bot)], 1), [Task(0, 0, 2)]).values()
    assert len(played) == 2
    for game in played:
        (failed,) = game.failures
        assert failed.failure.bot == bot.__name__  # type: ignore[union-attr]  # both are callable
        assert "its process was ended" in failed.failure.problem
        assert failed.failure.seat in Game.from_text(failed.failure.position).waiting


def test_a_bot_that_hangs_is_stopped_named_and_replaced() -> None:
    (played,) = games_of(OwnProcess([plan_with(HangsAtPlyTen)]), [Task(0, 0, 1)]).values()
    (failed,) = played[0].failures
    assert failed.failure.bot == "HangsAtPlyTen"
    assert failed.seed == "1/0"
    assert f"it took longer than {SOON:g} seconds" in failed.failure.problem
    assert failed.failure.ply >= 10
    assert failed.failure.seat in Game.from_text(failed.failure.position).waiting


@pytest.mark.slow
def test_a_bot_that_no_alarm_reaches_is_ended_with_its_worker() -> None:
    (played,) = games_of(WorkerPool([plan_with(DeafAtPlyTen)], 1), [Task(0, 0, 1)]).values()
    (failed,) = played[0].failures
    assert f"it took longer than {SOON:g} seconds" in failed.failure.problem
    assert played[0].result.totals
