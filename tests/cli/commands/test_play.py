"""`play`: seats, bots, seeds and files, and the program as a user runs it."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.boards.tiny import TINY
from tests.cli.running import program, refused, run
from whistlestop.record import load


def test_a_whole_game_is_played_from_a_pipe_and_saved(tmp_path: Path) -> None:
    path = tmp_path / "game.wst"
    args = ["play", "--terminal", "--board", "new-york", "--seed", 3, "--save", path]
    result = run(*args, typed="1\n" * 200)
    assert result.exit_code == 0
    assert result.stderr == "seed 3\n"
    assert "total" in result.stdout
    record = load(path)
    record.verify()
    assert record.finished
    assert record.players[0] == "Player"
    assert str(record.game.score().totals[0]) in result.stdout


@pytest.mark.slow
def test_the_seed_decides_everything() -> None:
    args = ["play", "--terminal", "--board", "new-york", "--bots", "random", "--seed"]
    one = run(*args, 5, typed="1\n" * 30).stdout
    assert one == run(*args, 5, typed="1\n" * 30).stdout
    assert one != run(*args, 6, typed="1\n" * 30).stdout


def test_without_a_seed_one_is_made_up_and_told() -> None:
    said = run("play", "--terminal", "--board", "new-york").stderr
    assert said.startswith("seed ")
    assert int(said.split()[1]) >= 0
    assert run("play", "--terminal", "--seed", "summer evening").stderr == "seed summer evening\n"


@pytest.mark.parametrize(
    ("args", "names"),
    [
        ([], ["Player", "Greedy"]),
        (["--players", "4"], ["Player", "Greedy", "Greedy 2", "Greedy 3"]),
        (["--bots", "greedy,random"], ["Player", "Greedy", "Random"]),
        (["--bots", "greedy,random", "--players", "4"], ["Player", "Greedy", "Random", "Greedy 2"]),
        (["--seat", "1", "--name", "Zoë"], ["Greedy", "Zoë"]),
        (
            ["--bots", "greedy:tickets=0.5,reserve=0,random:by=actions"],
            ["Player", "Greedy", "Random"],
        ),
    ],
)
def test_bots_fill_the_other_seats(args: list[str], names: list[str], tmp_path: Path) -> None:
    path = tmp_path / "game.wst"
    assert run("play", "--terminal", "--board", "new-york", "--save", path, *args).exit_code == 0
    assert list(load(path).players) == names


def test_who_begins_can_be_chosen_or_left_to_chance(tmp_path: Path) -> None:
    def first(seed: int, *args: str) -> int:
        path = tmp_path / f"{seed}{len(args)}.wst"
        run("play", "--terminal", "--board", "new-york", "--seed", seed, "--save", path, *args)
        return load(path).first

    assert [first(seed, "--first", "1") for seed in range(3)] == [1, 1, 1]
    assert {first(seed) for seed in range(10)} == {0, 1}


def test_a_board_of_ones_own_is_played(tmp_path: Path) -> None:
    path = tmp_path / "tiny.toml"
    path.write_text(TINY)
    result = run("play", "--terminal", "--board", path, "--seed", 1, typed="1\n" * 120)
    assert result.exit_code == 0
    assert result.stdout.startswith("Tiny: you against Greedy.")
    assert "total" in result.stdout


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (["--board", "mars"], "there is no board"),
        (["--bots", "gredy"], 'did you mean "greedy"?'),
        (["--bots", ""], "There is no bot"),
        (["--bots", "greedy,"], "There is no bot"),
        (["--bots", "greedy:tickets=2"], "a number from 0 up to 1"),
        (["--players", "1"], "too many for 1 players"),
        (["--players", "9"], "2 to 5 players, not 9"),
        (["--players", "x"], "no whole number."),
        (["--bots", "greedy,greedy,greedy", "--players", "3"], "too many for 3 players"),
        (["--seat", "2"], "There is no seat 2; seats are 0 to 1."),
        (["--seat", "-1"], "There is no seat -1"),
        (["--first", "5"], "The first seat is 0 to 1"),
        (["--first", "me"], "The first seat is 0 to 1"),
        (["--name", ""], "cannot be a player's name"),
        (["--save", "/no/such/folder/x.wst"], "cannot be written"),
    ],
)
def test_what_cannot_be_played_gets_one_sentence(args: list[str], says: str) -> None:
    assert says in refused("play", "--terminal", *args)


def test_a_file_that_exists_is_not_written_over(tmp_path: Path) -> None:
    path = tmp_path / "old.wst"
    path.write_text("mine")
    assert "exists already" in refused("play", "--terminal", "--save", path)
    assert path.read_text() == "mine"


def test_the_program_reads_lines_and_ends_at_the_end_of_the_input() -> None:
    done = program("play", "--terminal", "--board", "europe", "--seed", "1", typed="1 2\ndeck\n")
    assert done.returncode == 0
    assert "Keep which, at least 2? 1 2\n" in done.stdout
    assert "The input ended at ply" in done.stdout
    assert done.stderr == "seed 1\n"


def test_an_interrupt_ends_the_game_and_keeps_what_was_saved(tmp_path: Path) -> None:
    path = tmp_path / "game.wst"
    code = "from whistlestop.cli.main import main; main()"
    arguments = ["play", "--terminal", "--board", "new-york", "--seed", "1", "--save", str(path)]
    with subprocess.Popen(
        [sys.executable, "-c", code, *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
    ) as process:
        assert process.stdin is not None
        process.stdin.write("1\ndeck\ndeck\n")
        process.stdin.flush()
        deadline = time.monotonic() + 30
        while time.monotonic() < deadline and (not path.exists() or len(load(path)) < 4):
            time.sleep(0.1)
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=30)
    assert process.returncode == 130
    assert errors.splitlines()[-1] == "Stopped."
    assert "Traceback" not in errors
    load(path).verify()


@pytest.fixture
def evening(tmp_path: Path) -> Path:
    """A finished game, saved."""
    path = tmp_path / "evening.wst"
    args = ["play", "--terminal", "--board", "new-york", "--seed", 3, "--save", path]
    run(*args, typed="1\n" * 200)
    return path


@pytest.mark.parametrize("lay", [[], ["--as-it-lay"]])
def test_a_recorded_game_goes_on_from_a_ply(evening: Path, tmp_path: Path, lay: list[str]) -> None:
    path = tmp_path / "other.wst"
    args = ["play", "--terminal", "--from", evening, "--at", 20, "--seat", 1, "--seed", 8, *lay]
    result = run(*args, "--save", path, "--bots", "random", typed="1\n" * 300)
    assert result.exit_code == 0
    record, old = load(path), load(evening)
    record.verify()
    fork = record.forks[-1]
    assert (fork.ply, fork.game, fork.seat) == (20, old.digest, None if lay else 1)
    assert record.players == ("Random", "Player")
    assert record.plies[:20] == old.plies[:20]
    assert record.finished
    said = run("check", path).stdout
    assert "goes on from ply 20 of another game" in said


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        (["--at", "1000"], "There is no ply 1000"),
        (["--at", "-1"], "There is no ply -1"),
        ([], "The game is over at that ply"),
        (["--at", "20", "--seat", "2"], "There is no seat 2"),
        (["--at", "20", "--players", "2"], "--players does not go with --from"),
        (["--at", "20", "--first", "1"], "--first does not go with --from"),
        (["--at", "20", "--board", "usa"], "another version of the board"),
        (["--at", "20", "--bots", "gone"], "gone"),
    ],
)
def test_what_cannot_go_on_is_said_in_a_sentence(
    evening: Path, args: list[str], sentence: str
) -> None:
    assert sentence in refused("play", "--terminal", "--from", evening, *args)


def test_only_a_whole_record_goes_on(evening: Path, tmp_path: Path) -> None:
    seen = tmp_path / "seen.wst"
    load(evening).redact(0).save(seen)
    assert "only what Player saw" in refused("play", "--terminal", "--from", seen, "--at", 3)
    assert "cannot be read" in refused("play", "--terminal", "--from", tmp_path / "none.wst")
    assert "goes with --from" in refused("play", "--terminal", "--at", 3)
    assert "--from goes with --terminal" in refused("play", "--from", evening)
