"""Drawing cards: the two cards of a turn and the end of the cards (D1–D5, D9–D11)."""

from __future__ import annotations

import pytest

from tests.rules.ask import refusal
from tests.rules.positions import hand, market, read, scarce
from whistlestop.engine.errors import IllegalAction
from whistlestop.engine.game import Game

OPEN = "market: blue green black orange blue\n"


def legal(game: Game) -> list[str]:
    return [str(action) for action in game.legal]


# Two cards


def test_two_cards_may_both_come_from_the_top_of_the_pile(board: str) -> None:
    """D1"""
    game = read(board, OPEN + "pile: orange black ...")
    game.play("draw deck")
    assert hand(game, 0) == {"orange": 1}
    game.play("draw deck")
    assert hand(game, 0) == {"orange": 1, "black": 1}
    assert market(game) == "blue green black orange blue"
    assert game.turn == 1


@pytest.mark.parametrize(
    ("first", "second", "cards"),
    [
        ("draw green", "draw black", {"green": 1, "black": 1}),
        ("draw blue", "draw blue", {"blue": 2}),
        ("draw green", "draw deck", {"green": 1, "black": 1}),
        ("draw deck", "draw green", {"orange": 1, "green": 1}),
    ],
)
def test_each_card_is_face_up_or_blind_as_the_player_likes(
    board: str, first: str, second: str, cards: dict[str, int]
) -> None:
    """D1"""
    game = read(board, OPEN + "pile: orange black ...")
    game.play(first)
    assert (game.turn, game.phase) == (0, "second card")
    game.play(second)
    assert hand(game, 0) == cards
    assert game.turn == 1


def test_only_a_card_that_lies_face_up_can_be_named(board: str) -> None:
    """D1"""
    game = read(board, "market: blue blue black black black")
    face_up = [f"draw {c}" for c in game.board.colours if c in ("blue", "black")]
    assert legal(game) == ["tickets", "draw deck", *face_up]
    assert refusal(game, "draw green") == "not_face_up"
    assert refusal(game, "draw locomotive") == "not_face_up"
    assert refusal(game, "draw mauve") == "unknown_card"


def test_a_blind_card_is_seen_by_its_player_alone(board: str) -> None:
    """D1, H2"""
    game = read(board, OPEN + "pile: orange black ...")
    events = game.play("draw deck")
    assert dict(events[0].params) == {"seat": 0, "card": "orange"}
    for other in (1, None):
        assert [dict(event.params) for event in game.events(other)] == [{"seat": 0}]


def test_a_face_up_card_is_seen_by_all(board: str) -> None:
    """D1, H1"""
    game = read(board, OPEN + "pile: orange black ...")
    game.play("draw green")
    for who in (0, 1, None):
        took, turned = game.events(who)
        assert (took.name, took["seat"], took["card"]) == ("took", 0, "green")
        assert (turned.name, turned["slot"], turned["card"]) == ("turned_up", 1, "orange")


def test_a_face_up_card_is_replaced_at_once_in_its_own_slot(board: str) -> None:
    """D2"""
    game = read(board, OPEN + "pile: orange black ...")
    game.play("draw black")
    assert market(game) == "blue green orange orange blue"
    assert game.phase == "second card"
    game.play("draw green")
    assert market(game) == "blue black orange orange blue"


def test_the_replacement_may_be_the_second_card(board: str) -> None:
    """D2"""
    game = read(board, "market: blue green blue green blue\npile: black orange ...")
    game.play("draw green")
    game.play("draw black")
    assert hand(game, 0) == {"green": 1, "black": 1}
    assert market(game) == "blue orange blue green blue"


def test_of_equal_face_up_cards_the_first_is_taken(board: str) -> None:
    """D2; our decision, as an action names a card and not a slot."""
    game = read(board, "market: green blue black blue blue\npile: orange ...")
    game.play("draw blue")
    assert market(game) == "green orange black blue blue"


# Locomotives


def test_a_face_up_locomotive_taken_first_ends_the_turn(board: str) -> None:
    """D3"""
    game = read(board, "market: blue locomotive green green blue\npile: black ...")
    game.play("draw locomotive")
    assert hand(game, 0) == {"locomotive": 1}
    assert market(game) == "blue black green green blue"
    assert (game.turn, game.phase) == (1, "turn")


@pytest.mark.parametrize("first", ["draw blue", "draw deck"])
def test_a_face_up_locomotive_can_never_be_the_second_card(board: str, first: str) -> None:
    """D4"""
    game = read(board, "market: blue locomotive green green blue\npile: black ...")
    game.play(first)
    assert "draw locomotive" not in legal(game)
    assert refusal(game, "draw locomotive") == "locomotive_second"


def test_nor_can_a_locomotive_that_was_just_turned_up(board: str) -> None:
    """D4"""
    game = read(board, "market: blue green green green blue\npile: locomotive black ...")
    game.play("draw blue")
    assert market(game) == "locomotive green green green blue"
    assert legal(game) == ["draw deck", "draw blue", "draw green"]
    assert refusal(game, "draw locomotive") == "locomotive_second"


@pytest.mark.parametrize("second", ["draw blue", "draw deck"])
def test_a_locomotive_drawn_blind_first_does_not_end_the_turn(board: str, second: str) -> None:
    """D5"""
    game = read(board, OPEN + "pile: locomotive black ...")
    game.play("draw deck")
    assert (game.turn, game.phase) == (0, "second card")
    game.play(second)
    assert hand(game, 0) == {"locomotive": 1, "blue" if second == "draw blue" else "black": 1}
    assert game.turn == 1


