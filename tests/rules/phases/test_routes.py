"""Claiming a route: what it costs, what it scores, and double routes (C1–C8, P14, P15)."""

from __future__ import annotations

import random
from collections import Counter
from itertools import cycle
from pathlib import Path

import pytest

from tests.rules.ask import (
    PLAYERS,
    TABLES,
    all_wilds,
    claimable,
    doubles,
    owner,
    players,
    refusal,
    track,
    ways,
)
from tests.rules.brute_force import SHEETS, payments
from tests.rules.own_boards import own_board
from tests.rules.positions import hand, read, whole_deck
from whistlestop.boards.load import load_board
from whistlestop.model.actions import Claim
from whistlestop.model.board import Route

FREE_GRAY = {
    "usa": "dallas-little_rock",
    "europe": "danzig-warszawa",
    "new-york": "soho-wall_street",
    "london": "trafalgar_square-waterloo",
}


# One free route, whole


def test_any_free_route_anywhere_may_be_claimed(board: str) -> None:
    """C1"""
    mine = load_board(board).routes[0]
    game = read(board, f"Ann: hand {all_wilds(board)}; routes {mine.id}")
    others = {r.id for r in load_board(board).routes if r.index not in (mine.index, mine.twin)}
    assert claimable(game) == others


def test_a_route_is_claimed_by_whoever_pays_and_ends_the_turn(board: str) -> None:
    """C1"""
    game = read(board, "Ann: hand 2 blue")
    game.play(f"claim {FREE_GRAY[board]} 2 blue")
    assert owner(game, FREE_GRAY[board]) == 0
    assert (game.turn, game.phase) == (1, "turn")


def test_a_claimed_route_cannot_be_claimed_again(board: str) -> None:
    """C1"""
    route = FREE_GRAY[board]
    for turn in ("Ann", "Bob"):
        game = read(board, f"turn: {turn}\nAnn: hand 2 blue; routes {route}\nBob: hand 2 green")
        colour = "blue" if turn == "Ann" else "green"
        assert refusal(game, f"claim {route} 2 {colour}") == "route_taken"


def test_a_route_is_claimed_whole_or_not_at_all(board: str) -> None:
    """C1"""
    game = read(board, "Ann: hand 3 blue")
    for count in (1, 3):
        assert refusal(game, f"claim {FREE_GRAY[board]} {count} blue") == "wrong_number_of_cards"


# What it costs


def test_locomotives_stand_in_for_any_number_of_the_cards() -> None:
    """C2"""
    game = read("usa", "Ann: hand 5 red 5 locomotive")
    assert ways(game, "dallas-el_paso") == [
        "1 red 3 locomotive",
        "2 red 2 locomotive",
        "3 red 1 locomotive",
        "4 locomotive",
        "4 red",
    ]


def test_a_hand_one_card_short_cannot_pay() -> None:
    """C2"""
    game = read("usa", "Ann: hand 2 red 1 locomotive 12 blue")
    assert ways(game, "dallas-el_paso") == []
    assert refusal(game, "claim dallas-el_paso 3 red 1 locomotive") == "not_enough_cards"
    assert refusal(game, "claim dallas-el_paso 2 red 2 locomotive") == "not_enough_cards"


def test_a_coloured_route_takes_its_colour_only() -> None:
    """C3"""
    game = read("usa", "Ann: hand 4 blue 4 red")
    assert refusal(game, "claim dallas-el_paso 4 blue") == "wrong_colour"
    assert ways(game, "dallas-el_paso") == ["4 red"]


def test_a_gray_route_takes_any_one_colour(board: str) -> None:
    """C3"""
    colours = load_board(board).colours
    cards = " ".join(f"2 {colour}" for colour in colours)
    game = read(board, f"Ann: hand {cards}")
    assert ways(game, FREE_GRAY[board]) == sorted(f"2 {colour}" for colour in colours)


def test_a_gray_route_is_never_paid_with_two_colours(board: str) -> None:
    """C3"""
    game = read(board, "Ann: hand 1 blue 1 green 1 black 1 orange")
    assert ways(game, FREE_GRAY[board]) == []
    assert refusal(game, f"claim {FREE_GRAY[board]} 1 blue 1 green") == "bad_notation"
    with_wild = read(board, "Ann: hand 1 blue 1 green 1 locomotive")
    expected = ["1 blue 1 locomotive", "1 green 1 locomotive"]
    assert ways(with_wild, FREE_GRAY[board]) == expected


