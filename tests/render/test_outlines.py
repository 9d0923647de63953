"""The land under the shipped boards: it fits them, stays small, and hides nothing of them."""

from __future__ import annotations

import gzip
from functools import cache
from typing import get_args

import pytest

from tests.render.ground import Ground, points_of
from tests.render.places import with_city
from whistlestop.boards.load import board_names, load_board, options_of
from whistlestop.model.board import Board
from whistlestop.protocol.boards import LayerKind
from whistlestop.render.geometry.drawing import CITY, SPACE, drawing_of
from whistlestop.render.geometry.shapes import disc, overlap
from whistlestop.render.outline import (
    KINDS,
    WATERS,
    BoardOutline,
    outline_digest,
    outline_of,
    outline_text,
)
from whistlestop.render.svg import board_svg

LARGEST, LARGEST_PACKED = 60_000, 25_000
MARGIN = 60.0
BOARDS = ("usa", "europe", "new-york", "london")

PORTS = {
    "usa": (
        "vancouver seattle san_francisco los_angeles new_orleans miami charleston new_york boston"
    ),
    "europe": (
        "lisboa cadiz barcelona marseille brest dieppe london edinburgh amsterdam kobenhavn"
        " stockholm petrograd riga danzig venezia roma brindisi palermo athina smyrna"
        " constantinople sevastopol sochi rostov"
    ),
    "new-york": "united_nations",
    "london": "big_ben globe_theatre tower_of_london",
}
INLAND = {
    "usa": (
        "denver omaha kansas_city oklahoma_city santa_fe nashville helena calgary winnipeg"
        " el_paso saint_louis little_rock atlanta"
    ),
    "europe": "madrid moskva kharkov wien munchen budapest kyiv smolensk warszawa",
    "new-york": "times_square empire_state_building",
    "london": "baker_street british_museum regents_park kings_cross",
}
AT_LAKES = ("duluth", "chicago", "toronto", "sault_st_marie", "salt_lake_city")


def outline(board: Board) -> BoardOutline:
    found = outline_of(board)
    assert found is not None
    return found


@cache
def ground(name: str) -> Ground:
    return Ground(outline(load_board(name)))


def test_every_shipped_board_has_an_outline_that_fits() -> None:
    assert sorted(BOARDS) == sorted(board_names())
    for name in board_names():
        for option in ("", *options_of(name)):
            assert outline_of(load_board(name, option)) is not None, "run python -m tools.outlines"


def test_a_board_with_a_moved_city_or_another_canvas_has_no_outline() -> None:
    board = load_board("usa")
    moved = with_city(board, "denver", x=board.city_by_id["denver"].x + 0.5)
    assert outline_of(moved) is None
    assert outline_text(moved) is None
    assert outline_digest(moved) is None
    assert 'class="waters"' not in board_svg(moved)
    assert 'class="waters"' in board_svg(board)


@pytest.mark.parametrize("name", BOARDS)
def test_an_outline_is_small(name: str) -> None:
    text = outline_text(load_board(name)) or ""
    assert 1000 < len(text.encode()) <= LARGEST
    assert len(gzip.compress(text.encode())) <= LARGEST_PACKED


@pytest.mark.parametrize("name", BOARDS)
def test_layers_come_in_the_order_they_are_drawn_in(name: str) -> None:
    kinds = [layer.kind for layer in outline(load_board(name)).layers]
    assert kinds == [kind for kind in KINDS if kind in kinds]
    assert kinds[0] == "land"
    assert get_args(LayerKind) == KINDS


@pytest.mark.parametrize("name", BOARDS)
def test_paths_stay_near_the_canvas_and_reach_all_of_it(name: str) -> None:
    board = load_board(name)
    points = [p for shapes in ground(name).shapes.values() for shape in shapes for p in shape]
    xs, ys = [x for x, _ in points], [y for _, y in points]
    assert min(xs) >= -MARGIN - 1
    assert min(ys) >= -MARGIN - 1
    assert max(xs) <= board.width + MARGIN + 1
    assert max(ys) <= board.height + MARGIN + 1
    assert min(xs) < 0 < board.width < max(xs)
    assert min(ys) < 0 < board.height < max(ys)


