"""The market and the pile: wiping, reshuffling and refilling (D6–D8)."""

from __future__ import annotations

from collections import Counter
from importlib.resources import files
from pathlib import Path

import pytest

from tests.rules.positions import claim, counted, hand, line, market, names, read, scarce
from whistlestop.engine.game import Game

L = "locomotive"
TWO_WILD = f"{L} {L} blue green green"


def wipes(game: Game) -> int:
    return names(game, None).count("wiped")


# Wiping


def test_three_face_up_locomotives_wipe_the_market(board: str) -> None:
    """D6"""
    game = read(board, f"market: {TWO_WILD}\npile: {L} black orange blue {L} {L} ...")
    game.play("draw blue")
    assert market(game) == f"black orange blue {L} {L}"
    assert game.view(0).discards == {L: 3, "green": 2}
    assert [event["times"] for event in game.events(None) if event.name == "wiped"] == [1]


def test_two_face_up_locomotives_do_not(board: str) -> None:
    """D6"""
    game = read(board, f"market: {TWO_WILD}\npile: black black ...")
    game.play("draw blue")
    assert market(game) == f"{L} {L} black green green"
    assert wipes(game) == 0


def test_the_market_is_wiped_between_the_two_cards_of_a_turn(board: str) -> None:
    """D6, D2"""
    game = read(board, f"market: {TWO_WILD}\npile: {L} black orange black orange black ...")
    game.play("draw blue")
    assert (game.turn, game.phase) == (0, "second card")
    assert market(game) == "black orange black orange black"
    assert [str(action) for action in game.legal] == [
        "draw deck",
        *(f"draw {colour}" for colour in game.board.colours if colour in ("black", "orange")),
    ]
    game.play("draw orange")
    assert hand(game, 0) == {"blue": 1, "orange": 1}


def test_the_market_is_wiped_after_the_second_card_too(board: str) -> None:
    """D6"""
    game = read(board, f"market: {TWO_WILD}\npile: orange {L} black orange black orange black ...")
    game.play("draw deck")
    game.play("draw blue")
    assert game.turn == 1
    assert market(game) == "black orange black orange black"


def test_the_market_is_wiped_after_a_face_up_locomotive_was_taken(board: str) -> None:
    """D6, D3"""
    new = "black black black black black"
    game = read(board, f"market: {L} {L} {L} blue green\npile: {L} {new} ...")
    game.play("draw locomotive")
    assert hand(game, 0) == {L: 1}
    assert market(game) == new


def test_the_market_is_wiped_again_if_the_new_cards_call_for_it(board: str) -> None:
    """D6"""
    first, second = f"{L} black {L} orange {L}", "blue green orange black blue"
    game = read(board, f"market: {TWO_WILD}\npile: {L} {first} {second} ...")
    game.play("draw blue")
    assert market(game) == second
    assert game.view(0).discards == counted(f"2 green 6 {L} 1 black 1 orange")
    assert [event["times"] for event in game.events(None) if event.name == "wiped"] == [1, 2]


def test_a_wipe_goes_on_with_the_discards_when_the_pile_runs_out(board: str) -> None:
    """D6, D8: the five cards wiped are part of the new pile."""
    game = scarce(board, market=TWO_WILD, pile=f"{L} black orange", discards="4 blue")
    game.play("draw blue", got=[L, "black", "orange", "blue", L, "green"])
    assert market(game) == f"black orange blue {L} green"
    assert (wipes(game), game.view(0).discards) == (1, {})
    assert Counter(line(game, "pile")) == counted(f"3 blue 2 {L} 1 green")


def test_locomotives_drawn_blind_or_in_hands_do_not_count(board: str) -> None:
    """D6"""
    game = read(board, f"market: {TWO_WILD}\npile: {L} {L} black ...\nAnn: hand 2 {L}")
    game.play("draw deck")
    game.play("draw deck")
    assert wipes(game) == 0
    assert market(game) == TWO_WILD


def test_gaps_refilled_with_locomotives_wipe_the_market_only_when_it_is_full(board: str) -> None:
    """D6, D8"""
    game = scarce(board, market=f"{L} {L} blue - -", ann=f"1 {L}", more="tickets:")
    game.play(claim(game, f"1 {L}"))
    assert market(game) == f"{L} {L} blue {L} -"
    assert wipes(game) == 0


