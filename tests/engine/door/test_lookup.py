"""Codecs are made once and remember actions; what only looks like one of those is not one."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tests.engine.play import every_board
from tests.engine.small import small_board
from whistlestop.boards.load import load_board
from whistlestop.engine import lookup
from whistlestop.engine.codec import Codec
from whistlestop.engine.errors import IllegalAction
from whistlestop.engine.lookup import codec_for
from whistlestop.engine.state.flat_board import FlatBoard
from whistlestop.model.actions import Claim, Draw, Keep, Payment


def fresh(board: str) -> Codec:
    """A codec that remembers nothing yet."""
    made = load_board(board)
    return Codec(made, FlatBoard(made, 2))


def test_a_board_has_one_codec_for_each_number_of_players() -> None:
    board = load_board("usa")
    assert codec_for(board, 2) is codec_for(load_board("usa"), 2)
    assert codec_for(board, 2) is not codec_for(board, 3)


def test_equal_boards_share_tables_but_each_codec_knows_its_own_board() -> None:
    one, two = small_board(), small_board()
    assert codec_for(one, 2).flat is codec_for(two, 2).flat
    assert codec_for(one, 2).board is one
    assert codec_for(two, 2).board is two


def test_boards_by_the_hundred_do_not_fill_the_memory() -> None:
    for number in range(2 * lookup.KEPT):
        board = replace(small_board(), copies=3 + number)
        codec = codec_for(board, 2)
        assert codec.board is board
    assert len(lookup._codecs) == lookup.KEPT
    assert len(lookup._flat_boards) <= lookup.KEPT
    assert codec_for(board, 2) is codec


@pytest.mark.parametrize("board", every_board())
def test_a_codec_that_remembers_says_the_same_as_one_that_does_not(board: str) -> None:
    known = fresh(board)
    texts = [known.text(code) for code in range(known.size)]
    assert [known.text(code) for code in range(known.size)] == texts
    new = fresh(board)
    for code in range(0, known.size, 7):
        action = new._decode(code)
        assert known.decode(code) == action
        assert known.decode(code) is known.decode(code)
        assert known.encode(known.decode(code)) == known.encode(action) == code
        assert known.encode(texts[code]) == new.encode(texts[code]) == code


@pytest.mark.parametrize(
    "lookalike",
    [
        Keep((True,)),
        Keep((1.0,)),  # type: ignore[arg-type]
        Claim("atlanta-charleston", Payment(True + 1.0, "red", 0)),  # type: ignore[arg-type]
        Draw(["deck"]),  # type: ignore[arg-type]
        7,
        None,
    ],
)
def test_what_equals_a_remembered_action_is_not_taken_for_it(lookalike: Any) -> None:
    codec = fresh("usa")
    with pytest.raises(IllegalAction) as before:
        codec.encode(lookalike)
    for code in range(codec.size):
        codec.text(code)
    with pytest.raises(IllegalAction) as after:
        codec.encode(lookalike)
    assert str(after.value) == str(before.value)


@pytest.mark.parametrize("code", [-1, 10**9, "1", 1.5, None])
def test_a_number_of_no_action_has_no_text(code: Any) -> None:
    with pytest.raises(IllegalAction) as caught:
        codec_for(load_board("usa"), 2).text(code)
    assert caught.value.code == "unknown_code"
