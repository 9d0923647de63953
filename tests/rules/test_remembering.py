"""What everyone knows, remembers and forgets (H1, H4, U1, U5), and true reasons (C2, C4)."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.records.shelf import game_of
from tests.rules.ask import refusal, track
from tests.rules.positions import read, scarce, start
from whistlestop.engine.state.flat_board import MAX_OFFER
from whistlestop.engine.state.rng import seeded

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


def test_a_view_as_plain_data_says_what_lies_before_a_tunnel() -> None:
    """H1, U1"""
    game = read("europe", DIG)
    game.play("claim marseille-zurich 2 purple")
    assert game.view(1).data()["tunnel"] == {
        "route": "marseille-zurich",
        "laid": {"purple": 2},
        "revealed": ["purple", "blue", "red"],
        "extra": 1,
    }


def test_a_sample_of_a_position_has_no_more_tickets_in_the_deck_than_the_position() -> None:
    """H1, H4: the others are out of the game."""
    game = read("usa", "tickets: denver-el_paso boston-miami chicago-boston")
    assert game.view(0).ticket_pile == 3
    sample = game.view(0).sample(seeded("short"))
    assert sample.view(0).ticket_pile == 3
    assert sample.view(0).to_json() == game.view(0).to_json()


def test_with_just_enough_trains_it_is_the_cards_that_are_missing() -> None:
    """C2, C4: the reason given is the true one."""
    routes = track("usa", 45 - 6, "calgary-winnipeg")
    game = read("usa", f"Ann: hand 1 white; routes {routes}")
    assert game.view(0).players[0].trains == 6
    assert refusal(game, "claim calgary-winnipeg 6 white") == "not_enough_cards"
    fewer = read("usa", f"Ann: hand 1 white; routes {track('usa', 45 - 5, 'calgary-winnipeg')}")
    assert refusal(fewer, "claim calgary-winnipeg 6 white") == "not_enough_trains"


def test_a_view_as_plain_data_has_the_score_after_the_end_and_none_before(board: str) -> None:
    """H1: nobody counts the others' tickets while the game goes on."""
    game = start(board)
    assert game.view(0).data()["score"] is None
    over = game_of(f"{board}/explicit")
    seats = over.view(0).data()["score"]["seats"]
    assert [seat["total"] for seat in seats] == list(over.score().totals)


def test_cards_before_a_tunnel_are_not_among_the_unseen() -> None:
    """H1, U1: neither those laid down nor those turned up."""
    game = read("europe", DIG)
    before = game.view(1).unseen()
    game.play("claim marseille-zurich 2 purple")
    seen = Counter(before) - Counter(game.view(1).unseen())
    assert seen == Counter({"purple": 3, "red": 1, "blue": 1})


def test_a_blind_card_played_leaves_the_others_of_a_used_up_pile_certain() -> None:
    """H1: with two players; what Ann has played she no longer holds, and nothing else."""
    game = scarce("usa", "blue blue green green blue", "black", "5 orange", "1 green 2 red")
    game.play("draw deck")
    game.play("draw green")
    assert game.view(1).certain(0) == {"green": 2, "red": 2, "black": 1}
    assert game.view(None).certain(0) == {"green": 1}
    game.play("draw deck")
    game.play("draw deck")
    game.play("claim seattle-vancouver 1 black")
    assert game.view(1).certain(0) == {"green": 2, "red": 2}
    assert [(x.seat, x.card, x.count) for x in game.view(1).shown] == [(0, "black", 1)]


def test_with_the_right_number_for_a_station_it_is_the_cards_that_are_missing() -> None:
    """B2: the reason given is the true one."""
    game = read("europe", "Ann: hand 1 red; stations wien")
    assert refusal(game, "build paris 1 red") == "wrong_number_of_cards"
    assert refusal(game, "build paris 2 red") == "not_enough_cards"


@pytest.mark.parametrize("paid", ["2 locomotive", "2 red", "1 red 1 locomotive"])
def test_of_a_payment_only_the_cards_that_were_paid_are_told(paid: str) -> None:
    """C5, H1: with locomotives alone no colour is named, and with a colour no locomotive."""
    game = read("usa", "Ann: hand 2 red 2 locomotive")
    game.play(f"claim denver-santa_fe {paid}")
    told = [(event["count"], event["card"]) for event in game.events(1) if event.name == "paid"]
    assert " ".join(f"{count} {card}" for count, card in told) == paid
