"""A bot that fails never stops a run: it is named, with where it failed, and random plays on."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.lab.games.broken_bots import AlwaysPasses, FailsInTheEnd, cannot_be_made
from whistlestop.bots.contract import Bot
from whistlestop.bots.random import UniformBot
from whistlestop.engine.game import Game
from whistlestop.engine.state.rng import Rng
from whistlestop.lab import LabError, Simulation, simulate
from whistlestop.lab.games.plan import BotChoice
from whistlestop.lab.runs.simulation import KEPT_POSITIONS


def run(bot: BotChoice, games: int = 4, workers: int = 1) -> Simulation:
    return simulate([bot, "greedy"], "new-york", games=games, seed=1, workers=workers)


@pytest.mark.parametrize(
    ("bot", "problem"),
    [
        (FailsInTheEnd, "it raised RuntimeError: out of ideas"),
        (AlwaysPasses, "it answered 'pass':"),
        (cannot_be_made, "it raised FileNotFoundError: weights.npz"),
    ],
)
def test_every_failure_is_listed_with_bot_seed_ply_and_position(
    bot: BotChoice, problem: str
) -> None:
    result = run(bot)
    assert [failed.game for failed in result.failures] == [0, 1, 2, 3]
    for failed in result.failures:
        assert failed.seed == f"1/{failed.game}"
        assert failed.failure.bot == bot.__name__  # type: ignore[union-attr]  # all are callable
        assert failed.failure.problem.startswith(problem)
        game = Game.from_text(failed.failure.position)
        assert failed.failure.seat in game.waiting
        assert f"ply {failed.failure.ply}" in str(failed)
    assert len(result.games) == 4


def test_failures_stand_in_the_report_with_the_first_position() -> None:
    text = str(run(AlwaysPasses, games=8))
    assert "8 times a bot failed and random played on for it:" in text
    assert "game 0 (seed 1/0): AlwaysPasses in seat 0 failed at ply 0" in text
    assert "... and 3 more" in text
    assert "  board: new-york" in text


def test_later_positions_are_dropped_but_every_failure_is_listed() -> None:
    result = run(AlwaysPasses, games=KEPT_POSITIONS + 3)
    positions = [bool(failed.failure.position) for failed in result.failures]
    assert positions == [True] * KEPT_POSITIONS + [False] * 3


@pytest.mark.slow
def test_failures_are_the_same_with_several_workers() -> None:
    assert run(FailsInTheEnd, workers=2).failures == run(FailsInTheEnd).failures


def test_a_class_of_ones_own_plays_without_being_registered() -> None:
    result = simulate([UniformBot, "uniform"], "new-york", games=2, seed=1)
    assert result.bots == ("UniformBot", "uniform")
    assert not result.failures


def test_a_bot_that_cannot_go_to_other_processes_is_refused_in_a_sentence() -> None:
    def local(rng: Rng) -> Bot:
        return UniformBot(rng)

    assert not simulate([local, "greedy"], "new-york", games=2, seed=1).failures
    with pytest.raises(LabError, match="at the top of a module") as caught:
        run(local, workers=2)
    assert caught.value.code == "bot_not_portable"


PROGRAM = """
from whistlestop.lab import LabError, simulate
try:
    print(len(simulate(["greedy", "random"], "new-york", games=4, seed=1, workers=2).games))
except LabError as error:
    print(error.code)
"""


@pytest.mark.slow
@pytest.mark.parametrize(("guard", "printed"), [(True, "4"), (False, "no_workers")])
def test_a_script_without_a_guard_is_told_to_have_one(
    guard: bool, printed: str, tmp_path: Path
) -> None:
    script = tmp_path / "script.py"
    body = PROGRAM.replace("\n", "\n    ") if guard else PROGRAM
    script.write_text(f"if __name__ == '__main__':\n    {body}" if guard else body)
    done = subprocess.run([sys.executable, script], capture_output=True, text=True, check=False)
    assert done.stdout.split()[-1] == printed


@pytest.mark.slow
def test_a_script_that_is_no_file_is_told_so_and_starts_no_worker() -> None:
    done = subprocess.run(
        [sys.executable, "-"], input=PROGRAM, capture_output=True, text=True, check=False
    )
    assert (done.stdout, done.stderr) == ("no_workers\n", "")


UNGUARDED = """
import whistlestop as ws

print("the script runs")


class Mine:
    def __init__(self, rng):
        self.rng = rng

    def choose(self, view):
        return view.legal[0]


{body}ws.simulate([Mine, "random"], "new-york", games=4, seed=1, workers=2)
"""


# A script that looks at its name, though not in vain, is only found out by its workers.
@pytest.mark.parametrize(("body", "runs"), [("", 1), ("if __name__:\n    ", 3)])
def test_a_script_without_a_guard_says_so_once(body: str, runs: int, tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(UNGUARDED.format(body=body))
    done = subprocess.run([sys.executable, script], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert 1 <= done.stdout.count("the script runs") <= runs
    assert done.stderr.count("Traceback") == 1
    last = done.stderr.splitlines()[-1]
    assert done.stderr.count("__main__") == last.count("__main__") == 1
    assert len(done.stderr.splitlines()) < 30
