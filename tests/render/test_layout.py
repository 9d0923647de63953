"""The layout tool: clean and repeatable positions, written without touching anything else."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tests.boards.tiny import TINY
from tools.layout.__main__ import found, main
from tools.layout.boardtext import UnfitFile, rewritten
from tools.layout.state import Start, at_home
from whistlestop.model.board import Board
from whistlestop.model.boardfile import load_board, parse_board
from whistlestop.render.clashes import clashes


@pytest.fixture(scope="module")
def tiny() -> Board:
    return parse_board(TINY, "tiny.toml")


def test_a_board_that_clashes_becomes_clean_and_again_the_same() -> None:
    canvas = "[canvas]\nwidth = 200\nheight = 200\n\n"
    cramped = TINY.replace("[cities]\n", f"{canvas}[cities]\n")
    board = parse_board(cramped, "tiny.toml")
    assert clashes(board)
    text = rewritten(cramped, found(board, Start()))
    assert clashes(parse_board(text, "tiny.toml")) == []
    assert rewritten(cramped, found(board, Start())) == text


def test_only_positions_change_in_the_file(tiny: Board) -> None:
    text = rewritten(TINY, at_home(tiny, Start()))
    placed = parse_board(text, "tiny.toml")
    assert placed.digest == tiny.digest
    assert [c.name for c in placed.cities] == [c.name for c in tiny.cities]
    kept = [line for line in text.splitlines() if line in TINY.splitlines()]
    changed = len(tiny.cities)
    assert len(kept) >= len(TINY.splitlines()) - changed
    assert rewritten(text, at_home(tiny, Start())) == text


def test_bows_are_written_for_both_sides_of_a_double_route(tiny: Board) -> None:
    layout = at_home(tiny, Start())
    layout.bows[0] = 7.25
    placed = parse_board(rewritten(TINY, layout), "tiny.toml")
    assert [r.bow for r in placed.routes][:3] == [7.2, 7.2, 0.0]


def test_a_file_with_cities_run_together_is_refused(tiny: Board) -> None:
    layout = at_home(tiny, Start())
    with pytest.raises(UnfitFile, match="line of"):
        rewritten(TINY.replace(", length", ",  length"), layout)
    with pytest.raises(UnfitFile, match="city north"):
        rewritten(TINY.replace("north = {", "north={"), layout)


def test_the_command_writes_the_file_and_counts_faults(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "tiny.toml"
    path.write_text(TINY, encoding="utf-8")
    assert main([str(path)]) == 0
    assert "0 faults" in capsys.readouterr().out
    assert clashes(load_board(path)) == []


@pytest.mark.slow
def test_the_shipped_positions_are_what_the_tool_finds() -> None:
    board = load_board("london")
    points, width, height = found(board, Start()).framed()
    assert points == [(c.x, c.y) for c in board.cities]
    assert (width, height) == (board.width, board.height)


def test_cities_without_latitude_start_from_their_positions(tiny: Board) -> None:
    cities = tuple(replace(c, lat=0.0, lon=0.0) for c in tiny.cities)
    layout = at_home(replace(tiny, cities=cities), Start())
    assert len(set(layout.home)) == len(cities)
