"""Every fault of a file comes with its line, and a file without faults can be played."""

from __future__ import annotations

import re
from importlib.resources import files

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.boards.tiny import PLACED, TINY
from whistlestop.boards.faults import MOST_TOLD, faults_in
from whistlestop.boards.load import CODES, BoardError, parse_board
from whistlestop.engine.game import Game

STARTER = (
    (files("whistlestop.cli") / "starter_board.txt").read_text("utf-8").replace("NAME", "isle")
)
TEXTS = (TINY, PLACED, STARTER)
VALUE = re.compile(r'(?<== )(?:"[^"\n]*"|-?[\d.]+|true|false)')
OTHERS = ['""', '"gray"', '"red"', '"north-west"', "0", "-1", "3", "250", "1e9", "true", "[]", "{}"]


def told(text: str) -> list[str]:
    return [str(fault) for fault in faults_in(text, "x.toml")]


def test_a_sound_text_has_no_faults() -> None:
    assert [told(text) for text in TEXTS] == [[], [], []]


def test_all_routes_and_tickets_that_are_wrong_are_told_at_once() -> None:
    text = TINY.replace('length = 1, colour = "gray"', 'length = 0, colour = "gray"')
    text = text.replace("points = 1,", "points = -1,").replace("hand = 2", "hnd = 2")
    assert told(text) == [
        "x.toml:12: route west–south: length must be between 1 and 12, not 0",
        "x.toml:13: route west–south: length must be between 1 and 12, not 0",
        'x.toml:38: rules: has no key "hnd"; did you mean "hand"?',
    ]


def test_a_row_is_called_by_its_own_number_though_others_were_put_aside() -> None:
    text = TINY.replace('cities = "north-south", ', "").replace('cities = "west-east", ', "")
    assert told(text) == [
        "x.toml:18: ticket 1: cities is missing",
        "x.toml:19: ticket 2: cities is missing",
    ]


def test_no_fault_is_told_that_another_has_made() -> None:
    # Without the only route to it a city cannot be reached, and without tickets nobody can be dealt
    # any; neither is wrong in this file.
    text = TINY.replace('cities = "north-east", length', 'cities = "north-eats", length')
    text = text.replace('cities = "south-east", length', 'cities = "south-eats", length')
    assert [line.partition("; ")[0] for line in told(text)] == [
        'x.toml:11: route north–eats: there is no city "eats"',
        'x.toml:14: route south–eats: there is no city "eats"',
    ]


def test_the_file_as_a_whole_is_line_one() -> None:
    assert told("") == ["x.toml:1: format is missing"]
    assert told(TINY.replace('id = "tiny"\n', "")) == ["x.toml:1: id is missing"]


def test_a_file_with_very_many_faults_is_not_told_all_of_them() -> None:
    text = STARTER.replace('colour = "', 'colour = "x')
    assert len(told(text)) == MOST_TOLD


@st.composite
def spoilt(draw: st.DrawFn) -> str:
    """The text of a board after a few slips: lines lost, doubled or swapped, values mistaken."""
    text = draw(st.sampled_from(TEXTS))
    for _ in range(draw(st.integers(1, 3))):
        lines = text.splitlines(keepends=True)
        at, other = (draw(st.integers(0, len(lines) - 1)) for _ in range(2))
        match draw(st.sampled_from(["lose", "double", "swap", "value", "value", "value"])):
            case "lose":
                del lines[at]
            case "double":
                lines.insert(at, lines[at])
            case "swap":
                lines[at], lines[other] = lines[other], lines[at]
            case _:
                found = list(VALUE.finditer(lines[at]))
                if found:
                    old = draw(st.sampled_from(found))
                    new = draw(st.sampled_from([*OTHERS, *VALUE.findall(lines[other])]))
                    lines[at] = lines[at][: old.start()] + new + lines[at][old.end() :]
        text = "".join(lines)
    return text


@pytest.mark.slow
@settings(max_examples=100, deadline=None)
@given(spoilt())
def test_a_spoilt_file_is_told_of_by_line_or_is_a_board_that_can_be_played(text: str) -> None:
    faults = faults_in(text, "x.toml")
    for fault in faults:
        assert 1 <= fault.line <= text.count("\n") + 1
        assert fault.code in CODES
        assert str(fault).isprintable()
    if faults:
        with pytest.raises(BoardError):
            parse_board(text, "x.toml")
        return
    board = parse_board(text, "x.toml")
    game = Game(board, board.rules.max_players, seed=1)
    for ply in range(60):
        if game.over:
            break
        game.play(game.legal[ply % len(game.legal)])
