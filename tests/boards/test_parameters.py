"""The boards as parameters of one engine, and every option with the switches it changes."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any

import pytest

from whistlestop.boards.load import board_names, load_board, options_of
from whistlestop.model.rules import Rules

BOARDS = ("usa", "europe", "new-york", "london")
EIGHT = ("purple", "blue", "orange", "white", "green", "yellow", "black", "red")


def switches(name: str) -> list[Any]:
    """The value of one switch on each of the boards, in the order of `BOARDS`."""
    return [getattr(load_board(board).rules, name) for board in BOARDS]


def test_two_to_five_play_and_two_to_four_in_a_city() -> None:
    """P1"""
    assert switches("min_players") == [2, 2, 2, 2]
    assert switches("max_players") == [5, 5, 4, 4]


def test_pieces_per_player() -> None:
    """P2"""
    assert switches("trains") == [45, 45, 15, 17]


def test_only_europe_has_stations() -> None:
    """P3, P17"""
    assert switches("stations") == [0, 3, 0, 0]
    assert switches("station_points") == [0, 4, 0, 0]


def test_colours_and_copies_of_the_cards() -> None:
    """P4"""
    cards = [(load_board(b).colours, load_board(b).copies) for b in BOARDS]
    assert cards == [
        (EIGHT, 12),
        (EIGHT, 12),
        (("blue", "green", "black", "pink", "red", "orange"), 6),
        (("blue", "green", "black", "pink", "yellow", "orange"), 6),
    ]


def test_locomotives_and_the_size_of_the_deck() -> None:
    """P5, P6"""
    assert [load_board(b).locomotives for b in BOARDS] == [14, 14, 8, 8]
    assert [load_board(b).deck_size for b in BOARDS] == [110, 110, 44, 44]


def test_starting_hand_market_and_wipe() -> None:
    """P7, P8, P9"""
    assert switches("hand") == [4, 4, 2, 2]
    assert switches("market") == [5, 5, 5, 5]
    assert switches("wipe") == [3, 3, 3, 3]


def test_tickets_dealt_at_the_start() -> None:
    """P11, S2"""
    assert switches("opening_long") == [0, 1, 0, 0]
    assert switches("opening_regular") == [3, 3, 2, 2]
    assert switches("opening_keep") == [2, 2, 1, 1]
    assert [sum(t.long for t in load_board(b).tickets) for b in BOARDS] == [0, 6, 0, 0]


def test_refused_tickets_go_under_the_deck_but_out_of_the_game_in_europe() -> None:
    """P12"""
    assert switches("opening_refused") == ["under", "out", "under", "under"]


def test_tickets_drawn_in_a_turn() -> None:
    """P13"""
    assert switches("draw_tickets") == [3, 3, 2, 2]
    assert switches("draw_keep") == [1, 1, 1, 1]


def test_players_up_to_which_one_side_of_a_double_route_closes() -> None:
    """P14"""
    assert switches("single_track_players") == [3, 3, 2, 2]


def test_points_by_route_length() -> None:
    """P15"""
    assert switches("points") == [
        {1: 1, 2: 2, 3: 4, 4: 7, 5: 10, 6: 15},
        {1: 1, 2: 2, 3: 4, 4: 7, 6: 15, 8: 21},
        {1: 1, 2: 2, 3: 4, 4: 7},
        {1: 1, 2: 2, 3: 4, 4: 7},
    ]


def test_bonuses() -> None:
    """P16, P18"""
    assert switches("longest_trail") == [10, 10, 0, 0]
    assert switches("globetrotter") == [0, 0, 0, 0]
    assert switches("attraction_points") == [0, 0, 1, 0]
    assert switches("districts") == [False, False, False, True]


def test_the_last_round_starts_at_two_pieces() -> None:
    """P19"""
    assert switches("last_round") == [2, 2, 2, 2]


def test_tie_breaks() -> None:
    """P20"""
    assert switches("tie_breaks") == [
        ("tickets", "trail"),
        ("tickets", "stations", "trail"),
        ("tickets",),
        ("tickets",),
    ]


def test_who_starts_is_shown_as_a_hint() -> None:
    """P21"""
    assert [load_board(b).starter for b in BOARDS] == [
        "the most travelled player",
        "the player who has visited the most European countries",
        "the youngest player",
        "the youngest player",
    ]


def test_a_tunnel_turns_up_three_cards() -> None:
    assert load_board("europe").rules.tunnel_cards == 3


def test_wild_cards_and_pieces_have_their_own_names_in_the_city_games() -> None:
    labels = [(load_board(b).labels["locomotive"], load_board(b).labels["train"]) for b in BOARDS]
    assert labels == [
        ("locomotive", "train"),
        ("locomotive", "train"),
        ("taxi", "taxi"),
        ("bus", "bus"),
    ]


# What each option changes; everything else is as on the board without it.
OPTIONS: dict[str, dict[str, Any]] = {
    "usa:classic": {},
    "usa:1910": {"longest_trail": 0, "globetrotter": 15},
    "usa:mega": {
        "opening_regular": 5,
        "opening_keep": 3,
        "draw_tickets": 4,
        "globetrotter": 15,
    },
    "usa:big-cities": {
        "opening_regular": 4,
        "draw_tickets": 4,
        "longest_trail": 0,
    },
    "europe:big-cities": {"opening_long": 0},
    "europe:mega": {},
    "europe:expanded": {},
}


def test_every_option_of_every_board_is_listed_with_a_sentence() -> None:
    """V1"""
    found = {f"{b}:{o}": says for b in board_names() for o, says in options_of(b).items()}
    assert set(found) == set(OPTIONS)
    assert all(says.endswith(".") and len(says) > 40 for says in found.values())


@pytest.mark.parametrize("name", OPTIONS)
def test_an_option_changes_exactly_its_own_switches(name: str) -> None:
    """V1"""
    board, base = load_board(name), load_board(name.partition(":")[0])
    assert board.rules == replace(base.rules, **OPTIONS[name])
    assert (board.routes, board.cities) == (base.routes, base.cities)
    assert (board.name, board.option) == (name, name.partition(":")[2])
    assert board.says == options_of(board.id)[board.option]


def test_what_is_our_own_decision_is_said_in_the_option() -> None:
    assert all("our decision" in says for says in options_of("europe").values())
    assert "disagrees" in options_of("europe")["expanded"]


@pytest.mark.parametrize("name", BOARDS)
def test_a_shipped_board_states_every_switch_and_every_switch_has_its_sentence(name: str) -> None:
    import tomllib
    from importlib.resources import files

    text = (files("whistlestop.boards") / f"{name}.toml").read_text(encoding="utf-8")
    assert list(tomllib.loads(text)["rules"]) == [f.name for f in fields(Rules)]
    sentences = load_board(name).rules.sentences()
    assert all(sentence.endswith(".") for sentence in sentences.values())
