"""The layout tool: clean and repeatable positions, written without touching anything else."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.boards.tiny import TINY
from whistlestop.boards.load import BoardError, load_board, parse_board
from whistlestop.model.board import Board
from whistlestop.render.geometry.clashes import clashes
from whistlestop.render.layout import LayoutStart, at_home, found_layout, placed_text


@pytest.fixture(scope="module")
def tiny() -> Board:
    return parse_board(TINY, "tiny.toml")


@pytest.mark.slow
def test_a_board_that_clashes_becomes_clean_and_again_the_same() -> None:
    canvas = "[canvas]\nwidth = 200\nheight = 200\n\n"
    cramped = TINY.replace("[cities]\n", f"{canvas}[cities]\n")
    board = parse_board(cramped, "tiny.toml")
    assert clashes(board)
    text = placed_text(cramped, found_layout(board, LayoutStart()))
    assert clashes(parse_board(text, "tiny.toml")) == []
    assert placed_text(cramped, found_layout(board, LayoutStart())) == text


def test_only_positions_change_in_the_file(tiny: Board) -> None:
    text = placed_text(TINY, at_home(tiny, LayoutStart()))
    placed = parse_board(text, "tiny.toml")
    assert placed.digest == tiny.digest
    assert [c.name for c in placed.cities] == [c.name for c in tiny.cities]
    kept = [line for line in text.splitlines() if line in TINY.splitlines()]
    changed = len(tiny.cities)
    assert len(kept) >= len(TINY.splitlines()) - changed
    assert placed_text(text, at_home(tiny, LayoutStart())) == text


def test_bows_are_written_for_both_sides_of_a_double_route(tiny: Board) -> None:
    layout = at_home(tiny, LayoutStart())
    layout.bows[0] = 7.25
    placed = parse_board(placed_text(TINY, layout), "tiny.toml")
    assert [r.bow for r in placed.routes][:3] == [7.2, 7.2, 0.0]


SPREAD = (
    TINY.replace(
        'west = { name = "West", lat = 55.0, lon = 5.0 }\n',
        "",
    ).replace(
        "[options.quick]",
        '[cities.west] # far out\nname = "West"\nlat = 55.0\nlon = 5.0\n\n[options.quick]',
        1,
    )
    + "[canvas] # small\nwidth = 900\nheight = 900\n"
)


def test_tables_written_with_headers_get_lines_and_keep_their_comments() -> None:
    board = parse_board(SPREAD, "tiny.toml")
    layout = at_home(board, LayoutStart())
    text = placed_text(SPREAD, layout)
    placed = parse_board(text, "tiny.toml")
    points, width, height = layout.framed()
    assert [(c.x, c.y) for c in placed.cities] == points
    assert (placed.width, placed.height) == (width, height)
    assert "[cities.west] # far out\nx = " in text
    assert "[canvas] # small\nwidth = " in text
    assert placed_text(text, layout) == text


def test_a_bow_that_is_not_needed_any_more_is_taken_out(tiny: Board) -> None:
    bent = TINY.replace('colour = "red" }', 'colour = "red", bow = 9 }')
    assert "bow" not in placed_text(bent, at_home(tiny, LayoutStart()))


def test_comments_about_the_cities_stay_with_them(tiny: Board) -> None:
    text = TINY.replace("[cities]\n", "# All four.\n# No more.\n[cities]\n")
    assert "\n# All four.\n# No more.\n[cities]\n" in placed_text(
        text, at_home(tiny, LayoutStart())
    )


def test_a_city_written_in_pieces_is_refused(tiny: Board) -> None:
    whole = 'west = { name = "West", lat = 55.0, lon = 5.0 }'
    pieces = 'west.name = "West"\nwest.lat = 55.0\nwest.lon = 5.0'
    with pytest.raises(BoardError, match="cities west: is written in pieces"):
        placed_text(TINY.replace(whole, pieces), at_home(tiny, LayoutStart()))


@pytest.mark.slow
def test_the_shipped_positions_are_what_the_tool_finds() -> None:
    board = load_board("london")
    points, width, height = found_layout(board, LayoutStart()).framed()
    assert points == [(c.x, c.y) for c in board.cities]
    assert (width, height) == (board.width, board.height)


def test_cities_without_latitude_start_from_their_positions(tiny: Board) -> None:
    cities = tuple(replace(c, lat=0.0, lon=0.0) for c in tiny.cities)
    layout = at_home(replace(tiny, cities=cities), LayoutStart())
    assert len(set(layout.home)) == len(cities)
