"""The layout command: one size of space, clean, repeatable, and nothing but positions changes.

Small boards only, so that each is found in a second or two; the shipped ones are judged as they are
by test_geometry.
"""

from __future__ import annotations

import sys
from dataclasses import replace

import numpy as np
import pytest

from tests.boards.tiny import TINY
from whistlestop.boards.load import BoardError, load_board, parse_board
from whistlestop.model.board import Board
from whistlestop.render.geometry.clashes import clashes
from whistlestop.render.geometry.drawing import SPACE, drawing_of
from whistlestop.render.geometry.measures import end_gaps
from whistlestop.render.layout import (
    LayoutWish,
    MissingExtraError,
    Placement,
    find,
    found_layout,
    placed_text,
)
from whistlestop.render.layout.crossings import untangled
from whistlestop.render.layout.energy import Energy, Stage
from whistlestop.render.layout.placement import placement_of
from whistlestop.render.layout.puzzle import LayoutPuzzle
from whistlestop.render.layout.rails import laid
from whistlestop.render.layout.start import graph_drawing, here, home_of, start_of

WISH = LayoutWish(letters=11.0, widest_name=76.0, stations=True)


@pytest.fixture(scope="module")
def tiny() -> Board:
    return parse_board(TINY, "tiny.toml")


@pytest.fixture(scope="module")
def found(tiny: Board) -> Placement:
    return found_layout(tiny, WISH)


def at_home(board: Board) -> Placement:
    """The board at home: not clean, but a placement like any other."""
    puzzle = LayoutPuzzle(board, WISH)
    return placement_of(puzzle, start_of(puzzle, home_of(puzzle)))


@pytest.mark.slow
def test_a_board_gets_spaces_of_one_size_and_nothing_overlaps(
    tiny: Board, found: Placement
) -> None:
    cramped = TINY.replace("[cities]\n", "[canvas]\nwidth = 150\nheight = 150\n\n[cities]\n")
    assert clashes(parse_board(cramped, "tiny.toml")), "it must not be clean before"
    placed = parse_board(placed_text(TINY, tiny, found), "tiny.toml")
    assert clashes(placed) == []
    drawing = drawing_of(placed)
    assert {space.length for space in drawing.all_spaces()} == {SPACE}
    assert all(0.28 <= gap <= 0.6 for r in placed.routes for gap in end_gaps(drawing, r))
    assert all(drawing.stations), "stations are built on this board"


@pytest.mark.slow
def test_the_same_board_and_seed_give_the_same_layout_with_progress_to_the_end(
    tiny: Board, found: Placement
) -> None:
    told: list[tuple[float, str]] = []
    assert found_layout(tiny, WISH, lambda part, doing: told.append((part, doing))) == found
    parts = [part for part, _ in told]
    assert parts == sorted(parts)
    assert parts[-1] == 1.0
    assert {doing for _, doing in told} == {"growing", "settling"}


@pytest.mark.slow
def test_a_layout_can_be_improved_without_starting_over(tiny: Board, found: Placement) -> None:
    spoilt = replace(
        found, points=tuple((x + 25 * (i % 2), y) for i, (x, y) in enumerate(found.points))
    )
    assert clashes(spoilt.on(tiny))
    better = found_layout(spoilt.on(tiny), WISH, again=True)
    assert clashes(better.on(tiny)) == []
    moves = [
        abs(x - u) + abs(y - v) for (x, y), (u, v) in zip(better.points, found.points, strict=True)
    ]
    assert max(moves) < 2 * SPACE


@pytest.mark.slow
def test_a_fixed_city_stays_where_the_designer_put_it(tiny: Board) -> None:
    cities = tuple(
        replace(c, x=400.0, y=300.0, fixed=True) if c.id == "south" else c for c in tiny.cities
    )
    by_id = {c.id: c for c in cities}
    routes = tuple(replace(r, a=by_id[r.a.id], b=by_id[r.b.id]) for r in tiny.routes)
    board = replace(tiny, cities=cities, routes=routes)
    placement = found_layout(board, WISH)
    assert placement.points[by_id["south"].index] == (400.0, 300.0)
    assert clashes(placement.on(board)) == []


