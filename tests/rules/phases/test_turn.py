"""Turns: who plays, what one turn is, and passing (T1, T2)."""

from __future__ import annotations

import pytest

from tests.rules.ask import refusal
from tests.rules.positions import names, read, routes_of, scarce, start, whole_deck
from whistlestop.boards.load import load_board
from whistlestop.engine.game import Game
from whistlestop.model.actions import Claim, DrawTickets

THREE = "players: Ann, Bob, Cy"


def kinds(game: Game) -> set[str]:
    return {type(action).__name__ for action in game.legal}


def claim_of_one(game: Game) -> str:
    """A claim of a route of one space that is legal now."""
    claims = (a for a in game.legal if isinstance(a, Claim) and a.payment.total == 1)
    return str(next(claims))


def stuck(board: str, players: str = "Ann, Bob", turn: str = "Ann", more: str = "") -> Game:
    """Nothing to draw; Bob holds all cards but has no train left, the others hold no card."""
    trains = load_board(board).rules.trains
    cards = " ".join(f"{n} {card}" for card, n in whole_deck(load_board(board)).items())
    stations = "; stations paris roma wien" if board == "europe" else ""
    text = f"players: {players}\nturn: {turn}\nmarket: - - - - -\npile:\ntickets:\n{more}"
    return read(board, f"{text}\nBob: hand {cards}; routes {routes_of(board, trains)}{stations}")


# One turn


@pytest.mark.parametrize("players", [2, 3, 4])
def test_play_goes_round_in_seat_order(board: str, players: int) -> None:
    """T1"""
    game = start(board, players, first=1)
    turns = []
    for _ in range(2 * players):
        turns.append(game.turn)
        game.play("draw deck")
        game.play("draw deck")
    assert turns == [(1 + i) % players for i in range(2 * players)]


def test_drawing_two_cards_is_a_whole_turn(board: str) -> None:
    """T1"""
    game = start(board)
    game.play("draw deck")
    assert (game.turn, game.phase) == (0, "second card")
    game.play("draw deck")
    assert (game.turn, game.phase) == (1, "turn")


def test_claiming_a_route_is_a_whole_turn(board: str) -> None:
    """T1"""
    game = read(board, "Ann: hand 3 blue 3 black 3 orange 3 green")
    game.play(claim_of_one(game))
    assert (game.turn, game.phase) == (1, "turn")


def test_drawing_tickets_and_choosing_from_them_is_a_whole_turn(board: str) -> None:
    """T1"""
    game = start(board)
    game.play("tickets")
    assert (game.turn, game.phase) == (0, "tickets")
    game.play("keep 1")
    assert (game.turn, game.phase) == (1, "turn")


def test_building_a_station_is_a_whole_turn() -> None:
    """T1, B1"""
    game = read("europe", "Ann: hand 2 blue")
    game.play("build paris 1 blue")
    assert (game.turn, game.phase) == (1, "turn")


def test_after_the_first_card_the_turn_can_only_go_on_with_a_second(board: str) -> None:
    """T1, D11"""
    game = read(board, "market: blue blue black black green\nAnn: hand 4 blue 4 black 4 locomotive")
    claim = claim_of_one(game)
    game.play("draw deck")
    assert kinds(game) == {"Draw"}
    for action in (claim, "tickets", "keep 1", "pass"):
        assert refusal(game, action) == "wrong_phase"


def test_after_drawing_tickets_the_turn_can_only_go_on_with_choosing(board: str) -> None:
    """T1, K1"""
    game = read(board, "Ann: hand 4 blue 4 black 4 locomotive")
    claim = claim_of_one(game)
    game.play("tickets")
    assert kinds(game) == {"Keep"}
    for action in (claim, "tickets", "draw deck", "pass"):
        assert refusal(game, action) == "wrong_phase"


def test_nobody_may_act_in_the_turn_of_another(board: str) -> None:
    """T1"""
    game = start(board, 3)
    assert game.waiting == (0,)
    for seat in (1, 2):
        assert not game.legal_for(seat)
        assert refusal(game, "draw deck", seat) == "not_your_turn"