@pytest.mark.parametrize("name", BOARDS)
def test_no_city_lies_in_the_water(name: str) -> None:
    """A port's disc may reach over the shore, but stands on land with more than its rim."""
    under = ground(name)
    for city in load_board(name).cities:
        here = (city.x, city.y)
        assert not under.wet(here) or min(under.to_sea(here), under.to_lake(here)) < CITY, city.id


@pytest.mark.parametrize("name", BOARDS)
def test_ports_lie_on_the_shore_and_inland_cities_do_not(name: str) -> None:
    board, under = load_board(name), ground(name)
    for id in PORTS[name].split():
        city = board.city_by_id[id]
        assert under.to_sea((city.x, city.y)) < 24, id
    for id in INLAND[name].split():
        city = board.city_by_id[id]
        assert under.to_sea((city.x, city.y)) > 1.3 * SPACE, id


def test_the_great_lakes_are_where_their_cities_are() -> None:
    board, under = load_board("usa"), ground("usa")
    for id in AT_LAKES:
        city = board.city_by_id[id]
        assert under.to_lake((city.x, city.y)) < 16, id
    for id in ("denver", "atlanta", "dallas", "phoenix"):
        city = board.city_by_id[id]
        assert under.to_lake((city.x, city.y)) > 60, id


def test_every_ferry_crosses_water() -> None:
    board, under = load_board("europe"), ground("europe")
    ferries = [route for route in board.routes if route.ferry]
    assert ferries
    for route in ferries:
        curve = drawing_of(board).curves[route.index]
        wet = sum(under.wet(curve.point(i / 20)) for i in range(21))
        assert wet >= 21 / 5, route.id


@pytest.mark.parametrize(
    ("name", "ids"),
    [
        ("new-york", ("chinatown-brooklyn", "wall_street-brooklyn", "lower_east_side-brooklyn")),
        ("london", ("big_ben-waterloo", "st_pauls-globe_theatre", "trafalgar_square-waterloo")),
    ],
)
def test_routes_over_a_river_cross_it(name: str, ids: tuple[str, ...]) -> None:
    board, under = load_board(name), ground(name)
    for id in ids:
        ends = set(id.split("-"))
        route = next(r for r in board.routes if {r.a.id, r.b.id} == ends)
        curve = drawing_of(board).curves[route.index]
        assert any(under.wet(curve.point(i / 40)) for i in range(41)), id


@pytest.mark.parametrize("name", BOARDS)
def test_names_stand_on_water_and_touch_nothing_of_the_board(name: str) -> None:
    board, under = load_board(name), ground(name)
    drawing = drawing_of(board)
    taken = [s.shape for s in drawing.all_spaces()] + [label.shape for label in drawing.labels]
    names = outline(board).names
    assert names
    for water in names:
        assert water.key in WATERS
        across = water.shape.corners
        for a, b in zip(across[:2], (across[3], across[2]), strict=True):
            assert under.wet(((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)), water.key
        assert under.wet((water.x, water.y)), water.key
        assert max(overlap(water.shape, shape) for shape in (*taken, *drawing.discs)) <= 0.0


@pytest.mark.parametrize("name", ["usa", "europe"])
def test_hills_stand_beside_spaces_cities_and_labels(name: str) -> None:
    drawing = drawing_of(load_board(name))
    taken = [s.shape for s in drawing.all_spaces()] + [label.shape for label in drawing.labels]
    hills = ground(name).shapes["relief"]
    assert len(hills) > 100
    for line in hills:
        for x, y in line:
            spot = disc((x, y), 0.5)
            assert all(
                abs(other.bounds[0] - x) > 90 or overlap(spot, other) == 0
                for other in (*taken, *drawing.discs)
            )


def test_the_credit_of_the_geodata_is_shown() -> None:
    for name in ("usa", "europe"):
        board = load_board(name)
        assert outline(board).credit == "Made with Natural Earth."
        assert outline(board).credit in board_svg(board)


def test_an_unreadable_path_is_noticed() -> None:
    assert points_of("M1 2l3-4h.5v-1z") == [[(1.0, 2.0), (4.0, -2.0), (4.5, -2.0), (4.5, -3.0)]]
    with pytest.raises(AssertionError):
        points_of("M1 2c3 4")