@pytest.mark.slow
def test_a_board_without_places_starts_from_a_drawing_of_its_graph(tiny: Board) -> None:
    cities = tuple(replace(c, lat=0.0, lon=0.0, x=5.0, y=5.0) for c in tiny.cities)
    routes = tuple(replace(r, a=cities[r.a.index], b=cities[r.b.index]) for r in tiny.routes)
    board = replace(tiny, cities=cities, routes=routes)
    assert clashes(found_layout(board, WISH).on(board)) == []


def test_a_drawing_of_a_graph_keeps_neighbours_near() -> None:
    puzzle = LayoutPuzzle(load_board("london"), WISH)
    points = graph_drawing(puzzle)
    long = np.hypot(*(points[puzzle.b] - points[puzzle.a]).T)
    assert np.median(np.abs(long / puzzle.needed - 1)) < 0.25
    np.testing.assert_array_equal(points, graph_drawing(puzzle))


def test_cities_without_latitude_start_from_their_positions(tiny: Board) -> None:
    cities = tuple(replace(c, lat=0.0, lon=0.0) for c in tiny.cities)
    home = home_of(LayoutPuzzle(replace(tiny, cities=cities), WISH))
    way = home - home[0]
    sketch = np.array([(c.x - cities[0].x, c.y - cities[0].y) for c in cities])
    assert np.allclose(way[1] / np.hypot(*way[1]), sketch[1] / np.hypot(*sketch[1]))


CROSSED = TINY.replace(
    '{ cities = "north-east", length = 3, colour = "gray", ferry = 1 },',
    '{ cities = "north-south", length = 6, colour = "gray", ferry = 1 },\n'
    '  { cities = "west-east", length = 3, colour = "gray" },',
).replace("points = { 1 = 1, 2 = 2, 3 = 4 }", "points = { 1 = 1, 2 = 2, 3 = 4, 6 = 15 }")


@pytest.mark.slow
def test_lines_that_cross_at_the_start_are_bent_apart() -> None:
    board = parse_board(CROSSED, "crossed.toml")
    puzzle = LayoutPuzzle(board, WISH)
    bows = untangled(puzzle, home_of(puzzle))
    assert np.abs(bows).max() > 0.5
    assert clashes(found_layout(board, WISH).on(board)) == []


FIVE = TINY.replace(
    "south = {", 'far = { name = "Far", lat = 57.0, lon = 20.0 }\nsouth = {', 1
).replace(
    '  { cities = "south-east"',
    "".join(
        f'  {{ cities = "{pair}", length = 2, colour = "gray" }},\n'
        for pair in ("north-south", "west-east", "far-north", "far-west", "far-east", "far-south")
    )
    + '  { cities = "south-east"',
    1,
)


@pytest.mark.slow
def test_what_cannot_be_untangled_is_told_and_still_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    """Five cities that are all joined cannot be drawn without a crossing, try as one may."""
    monkeypatch.setattr(find, "TRIES", 1)
    board = parse_board(FIVE, "five.toml")
    placed = found_layout(board, WISH).on(board)
    assert any("crosses" in fault for fault in clashes(placed))
    assert len(list(drawing_of(placed).all_spaces())) == sum(r.length for r in board.routes)


@pytest.mark.parametrize("name", ["usa", "europe"])
def test_the_search_sees_the_spaces_that_are_drawn(name: str) -> None:
    board = load_board(name)
    puzzle = LayoutPuzzle(board, WISH)
    rails = laid(puzzle, here(puzzle), np.ones(len(puzzle.links)))
    drawing = drawing_of(board)
    for i, link in enumerate(puzzle.links):
        rows = [drawing.spaces[route.index] for route in link.routes]
        for k, spaces in enumerate(zip(*rows, strict=True)):
            middle = np.mean([space.centre for space in spaces], axis=0) / SPACE
            assert rails.middle[puzzle.first[i] + k] == pytest.approx(middle, abs=1e-6)


