"""Nothing is lost or doubled in any game, and what raises or is copied changes nothing."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from tests.engine.audit import audit
from tests.engine.play import (
    either,
    every_board,
    every_table,
    everything,
    may,
    new_game,
    played,
    player_numbers,
    some_table,
    step,
    walk,
)
from tests.engine.truth import hand
from whistlestop.boards.load import board_names
from whistlestop.engine.errors import IllegalAction
from whistlestop.engine.game import Game

pytestmark = pytest.mark.slow


def audited_every(board: str) -> int:
    """An option only changes tickets and deals: it is looked at less often."""
    return 1 if ":" not in board else either(3, 12)


@pytest.mark.slow
@pytest.mark.parametrize(("board", "players"), every_table())
def test_everything_is_in_exactly_one_place_after_every_ply(board: str, players: int) -> None:
    """C4, C6, C7, D8, K1, S5: cards, trains, stations and tickets are conserved, to the end."""
    rng = Random(f"audit {board} {players}")
    game = new_game(board, players, rng.random())
    for ply, now in enumerate(walk(game, rng)):
        if ply % audited_every(board) == 0 or now.over:
            audit(now.flat, now.state)
    assert game.over


@pytest.mark.parametrize("board", board_names())
def test_known_cards_never_exceed_the_real_hand(board: str) -> None:
    """H1: what the table has seen going into a hand is still there."""
    for number in range(either(8, 2)):
        rng = Random(f"known {board} {number}")
        name, players = some_table(rng, board)
        for game in walk(new_game(name, players, rng.random()), rng):
            for seat, known in enumerate(game.memory.known):
                held = Counter(hand(game, seat))
                assert Counter(dict(zip(game.board.cards, known, strict=True))) <= held


@pytest.mark.parametrize("board", board_names())
def test_cards_that_a_view_is_certain_of_are_in_the_hand(board: str) -> None:
    """H1: two players can count each other's cards when the pile has run out."""
    counted = 0
    for number in range(either(8, 5)):
        rng = Random(f"certain {board} {number}")
        for game in walk(new_game(board, 2 + number % 3 // 2, rng.random()), rng):
            if game.over or game.ply % 3:
                continue
            view = game.view(0)
            certain, held = Counter(view.certain(1)), Counter(hand(game, 1))
            assert Counter(view.players[1].known) <= certain <= held
            counted += certain == held and held.total() > 5
    assert counted


@pytest.mark.parametrize("board", every_board())
def test_the_order_of_the_opening_answers_does_not_matter(board: str) -> None:
    """S4: any order of answers leads to the same position."""
    for players in player_numbers(board):
        rng = Random(f"opening {board} {players}")
        game = new_game(board, players, rng.random())
        keeps = [rng.choice(list(game.legal_for(seat))) for seat in range(players)]
        reached = set()
        for _ in range(3):
            other = game.copy()
            for seat in rng.sample(range(players), players):
                other.play(keeps[seat], seat)
            reached.add(other.position)
        assert len(reached) == 1


@pytest.mark.parametrize("board", board_names())
def test_a_copy_goes_its_own_way(board: str) -> None:
    """A copy has the same future luck, and neither game notices what the other does."""
    for number in range(either(12, 3)):
        rng = Random(f"copy {board} {number}")
        name, players = some_table(rng, board)
        game = played(name, players, rng.random(), rng.randrange(120))
        before, copy = everything(game), game.copy()
        assert everything(copy) == before
        copy_steps(copy, Random(f"steps {number}"))
        assert everything(game) == before
        reached = everything(copy)
        copy_steps(game, Random(f"steps {number}"))
        assert everything(game) == reached == everything(copy)


def copy_steps(game: Game, rng: Random) -> None:
    for _ in range(25):
        if not game.over:
            step(game, rng)


BAD_PLAYS = (
    *("", "keep", "keep 9", "draw plaid", "draw", "claim nowhere-else 1 red", "pass now"),
    *("build atlantis 1 red", "pay 99 red", "claim x", "decline", "pay 3 locomotive"),
)


@pytest.mark.parametrize("board", board_names())
def test_what_raises_has_changed_nothing(board: str) -> None:
    """Law of the door: position, events, views and the luck to come are as before."""
    for number in range(either(12, 3)):
        rng = Random(f"raise {board} {number}")
        name, players = some_table(rng, board)
        game = played(name, players, rng.random(), rng.randrange(200))
        untouched, before = game.copy(), everything(game)
        assert count_refused(game, rng) > 20
        assert everything(game) == before
        copy_steps(game, Random(f"steps {number}"))
        copy_steps(untouched, Random(f"steps {number}"))
        assert everything(game) == everything(untouched)


def count_refused(game: Game, rng: Random) -> int:
    """Try much that is not allowed; every try must raise."""
    refused = 0
    for seat in range(len(game.names)):
        legal = set(game.legal_for(seat).codes)
        codes = rng.sample(range(game.codec.size), 40)
        actions = [game.codec.decode(code) for code in codes if code not in legal]
        texts = [x for x in BAD_PLAYS if not may(game, seat, x)]
        for action in (*actions, *texts):
            with pytest.raises(IllegalAction):
                game.play(action, seat)
            refused += 1
    return refused


def test_a_game_can_be_played_to_its_end_by_every_number_of_players() -> None:
    """P1, E1: the end always comes and is scored."""
    for board in board_names():
        for players in player_numbers(board):
            game = played(board, players, f"end {board}", 10_000)
            assert game.over
            assert game.waiting == ()
            assert len(game.score().totals) == players
