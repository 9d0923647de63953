"""What a seat is told depends on nothing but what it may know (H1–H4)."""

from __future__ import annotations

from random import Random

import pytest

from tests.engine.play import either, new_game, played, some_table
from tests.engine.siblings import lockstep, otherwise, refusals, tell, view_data
from whistlestop.boards.load import board_names
from whistlestop.engine.game import Game
from whistlestop.engine.state.rng import seeded

# Random games per board: compiled, uncompiled; thousands in all.
# Pairs of games that differ only in secrets, compiled and uncompiled.
PAIRS = {"europe": (900, 9), "london": (2_100, 36), "new-york": (2_100, 48), "usa": (900, 9)}
GAMES = {"europe": (180, 9), "london": (780, 36), "new-york": (990, 48), "usa": (180, 9)}
LENGTHS = {"europe": 260, "london": 90, "new-york": 80, "usa": 260}


def some_game(rng: Random, board: str) -> Game:
    """A random game at a random ply, not over."""
    while True:
        name, players = some_table(rng, board)
        plies = rng.choice((rng.randrange(8), rng.randrange(LENGTHS[board])))
        game = played(name, players, rng.random(), plies)
        if not game.over:
            return game


def sibling(game: Game, seat: int | None, rng: Random) -> Game | None:
    tries = (otherwise(game, seat, rng) for _ in range(6))
    return next((other for other in tries if other is not None), None)


@pytest.mark.slow
@pytest.mark.parametrize("part", range(3))
@pytest.mark.parametrize("board", sorted(GAMES))
def test_games_that_differ_only_in_secrets_look_the_same_to_a_seat(board: str, part: int) -> None:
    """H2, H3, H4: byte-identical views and events, now and while both games go on alike."""
    games = either(*PAIRS[board]) // 3
    rng = Random(f"siblings {board} {part}")
    found = went_on = 0
    for _ in range(games):
        game = some_game(rng, board)
        seat = rng.randrange(len(game.names))
        other = sibling(game, seat, rng)
        if other is None:
            continue
        found += 1
        assert tell(game, seat) == tell(other, seat)
        went_on += lockstep(game, other, seat, rng, 6)
    assert found > games * 0.6, "too few pairs of games were found"
    assert went_on > found, "the pairs hardly ever go on"


@pytest.mark.slow
@pytest.mark.parametrize("board", sorted(GAMES))
def test_spectators_are_told_nothing_that_is_secret_to_all_seats(board: str) -> None:
    """V2, H1, H4: a spectator sees what is public."""
    rng = Random(f"spectator {board}")
    games = either(*GAMES[board]) // 6 + 2
    found = 0
    for _ in range(games):
        game = some_game(rng, board)
        other = sibling(game, None, rng)
        if other is not None:
            found += 1
            assert tell(game, None) == tell(other, None)
            lockstep(game, other, None, rng, 6)
    assert found > games * 0.6


@pytest.mark.parametrize("board", sorted(GAMES))
def test_a_sampled_game_goes_on_like_the_real_one(board: str) -> None:
    """H4: also games dealt anew from the view alone tell the seat the same."""
    rng, luck = Random(f"sampled {board}"), seeded(f"sampled {board}")
    went_on = 0
    games = either(*GAMES[board]) // 6 + 2
    for _ in range(games):
        game = some_game(rng, board)
        seat = rng.choice((None, *range(len(game.names))))
        other = game.view(seat).sample(luck)
        assert view_data(game, seat) == view_data(other, seat)
        went_on += lockstep(game, other, seat, rng, 6)
    assert went_on > games


@pytest.mark.parametrize("board", sorted(GAMES))
def test_why_an_action_is_refused_does_not_depend_on_secrets(board: str) -> None:
    """H4: the sentence of an error tells nothing about other hands."""
    rng = Random(f"refusals {board}")
    found = 0
    for _ in range(either(25, 4)):
        game = some_game(rng, board)
        seat = rng.randrange(len(game.names))
        other = sibling(game, seat, rng)
        if other is None:
            continue
        found += 1
        legal = game.legal_for(seat).codes
        codes = [x for x in rng.sample(range(game.codec.size), 60) if x not in legal]
        assert refusals(game, seat, codes) == refusals(other, seat, codes)
    assert found


def test_seats_learn_nothing_from_the_place_of_a_ticket_that_another_keeps() -> None:
    """H2, K3: which of the offered tickets was kept shows neither in views nor in events."""
    told = set()
    for keep in ("keep 1", "keep 2"):
        game = Game("new-york", ["Ann", "Bob"], seed="places")
        game.play("keep 1", 0)
        game.play(keep, 1)
        told.add(tell(game, 0))
    assert len(told) == 1


def test_spectators_do_not_learn_two_hands_when_the_pile_runs_out() -> None:
    """V2, H2: each of two players can count the other's hand then, a spectator cannot."""
    told = set()
    for ann, bob in (("1 red", "1 blue"), ("1 blue", "1 red")):
        game = Game.from_text(
            "board: new-york\nplayers: Ann, Bob\nmarket: green green green pink pink\n"
            f"pile: black\nAnn: hand {ann}\nBob: hand {bob}\n" + DISCARDS
        )
        game.play("draw deck")
        told.add(tell(game, None))
    assert len(told) == 1


# All cards that the position above places nowhere else.
DISCARDS = "discards: 5 blue 3 green 5 black 4 pink 5 red 6 orange 8 locomotive\n"


@pytest.mark.parametrize("board", board_names())
def test_pending_answers_at_the_opening_do_not_show(board: str) -> None:
    """S4, H2: others learn that a seat has answered, not what."""
    rng = Random(f"pending {board}")
    for number in range(either(20, 6)):
        name, players = some_table(rng, board)
        games = [new_game(name, players, number) for _ in range(2)]
        answering = rng.sample(range(players), rng.randrange(1, players))
        for game in games:
            for seat in answering:
                game.play(rng.choice(list(game.legal_for(seat))), seat)
        others = [x for x in range(players) if x not in answering]
        for who in (None, *others):
            assert tell(games[0], who) == tell(games[1], who)