def test_the_gradient_is_that_of_the_cost() -> None:
    """On a stirred board, where spaces, names and stations are all in each other's way."""
    board = load_board("london")
    puzzle = LayoutPuzzle(board, WISH)
    rng = np.random.default_rng(7)
    state = start_of(puzzle, home_of(puzzle), stir=0.3)
    state.names += rng.normal(size=state.names.shape)
    state.stations += rng.normal(size=state.stations.shape)
    state.bows += 0.1 * rng.normal(size=state.bows.shape)
    energy = Energy(puzzle, state, state.points + 0.3, Stage(width=0.9, home=0.1))
    vector = state.packed()
    _, slope = energy(vector)
    for k in rng.choice(len(vector), 40, replace=False):
        nudge = np.zeros(len(vector))
        nudge[k] = 1e-6
        change = (energy(vector + nudge)[0] - energy(vector - nudge)[0]) / 2e-6
        assert slope[k] == pytest.approx(change, rel=0.02, abs=0.05), k


def test_without_numpy_the_sentence_names_the_extra(
    tiny: Board, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "scipy.optimize", None)
    with pytest.raises(MissingExtraError, match=r"pip install 'whistlestop\[layout\]'"):
        found_layout(tiny, WISH)


@pytest.mark.slow
def test_only_positions_change_in_the_file(tiny: Board, found: Placement) -> None:
    text = placed_text(TINY, tiny, found)
    placed = parse_board(text, "tiny.toml")
    assert placed.digest == tiny.digest
    assert [c.name for c in placed.cities] == [c.name for c in tiny.cities]
    changed = len(tiny.cities) + len(tiny.routes)
    kept = [line for line in text.splitlines() if line in TINY.splitlines()]
    assert len(kept) >= len(TINY.splitlines()) - changed
    assert placed_text(text, tiny, found) == text
    assert placed == found.on(tiny)


def test_bows_are_written_for_both_sides_of_a_double_route(tiny: Board) -> None:
    placement = replace(at_home(tiny), bows=((7.2, -3.0), (7.2, -3.0), *[(0.0, 0.0)] * 4))
    placed = parse_board(placed_text(TINY, tiny, placement), "tiny.toml")
    assert [r.bow for r in placed.routes][:3] == [(7.2, -3.0), (7.2, -3.0), (0.0, 0.0)]


@pytest.mark.slow
def test_a_twin_that_is_written_the_other_way_lies_on_the_same_curve() -> None:
    turned = TINY.replace(
        '"north-west", length = 2, colour = "blue"', '"west-north", length = 2, colour = "blue"'
    )
    board = parse_board(turned, "tiny.toml")
    placement = found_layout(board, WISH)
    near, far = placement.bows[0]
    assert placement.bows[1] == (-far, -near)
    assert clashes(placement.on(board)) == []


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
    placement = at_home(board)
    text = placed_text(SPREAD, board, placement)
    placed = parse_board(text, "tiny.toml")
    assert tuple((c.x, c.y) for c in placed.cities) == placement.points
    assert (placed.width, placed.height) == placement.size
    assert "[cities.west] # far out\nx = " in text
    assert "[canvas] # small\nletters = 11\n" in text
    assert placed_text(text, board, placement) == text


def test_a_station_place_that_is_not_wanted_any_more_goes(tiny: Board) -> None:
    board = parse_board(SPREAD, "tiny.toml")
    text = placed_text(SPREAD, board, at_home(board))
    assert "station = [" in text
    bare = replace(at_home(board), stations=(None,) * 4)
    assert "station = [" not in placed_text(text, board, bare)


def test_a_bow_that_is_not_needed_any_more_is_taken_out(tiny: Board) -> None:
    bent = TINY.replace('colour = "red" }', 'colour = "red", bow = 9 }')
    straight = replace(at_home(tiny), bows=((0.0, 0.0),) * 6)
    assert "bow" not in placed_text(bent, tiny, straight)


def test_comments_about_the_cities_stay_with_them(tiny: Board) -> None:
    text = TINY.replace("[cities]\n", "# All four.\n# No more.\n[cities]\n")
    assert "\n# All four.\n# No more.\n[cities]\n" in placed_text(text, tiny, at_home(tiny))


def test_a_city_written_in_pieces_is_refused(tiny: Board) -> None:
    whole = 'west = { name = "West", lat = 55.0, lon = 5.0 }'
    pieces = 'west.name = "West"\nwest.lat = 55.0\nwest.lon = 5.0'
    with pytest.raises(BoardError, match="cities west: is written in pieces"):
        placed_text(TINY.replace(whole, pieces), tiny, at_home(tiny))
