"""The commands of the lab: what they print and write, how they go on, what they refuse."""

import json
import sys
from pathlib import Path

import pytest

from tests.boards.tiny import TINY
from tests.cli.running import recorded, refused, run
from whistlestop.lab import Terms, tournament
from whistlestop.record import load

ONE = ("--workers", 1, "--seed", 1)
NEW_YORK = ("--board", "new-york", *ONE)


@pytest.mark.slow
def test_the_tournament_printed_is_that_of_the_library() -> None:
    args = ("greedy", "random", "--blocks", 13, "--players", 3, "--decide", 0)
    printed = run("tournament", *args, *NEW_YORK).stdout
    assert printed.strip() == str(
        tournament(["greedy", "random"], Terms("new-york", 3, 13, 1, decide=0))
    )


def test_a_bot_is_rated_against_those_named() -> None:
    args = ["rate", "greedy", "--against", "random", "--blocks", 1, *NEW_YORK, "--json"]
    data = json.loads(run(*args).stdout)
    assert data["bots"] == ["greedy", "random"]


def test_tuning_tells_every_trial_and_the_best() -> None:
    args = ["tune", "greedy", "--parameter", "tickets", "--blocks", 2, *NEW_YORK]
    printed = run(*args).stdout
    assert "new-york: tuning greedy" in printed
    assert "best     greedy" in printed
    assert len(json.loads(run(*args, "--json").stdout)["trials"]) == 2


@pytest.mark.slow
def test_a_study_is_told() -> None:
    args = ["study", "new-york", "--bot", "greedy", "--games", 4, "--no-styles", "--players", 2]
    assert "most points possible" in run(*args, *ONE).stdout


@pytest.mark.slow
def test_a_review_splits_luck_from_decisions(tmp_path: Path) -> None:
    record = recorded(tmp_path / "game.wst")
    args = ["review", record, "--bot", "greedy", "--worlds", 1, "--workers", 1]
    result = run(*args)
    assert result.exit_code == 0
    assert "The five parts add up to the margin" in result.stdout


def test_games_go_into_a_results_file_and_are_found_there(tmp_path: Path) -> None:
    path = tmp_path / "r.jsonl"
    args = ["simulate", "greedy", "random", *NEW_YORK, "--games", 6, "--results", path, "--json"]
    first = json.loads(run(*args).stdout)
    lines = path.read_text()
    assert json.loads(run(*args).stdout)["games"] == first["games"]
    assert path.read_text() == lines
    assert len(lines.splitlines()) == 4


@pytest.mark.slow
def test_results_are_written_as_parquet_and_as_plots(tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    table, plot = tmp_path / "games.parquet", tmp_path / "plot.png"
    files = ("--parquet", table, "--plot", plot)
    assert run("simulate", "greedy", "random", *NEW_YORK, "--games", 6, *files).exit_code == 0
    read = parquet.read_table(table)
    assert read.num_rows == 12
    assert set(read.column("bot").to_pylist()) == {"greedy", "random"}
    assert plot.read_bytes().startswith(b"\x89PNG")
    svg = tmp_path / "plot.svg"
    args = ["tournament", "greedy", "random", "--blocks", 2, *NEW_YORK, "--parquet", table]
    assert run(*args, "--plot", svg).exit_code == 0
    assert parquet.read_table(table).column("challenger").to_pylist() == ["greedy"] * 8
    assert "<svg" in svg.read_text()


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (["tournament", "greedy", "gredy"], 'did you mean "greedy"?'),
        (["tournament", "greedy", "random", "--players", "6"], "2 to 5 players, not 6"),
        (
            ["tournament", "greedy", "random", "--board", "new-york", "--players", "5"],
            "2 to 4 players, not 5",
        ),
        (["tournament", "greedy", "random", "--board", "europ"], 'did you mean "europe"'),
        (["tournament", "greedy", "random", "--on", "mars"], "on pool or ray"),
        (["tournament", "greedy", "random", "--plot", "x.gif"], ".png, .svg, .pdf"),
        (["rate", "plannr"], 'did you mean "planner"?'),
        (["rate", "planner", "--against", "referense"], 'did you mean "reference"?'),
        (["tune", "planner", "--parameter", "luck"], "cannot be tuned"),
        (["tune", "plannr"], 'did you mean "planner"?'),
        (["study", "new-yrok"], 'did you mean "new-york"'),
        (["study", "new-york", "--players", "5"], "2 to 4 players, not 5"),
        (["study", "new-york", "--bot", "plannr"], 'did you mean "planner"?'),
        (["review", "no-such-file.wst"], "no-such-file.wst"),
    ],
)
def test_what_cannot_be_done_gets_one_sentence(args: list[str], says: str) -> None:
    assert says in refused(*args)


def test_a_review_needs_a_whole_game(tmp_path: Path) -> None:
    path = recorded(tmp_path / "game.wst")
    lines = path.read_text().splitlines(keepends=True)
    path.write_text("".join(lines[:9]))
    assert "Only a finished game" in refused("review", path)
    seen = tmp_path / "seat.wst"
    load(recorded(path)).redact(0).save(seen)
    assert "not a seat's" in refused("review", seen)


@pytest.mark.slow
def test_a_review_of_a_game_on_an_own_board_needs_that_board(tmp_path: Path) -> None:
    board = tmp_path / "tiny.toml"
    board.write_text(TINY)
    path = recorded(tmp_path / "game.wst", str(board))
    assert '"tiny" is not a shipped board' in refused("review", path)
    args = ("--board", board, "--worlds", 1, *ONE)
    assert "The five parts add up to the margin" in run("review", path, *args).stdout
    board.write_text(TINY.replace("length = 3", "length = 4"))
    assert "tiny" in refused("review", path, "--board", board)


@pytest.mark.parametrize(
    ("args", "package"),
    [
        (["simulate", "greedy", "greedy", "--plot", "x.png"], "matplotlib"),
        (["simulate", "greedy", "greedy", "--parquet", "x.parquet"], "pyarrow"),
        (["study", "new-york", "--to", "x"], "matplotlib"),
    ],
)
def test_a_missing_package_is_named_with_its_extra_before_anything_is_played(
    args: list[str], package: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, package, None)
    sentence = refused(*args)
    assert f"needs {package}" in sentence
    assert "pip install 'whistlestop[lab]'" in sentence
