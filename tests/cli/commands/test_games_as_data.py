"""Games as data from the command line: records, decisions, tables, and one game of many."""

import csv
import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from time import sleep

import pytest

import whistlestop as ws
from tests.cli.running import refused, run
from tests.cli.test_extras import light
from whistlestop.lab import Terms, simulate, tournament

SIMULATE = ("simulate", "greedy", "random", "--board", "new-york", "--games", 4, "--seed", 1)
MATCHES = ("tournament", "greedy", "random", "--board", "new-york", "--blocks", 2, "--workers", 1)
RATE = ("rate", "greedy", "--against", "random", *MATCHES[3:])


def table(path: str) -> list[dict[str, str]]:
    with open(path, encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def as_text(rows: list[dict[str, object]]) -> list[dict[str, str]]:
    return [{key: str(value) for key, value in row.items()} for row in rows]


def test_simulate_writes_records_decisions_and_tables() -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    files = ("--records", "g.wst.gz", "--dataset", "d.parquet", "--csv", "g.csv")
    done = run(*SIMULATE, *files, "--parquet", "g.parquet", "--json")
    games = json.loads(done.stdout)["games"]
    result = simulate(["greedy", "random"], "new-york", games=4, seed=1)
    assert [list(game.totals) for game in result.games] == [game["totals"] for game in games]
    assert [list(r.result.totals) for r in ws.load_all("g.wst.gz") if r.result] == [
        game["totals"] for game in games
    ]
    assert len(parquet.read_table("d.parquet")) == sum(game["plies"] for game in games)
    assert table("g.csv") == as_text(result.rows())
    assert parquet.read_table("g.parquet").to_pylist() == result.rows()
    assert sorted(os.listdir()) == ["d.parquet", "g.csv", "g.parquet", "g.wst.gz"]


@pytest.mark.parametrize("command", [MATCHES, RATE])
def test_matches_write_them_too(command: tuple[object, ...]) -> None:
    pytest.importorskip("pyarrow")
    files = ("--records", "g.wst.gz", "--dataset", "d.parquet", "--csv", "g.csv")
    assert run(*command, "--seed", 1, *files).exit_code == 0
    result = tournament(["greedy", "random"], Terms("new-york", blocks=2, seed=1))
    assert len(list(ws.load_all("g.wst.gz"))) == result.games == 4
    assert table("g.csv") == as_text(result.rows())
    assert {row["match"] for row in table("g.csv")} == {"0"}


def test_a_file_of_many_games_is_checked_game_by_game() -> None:
    run(*SIMULATE, "--records", "g.wst.gz")
    plies = sum(len(record) for record in ws.load_all("g.wst.gz"))
    assert run("check", "g.wst.gz").stdout == f"g.wst.gz: ok, new-york: 4 games, {plies} plies\n"
    data = Path("g.wst.gz").read_bytes()
    Path("g.wst.gz").write_bytes(data[: len(data) // 2])
    done = run("check", "g.wst.gz")
    assert done.exit_code == 1
    assert "g.wst.gz is cut off or damaged after" in done.stdout


def test_one_game_of_many_is_replayed_and_reviewed() -> None:
    run(*SIMULATE, "--records", "g.wst.gz")
    list(ws.load_all("g.wst.gz"))[2].save("two.wst")
    alone = run("replay", "two.wst", "--json").stdout
    assert run("replay", "g.wst.gz", "--game", 2, "--json").stdout == alone
    assert "g.wst.gz has no game 4" in refused("replay", "g.wst.gz", "--game", 4)
    assert "--game" in refused("replay", "g.wst.gz")
    assert "--game" in refused("review", "g.wst.gz")
    assert "has no game 9" in refused("review", "g.wst.gz", "--game", 9)
    assert "cannot be read" in refused("replay", "missing.wst.gz", "--game", 0)


@pytest.mark.parametrize("option", ["--records", "--dataset", "--csv", "--parquet"])
@pytest.mark.parametrize("command", [SIMULATE, MATCHES])
def test_a_place_that_cannot_be_written_is_refused(
    command: tuple[object, ...], option: str
) -> None:
    os.mkdir("folder")
    assert "folder cannot be written: it is a folder" in refused(*command, option, "folder")
    sentence = refused(*command, option, "missing/games")
    assert sentence == "missing/games cannot be written: there is no such folder."
    assert os.listdir() == ["folder"]


@pytest.mark.parametrize("one", ["--records", "--dataset", "--csv", "--parquet", "--results"])
def test_two_files_are_not_one(one: str) -> None:
    other = "--csv" if one != "--csv" else "--plot"
    assert "one and the same" in refused(*SIMULATE, one, "x.svg", other, "./x.svg")
    assert os.listdir() == []


@pytest.mark.slow
def test_without_pyarrow_a_dataset_names_its_extra_and_the_rest_works(tmp_path: Path) -> None:
    args = ("simulate", "uniform", "uniform", "--board", "new-york", "--games", "2")
    done = light(tmp_path, *args, "--dataset", "d.parquet", "--records", "g.wst.gz")
    assert (done.returncode, done.stdout) == (2, "")
    assert "pip install 'whistlestop[lab]'" in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert os.listdir(tmp_path) == []
    done = light(tmp_path, *args, "--records", "g.wst.gz", "--csv", "g.csv")
    assert done.returncode == 0
    assert len(list(ws.load_all(tmp_path / "g.wst.gz"))) == 2


@pytest.mark.slow
def test_an_interrupted_run_leaves_nothing(tmp_path: Path) -> None:
    words = "from whistlestop.cli.main import main; main()"
    args = ("simulate", "planner", "planner", "--games", "100000", "--records", "g.wst.gz")
    started = subprocess.Popen(
        [sys.executable, "-c", words, *args], cwd=tmp_path, stderr=subprocess.PIPE, text=True
    )
    while not os.listdir(tmp_path):
        assert started.poll() is None
        sleep(0.05)
    started.send_signal(signal.SIGINT)
    _, said = started.communicate(timeout=60)
    assert started.returncode == 130
    assert said.strip().endswith("Stopped.")
    assert os.listdir(tmp_path) == []