def test_gaps_refilled_by_a_great_discard_can_bring_a_wipe() -> None:
    """D6, D8: only europe has a route so long that six cards are left after the gap is filled."""
    game = scarce("europe", market=f"{L} green {L} - {L}", more="turn: Bob")
    game.play("claim petrograd-stockholm 8 black")
    assert market(game) == "black black black black black"
    assert game.view(0).discards == {L: 3, "green": 1, "black": 1}
    assert line(game, "pile") == ["black", "black"]


# Where wiping stops


@pytest.mark.parametrize(
    ("pile", "discards"),
    [
        (f"{L} black black black black black black", ""),
        (f"{L} black black black", "3 black"),
        (f"{L} black", "5 black"),
        (L, "6 black"),
    ],
)
def test_six_cards_in_pile_and_discards_are_enough_for_a_wipe(
    board: str, pile: str, discards: str
) -> None:
    """D7"""
    game = scarce(board, market=TWO_WILD, pile=pile, discards=discards)
    game.play("draw blue")
    assert wipes(game) >= 1
    assert game.view(0).pile + sum(game.view(0).discards.values()) == 6


@pytest.mark.parametrize(
    ("pile", "discards"),
    [
        (f"{L} black black black black black", ""),
        (f"{L} black black black", "2 black"),
        (f"{L} black", "4 black"),
        (L, "5 black"),
        (L, ""),
    ],
)
def test_with_fewer_than_six_cards_in_pile_and_discards_the_market_stays(
    board: str, pile: str, discards: str
) -> None:
    """D7; our decision, for the same cards could alternate for ever."""
    game = scarce(board, market=TWO_WILD, pile=pile, discards=discards)
    game.play("draw blue")
    assert wipes(game) == 0
    assert market(game) == f"{L} {L} {L} green green"


def test_while_fewer_than_five_cards_are_face_up_the_market_stays(board: str) -> None:
    """D7; our decision."""
    game = scarce(board, market=f"{L} blue {L} {L} -")
    game.play("draw blue")
    assert market(game) == f"{L} - {L} {L} -"
    assert wipes(game) == 0


def test_a_wipe_that_had_to_wait_comes_as_soon_as_there_are_six_cards(board: str) -> None:
    """D6, D7: the market stays while there are too few cards, and no longer."""
    market_now = f"{L} {L} {L} green green"
    pile = "black black orange orange blue"
    game = scarce(board, market=market_now, pile=pile, ann="1 black")
    game.play(claim(game, "1 black"))
    assert market(game) == pile
    assert wipes(game) == 1


def small_market(folder: Path) -> str:
    """Our usa board with a market of four, as the path of a file."""
    text = (files("whistlestop.boards") / "usa.toml").read_text(encoding="utf-8")
    assert text.count("market = 5") == 1
    path = folder / "small.toml"
    path.write_text(text.replace("market = 5", "market = 4"), encoding="utf-8")
    return str(path)


@pytest.mark.parametrize(("pile", "wiped"), [("black " * 4, 0), ("black " * 5, 1)])
def test_a_market_of_another_size_needs_one_card_more_than_its_size_for_a_wipe(
    tmp_path: Path, pile: str, wiped: int
) -> None:
    """D7; our decision, six is five and one more."""
    game = scarce(small_market(tmp_path), market=f"{L} {L} blue green", pile=f"{L} {pile}")
    game.play("draw blue")
    assert wipes(game) == wiped
    assert market(game) == ("black black black black" if wiped else f"{L} {L} {L} green")


def endless(board: str) -> tuple[Game, list[str]]:
    """The second card of Ann, a blue one, and a pile that always answers three locomotives.

    Eleven cards are in play then. Five lie face up and six in the pile; of those a wipe turns up
    five, and the next one the sixth and, from a new pile, four of the ten wiped before.
    """
    game = scarce(
        board,
        market=f"{L} {L} blue black black",
        pile=f"green {L} {L} {L} {L} green green orange",
        more="tickets:",
    )
    game.play("draw deck")
    odd, even = [L, L, L, "green", "green"], [L, L, L, "orange"]
    return game, [L, *odd, "orange", L, L, L, "black", *[*odd, "black", *even] * 4]


def test_after_ten_wipes_in_a_row_the_market_stays(board: str) -> None:
    """D7; our decision."""
    game, got = endless(board)
    game.play("draw blue", got=got)
    assert [e["times"] for e in game.events(None) if e.name == "wiped"] == list(range(1, 11))
    assert market(game) == f"black {L} {L} {L} orange"
    assert game.turn == 1


