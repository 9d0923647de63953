"""Ferries: symbols that only locomotives pay (F1, F2)."""

from __future__ import annotations

import pytest

from tests.rules.ask import claimable, owner, refusal, ways
from tests.rules.brute_force import payments
from tests.rules.positions import hand, read
from whistlestop.boards.load import load_board
from whistlestop.model.board import Route

FERRIES = [route for route in load_board("europe").routes if route.ferry]


def test_only_one_board_has_ferries_and_they_are_gray() -> None:
    """F1"""
    assert len(FERRIES) == 13
    assert {route.colour for route in FERRIES} == {"gray"}
    for name in ("usa", "new-york", "london"):
        assert not any(route.ferry for route in load_board(name).routes)


def test_a_ferry_takes_its_locomotives_and_a_set_of_one_colour() -> None:
    """F1"""
    game = read("europe", "Ann: hand 3 red 2 blue 1 locomotive")
    assert ways(game, "athina-brindisi") == ["3 red 1 locomotive"]


def test_locomotives_may_replace_the_coloured_cards_of_a_ferry_as_well() -> None:
    """F1"""
    game = read("europe", "Ann: hand 3 red 2 blue 4 locomotive")
    assert ways(game, "athina-brindisi") == [
        "1 blue 3 locomotive",
        "1 red 3 locomotive",
        "2 blue 2 locomotive",
        "2 red 2 locomotive",
        "3 red 1 locomotive",
        "4 locomotive",
    ]


def test_a_ferry_with_two_symbols_takes_two_locomotives() -> None:
    """F1"""
    game = read("europe", "Ann: hand 6 red 2 locomotive")
    assert ways(game, "palermo-smyrna") == ["4 red 2 locomotive"]
    assert refusal(game, "claim palermo-smyrna 5 red 1 locomotive") == "ferry_needs_locomotives"


def test_a_ferry_of_symbols_only_has_one_way_to_pay() -> None:
    """F1, F2"""
    game = read("europe", "Ann: hand 12 red 12 blue 14 locomotive")
    assert ways(game, "amsterdam-london") == ["2 locomotive"]


def test_nothing_but_locomotives_pays_for_the_symbols_of_a_ferry() -> None:
    """F2"""
    every_colour = " ".join(f"12 {colour}" for colour in load_board("europe").colours)
    game = read("europe", f"market: - - - - -\nAnn: hand {every_colour}")
    assert not claimable(game) & {route.id for route in FERRIES}
    for route in FERRIES:
        code = refusal(game, f"claim {route.id} {route.length} red")
        assert code == "ferry_needs_locomotives"


def test_the_coloured_cards_of_a_ferry_are_of_one_colour() -> None:
    """F1"""
    game = read("europe", "Ann: hand 2 red 1 blue 1 locomotive")
    assert ways(game, "athina-brindisi") == []


@pytest.mark.parametrize("route", FERRIES, ids=str)
@pytest.mark.parametrize("wilds", [1, 2, 3, 8])
def test_every_ferry_is_paid_as_the_rule_says(route: Route, wilds: int) -> None:
    """F1, F2"""
    held = {"red": 12, "blue": 3, "green": 1, "locomotive": wilds}
    game = read("europe", "Ann: hand " + " ".join(f"{n} {card}" for card, n in held.items()))
    assert ways(game, route.id) == sorted(payments(route.length, "gray", route.ferry, held))


def test_the_locomotives_of_a_ferry_are_discarded_like_any_card() -> None:
    """F1, C5"""
    game = read("europe", "Ann: hand 3 red 2 locomotive")
    game.play("claim athina-brindisi 3 red 1 locomotive")
    assert owner(game, "athina-brindisi") == 0
    assert game.view(None).discards == {"red": 3, "locomotive": 1}
    assert hand(game, 0) == {"locomotive": 1}
    assert game.view(None).players[0].points == 7
