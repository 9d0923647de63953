"""`view.sample`: a whole game that agrees with the view, sound and playable to its end (H4)."""

from __future__ import annotations

from random import Random

import pytest

from tests.engine.audit import audit
from tests.engine.play import either, everything, new_game, played, say, some_table, step, walk
from tests.engine.siblings import view_data
from tests.engine.small import many_tickets, small_board
from tests.engine.truth import pile
from whistlestop.boards.load import board_names
from whistlestop.engine.errors import IllegalAction
from whistlestop.engine.game import Game
from whistlestop.engine.knowledge import dealing
from whistlestop.engine.knowledge.events import events_for
from whistlestop.engine.state.rng import seeded

pytestmark = pytest.mark.slow

GAMES = {"europe": (8, 2), "london": (20, 4), "new-york": (20, 4), "usa": (8, 2)}


def audiences(game: Game) -> tuple[int | None, ...]:
    return (None, *range(len(game.names)))


@pytest.mark.parametrize("board", sorted(GAMES))
def test_a_sampled_game_is_sound_and_agrees_with_the_view(board: str) -> None:
    """H4: nothing is lost or doubled, and the seat that asked sees just what it saw."""
    rng, luck = Random(f"agree {board}"), seeded(f"agree {board}")
    for _ in range(either(*GAMES[board])):
        name, players = some_table(rng, board)
        for game in walk(new_game(name, players, rng.random()), rng):
            if rng.random() < 0.06 and not game.over:
                seat = rng.choice(audiences(game))
                sampled = game.view(seat).sample(luck)
                audit(sampled.flat, sampled.state)
                assert view_data(sampled, seat) == view_data(game, seat)