def test_a_gray_route_paid_with_locomotives_only_is_one_way_to_pay(board: str) -> None:
    """C2, C3"""
    only_wilds = read(board, "Ann: hand 2 locomotive")
    assert ways(only_wilds, FREE_GRAY[board]) == ["2 locomotive"]
    with_colours = read(board, "Ann: hand 2 blue 2 green 2 locomotive")
    assert ways(with_colours, FREE_GRAY[board]).count("2 locomotive") == 1


@pytest.mark.parametrize("seed", range(8))
def test_the_claims_of_any_hand_are_exactly_those_of_the_rules(board: str, seed: int) -> None:
    """C1–C4, F1, F2: each way to pay once, on every free route, and no other."""
    rng = random.Random(seed)
    deck = list(whole_deck(load_board(board)).elements())
    held = Counter(rng.sample(deck, rng.randint(1, 25)))
    game = read(board, "Ann: hand " + " ".join(f"{n} {card}" for card, n in held.items()))
    found = [str(action) for action in game.legal if isinstance(action, Claim)]
    expected = {
        f"claim {route.id} {way}"
        for route in load_board(board).routes
        for way in payments(route.length, route.colour, route.ferry, held)
    }
    assert sorted(found) == sorted(expected)


# Trains, cards and points


def test_a_player_needs_as_many_trains_as_the_route_has_spaces(board: str) -> None:
    """C4"""
    own = track(board, SHEETS[board].trains - 2, FREE_GRAY[board])
    game = read(board, f"Ann: hand {all_wilds(board)}; routes {own}")
    taken = {load_board(board).route_by_id[name] for name in own.split()}
    closed = {r.index for r in taken} | {r.twin for r in taken}
    free = [r for r in load_board(board).routes if r.index not in closed]
    assert claimable(game) == {r.id for r in free if r.length <= 2}
    longer = next(r for r in free if r.length == 3 and not r.tunnel)
    assert refusal(game, f"claim {longer.id} 3 locomotive") == "not_enough_trains"


def test_a_player_may_place_the_very_last_train(board: str) -> None:
    """C4"""
    own = track(board, SHEETS[board].trains - 2, FREE_GRAY[board])
    game = read(board, f"Ann: hand 2 blue; routes {own}")
    game.play(f"claim {FREE_GRAY[board]} 2 blue")
    assert game.view(None).players[0].trains == 0


def test_trains_placed_never_come_back(board: str) -> None:
    """C4"""
    game = read(board, "Ann: hand 2 blue 2 green\nBob: hand 2 black")
    start = SHEETS[board].trains
    game.play(f"claim {FREE_GRAY[board]} 2 blue")
    assert game.view(None).players[0].trains == start - 2
    for _ in range(4):
        game.play("draw deck")
    assert [p.trains for p in game.view(None).players] == [start - 2, start]
    assert owner(game, FREE_GRAY[board]) == 0


def test_the_cards_played_are_discarded(board: str) -> None:
    """C5"""
    game = read(board, "discards: 1 green\nAnn: hand 3 blue 2 locomotive")
    game.play(f"claim {FREE_GRAY[board]} 1 blue 1 locomotive")
    assert hand(game, 0) == {"blue": 2, "locomotive": 1}
    assert game.view(None).discards == {"green": 1, "blue": 1, "locomotive": 1}


def routes_by_length(board: str) -> dict[int, Route]:
    return {route.length: route for route in load_board(board).routes}


@pytest.mark.parametrize(
    ("board", "length"), [(name, n) for name, sheet in SHEETS.items() for n in sheet.points]
)
def test_a_route_scores_at_once_by_its_length(board: str, length: int) -> None:
    """C5, P15"""
    route = routes_by_length(board)[length]
    game = read(board, f"Ann: hand {all_wilds(board)}")
    events = game.play(f"claim {route.id} {length} locomotive")
    points = SHEETS[board].points[length]
    assert [e["points"] for e in events if e.name == "claimed"] == [points]
    assert [p.points for p in game.view(None).players] == [points, 0]
    assert [seat.routes for seat in game.score().seats] == [points, 0]


def test_every_length_on_a_board_has_its_points(board: str) -> None:
    """P15"""
    assert set(routes_by_length(board)) == set(SHEETS[board].points)


# Double routes


