"""Whatever is not allowed now is refused with its own reason, and nothing has changed."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from tests.engine.play import either, everything, new_game, played, say, some_table, walk
from tests.engine.siblings import refusals
from whistlestop.boards.load import board_names
from whistlestop.engine.errors import IllegalAction
from whistlestop.engine.game import Game
from whistlestop.engine.state.flat_board import PHASE_NAMES

pytestmark = pytest.mark.slow

# Why an action of the board is refused; `illegal` stands for a reason that was not found.
REASONS = {
    *("game_over", "already_answered", "not_your_turn", "wrong_phase", "no_such_offer"),
    *("too_few_tickets", "pile_empty", "locomotive_second", "not_face_up", "route_taken"),
    *("other_side_yours", "other_side_closed", "not_enough_trains", "not_enough_cards"),
    *("no_tickets_left", "no_station_left", "station_taken", "wrong_number_of_cards"),
    *("wrong_colour", "must_act"),
}
# What is no action of the board at all.
MALFORMED = {
    *("bad_notation", "unknown_card", "unknown_city", "unknown_route", "which_side"),
    *("no_stations", "ferry_needs_locomotives", "no_such_seat", "unknown_code"),
    "chance_disagrees",
}


def tried(game: Game, rng: Random, most: int) -> Counter[str]:
    """Try actions that are not legal, for every seat; count the reasons."""
    found: Counter[str] = Counter()
    for seat in range(len(game.names)):
        legal = set(game.legal_for(seat).codes)
        illegal = [code for code in range(game.codec.size) if code not in legal]
        if len(illegal) > most:
            illegal = rng.sample(illegal, most)
        for code, sentence in refusals(game, seat, illegal):
            assert len(sentence) > 10
            assert sentence.endswith(".")
            found[code] += 1
    return found


@pytest.mark.parametrize("board", board_names())
def test_every_illegal_action_gets_a_reason_of_its_own(board: str) -> None:
    """T1, T2, C6, C7, D4, K1, S5: the general reason is never needed."""
    rng = Random(f"reasons {board}")
    found: Counter[str] = Counter()
    phases: set[str] = set()
    for number in range(either(6, 4)):
        name, players = some_table(rng, board)
        for game in walk(new_game(name, players, f"{board} {number}"), rng):
            if game.phase not in phases or game.over or rng.random() < 0.03:
                phases.add(game.phase)
                found += tried(game, rng, either(250, 60))
    assert set(found) <= REASONS
    assert found["illegal"] == 0
    assert len(found) >= 8
    assert phases >= set(PHASE_NAMES) - {"tunnel"}


@pytest.mark.slow
@pytest.mark.parametrize("board", board_names())
def test_refusing_every_illegal_action_changes_nothing(board: str) -> None:
    rng = Random(f"nothing {board}")
    for plies in (0, 1, 40, 90, 10_000)[: either(5, 3)]:
        name, players = some_table(rng, board)
        game = played(name, players, f"nothing {board}", plies)
        before = everything(game)
        assert tried(game, rng, either(10_000, 300)).total() > 300
        assert everything(game) == before


USA = "players: Ann, Bob, Cy\nmarket: red red blue locomotive green\n"
REFUSED = [
    (USA, 0, "keep 1", "wrong_phase"),
    (USA, 1, "draw deck", "not_your_turn"),
    (USA, 0, "draw white", "not_face_up"),
    (USA, 0, "pass", "must_act"),
    (USA, 0, "decline", "wrong_phase"),
    (USA, 0, "claim atlanta-miami 5 blue", "not_enough_cards"),
    (USA, 0, "claim atlanta-miami 4 blue", "wrong_number_of_cards"),
    (USA, 0, "claim atlanta-miami 5 red", "wrong_colour"),
    (USA, 0, "claim atlanta-nowhere 5 red", "unknown_route"),
    (USA, 0, "draw plaid", "unknown_card"),
    (USA, 0, "build paris 1 red", "no_stations"),
    (USA, 0, "claim atlanta-raleigh 2", "bad_notation"),
    (USA + "phase: over\n", 0, "draw deck", "game_over"),
    (USA + "tickets:\n", 0, "tickets", "no_tickets_left"),
    (USA + "Bob: routes atlanta-miami\n", 0, "claim atlanta-miami 5 blue", "route_taken"),
    ("board: europe\n", 0, "build atlantis 1 red", "unknown_city"),
    ("board: europe\n", 0, "build paris 2 red", "wrong_number_of_cards"),
    ("board: europe\nBob: stations paris\n", 0, "build paris 1 red", "station_taken"),
    ("board: europe\nAnn: stations paris roma wien\n", 0, "build berlin 1 red", "no_station_left"),
    ("board: europe\n", 0, "claim athina-smyrna 2 red", "ferry_needs_locomotives"),
    (USA + "phase: second card\n", 0, "draw locomotive", "locomotive_second"),
    (USA + "phase: second card\n", 0, "tickets", "wrong_phase"),
]


@pytest.mark.parametrize(("position", "seat", "action", "code"), REFUSED)
def test_the_reason_fits_the_position(position: str, seat: int, action: str, code: str) -> None:
    """Actions of another seat, phase or board, and what the hand or the map does not allow."""
    game = Game.from_text(position)
    before = everything(game)
    with pytest.raises(IllegalAction) as caught:
        game.play(action, seat)
    assert caught.value.code == code
    assert caught.value.code in REASONS | MALFORMED
    assert str(caught.value) == caught.value.sentence
    assert everything(game) == before


@pytest.mark.parametrize("board", board_names())
def test_actions_of_another_board_are_refused_in_a_sentence(board: str) -> None:
    game = played(board, 2, "another", 20)
    found: set[str] = set()
    for other in board_names():
        codec = new_game(other, 2, "other").codec
        for code in range(0, codec.size, 7):
            action = codec.decode(code)
            try:
                game.copy().play(action)
            except IllegalAction as error:
                say(error)
                found.add(error.code)
    assert found <= REASONS | MALFORMED


SEATS: list[Any] = [-1, 3, 10**30, -(2**63), "0", "", 1.0, True, False, [], (), object(), b"0"]


@pytest.mark.parametrize(
    "seat", SEATS, ids=[type(x).__name__ + str(i) for i, x in enumerate(SEATS)]
)
def test_a_seat_that_is_none_is_refused_at_every_door(seat: Any) -> None:
    game = new_game("usa", 3, "seats")
    before = everything(game)
    doors = (
        lambda: game.play("keep 1 2", seat),
        lambda: game.legal_for(seat),
        lambda: game.view(seat),
    )
    for door in doors:
        with pytest.raises(IllegalAction) as caught:
            door()
        assert caught.value.code == "no_such_seat"
    assert everything(game) == before


@pytest.mark.parametrize("seat", [3, 99, -2, "0", 1.0, True])
def test_events_of_a_seat_that_is_none_are_refused(seat: Any) -> None:
    """H4: whoever asks with a wrong seat gets a reason, not somebody's events."""
    with pytest.raises(IllegalAction) as caught:
        new_game("usa", 3, "seats").events(seat)
    assert caught.value.code == "no_such_seat"


def test_no_seat_at_the_opening_answers_twice() -> None:
    """S4, S5"""
    game = new_game("usa", 3, "twice")
    game.play("keep 1 2", 1)
    with pytest.raises(IllegalAction) as caught:
        game.play("keep 1 2", 1)
    assert caught.value.code == "already_answered"


def test_nothing_can_be_played_after_the_end() -> None:
    """E1"""
    game = played("new-york", 2, "ended", 10_000)
    for seat in (None, 0, 1):
        with pytest.raises(IllegalAction) as caught:
            game.play("draw deck", seat)
        assert caught.value.code == "game_over"