def test_two_locomotives_drawn_blind_may_both_be_kept(board: str) -> None:
    """D5; the summary sheet's "one locomotive a turn" is shorthand."""
    game = read(board, OPEN + "pile: locomotive locomotive ...")
    game.play("draw deck")
    game.play("draw deck")
    assert hand(game, 0) == {"locomotive": 2}


def test_a_locomotive_may_be_drawn_blind_after_a_face_up_card(board: str) -> None:
    """D5"""
    game = read(board, OPEN + "pile: green locomotive ...")
    game.play("draw blue")
    game.play("draw deck")
    assert hand(game, 0) == {"blue": 1, "locomotive": 1}


def test_after_a_blind_locomotive_a_face_up_one_stays_forbidden(board: str) -> None:
    """D4, D5"""
    game = read(board, "market: blue locomotive green green blue\npile: locomotive ...")
    game.play("draw deck")
    assert refusal(game, "draw locomotive") == "locomotive_second"


# When cards run out


def test_with_pile_and_discards_empty_only_face_up_cards_can_be_drawn(board: str) -> None:
    """D9; our decision, as the sheets disagree."""
    game = scarce(board, market="blue - green black -", more="tickets:")
    assert legal(game) == [f"draw {c}" for c in game.board.colours if c in market(game)]
    assert refusal(game, "draw deck") == "pile_empty"


def test_then_a_card_taken_leaves_a_gap_and_the_second_comes_from_what_is_left(board: str) -> None:
    """D9"""
    game = scarce(board, market="blue - green blue -")
    game.play("draw blue")
    assert market(game) == "- - green blue -"
    assert legal(game) == ["draw blue", "draw green"]
    game.play("draw blue")
    assert market(game) == "- - green - -"
    assert game.turn == 1


def test_with_nothing_face_up_either_drawing_is_not_available(board: str) -> None:
    """D9"""
    game = scarce(board, market="- - - - -")
    assert legal(game) == ["tickets"]
    assert refusal(game, "draw deck") == "pile_empty"
    assert refusal(game, "draw blue") == "not_face_up"


def test_the_last_card_in_the_world_ends_the_turn(board: str) -> None:
    """D9; our decision."""
    game = scarce(board, market="- - - blue -")
    game.play("draw blue")
    assert hand(game, 0) == {"blue": 1}
    assert market(game) == "- - - - -"
    assert (game.turn, game.phase) == (1, "turn")


def test_a_first_card_that_leaves_only_locomotives_face_up_ends_the_turn(board: str) -> None:
    """D9, D4; our decision."""
    game = scarce(board, market="locomotive - blue locomotive -")
    game.play("draw blue")
    assert (game.turn, game.phase) == (1, "turn")
    assert market(game) == "locomotive - - locomotive -"


def test_so_does_the_last_blind_card_when_only_locomotives_lie_face_up(board: str) -> None:
    """D9, D4"""
    wild = "locomotive locomotive locomotive locomotive locomotive"
    game = scarce(board, market=wild, pile="blue")
    game.play("draw deck")
    assert hand(game, 0) == {"blue": 1}
    assert (game.turn, game.phase) == (1, "turn")


def test_but_one_permitted_card_is_enough_for_the_turn_to_go_on(board: str) -> None:
    """D9, D11"""
    game = scarce(board, market="locomotive - blue locomotive green")
    game.play("draw blue")
    assert (game.turn, game.phase) == (0, "second card")
    assert legal(game) == ["draw green"]


def test_there_is_no_hand_limit(board: str) -> None:
    """D10"""
    game = scarce(board, market="blue green - - -", more="turn: Bob")
    game.play("draw blue")
    game.play("draw green")
    assert game.view(1).players[1].cards == game.board.deck_size
    assert sum(hand(game, 1).values()) == game.board.deck_size


@pytest.mark.parametrize("first", ["draw deck", "draw blue"])
def test_a_second_card_must_be_drawn_when_one_may_be(board: str, first: str) -> None:
    """D11; our decision."""
    game = read(board, OPEN + "pile: green ...")
    game.play(first)
    assert all(action.startswith("draw ") for action in legal(game))
    assert refusal(game, "pass") == "wrong_phase"
    assert game.turn == 0


# Following a game played elsewhere


def test_a_draw_can_be_told_which_card_it_was(board: str) -> None:
    """D1, D2"""
    game = read(board, OPEN + "pile: green green green ...")
    game.play("draw deck", got=["locomotive"])
    assert hand(game, 0) == {"locomotive": 1}
    game.play("draw black", got=["orange"])
    assert market(game) == "blue green orange orange blue"
    assert [game.got(0), game.got(1)] == [["locomotive"], ["orange"]]


@pytest.mark.parametrize("got", [["black", "black"], [], ["mauve"], ["deck"]])
def test_what_chance_cannot_have_answered_is_refused_and_changes_nothing(
    board: str, got: list[str]
) -> None:
    """D1"""
    game = scarce(board, market="blue green black orange blue", pile="green orange")
    before = game.position
    with pytest.raises(IllegalAction) as error:
        game.play("draw deck", got=got)
    assert error.value.code == "chance_disagrees"
    assert game.position == before
    game.play("draw deck", got=["orange"])
    assert hand(game, 0) == {"orange": 1}