def test_double_routes_join_the_same_cities_with_equal_length(board: str) -> None:
    """C6, C8"""
    routes = load_board(board).routes
    for route in routes:
        ends = {route.a, route.b}
        same = [r for r in routes if r != route and {r.a, r.b} == ends and r.length == route.length]
        assert [r.index for r in same] == ([] if route.twin is None else [route.twin])


@pytest.mark.parametrize(("board", "count"), TABLES)
def test_nobody_ever_owns_both_sides_of_a_double_route(board: str, count: int) -> None:
    """C6"""
    for side, other in doubles(board):
        game = read(board, f"{players(count)}\nAnn: hand {all_wilds(board)}; routes {side.id}")
        assert other.id not in claimable(game)


@pytest.mark.parametrize(("board", "count"), TABLES)
def test_a_claimed_side_closes_the_other_with_few_players_only(board: str, count: int) -> None:
    """C7, P14: up to three on the big boards, two on the small ones."""
    open_to_others = count > SHEETS[board].single_track
    everybody_else = cycle(PLAYERS[1:count])
    for side, other in doubles(board):
        name = next(everybody_else)
        text = f"{players(count)}\nturn: {name}\nAnn: routes {side.id}\n"
        game = read(board, f"{text}{name}: hand {all_wilds(board)}")
        assert (other.id in claimable(game)) is open_to_others


@pytest.mark.parametrize(("board", "count"), TABLES)
def test_a_view_says_to_which_seats_the_other_side_is_open(board: str, count: int) -> None:
    """C6, C7, P14: to nobody with few players, otherwise to everybody but the owner."""
    others = [] if count <= SHEETS[board].single_track else list(range(1, count))
    for side, other in doubles(board):
        view = read(board, f"{players(count)}\nAnn: routes {side.id}").view(None)
        assert [seat for seat in range(count) if view.is_open(other, seat)] == others
        assert not any(view.is_open(side, seat) for seat in range(count))


@pytest.mark.parametrize(("board", "count"), TABLES)
def test_the_double_route_rule_holds_in_play(board: str, count: int) -> None:
    """C6, C7, P14"""
    side, other = next(pair for pair in doubles(board) if pair[0].colour != "gray")
    claim = f"claim {other.id} {other.length} {other.colour}"
    mine = f"{players(count)}\nAnn: hand {other.length} {other.colour}; routes {side.id}"
    assert refusal(read(board, mine), claim) == "other_side_yours"
    hands = f"Ann: hand {side.length} {side.colour}\nBob: hand {other.length} {other.colour}"
    game = read(board, f"{players(count)}\n{hands}")
    game.play(f"claim {side.id} {side.length} {side.colour}")
    if count <= SHEETS[board].single_track:
        assert refusal(game, claim) == "other_side_closed"
    else:
        game.play(claim)
        assert (owner(game, side.id), owner(game, other.id)) == (0, 1)


@pytest.mark.parametrize("few", [True, False])
def test_a_claim_closes_nothing_but_the_route_and_its_other_side(board: str, few: bool) -> None:
    """C1, C7, C8: above all not the routes beside it that join other cities."""
    routes = load_board(board).routes
    count = 2 if few else 4
    for mine in routes:
        text = f"{players(count)}\nturn: Bob\nAnn: routes {mine.id}\nBob: hand {all_wilds(board)}"
        closed = {mine.index, mine.twin} if few else {mine.index}
        assert claimable(read(board, text)) == {r.id for r in routes if r.index not in closed}


def test_routes_of_different_length_between_two_cities_are_not_double(tmp_path: Path) -> None:
    """C6, C8"""
    board = own_board(tmp_path, "east-west 2 red\neast-west 3 blue\nwest-north 1 gray")
    assert [route.twin for route in load_board(board).routes] == [None, None, None]
    game = read(board, "Ann: hand 3 blue; routes east-west")
    game.play("claim east-west#2 3 blue")
    assert owner(game, "east-west") == owner(game, "east-west#2") == 0
    other = read(board, "turn: Bob\nAnn: routes east-west\nBob: hand 3 blue")
    assert claimable(other) == {"east-west#2", "west-north"}


def test_routes_side_by_side_to_different_cities_are_not_double() -> None:
    """C8: both leave Denver eastwards and run beside each other for a stretch."""
    game = read("usa", "Ann: hand 4 purple; routes denver-kansas_city:black")
    game.play("claim denver-omaha 4 purple")
    assert owner(game, "denver-omaha") == 0
