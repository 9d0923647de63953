"""Every shipped board is drawn for playing: one size of space, nothing overlaps, the sheet is full.

Shapes are exact and compared pair by pair (tests/render/test_shapes.py has a second opinion on the
comparison); each check is seen to fail on a board that was spoilt.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import replace
from itertools import combinations, pairwise, product
from xml.etree import ElementTree

import pytest

from tests.render.places import with_bow, with_city
from whistlestop.boards.load import load_board
from whistlestop.model.board import Board
from whistlestop.render import board_svg
from whistlestop.render.geometry.clashes import Thing, clashes, neighbours, things_in
from whistlestop.render.geometry.drawing import (
    CITY,
    LANES,
    PLACES,
    SPACE,
    WIDTH,
    Drawing,
    drawing_of,
    label_at,
    station_shape,
)
from whistlestop.render.geometry.measures import end_gaps, spans
from whistlestop.render.geometry.shapes import Shape, overlap, way_out

BINDS, OTHER = 0.88, 0.75
"""What the cities span of the sheet in the direction that binds, and in the other."""
WINDOW = 968 / 700
"""Width by height of the place that the page has for a map at 1440 by 900."""
TOUCH = 0.01
HAIR = 0.6

BOARDS = ("usa", "europe", "new-york", "london")


@pytest.fixture(params=BOARDS)
def board(request: pytest.FixtureRequest) -> Board:
    return load_board(str(request.param))


@pytest.fixture
def drawing(board: Board) -> Drawing:
    return drawing_of(board)


def overlapping(pairs: Iterable[tuple[Shape, Shape]]) -> int:
    return sum(overlap(a, b) > TOUCH for a, b in pairs)


def spaces(drawing: Drawing) -> list[Shape]:
    return [space.shape for space in drawing.all_spaces()]


def labels(drawing: Drawing) -> list[Shape]:
    return [label.shape for label in drawing.labels]


def test_a_route_has_as_many_spaces_as_its_length(board: Board, drawing: Drawing) -> None:
    assert [len(row) for row in drawing.spaces] == [route.length for route in board.routes]


def test_no_space_overlaps_another_space(drawing: Drawing) -> None:
    assert overlapping(combinations(spaces(drawing), 2)) == 0


def test_no_space_overlaps_a_city(drawing: Drawing) -> None:
    assert overlapping(product(spaces(drawing), drawing.discs)) == 0


def test_no_space_overlaps_a_label(drawing: Drawing) -> None:
    assert overlapping(product(spaces(drawing), labels(drawing))) == 0


def test_no_label_overlaps_a_label_or_a_city(drawing: Drawing) -> None:
    assert overlapping(combinations(labels(drawing), 2)) == 0
    assert overlapping(product(labels(drawing), drawing.discs)) == 0


def test_no_city_overlaps_a_city(drawing: Drawing) -> None:
    assert overlapping(combinations(drawing.discs, 2)) == 0


def test_things_that_do_not_belong_together_keep_a_hair_apart(
    board: Board, drawing: Drawing
) -> None:
    """So that their outlines stay two lines: spaces of other routes, cities and labels."""
    things = things_in(drawing)
    for i, j in neighbours([thing.shape for thing in things], HAIR):
        a, b = things[i], things[j]
        if not belong_together(board, a, b):
            assert way_out(a.shape, b.shape, HAIR) is None, (a.kind, a.owner, b.kind, b.owner)


def belong_together(board: Board, a: Thing, b: Thing) -> bool:
    """Spaces of one route or double route; a city and its own label."""
    if a.kind == b.kind == "space":
        return b.owner in (a.owner, board.routes[a.owner].twin)
    return a.owner == b.owner and {a.kind, b.kind} == {"city", "label"}


def test_no_route_crosses_another(board: Board, drawing: Drawing) -> None:
    crossing = [
        (a.id, b.id)
        for a, b in combinations(board.routes, 2)
        if drawing.curves[a.index].crosses(drawing.curves[b.index])
    ]
    assert crossing == []


def test_everything_lies_on_the_canvas(board: Board, drawing: Drawing) -> None:
    for shape in (*spaces(drawing), *labels(drawing), *drawing.discs):
        left, top, right, bottom = shape.bounds
        assert left >= 0
        assert top >= 0
        assert right <= board.width
        assert bottom <= board.height


def test_the_sides_of_a_double_route_run_parallel(board: Board, drawing: Drawing) -> None:
    doubles = [r for r in board.routes if r.twin is not None and r.index < r.twin]
    assert doubles
    for route in doubles:
        ours, theirs = drawing.spaces[route.index], drawing.spaces[route.twin or 0]
        for one, other in zip(ours, theirs, strict=True):
            assert math.dist(one.centre, other.centre) == pytest.approx(LANES)
            assert one.along == other.along
            across = (other.centre[0] - one.centre[0], other.centre[1] - one.centre[1])
            assert across[0] * one.along[0] + across[1] * one.along[1] == pytest.approx(0, abs=1e-6)


def test_all_spaces_have_one_size(drawing: Drawing) -> None:
    lengths = [space.length for space in drawing.all_spaces()]
    assert max(lengths) < 1.02 * min(lengths)
    assert max(lengths) == SPACE
    assert pytest.approx(0.4 * SPACE) == WIDTH


def test_the_gap_between_a_city_and_its_routes_is_small_and_even(
    board: Board, drawing: Drawing
) -> None:
    for route in board.routes:
        for gap in end_gaps(drawing, route):
            assert 0.28 <= gap <= 0.6, route.id


def test_spaces_follow_their_route_from_city_to_city(board: Board, drawing: Drawing) -> None:
    for route in board.routes:
        row = drawing.spaces[route.index]
        steps = [math.dist(one.centre, other.centre) for one, other in pairwise(row)]
        assert all(SPACE < step < 1.5 * SPACE for step in steps), route.id
        before, after = end_gaps(drawing, route)
        assert before == pytest.approx(after, abs=0.25), route.id


def test_the_cities_span_the_sheet(board: Board, drawing: Drawing) -> None:
    across, down = spans(drawing)
    binds, other = (across, down) if board.width / board.height > WINDOW else (down, across)
    assert binds >= BINDS
    assert other >= OTHER


def test_every_city_has_a_name_on_the_sheet(board: Board, drawing: Drawing) -> None:
    assert [" ".join(label.lines) for label in drawing.labels] == [c.name for c in board.cities]
    assert all(label.font >= 8.5 for label in drawing.labels)
    for label in drawing.labels:
        disc = Shape((drawing.points[label.city],), CITY)
        assert way_out(label.shape, disc, 0.6 * SPACE), f"{label.lines} is far from its city"


def test_a_board_with_stations_keeps_a_place_for_each(board: Board, drawing: Drawing) -> None:
    if not board.rules.stations:
        pytest.skip("nobody builds stations on this board")
    taken = [*spaces(drawing), *labels(drawing), *drawing.discs]
    places = [station_shape(place) for place in drawing.stations if place]
    assert len(places) == len(board.cities)
    assert overlapping(product(places, taken)) == 0
    assert overlapping(combinations(places, 2)) == 0
    for place, disc in zip(places, drawing.discs, strict=True):
        assert way_out(place, disc, 0.6 * SPACE), "a station stands beside its city"


def test_the_board_is_still_a_map(board: Board) -> None:
    """Of two cities far apart on the sheet, the eastern one is not drawn west of the other."""
    turned = board.id == "new-york"
    for a, b in combinations(board.cities, 2):
        if not turned and abs(a.x - b.x) > board.width / 6:
            assert (a.x < b.x) == (a.lon < b.lon), (a.id, b.id)
        if abs(a.y - b.y) > board.height / 3:
            assert (a.y < b.y) == (a.lat > b.lat), (a.id, b.id)


def test_the_check_of_all_this_finds_no_fault(board: Board) -> None:
    assert clashes(board) == []


def test_a_city_moved_onto_another_is_found(board: Board) -> None:
    here, other = board.cities[0], board.cities[1]
    moved = with_city(board, here.id, x=other.x + 2, y=other.y)
    found = clashes(moved)
    assert any(f"city of {here.id} and city of {other.id}" in fault for fault in found)
    assert overlapping(combinations(drawing_of(moved).discs, 2)) == 1


def test_two_joined_cities_at_one_point_are_found_and_still_drawn(board: Board) -> None:
    route = board.routes[0]
    moved = with_city(board, route.a.id, x=route.b.x, y=route.b.y)
    found = [fault for fault in clashes(moved) if fault.count("city of") == 2]
    assert any(route.a.id in fault and route.b.id in fault for fault in found)
    assert len(drawing_of(moved).spaces[route.index]) == route.length
    ElementTree.fromstring(board_svg(moved))


def test_a_city_moved_onto_a_space_is_found(board: Board, drawing: Drawing) -> None:
    city = board.cities[0]
    strange = next(r for r in board.routes if city not in (r.a, r.b))
    x, y = drawing.spaces[strange.index][0].centre
    moved = with_city(board, city.id, x=x, y=y)
    assert any(f"space of {strange.id} and city of {city.id}" in fault for fault in clashes(moved))
    assert overlapping(product(spaces(drawing_of(moved)), drawing_of(moved).discs)) > 0


@pytest.mark.slow
def test_a_label_in_the_way_is_found(board: Board) -> None:
    """Among all the places of all labels some clash; each of those is told."""
    told = 0
    for city in board.cities[::9]:
        for place in PLACES:
            found = clashes(with_city(board, city.id, label=place))
            assert all(f"label of {city.id}" in fault for fault in found)
            told += bool(found)
    assert told > 2


def test_a_thing_outside_the_canvas_is_found(board: Board) -> None:
    city = board.cities[0]
    moved = with_city(board, city.id, x=board.width - 1.0)
    assert f"city of {city.id} leaves the canvas" in clashes(moved)


def test_a_crossing_is_found() -> None:
    board = with_bow(load_board("usa"), "calgary-helena", -200.0)
    assert "route calgary-helena crosses route helena-seattle" in clashes(board)


def test_a_route_too_short_for_its_spaces_is_found_and_still_drawn() -> None:
    board = load_board("usa")
    duluth = board.city_by_id["duluth"]
    moved = with_city(board, "helena", x=duluth.x - 120.0, y=duluth.y)
    assert "route duluth-helena has no room for its spaces" in clashes(moved)
    row = drawing_of(moved).spaces[board.route_by_id["duluth-helena"].index]
    assert len(row) == 6
    assert 0.4 * SPACE <= row[0].length < SPACE


def test_a_route_too_long_for_its_spaces_spreads_them() -> None:
    board = load_board("usa")
    duluth = board.city_by_id["duluth"]
    moved = with_city(
        with_bow(board, "duluth-helena", 0.0), "helena", x=duluth.x - 245.0, y=duluth.y
    )
    route = moved.route_by_id["duluth-helena"]
    row = drawing_of(moved).spaces[route.index]
    assert {space.length for space in row} == {SPACE}
    assert max(end_gaps(drawing_of(moved), route)) <= 0.6
    assert math.dist(row[0].centre, row[1].centre) > 1.1 * SPACE


def test_a_station_in_the_way_is_found() -> None:
    board = load_board("europe")
    moved = with_city(board, "wien", station=(2.0, 0.0))
    assert "city of wien and station of wien overlap" in " ".join(clashes(moved))


def test_a_positive_bow_leaves_the_chord_to_the_left() -> None:
    """From west to east the left is up, which has the smaller y."""
    board = load_board("usa")
    route = board.route_by_id["los_angeles-phoenix"]
    middle = {}
    for bow in (20.0, -20.0):
        curve = drawing_of(with_bow(board, route.id, bow)).curves[route.index]
        middle[bow] = curve.point(0.5)
        assert curve.controls[0] != curve.controls[1]
    centre = (route.a.x + route.b.x) / 2, (route.a.y + route.b.y) / 2
    assert middle[20.0][1] < centre[1] < middle[-20.0][1]
    assert math.dist(middle[20.0], centre) == pytest.approx(20)


def test_the_two_numbers_of_a_bow_bend_the_two_halves() -> None:
    board = load_board("usa")
    route = board.route_by_id["los_angeles-phoenix"]
    curve = drawing_of(with_bow(board, route.id, 20.0, -20.0)).curves[route.index]
    straight = drawing_of(with_bow(board, route.id, 0.0)).curves[route.index]
    early, late = (straight.point(t)[1] - curve.point(t)[1] for t in (0.25, 0.75))
    assert early > 3
    assert late == pytest.approx(-early)
    assert math.dist(curve.point(0.5), straight.point(0.5)) == pytest.approx(0, abs=1e-9)


@pytest.mark.parametrize("place", PLACES)
def test_a_label_stands_on_the_side_it_is_named_after(place: str) -> None:
    city = replace(load_board("usa").city_by_id["denver"], label=place)
    label = label_at(city, (500.0, 500.0), (13.0, 76.0))
    middle = label.left + label.width / 2, label.top + label.height / 2
    assert ("e" in place) == (middle[0] > 500 + 1)
    assert ("w" in place) == (middle[0] < 500 - 1)
    assert ("s" in place) == (middle[1] > 500 + 1)
    assert ("n" in place) == (middle[1] < 500 - 1)
    assert overlap(label.shape, Shape(((500.0, 500.0),), CITY)) == 0


def test_shapes_are_computed_once_for_a_board(board: Board) -> None:
    assert drawing_of(board) is drawing_of(board)
    assert drawing_of(with_bow(board, board.routes[0].id, 31.0)) is not drawing_of(board)
