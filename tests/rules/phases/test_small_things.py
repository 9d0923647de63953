"""Single cases that the other tests of the phases pass by (C6, D2, D4, D7, E9), and swaps."""

from __future__ import annotations

import pytest
from mypy_extensions import u8

from tests.engine.audit import audit
from tests.records.shelf import game_of
from tests.rules.ask import refusal
from tests.rules.positions import read, start
from whistlestop.engine.phases.double_routes import SOMEONE_ELSE, closes
from whistlestop.engine.phases.moves import count_legal, list_legal, seek_legal
from whistlestop.engine.state.flat_board import STOPPED
from whistlestop.engine.state.reading import ticket_deck_in
from whistlestop.engine.state.state import lift, swap_tickets


def test_nobody_at_the_table_is_someone_else() -> None:
    """C6: so someone else's side closes the other to no seat, unless all others are closed."""
    assert not any(closes(SOMEONE_ELSE, seat, False) for seat in range(5))
    assert all(closes(SOMEONE_ELSE, seat, True) for seat in range(5))


def test_a_second_card_that_does_not_lie_there_is_refused_for_that_reason(board: str) -> None:
    """D2, D4: only of a locomotive that does lie there is it said that it comes second."""
    market = "market: blue blue green green black"
    game = read(board, f"{market}\npile: blue blue blue blue ...")
    assert refusal(game, "draw orange") == "not_face_up"
    game.play("draw blue")
    assert refusal(game, "draw orange") == "not_face_up"
    assert refusal(game, "draw locomotive") == "not_face_up"


@pytest.mark.parametrize("place", [0, 1, -1])
def test_a_ticket_may_change_places_with_any_one_of_the_deck(board: str, place: int) -> None:
    """In a world that a bot imagines: the first and the last of the deck too."""
    game = start(board)
    t, state = game.flat, game.state.copy()
    mine, deck = game.view(0).tickets[0].index, ticket_deck_in(t, state.bytes)
    swap_tickets(t, state, mine, deck[place])
    deck[place] = mine
    assert ticket_deck_in(t, state.bytes) == deck
    audit(t, state)


def test_a_card_taken_out_of_a_market_left_alone_lets_it_be_judged_again(board: str) -> None:
    """D7: also where no card is left to take its place."""
    game = start(board)
    game.state.bytes[STOPPED] = u8(1)
    lift(game.flat, game.state, 0)
    assert game.state.bytes[STOPPED] == 0


def test_after_the_end_nobody_has_a_legal_action_not_even_to_pass() -> None:
    """E9"""
    game = game_of("new-york/explicit")
    t, s = game.flat, game.state
    for seat in range(len(game.names)):
        assert list(list_legal(t, s, seat)) == []
        assert (seek_legal(t, s, seat, 0), count_legal(t, s, seat)) == (-1, 0)
