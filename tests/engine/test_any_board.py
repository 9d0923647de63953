"""Every promise on boards that nobody has thought of: switches anywhere in their ranges."""

from __future__ import annotations

from random import Random

import pytest

from tests.engine.any_board import any_board
from tests.engine.audit import audit
from tests.engine.knowledge.follower import Follower
from tests.engine.knowledge.test_events import check_truth, check_view, told
from tests.engine.play import either, new_game, player_numbers, step
from tests.engine.siblings import view_data
from whistlestop.engine.game import Game
from whistlestop.engine.knowledge.events import ALL
from whistlestop.engine.lookup import codec_for
from whistlestop.engine.state.rng import seeded
from whistlestop.model.actions import parse_action

# Proof rather than inner loop: run by `make test`.
pytestmark = pytest.mark.slow


def table(label: str) -> tuple[Game, Random]:
    rng = Random(label)
    board = any_board(rng)
    return new_game(board, rng.choice(player_numbers(board)), label), rng


@pytest.mark.parametrize("part", range(4))
def test_any_board_is_played_to_its_end_with_nothing_lost(part: int) -> None:
    """D7, D8, D9, T2, E9, K2: odd decks and markets come to these often."""
    for number in range(either(20, 6)):
        game, rng = table(f"any {part} {number}")
        while not game.over:
            audit(game.flat, game.state)
            step(game, rng)
            assert game.ply < 5000
        audit(game.flat, game.state)
        assert game.score().winners


def test_the_numbers_of_any_board_are_a_bijection() -> None:
    for number in range(either(60, 20)):
        codec = codec_for(any_board(Random(f"codec {number}")), 2)
        actions = [codec.decode(code) for code in range(codec.size)]
        assert [codec.encode(action) for action in actions] == list(range(codec.size))
        assert [parse_action(str(action)) for action in actions] == actions


def test_events_of_any_board_rebuild_the_game_and_the_views() -> None:
    """H1, H2"""
    for number in range(either(30, 8)):
        game, rng = table(f"follow {number}")
        players = len(game.names)
        followers = [Follower(game.board, players, who) for who in (ALL, None, 0)]
        for follower in followers:
            follower.follow(game.events(follower.audience))
        while not game.over:
            step(game, rng)
            for follower in followers:
                follower.follow(told(game, follower.audience))
            check_truth(followers[0], game)
            if game.ply % 4 == 0:
                check_view(followers[1], game.view(None))
                check_view(followers[2], game.view(0))


def test_samples_and_positions_of_any_board_are_sound() -> None:
    """H4"""
    luck = seeded("any")
    for number in range(either(60, 12)):
        game, rng = table(f"sample {number}")
        while not game.over:
            if rng.random() < 0.08:
                seat = rng.choice((None, *range(len(game.names))))
                sampled = game.view(seat).sample(luck)
                audit(sampled.flat, sampled.state)
                assert view_data(sampled, seat) == view_data(game, seat)
            step(game, rng)
