"""Views go to other processes: pickled, they come back equal, are small, and tell no more.

A shipped board travels as its name and a board of one's own whole; codec and flat board are made
again on the other side.
"""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import fields, replace
from pathlib import Path
from random import Random
from statistics import median

import pytest

from tests.engine.any_board import any_board
from tests.engine.play import either, every_board, new_game, played, some_table, step, walk
from tests.engine.siblings import lockstep, otherwise
from tests.engine.small import SMALL, small_board
from whistlestop.boards.load import board_names, load_board, parse_board
from whistlestop.engine.game import Game
from whistlestop.engine.knowledge.forms import CardCounts
from whistlestop.engine.knowledge.view import View
from whistlestop.engine.state.rng import seeded
from whistlestop.model.board import Board

pytestmark = pytest.mark.slow

# Bytes: half of all views of a game, and one with many hundreds of legal actions.
USUAL, LARGEST = 4_000, 10_000
# A game of each board that comes to the end within so many plies, with some of its views.
PLIES = 2_000


def again(thing: object) -> object:
    return pickle.loads(pickle.dumps(thing))


def same(view: View) -> View:
    """The view after a journey; it must be equal in every respect."""
    other = again(view)
    assert isinstance(other, View)
    assert other == view
    assert [type(x) for x in vars(other).values()] == [type(x) for x in vars(view).values()]
    assert list(vars(other)) == [field.name for field in fields(View)]
    assert other.data() == view.data()
    assert repr(other) == repr(view)
    assert other.legal.codes == view.legal.codes
    assert list(other.legal) == list(view.legal)
    return other


def views(game: Game) -> Iterator[View]:
    yield from (game.view(who) for who in (None, *range(len(game.names))))


@pytest.mark.parametrize("board", every_board())
def test_every_view_of_a_game_comes_back_equal_at_every_ply(board: str) -> None:
    rng = Random(f"pickle {board}")
    game = new_game(board, load_board(board).rules.max_players, f"pickle {board}")
    phases = set()
    for now in walk(game, rng):
        if rng.random() < either(1, 15) / 20 or now.over or now.phase not in phases:
            phases.add(now.phase)
            for view in views(now) if now.over else (now.view(None), now.view(now.turn)):
                assert same(view).board is now.board
    assert {"opening", "turn", "second card", "tickets", "over"} <= phases


@pytest.mark.parametrize("board", board_names())
def test_a_view_that_comes_back_deals_the_same_worlds(board: str) -> None:
    for plies in (0, 3, 40, PLIES):
        game = played(board, 2, f"worlds {board}", plies)
        for view in views(game):
            one = view.sample(seeded("luck"))
            two = same(view).sample(seeded("luck"))
            assert one.position == two.position
            assert [two.view(who) for who in (None, 0, 1)] == [
                one.view(who) for who in (None, 0, 1)
            ]


def test_views_of_boards_of_ones_own_come_back_with_their_board() -> None:
    rng, luck = Random("own boards"), seeded("own boards")
    for number in range(either(25, 5)):
        board = small_board() if number == 0 else any_board(rng)
        game = new_game(board, board.rules.max_players, number)
        for _ in range(rng.randrange(60)):
            if not game.over:
                step(game, rng)
        for view in views(game):
            other = same(view)
            assert other.board == board
            assert other.sample(luck).view(view.seat).data() == view.data()


def test_a_board_of_ones_own_comes_back_as_one_and_the_same_board_each_time() -> None:
    """Its flat board and codec are then made once, not for every view."""
    views = [played(small_board(), 2, label, 9).view(0) for label in "ab"]
    views[1] = replace(views[1], board=views[0].board)
    first, second = again(views[0]), again(views[1])
    assert isinstance(first, View)
    assert isinstance(second, View)
    assert first.board is second.board
    assert first.board is not views[0].board


@pytest.mark.parametrize("board", every_board())
def test_a_shipped_board_is_pickled_as_its_name(board: str) -> None:
    made = load_board(board)
    data = pickle.dumps(made)
    assert len(data) < 150
    assert pickle.loads(data) is made
    # Also one that was read a second time.
    assert again(Board(**{f.name: getattr(made, f.name) for f in fields(Board)})) is made


def test_a_board_with_the_name_of_a_shipped_one_is_still_ones_own() -> None:
    changed = [
        replace(load_board("usa"), copies=13),
        replace(load_board("usa"), title="Mine"),
        replace(load_board("usa"), option="mine"),
        parse_board(SMALL.replace('id = "small"', 'id = "usa"'), "usa.toml"),
    ]
    for board in changed:
        other = again(board)
        assert other == board
        assert other != load_board("usa")


