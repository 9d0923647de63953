"""`simulate` and `bench`: what they print, and what they refuse."""

import json
from pathlib import Path

import pytest

from tests.boards.tiny import TINY
from tests.cli.running import refused, run
from whistlestop.lab import is_compiled, simulate


def test_the_report_is_that_of_the_library() -> None:
    result = run("simulate", "greedy", "random", "--board", "new-york", "--games", 6, "--seed", 2)
    report = str(simulate(["greedy", "random"], "new-york", games=6, seed=2))

    def without_speed(text: str) -> list[str]:
        return [line for line in text.splitlines() if not line.startswith("speed")]

    assert result.exit_code == 0
    assert without_speed(result.stdout) == without_speed(report)


def test_the_seed_used_is_printed_and_gives_the_same_games_again() -> None:
    args = ["simulate", "uniform", "uniform", "--board", "new-york", "--games", 4, "--json"]
    first = json.loads(run(*args).stdout)
    again = json.loads(run(*args, "--seed", first["seed"]).stdout)
    assert first["games"] == again["games"]
    assert "seed " in run("simulate", "uniform", "uniform", "--games", 1).stdout


def test_seats_can_be_fixed() -> None:
    args = ["simulate", "uniform", "uniform", "--games", 2, "--json", "--fixed-seats"]
    assert [game["bots"] for game in json.loads(run(*args).stdout)["games"]] == [[0, 1], [0, 1]]


@pytest.mark.slow
def test_workers_change_nothing() -> None:
    args = ["simulate", "uniform", "greedy", "--board", "new-york", "--games", 6, "--seed", 1]
    one = json.loads(run(*args, "--json").stdout)["games"]
    assert one == json.loads(run(*args, "--json", "--workers", 2).stdout)["games"]


def test_bots_with_parameters_and_board_files_work(tmp_path: Path) -> None:
    path = tmp_path / "tiny.toml"
    path.write_text(TINY)
    bots = ["greedy:tickets=0.1,reserve=1", "random:by=actions"]
    result = run("simulate", *bots, "--board", path, "--games", 3, "--seed", 1)
    assert result.exit_code == 0
    assert result.stdout.startswith("tiny: 3 games")


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (["greedy"], "2 to 5 players, not 1"),
        (["greedy"] * 6, "2 to 5 players, not 6"),
        (["gredy", "greedy"], 'did you mean "greedy"?'),
        (["random:by=x", "greedy"], "one of kinds, actions"),
        (["greedy", "greedy", "--games", "0"], "The number of games is 1 to"),
        (["greedy", "greedy", "--workers", "0"], "The number of workers is 1 to"),
        (["greedy", "greedy", "--board", "mars"], "there is no board"),
    ],
)
def test_what_cannot_be_simulated_gets_one_sentence(args: list[str], says: str) -> None:
    assert says in refused("simulate", *args)


def test_help_names_the_bots_and_where_their_parameters_are_told() -> None:
    text = run("simulate", "--help").stdout
    for part in ("greedy ", "uniform ", "whistlestop bots show NAME"):
        assert part in text


def test_bench_measures_every_number_of_players() -> None:
    result = run("bench", "--board", "new-york", "--seconds", 0.01, "--seed", 1)
    assert result.exit_code == 0
    assert result.stderr == "seed 1\n"
    rows = [line.split() for line in result.stdout.splitlines()[1:]]
    assert [row[:2] for row in rows if row[0] == "new-york"] == [
        ["new-york", str(players)] for players in (2, 3, 4)
    ]


def test_bench_as_json_says_whether_the_engine_is_compiled() -> None:
    args = ["bench", "--board", "new-york", "--board", "london", "--seconds", 0.01, "--json"]
    data = json.loads(run(*args).stdout)
    assert data["compiled"] == is_compiled()
    assert len(data["speeds"]) == 6
    assert all(speed["games_per_second"] > 0 for speed in data["speeds"])
    assert "seed" in data


def test_bench_refuses_what_it_cannot_measure() -> None:
    assert "0.01<=x<=60" in refused("bench", "--seconds", "0")
    assert "there is no board" in refused("bench", "--board", "mars")


@pytest.mark.slow
@pytest.mark.parametrize("command", ["simulate", "rate"])
def test_a_slow_bot_gets_as_many_seconds_as_it_is_given(command: str, tmp_path: Path) -> None:
    program = tmp_path / "slow.py"
    program.write_text(
        "#!/usr/bin/env python3\nimport json, sys, time\ntime.sleep(0.7)\n"
        "for line in sys.stdin:\n    message = json.loads(line)\n"
        "    if 'view' in message:\n        print(message['view']['legal'][0], flush=True)\n"
    )
    program.chmod(0o755)
    many = ["--games", 1] if command == "simulate" else ["--blocks", 1, "--workers", 1]
    others = ["--against", "greedy"] if command == "rate" else ["greedy"]
    args = [command, program, *others, "--board", "new-york", "--seed", 1, *many]
    told_off = refused(*args, "--seconds", 0.2)
    # Whichever of two clocks strikes first: ours, or that of whoever speaks with the program.
    why = ("it took longer than 0.2 seconds", "The program slow.py did not answer in time")
    assert told_off.startswith(
        tuple(f"slow.py fails at the first decision of a game: {one}" for one in why)
    )
    told = run(*args, "--seconds", 60)
    assert told.exit_code == 0, told.output
    assert "failed" not in told.output
    assert "0.1<=x<=3600" in refused(*args, "--seconds", 0)
