"""What may look broken in a board file and is not, and what the loader makes of it."""

from __future__ import annotations

import tomllib

from tests.boards.broken import ticket
from tests.boards.tiny import TINY
from whistlestop.boards.load import board_from_data, parse_board


def test_routes_of_different_length_between_two_cities_are_not_double() -> None:
    """C6"""
    data = tomllib.loads(TINY)
    data["routes"][1]["length"] = 1
    board = board_from_data(data, "tiny.toml")
    one, two = board.route_by_id["north-west"], board.route_by_id["north-west#2"]
    assert (one.twin, two.twin) == (None, None)
    assert (one.length, two.length) == (2, 1)


def test_the_order_of_the_cities_does_not_matter_for_a_double_route() -> None:
    """C6"""
    data = tomllib.loads(TINY)
    data["routes"][1]["cities"] = "west-north"
    board = board_from_data(data, "tiny.toml")
    assert [r.id for r in board.routes[:2]] == ["north-west:red", "north-west:blue"]
    assert [r.twin for r in board.routes[:2]] == [1, 0]


def test_two_gray_sides_of_a_double_route_are_told_apart_by_number() -> None:
    """C6"""
    board = parse_board(TINY, "tiny.toml")
    assert [r.id for r in board.routes[3:5]] == ["west-south", "west-south#2"]
    assert [r.twin for r in board.routes[3:5]] == [4, 3]


def test_a_pair_of_cities_may_have_two_tickets_of_different_value() -> None:
    data = tomllib.loads(TINY)
    data["tickets"].append(ticket("east-north", points=9))
    board = board_from_data(data, "tiny.toml")
    assert [t.id for t in board.tickets if t.b.id == "north"] == ["west-north", "east-north#2"]


def test_long_tickets_without_a_deal_of_their_own_are_regular() -> None:
    """S2"""
    data = tomllib.loads(TINY)
    assert sum(t.long for t in board_from_data(data, "tiny.toml").tickets) == 2
    data["rules"]["opening_long"] = 0
    assert not any(t.long for t in board_from_data(data, "tiny.toml").tickets)


def test_tickets_that_name_no_sets_are_in_every_one() -> None:
    data = tomllib.loads(TINY)
    for row in data["tickets"]:
        del row["sets"]
    data["options"]["quick"]["ticket_set"] = "other"
    assert len(board_from_data(data, "tiny.toml").tickets) == 6
    assert len(board_from_data(data, "tiny.toml", "quick").tickets) == 6


def test_optional_tables_and_texts_can_be_left_out() -> None:
    data = tomllib.loads(TINY)
    for key in ("labels", "options", "starter"):
        del data[key]
    board = board_from_data(data, "tiny.toml")
    assert (board.labels, board.starter) == ({}, "")


def test_a_canvas_without_positions_is_the_one_the_cities_are_placed_on() -> None:
    data = tomllib.loads(TINY) | {"canvas": {"width": 400, "height": 300}}
    board = board_from_data(data, "tiny.toml")
    assert (board.width, board.height) == (400, 300)
    assert all(60 <= c.x <= 340 and 60 <= c.y <= 240 for c in board.cities)
    assert {60.0, 240.0} <= {c.y for c in board.cities}  # as large as the canvas allows


def test_cities_on_one_meridian_or_in_one_place_still_have_a_canvas() -> None:
    data = tomllib.loads(TINY)
    for row in data["cities"].values():
        row["lon"] = 10.0
    board = board_from_data(data, "tiny.toml")
    assert {c.x for c in board.cities} == {500.0}
    for row in data["cities"].values():
        row["lat"] = 50.0
    board = board_from_data(data, "tiny.toml")
    assert all(0 < c.x < board.width and 0 < c.y < board.height for c in board.cities)