def test_a_board_whose_rules_are_others_here_is_refused() -> None:
    board = load_board("usa")
    data = pickle.dumps(board).replace(board.digest.encode(), b"0" * len(board.digest))
    with pytest.raises(pickle.UnpicklingError, match="usa that was pickled has other rules"):
        pickle.loads(data)


@pytest.mark.parametrize("board", every_board())
def test_a_pickled_view_of_a_shipped_board_is_small(board: str) -> None:
    game = new_game(board, load_board(board).rules.max_players, f"small {board}")
    rng = Random(f"small {board}")
    sizes = []
    while not game.over and game.ply < either(250, 60):
        step(game, rng)
        sizes.append(len(pickle.dumps(game.view(game.turn))))
    assert median(sizes) <= USUAL
    assert max(sizes) <= LARGEST


OTHER_PROCESS = """
import pickle, sys
from whistlestop.engine.state.rng import seeded
view = pickle.loads(sys.stdin.buffer.read())
world = view.sample(seeded("there"))
print(view.to_json())
print(view.board.title, len(view.legal))
print(world.position)
"""


@pytest.mark.parametrize("own", [False, True])
def test_another_process_can_use_a_view_with_nothing_else_sent_along(
    own: bool, tmp_path: Path
) -> None:
    board: Board | str = "europe"
    if own:
        file = tmp_path / "mine.toml"
        file.write_text(SMALL, encoding="utf-8")
        board = load_board(file)
        file.unlink()
    game = played(board, 3, "process", 10)
    view = game.view(game.turn)
    done = subprocess.run(
        [sys.executable, "-c", OTHER_PROCESS],
        input=pickle.dumps(view),
        capture_output=True,
        check=True,
        timeout=60,
    )
    here = view.sample(seeded("there")).position
    expected = f"{view.to_json()}\n{view.board.title} {len(view.legal)}\n{here}\n"
    assert done.stdout.decode() == expected


def secrets_apart(rng: Random, board: str) -> tuple[Game, Game, int | None]:
    """Two games and a viewer that cannot tell one from the other."""
    while True:
        name, players = some_table(rng, board)
        game = played(name, players, rng.random(), rng.choice((rng.randrange(8), 40, 90)))
        seat = rng.choice((None, *range(players)))
        other = None if game.over else otherwise(game, seat, rng)
        if other is not None:
            return game, other, seat


@pytest.mark.parametrize("board", board_names())
def test_games_that_differ_only_in_secrets_give_the_same_bytes(board: str) -> None:
    """H2, H3, H4: no part of a pickle, not even what is one object in it, tells a secret."""
    rng = Random(f"bytes {board}")
    went_on = 0
    pairs = either(20, 3)
    for _ in range(pairs):
        game, other, seat = secrets_apart(rng, board)
        assert pickle.dumps(game.view(seat)) == pickle.dumps(other.view(seat))
        for _ in range(6):
            if not lockstep(game, other, seat, rng, 1) or game.over:
                break
            went_on += 1
            assert pickle.dumps(game.view(seat)) == pickle.dumps(other.view(seat))
    assert went_on >= pairs


@pytest.mark.parametrize("board", board_names())
def test_the_bytes_do_not_depend_on_how_a_view_came_to_be(board: str) -> None:
    """A view that has travelled, and one made anew, share other parts than the first."""
    for plies in (0, 30, PLIES):
        game = played(board, 2, "secret seed", plies)
        for view in views(game):
            data = pickle.dumps(view)
            assert pickle.dumps(pickle.loads(data)) == data
            assert pickle.dumps(replace(view)) == data
            assert b"secret seed" not in data


def test_a_view_is_pickled_by_every_protocol_and_copied() -> None:
    view = played("europe", 3, "protocols", 50).view(1)
    for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
        assert pickle.loads(pickle.dumps(view, protocol)) == view
    assert copy.copy(view) == copy.deepcopy(view) == view


def test_parts_of_a_view_are_pickled_too() -> None:
    game = played("new-york", 2, "parts", PLIES)
    view = game.view(0)
    for thing in (view.players, view.pools, view.draws, view.shown, view.score, view.hand):
        assert again(thing) == thing
    assert type(again(view.players[0].known)) is CardCounts
    legal = played("new-york", 2, "parts", 8).legal
    assert again(legal) == legal
    assert list(pickle.loads(pickle.dumps(legal))) == list(legal)
    assert again(game.codec) is game.codec
    events = game.events(0)
    assert again(events) == events
