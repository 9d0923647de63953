"""`boards` and `rules`: everything the data says, for people and for programs."""

import json
from pathlib import Path

import pytest

from tests.boards.tiny import TINY
from tests.cli.running import refused, run
from whistlestop.boards.load import board_names, load_board, options_of


def test_every_board_and_option_is_listed() -> None:
    text = run("boards").stdout
    for name in board_names():
        assert load_board(name).title in text
        assert all(f"{name}:{option}" in text for option in options_of(name))
    assert not [line for line in text.splitlines() if line != line.rstrip()]


def test_boards_as_json_hold_what_the_loader_says() -> None:
    boards = {board["name"]: board for board in json.loads(run("boards", "--json").stdout)}
    assert tuple(boards) == board_names()
    for name, board in boards.items():
        loaded = load_board(name)
        assert board["digest"] == loaded.digest
        assert board["players"] == [loaded.rules.min_players, loaded.rules.max_players]
        assert board["tickets"] == len(loaded.tickets)
        assert board["options"] == options_of(name)


@pytest.mark.parametrize("name", [*board_names(), "usa:mega", "europe:big-cities"])
def test_every_switch_is_shown_with_its_sentence(name: str) -> None:
    text = " ".join(run("rules", name).stdout.split())
    board = load_board(name)
    for switch, sentence in board.rules.sentences().items():
        assert switch in text
        assert sentence in text
    assert board.says in text
    facts = json.loads(run("rules", name, "--json").stdout)
    assert {key: value["sentence"] for key, value in facts["switches"].items()} == (
        board.rules.sentences()
    )
    assert sum(facts["cards"].values()) == board.deck_size
    assert facts["options"] == options_of(name)


def test_a_file_of_ones_own_is_as_good_as_a_name(tmp_path: Path) -> None:
    path = tmp_path / "tiny.toml"
    path.write_text(TINY)
    assert "Tiny (tiny)" in run("rules", path).stdout
    assert "Tiny (tiny:quick)" in run("rules", f"{path}:quick").stdout


@pytest.mark.parametrize(
    ("board", "says"),
    [
        ("eurpe", 'did you mean "europe"?'),
        ("usa:megga", 'did you mean "mega"?'),
        ("nowhere.toml", "nowhere.toml: the file cannot be read"),
        ("", "there is no board"),
    ],
)
def test_a_board_that_is_not_there_gets_one_sentence(board: str, says: str) -> None:
    assert says in refused("rules", board)


def test_a_broken_board_file_gets_one_sentence_that_names_the_place(tmp_path: Path) -> None:
    path = tmp_path / "tiny.toml"
    path.write_text(TINY.replace("length = 3", "length = 5"))
    for command in (["rules", path], ["simulate", "greedy", "greedy", "--board", path]):
        assert "length 5 has no value in rules.points" in refused(*command)
    assert "length 5 has no value" in refused("play", "--terminal", "--board", path)
    assert "length 5 has no value" in refused("bench", "--board", path)