def test_after_ten_wipes_a_discard_alone_does_not_wipe_it(board: str) -> None:
    """D7: it stays until it next changes, and a discard does not change it."""
    game, got = endless(board)
    game.play("draw blue", got=got)
    game.play(claim(game, "1 black"))
    assert wipes(game) == 10
    assert market(game) == f"black {L} {L} {L} orange"


def test_after_ten_wipes_the_next_change_of_the_market_is_judged_anew(board: str) -> None:
    """D7"""
    game, got = endless(board)
    game.play("draw blue", got=got)
    game.play(claim(game, "1 black"))
    game.play("draw orange")
    assert wipes(game) > 10


# The pile


def test_when_the_last_card_is_drawn_blind_the_discards_become_the_pile_at_once(
    board: str,
) -> None:
    """D8"""
    game = scarce(board, market="blue blue green green blue", pile="black", discards="3 orange")
    game.play("draw deck")
    assert hand(game, 0) == {"black": 1}
    assert line(game, "pile") == ["orange"] * 3
    assert game.view(0).discards == {}
    assert names(game, None) == ["drew", "reshuffled"]
    game.play("draw deck")
    assert hand(game, 0) == {"black": 1, "orange": 1}


def test_when_the_last_card_is_turned_up_the_discards_become_the_pile_at_once(board: str) -> None:
    """D8"""
    game = scarce(board, market="blue blue green green blue", pile="black", discards="3 orange")
    game.play("draw green")
    assert market(game) == "blue blue black green blue"
    assert line(game, "pile") == ["orange"] * 3
    assert game.view(0).discards == {}
    assert names(game, None) == ["took", "turned_up", "reshuffled"]


def test_the_new_pile_comes_before_a_wipe_is_judged(board: str) -> None:
    """D8; our decision: the cards wiped then lie on the discards, not in the new pile."""
    game = scarce(board, market=TWO_WILD, pile=L, discards="6 black")
    game.play("draw blue")
    assert names(game, None)[1:4] == ["turned_up", "reshuffled", "wiped"]
    assert market(game) == "black black black black black"
    assert line(game, "pile") == ["black"]
    assert game.view(0).discards == {L: 3, "green": 2}


def test_the_new_pile_holds_exactly_the_discards_in_an_order_left_to_chance(board: str) -> None:
    """D8"""
    orders = set()
    for seed in range(8):
        discards = "2 blue 2 green 2 black 2 orange"
        more = f"seed: {seed}"
        game = scarce(board, "blue blue blue green green", "black", discards, more=more)
        game.play("draw deck")
        assert Counter(line(game, "pile")) == counted(discards)
        orders.add(tuple(line(game, "pile")))
    assert len(orders) >= 6


def test_discards_stay_where_they_are_while_the_pile_has_cards(board: str) -> None:
    """D8"""
    game = scarce(board, "blue blue green green blue", "black black", "3 orange", ann="1 black")
    game.play(claim(game, "1 black"))
    assert line(game, "pile") == ["black", "black"]
    assert sum(game.view(0).discards.values()) == 4


def test_with_no_pile_a_discard_becomes_the_pile_and_fills_the_gaps(board: str) -> None:
    """D8; our decision."""
    game = scarce(board, market="blue - green - black", more="turn: Bob")
    game.play(claim(game, "1 black"))
    assert market(game) == "blue black green - black"
    assert (game.view(0).pile, game.view(0).discards) == (0, {})


def test_gaps_are_filled_from_the_first_slot_on_until_the_cards_run_out(board: str) -> None:
    """D8; our decision."""
    game = scarce(board, market="- blue - - -", more="turn: Bob")
    game.play(claim(game, "2 black"))
    assert market(game) == "black blue black - -"


def test_what_is_left_after_filling_the_gaps_is_the_pile(board: str) -> None:
    """D8"""
    game = scarce(board, market="blue blue - green green", more="turn: Bob")
    game.play(claim(game, "3 black"))
    assert market(game) == "blue blue black green green"
    assert line(game, "pile") == ["black", "black"]


def test_a_game_played_elsewhere_is_followed_through_a_reshuffle(board: str) -> None:
    """D8"""
    game = scarce(board, "blue blue green green blue", "black", "2 blue 2 green 2 black 2 orange")
    game.play("draw green", got=["black"])
    game.play("draw deck", got=["orange"])
    assert hand(game, 0) == {"green": 1, "orange": 1}
    assert game.got(1) == ["orange"]