def test_a_turn_offers_every_kind_of_action_that_the_board_has(board: str) -> None:
    """T1"""
    game = read(board, "Ann: hand 3 blue 3 black 3 locomotive")
    expected = {"Draw", "Claim", "DrawTickets"}
    assert kinds(game) == (expected | {"Build"} if board == "europe" else expected)


@pytest.mark.parametrize("board", ["usa", "new-york", "london"])
def test_without_stations_there_is_nothing_to_build(board: str) -> None:
    """T1, P3"""
    city = load_board(board).cities[0].id
    assert refusal(start(board), f"build {city} 1 blue") == "no_stations"


# Passing


def test_nobody_may_pass_who_can_draw_a_card(board: str) -> None:
    """T2"""
    game = scarce(board, market="- - blue - -", more="tickets:")
    assert kinds(game) == {"Draw"}
    assert refusal(game, "pass") == "must_act"


def test_nobody_may_pass_who_can_draw_tickets(board: str) -> None:
    """T2"""
    game = scarce(board, market="- - - - -", more="tickets: " + load_board(board).tickets[-1].id)
    assert [type(action) for action in game.legal] == [DrawTickets]
    assert refusal(game, "pass") == "must_act"


def test_nobody_may_pass_who_can_claim_a_route(board: str) -> None:
    """T2"""
    more = "tickets:\nturn: Bob"
    game = scarce(board, market="- - - - -", more=more)
    assert "Claim" in kinds(game)
    assert refusal(game, "pass") == "must_act"


def test_nobody_may_pass_who_can_build_a_station() -> None:
    """T2"""
    spent = f"routes {routes_of('europe', 45)}"
    game = scarce("europe", market="- - - - -", ann=f"1 blue; {spent}", more="tickets:")
    assert kinds(game) == {"Build"}
    assert refusal(game, "pass") == "must_act"


def test_a_player_with_no_legal_action_passes(board: str) -> None:
    """T2; our decision, the sheets are silent."""
    game = stuck(board)
    assert [str(action) for action in game.legal] == ["pass"]
    game.play("pass")
    assert (game.turn, game.phase, game.over) == (1, "turn", False)
    assert names(game, None, since=0)[:1] == ["passed"]


@pytest.mark.parametrize(
    ("players", "turn"), [("Ann, Bob", "Ann"), ("Ann, Cy, Bob", "Ann"), ("Cy, Bob, Ann", "Ann")]
)
def test_when_all_have_passed_in_a_row_the_game_ends_at_once_and_is_scored(
    board: str, players: str, turn: str
) -> None:
    """T2; our decision."""
    game = stuck(board, players, turn)
    for left in range(len(game.names), 0, -1):
        assert not game.over, f"{left} players have yet to pass"
        game.play("pass")
    assert game.over
    assert game.events()[-1]["reason"] == "passes"
    score = game.view(None).score
    assert score is not None
    assert score.winners == (game.names.index("Bob"),)
    assert refusal(game, "pass") == "game_over"


def test_passes_with_another_action_between_them_do_not_end_the_game(board: str) -> None:
    """T2"""
    game = scarce(board, market="- - - - -", more=f"{THREE}\ntickets:")
    for _ in range(3):
        game.play("pass")
        game.play(claim_of_one(game))
        # The one card that Bob paid lies face up; Cy takes it, and there is no second.
        game.play(str(game.legal[0]))
        assert game.turn == 0
    assert not game.over
    assert game.view(None).passes == 0


def test_a_pass_uses_up_a_turn_of_the_last_round(board: str) -> None:
    """T2, E1"""
    game = stuck(board, "Ann, Bob, Cy", more="last round: 2")
    game.play("pass")
    assert game.view(None).turns_left == 1
    game.play("pass")
    assert game.over
    assert game.events()[-1]["reason"] == "last round"
