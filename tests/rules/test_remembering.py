"""What everyone remembers of the cards played (H1, U5), and what is forgotten."""

from __future__ import annotations

from tests.rules.positions import read, start
from whistlestop.engine.state.flat_board import MAX_OFFER

DIG = "market: white white white white white\npile: purple red blue ...\nAnn: hand 2 purple"


def test_in_a_copy_made_while_a_tunnel_waits_the_cards_taken_back_are_known_too() -> None:
    """H1, U5: everyone saw what lay before the tunnel was declined."""
    game = read("europe", DIG)
    game.play("claim marseille-zurich 2 purple")
    copy = game.copy()
    for played in (game, copy):
        played.play("decline")
        assert dict(played.view(1).players[0].known) == {"purple": 2}


def test_cards_that_everyone_saw_taken_show_nothing_of_the_blind_ones_when_played() -> None:
    """H1: only a card nobody saw coming says something about the pile it came from."""
    game = read("usa", "market: red red white white white\nAnn: hand 1 red")
    for action in ("draw red", "draw red", "draw deck", "draw deck"):
        game.play(action)
    game.play("claim seattle-vancouver 1 red")
    assert game.view(1).shown == ()
    assert dict(game.view(1).players[0].known) == {"red": 1}


def test_of_an_offer_that_was_answered_the_state_keeps_nothing(board: str) -> None:
    """S4, K1: refused tickets lie in the deck or are out; no seat's row names them any more."""
    game = start(board)
    rows = range(int(game.flat.o_offer), int(game.flat.o_offer) + 2 * MAX_OFFER)
    assert all(game.state.bytes[i] == 0 for i in rows)
    game.play("tickets")
    game.play("keep 1")
    assert all(game.state.bytes[i] == 0 for i in rows)
