"""Where boards come from: shipped names, files, options; and what is said when there is none."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import pytest

from tests.boards.tiny import TINY
from whistlestop import boards
from whistlestop.boards.load import BoardError, board_names, load_board, options_of, parse_board
from whistlestop.model.board import Board


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "tiny.toml"
    path.write_text(TINY, encoding="utf-8")
    return path


def refused(*asked: Any) -> BoardError:
    with pytest.raises(BoardError) as caught:
        load_board(*asked)
    return caught.value


def test_a_name_and_its_option_can_be_given_together_or_apart() -> None:
    assert load_board("usa:mega") is load_board("usa", "mega")
    assert load_board("usa:mega", "mega") is load_board("usa", "mega")
    assert load_board("usa:") is load_board("usa")


def test_a_file_works_wherever_a_name_does(file: Path) -> None:
    board = load_board(file)
    assert isinstance(board, Board)
    assert board is load_board(str(file)) is load_board(board)
    assert load_board(f"{file}:quick") is load_board(file, "quick")
    assert load_board(f"{file}:quick").rules.hand == 1
    assert options_of(file) == options_of(str(file)) == {"quick": "Smaller hands."}


def test_a_text_gives_the_same_board_as_its_file(file: Path) -> None:
    assert parse_board(TINY, "tiny.toml") == load_board(file)
    assert parse_board(TINY, "tiny.toml", "quick") == load_board(file, "quick")


def test_shipped_boards_are_read_from_an_archive_as_well(tmp_path: Path) -> None:
    root = Path(boards.__path__[0]).parent
    code = "from whistlestop.boards.load import *; print(repr(load_board('usa')), board_names())"
    with zipfile.ZipFile(tmp_path / "whistlestop.zip", "w") as archive:
        archive.writestr("whistlestop/__init__.py", "")
        for path in (*root.glob("boards/*"), *root.glob("model/*.py")):
            if path.is_file():
                archive.write(path, path.relative_to(root.parent))
    environment = {"PYTHONPATH": str(tmp_path / "whistlestop.zip")}
    command = [sys.executable, "-S", "-c", code]
    out = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    assert out.stdout.strip() == f"{load_board('usa')!r} {board_names()}"


def test_a_file_with_a_byte_order_mark_is_read(file: Path) -> None:
    file.write_text(TINY, encoding="utf-8-sig")
    assert load_board(file).id == "tiny"


def test_an_edited_file_is_read_again_and_an_untouched_one_is_not(file: Path) -> None:
    first = load_board(file)
    assert load_board(file) is first
    file.write_text(TINY.replace('title = "Tiny"', 'title = "Other"'), encoding="utf-8")
    os.utime(file, ns=(1, 1))
    assert load_board(file).title == "Other"


def test_the_same_relative_path_in_another_directory_is_another_board(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        path = tmp_path / name / "tiny.toml"
        path.write_text(TINY.replace('"Tiny"', f'"{name}"'), encoding="utf-8")
        os.utime(path, ns=(1, 1))
    titles = []
    for name in ("one", "two"):
        monkeypatch.chdir(tmp_path / name)
        titles.append(load_board("tiny.toml").title)
    assert titles == ["one", "two"]


@pytest.mark.parametrize(
    ("asked", "code", "sentence"),
    [
        (("usaa",), "unknown-board", 'board: there is no board "usaa"; did you mean "usa"?'),
        (("USA",), "unknown-board", 'board: there is no board "USA"; did you mean "usa"?'),
        (
            ("atlantis",),
            "unknown-board",
            'board: there is no board "atlantis"; there are europe, london, new-york, usa,'
            " or the path of a .toml file",
        ),
        (("",), "unknown-board", 'board: there is no board ""; there are europe, london,'),
        (("usa:maga",), "unknown-option", 'usa.toml: has no option "maga"; did you mean "mega"?'),
        (
            ("usa", "xyz"),
            "unknown-option",
            'usa.toml: has no option "xyz"; it has classic, 1910, mega, big-cities',
        ),
        (("new-york:mega",), "unknown-option", 'new-york.toml: has no option "mega"'),
        (
            ("usa:mega", "1910"),
            "unknown-option",
            'board usa: two options are asked for, "mega" and "1910"',
        ),
        (
            ("/no/such/place/my.toml",),
            "unreadable",
            "my.toml: the file cannot be read: No such file or directory",
        ),
        (("nul\0.toml",), "unreadable", "nul?.toml: the file cannot be read: "),
        ((7,), "type", "board: a board is asked for by its name or the path of its file"),
        (("usa", None), "type", "board: a board is asked for by its name or the path of its file"),
    ],
)
def test_a_board_that_is_not_there_is_refused_in_a_sentence(
    asked: tuple[Any, ...], code: str, sentence: str
) -> None:
    error = refused(*asked)
    assert error.code == code
    assert str(error).startswith(sentence)


def test_a_made_board_takes_no_other_option() -> None:
    board = load_board("usa:mega")
    assert load_board(board, "mega") is board
    assert refused(board, "1910").code == "unknown-option"


def test_a_directory_is_not_a_board(tmp_path: Path) -> None:
    (tmp_path / "dir.toml").mkdir()
    error = refused(tmp_path / "dir.toml")
    assert (error.code, error.place) == ("unreadable", "dir.toml")


def test_a_file_that_is_not_text_is_refused(file: Path) -> None:
    file.write_bytes(b"\xff\xfe\x00board")
    error = refused(file)
    assert str(error) == "tiny.toml: the file cannot be read: it is not UTF-8 text"


def test_options_of_a_broken_file_are_refused_as_the_file_is(file: Path) -> None:
    file.write_text(TINY.replace("hand = 2", "hand = true"), encoding="utf-8")
    with pytest.raises(BoardError, match="rules: hand must be a whole number"):
        options_of(file)
    file.write_text("options = 3", encoding="utf-8")
    with pytest.raises(BoardError, match=r"tiny\.toml: format is missing"):
        options_of(file)


def test_a_refusal_survives_being_sent_to_another_process() -> None:
    error = refused("usaa")
    copy = pickle.loads(pickle.dumps(error))
    assert (copy.code, copy.place, str(copy)) == (error.code, error.place, str(error))


def test_boards_are_the_same_after_being_sent_to_another_process() -> None:
    board = load_board("europe:mega")
    copy = pickle.loads(pickle.dumps(board))
    assert copy == board
    assert copy.digest == board.digest


def test_cities_without_positions_are_placed_by_latitude_and_longitude() -> None:
    cities = parse_board(TINY, "tiny.toml").city_by_id
    board = parse_board(TINY, "tiny.toml")
    assert board.width == 1000
    assert cities["west"].x < cities["south"].x < cities["east"].x
    assert cities["north"].y < cities["west"].y < cities["south"].y
    assert all(0 < c.x < board.width and 0 < c.y < board.height for c in board.cities)


def test_positions_in_the_file_are_kept_and_need_no_latitude() -> None:
    places = {"north": (50, 10), "west": (20, 40), "east": (90, 40), "south": (50, 80)}
    lines = [f'{id} = {{ name = "{id}", x = {x}, y = {y} }}' for id, (x, y) in places.items()]
    head, _, rest = TINY.partition("[cities]")
    text = "\n".join([head, "[cities]", *lines, "[options" + rest.partition("[options")[2]])
    board = parse_board(text, "tiny.toml")
    assert {c.id: (c.x, c.y) for c in board.cities} == places
    assert (board.width, board.height) == (150, 140)
