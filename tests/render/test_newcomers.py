"""A city added to a placed board gets a place among the others, which stay about where they are."""

from __future__ import annotations

import math
import tomllib
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from tests.boards.tiny import TINY
from whistlestop.boards.load import board_from_data, load_board, parse_board
from whistlestop.render.geometry.clashes import clashes
from whistlestop.render.geometry.drawing import SPACE
from whistlestop.render.layout import LayoutWish, found_layout, placed_text, with_newcomers
from whistlestop.render.layout.newcomers import NEAREST
from whistlestop.render.layout.puzzle import LayoutPuzzle
from whistlestop.render.layout.start import home_of

NEW_YORK = load_board("new-york")


def data_of(*new: str, located: bool = True, canvas: bool = True) -> dict[str, Any]:
    """New York as a file has it, in which some cities have no places."""
    cities: dict[str, dict[str, Any]] = {
        city.id: {"name": city.name, "lat": city.lat, "lon": city.lon, "x": city.x, "y": city.y}
        for city in NEW_YORK.cities
    }
    for id in new:
        gone = ("x", "y") if located else ("x", "y", "lat", "lon")
        cities[id] = {key: value for key, value in cities[id].items() if key not in gone}
    routes = [{"cities": f"{r.a.id}-{r.b.id}", "length": r.length} for r in NEW_YORK.routes]
    size = {"width": NEW_YORK.width, "height": NEW_YORK.height}
    return {"cities": cities, "routes": routes} | ({"canvas": size} if canvas else {})


def far(data: dict[str, Any], id: str) -> float:
    """How far, in spaces, a city is from its place on the shipped board."""
    city, there = data["cities"][id], NEW_YORK.city_by_id[id]
    return math.hypot(city["x"] - there.x, city["y"] - there.y) / SPACE


@pytest.mark.parametrize("city", [city.id for city in NEW_YORK.cities])
@pytest.mark.parametrize(("located", "most"), [(True, 3.0), (False, 4.5)])
def test_every_city_is_found_again_near_its_place(city: str, located: bool, most: float) -> None:
    data, new = with_newcomers(data_of(city, located=located))
    assert new == (city,)
    assert far(data, city) < most


def test_a_place_keeps_its_distance_and_lies_on_the_sheet() -> None:
    for city in NEW_YORK.cities:
        for located in (True, False):
            data, _ = with_newcomers(data_of(city.id, located=located))
            placed = {id: (c["x"], c["y"]) for id, c in data["cities"].items()}
            x, y = placed.pop(city.id)
            assert min(math.dist((x, y), other) for other in placed.values()) >= NEAREST - 0.2
            assert 0 <= x <= NEW_YORK.width
            assert 0 <= y <= NEW_YORK.height


def test_a_city_joins_others_that_only_a_map_has_placed() -> None:
    before = data_of("soho", located=False)
    for city in before["cities"].values():
        city.pop("x", None)
        city.pop("y", None)
    data, new = with_newcomers(before)
    assert new == ("soho",)
    assert "canvas" not in data, "it was not made for this drawing"
    placed = {id: (c["x"], c["y"]) for id, c in data["cities"].items()}
    soho = placed.pop("soho")
    ends = ("chelsea", "greenwich_village", "wall_street")
    assert math.dist(soho, np.mean([placed[id] for id in ends], 0)) < 2 * NEAREST
    ways = [
        math.dist(placed[r.a.id], placed[r.b.id]) for r in NEW_YORK.routes if "soho" not in r.id
    ]
    spaces = [r.length for r in NEW_YORK.routes if "soho" not in r.id]
    assert 0.8 < sum(ways) / SPACE / sum(spaces) < 1.25


def test_several_newcomers_follow_each_other() -> None:
    ids = ("wall_street", "chinatown", "lower_east_side", "soho")
    data, new = with_newcomers(data_of(*ids, located=False, canvas=False))
    assert set(new) == set(ids)
    assert all(far(data, id) < 8 for id in ids)


def test_nothing_but_the_newcomers_changes() -> None:
    before = data_of("soho")
    after, _ = with_newcomers(before)
    assert "x" not in before["cities"]["soho"]
    for id, city in after["cities"].items():
        kept = {key: value for key, value in city.items() if id != "soho" or key not in "xy"}
        assert kept == before["cities"][id]


@pytest.mark.parametrize(
    "data",
    [
        {},
        {"cities": 7},
        {"cities": {"a": 1, "b": {"x": 1, "y": 1}}},
        {"cities": {"a": {}, "b": {"x": "far", "y": 1}}},
        {"cities": {"a": {}, "b": {"x": float("inf"), "y": 1}}},
        {"cities": {"a": {}, "b": {"x": 1}}},
        {"cities": {"a": {"x": 1, "y": 1}}},
        {"cities": {"a": {}, "b": {}}},
    ],
)
def test_what_is_not_as_it_should_be_is_left_to_the_loader(data: dict[str, Any]) -> None:
    assert with_newcomers(data) == (data, ())


@pytest.mark.parametrize("routes", [None, 3, [7], [{"cities": 1}], [{"cities": "a-b"}]])
def test_routes_that_cannot_be_read_do_not_matter(routes: object) -> None:
    data = {"cities": {"a": {}, "b": {"x": 100, "y": 100}}, "routes": routes}
    placed, new = with_newcomers(data)
    assert new == ("a",)
    assert math.dist([placed["cities"]["a"][k] for k in "xy"], (100, 100)) >= NEAREST - 0.2


def test_a_city_on_no_map_lies_at_home_as_on_the_sheet() -> None:
    """Of a board on the map one city has only x and y: it is not sought off the coast of Africa."""
    nowhere = tuple(
        replace(city, lat=0.0, lon=0.0) if city.id == "soho" else city for city in NEW_YORK.cities
    )
    home = home_of(LayoutPuzzle(replace(NEW_YORK, cities=nowhere), LayoutWish()))
    true = home_of(LayoutPuzzle(NEW_YORK, LayoutWish()))
    off = (home - home.mean(0)) - (true - true.mean(0))
    assert np.hypot(*off.T).max() < 3


JOINS = (
    ("routes = [\n", 'routes = [\n  { cities = "halt-east", length = 2, colour = "red" },\n'),
    ("[options.quick]\n", 'halt = { name = "Halt", lat = 57.0, lon = 18.0 }\n\n[options.quick]\n'),
)


@pytest.mark.slow
def test_a_new_city_joins_a_board_that_stays_about_as_it_is() -> None:
    wish = LayoutWish(letters=11.0, widest_name=76.0, stations=True)
    tiny = parse_board(TINY, "tiny.toml")
    text = placed_text(TINY, tiny, found_layout(tiny, wish))
    old = parse_board(text, "tiny.toml")
    for before, after in JOINS:
        assert text.count(before) == 1
        text = text.replace(before, after)
    data, new = with_newcomers(tomllib.loads(text))
    assert new == ("halt",)
    board = board_from_data(data, "tiny.toml")
    found = found_layout(board, wish, joined=True)
    placed = parse_board(placed_text(text, board, found), "tiny.toml")
    assert clashes(placed) == []
    ways = [(placed.city_by_id[c.id].x - c.x, placed.city_by_id[c.id].y - c.y) for c in old.cities]
    moved = np.array(ways) - np.mean(ways, 0)
    assert np.hypot(*moved.T).max() < 1.5 * SPACE