def test_a_view_too_rich_to_be_weighed_to_the_end_is_sampled_soundly(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """H4: where no choice of pools is weighed ahead, dead ends are left again."""
    monkeypatch.setattr(dealing, "MOST_WEIGHTS", 0)
    rng, luck = Random("rich"), seeded("rich")
    for number in range(either(6, 2)):
        for game in walk(new_game("usa:classic", 5, number), rng):
            if game.ply > 150 and rng.random() < 0.1 and not game.over:
                seat = rng.choice(audiences(game))
                sampled = game.view(seat).sample(luck)
                audit(sampled.flat, sampled.state)
                assert view_data(sampled, seat) == view_data(game, seat)


@pytest.mark.parametrize("board", sorted(GAMES))
def test_a_sampled_game_can_be_played_to_its_end(board: str) -> None:
    rng, luck = Random(f"on {board}"), seeded(f"on {board}")
    for _ in range(either(*GAMES[board])):
        name, players = some_table(rng, board)
        game = played(name, players, rng.random(), rng.randrange(200))
        if game.over:
            continue
        sampled = game.view(rng.choice(audiences(game))).sample(luck)
        while not sampled.over:
            step(sampled, rng)
        audit(sampled.flat, sampled.state)
        assert sampled.score().winners


@pytest.mark.parametrize("board", board_names())
def test_a_view_can_be_sampled_at_the_opening_whoever_has_answered(board: str) -> None:
    """S4: pending answers of others are dealt anew, the seat's own stays."""
    rng, luck = Random(f"opening {board}"), seeded(f"opening {board}")
    name, players = some_table(rng, board)
    game = new_game(name, players, board)
    for seat in rng.sample(range(players), players):
        for who in audiences(game):
            sampled = game.view(who).sample(luck)
            audit(sampled.flat, sampled.state)
            assert view_data(sampled, who) == view_data(game, who)
        game.play(rng.choice(list(game.legal_for(seat))), seat)


@pytest.mark.parametrize("board", board_names())
def test_a_view_after_the_end_can_be_sampled_too(board: str) -> None:
    """H1: then hands and tickets are open; a sample agrees with them, or is refused in words."""
    luck = seeded(f"over {board}")
    game = played(board, 2, f"over {board}", 10_000)
    for who in audiences(game):
        try:
            sampled = game.view(who).sample(luck)
        except IllegalAction as error:
            say(error)
            continue
        audit(sampled.flat, sampled.state)
        assert view_data(sampled, who) == view_data(game, who)


@pytest.mark.parametrize("board", board_names())
def test_a_sampled_game_can_be_seen_and_sampled_again(board: str) -> None:
    """A search plays on in a sampled game and asks for new samples there."""
    rng, luck = Random(f"again {board}"), seeded(f"again {board}")
    name, players = some_table(rng, board)
    game = played(name, players, "again", 40)
    for _ in range(3):
        seat = rng.randrange(players)
        sampled = game.view(seat).sample(luck)
        audit(sampled.flat, sampled.state)
        assert view_data(sampled, seat) == view_data(game, seat)
        game = sampled
        for _ in range(3):
            step(game, rng)


@pytest.mark.slow
def test_tickets_seen_again_and_again_are_sampled_soundly() -> None:
    """K1: also where hardly any choice of the others fits what the seat has seen."""
    game = Game(many_tickets(), 2, seed="tickets")
    game.play("keep 1", 0)
    game.play("keep 2", 1)
    rng, luck = Random("tickets"), seeded("tickets")
    while game.view(None).ticket_pile > 6:
        game.play("tickets")
        game.play(f"keep {rng.randint(1, 6)}")
    for seat in (0, 1):
        sampled = game.view(seat).sample(luck)
        audit(sampled.flat, sampled.state)
        assert view_data(sampled, seat) == view_data(game, seat)


def test_positions_set_up_by_hand_can_be_sampled() -> None:
    """H4: a seat of a position knows its own hand and tickets and what lies open."""
    game = Game.from_text(
        "board: europe\nplayers: Ann, Bob, Cy\nturn: Bob\n"
        "Ann: hand 3 red 1 locomotive; tickets athina-angora; routes athina-sofia\n"
        "Bob: hand 2 blue; tickets roma-smyrna brest-venezia; stations paris\n"
    )
    luck = seeded("by hand")
    for seat in audiences(game):
        sampled = game.view(seat).sample(luck)
        audit(sampled.flat, sampled.state)
        assert view_data(sampled, seat) == view_data(game, seat)


def test_sampling_changes_neither_the_game_nor_the_view() -> None:
    game = played("usa", 3, "unchanged", 60)
    before, view = everything(game), game.view(1)
    seen = view.to_json()
    for _ in range(5):
        sampled = view.sample(seeded("unchanged"))
        step(sampled, Random(1))
    assert everything(game) == before
    assert view.to_json() == seen


def test_the_same_generator_gives_the_same_sample() -> None:
    view = played("europe", 4, "same", 50).view(2)
    one, two, three = (view.sample(seeded(seed)).position for seed in (1, 1, 2))
    assert one == two != three


def test_a_sampled_game_has_its_own_luck() -> None:
    """H3: the real order of the pile and the real shuffles to come are not in it."""
    game = played(small_board(), 2, "luck", 2)
    luck = seeded("luck")
    piles = {pile(game.view(0).sample(luck)) for _ in range(40)}
    assert len(piles) > 5


def test_events_and_answers_of_a_sampled_game_are_found_by_its_plies() -> None:
    """A sampled game counts its plies on from the view, and so it is asked about them."""
    rng = Random("plies")
    game = played("new-york", 3, "plies", 30)
    sampled = game.view(1).sample(seeded("plies"))
    assert sampled.ply == game.ply == 30
    for number in range(30, 45):
        step(sampled, rng)
        assert sampled.ply == number + 1
        last = sampled.plies[-1]
        expected = events_for(sampled.board, last.events, 1)
        assert sampled.events(1, since=number) == expected
        assert sampled.events(1, since=30)[-len(expected) :] == expected
        assert sampled.got(number) == sampled.copy().got(number)
