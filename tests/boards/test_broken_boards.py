"""Broken boards are refused: with a stable code, and a sentence that names the place."""

from __future__ import annotations

import copy
import tomllib
from typing import Any

import pytest

from tests.boards.broken import BROKEN, Edit, route
from tests.boards.tiny import TINY
from whistlestop.boards.load import CODES, BoardError, board_from_data, parse_board


def broken(edit: Edit) -> BoardError:
    data = tomllib.loads(TINY)
    edit(data)
    with pytest.raises(BoardError) as caught:
        board_from_data(data, "tiny.toml")
    return caught.value


@pytest.mark.parametrize(("edit", "code", "sentence"), BROKEN, ids=[b[2] for b in BROKEN])
def test_a_broken_board_is_refused_with_a_sentence_that_names_the_place(
    edit: Edit, code: str, sentence: str
) -> None:
    error = broken(edit)
    assert str(error).startswith(sentence)
    assert error.code == code
    assert error.place == sentence.partition(": ")[0]


def test_stations_that_nobody_can_pay_for_are_refused() -> None:
    def edit(data: dict[str, Any]) -> None:
        data["cards"] |= {"colours": [f"c{'a' * n}" for n in range(12)], "copies": 1}
        data["cards"]["locomotives"] = 2
        data["routes"] = [
            route(pair, colour="gray") for pair in ("north-west", "west-east", "east-south")
        ]
        data["rules"] |= {"stations": 5, "hand": 1}

    assert str(broken(edit)) == (
        "rules: the last of 5 stations costs more cards of one colour than there are,"
        " locomotives included"
    )


def test_every_code_of_a_refusal_is_documented_and_can_happen() -> None:
    elsewhere = {"unknown-board", "unknown-option", "name", "unreadable", "syntax"}
    assert {code for _, code, _ in BROKEN} | elsewhere == set(CODES)


def test_the_board_given_is_not_changed_by_reading_it() -> None:
    data = tomllib.loads(TINY)
    before = copy.deepcopy(data)
    board_from_data(data, "tiny.toml", "quick")
    assert data == before


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "x.toml: format is missing"),
        ("format", "x.toml: is not valid TOML: Expected '='"),
        ("a = 1\na = 2\nb = 3", "x.toml: is not valid TOML: Cannot overwrite a value (at line 2,"),
        ("a = " + "[" * 5000, "x.toml: is nested too deeply to be a board"),
        ("a = " + "9" * 5000, "x.toml: is not valid TOML: Exceeds the limit"),
        ("format = 0x" + "f" * 5000, "x.toml: format must be between 0 and 1000000, not a number"),
        ("\0", "x.toml: is not valid TOML: "),
        (TINY.replace("west = {", "north = {"), "x.toml: is not valid TOML: Cannot overwrite"),
    ],
)
def test_a_text_that_is_no_board_is_refused_in_one_line(text: str, sentence: str) -> None:
    with pytest.raises(BoardError) as caught:
        parse_board(text, "x.toml")
    assert str(caught.value).startswith(sentence)
    assert str(caught.value).isprintable()
