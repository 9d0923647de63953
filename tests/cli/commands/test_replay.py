"""`replay`: the whole game in words, any ply, every audience."""

import json
from pathlib import Path

import pytest

from tests.boards.tiny import TINY
from tests.cli.running import recorded, refused, run
from whistlestop.boards.load import load_board
from whistlestop.engine.game import Game
from whistlestop.record import load


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return recorded(tmp_path_factory.mktemp("records") / "game.wst", "europe", 3, seed=4)


def test_the_whole_game_is_told_to_the_score(record: Path) -> None:
    result = run("replay", record)
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert lines[:2] == ["Europe: Ann, Bob, Cy", "seed 4"]
    assert f"{len(load(record)):>4}  The last round is over" in result.stdout
    for word in ("claimed", "from the pile", "from the market", "kept", "tunnel", "total"):
        assert word in result.stdout
    totals = load(record).game.score().totals
    assert next(line for line in lines if line.startswith("total")).split()[1:] == [
        str(total) for total in totals
    ]


def test_a_seat_is_told_only_what_it_saw(record: Path) -> None:
    text = run("replay", record, "--seat", "Bob").stdout
    assert "seed" not in text
    assert not [line for line in text.splitlines() if "Ann drew" in line and "unseen" not in line]
    assert [line for line in text.splitlines() if "Bob drew" in line and "from the pile" in line]
    spectator = run("replay", record, "--seat", "spectator").stdout
    assert "unseen" in spectator
    assert "from the pile" not in spectator


@pytest.mark.parametrize("ply", [0, 7, 60])
@pytest.mark.parametrize("seat", [None, 0, 2])
def test_any_ply_can_be_seen_as_any_seat(record: Path, ply: int, seat: int | None) -> None:
    args = ["replay", record, "--at", ply] + ([] if seat is None else ["--seat", seat])
    view = load(record).at(ply).view(seat)
    assert run(*args).stdout.rstrip("\n") == str(view).rstrip("\n")
    assert json.loads(run(*args, "--json").stdout) == json.loads(view.to_json())


def test_a_position_is_drawn(record: Path, tmp_path: Path) -> None:
    path = tmp_path / "ply9.svg"
    result = run("replay", record, "--at", 9, "--svg", path)
    assert result.exit_code == 0
    assert path.read_text(encoding="utf-8").startswith("<svg")
    assert "ply 9" in result.stdout
    last = run("replay", record, "--svg", tmp_path / "end.svg")
    assert f"ply {len(load(record))}" in last.stdout


def test_json_holds_the_lines_of_the_record(record: Path) -> None:
    data = json.loads(run("replay", record, "--json").stdout)
    assert data["seed"] == 4
    assert len(data["plies"]) == len(load(record))
    assert data["end"]["end"]["totals"] == list(load(record).game.score().totals)
    seen = json.loads(run("replay", record, "--json", "--seat", 1).stdout)
    assert "seed" not in seen
    assert seen["viewer"] == 1


def test_a_record_as_seen_by_a_seat_is_told_but_not_replayed(record: Path, tmp_path: Path) -> None:
    path = tmp_path / "bob.wst"
    load(record).redact(1).save(path)
    assert "Bob drew" in run("replay", path).stdout
    assert "cannot be replayed" in refused("replay", path, "--at", 3)
    assert "cannot be replayed" in refused("replay", path, "--seat", "Ann")


def test_an_unfinished_record_says_so(tmp_path: Path) -> None:
    path = tmp_path / "begun.wst"
    game = Game("usa", 2, seed=1)
    game.play("keep 1 2")
    game.record.save(path)
    assert "ends after 1 plies, before the game does" in run("replay", path).stdout
    assert json.loads(run("replay", path, "--json").stdout)["end"] is None


def test_a_game_on_a_board_of_ones_own(tmp_path: Path) -> None:
    board, path = tmp_path / "tiny.toml", tmp_path / "tiny.wst"
    board.write_text(TINY)
    Game(load_board(board), 2, seed=1).record.save(path)
    assert run("replay", path, "--board", board).exit_code == 0
    assert "give the board or its file" in refused("replay", path)


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (["--at", "-1"], "there is no ply -1"),
        (["--at", "99999"], "there is no ply 99999"),
        (["--at", "x"], "no whole number."),
        (["--seat", "Zoe"], 'There is no seat "Zoe"; there are 0 (Ann)'),
        (["--seat", "3"], "There is no seat"),
        (["--seat", "-1"], "There is no seat"),
        (["--svg", "/no/such/folder/x.svg"], "cannot be written: No such file"),
        (["--board", "mars"], "there is no board"),
        (["--board", "usa"], "another version of the board"),
    ],
)
def test_what_cannot_be_shown_gets_one_sentence(record: Path, args: list[str], says: str) -> None:
    assert says in refused("replay", record, *args)


def test_a_file_that_is_no_record_gets_one_sentence(record: Path, tmp_path: Path) -> None:
    assert "cannot be read" in refused("replay", tmp_path / "none.wst")
    other = tmp_path / "other.wst"
    for data in (b"", b"hello", b"\xff\xfe", record.read_bytes()[:30]):
        other.write_bytes(data)
        refused("replay", other)
    other.write_bytes(record.read_bytes().replace(b'"do":"draw deck"', b'"do":"pass"', 1))
    refused("replay", other)
