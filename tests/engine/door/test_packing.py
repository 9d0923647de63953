"""Games and generators can be pickled and deep-copied, and what comes back plays on the same."""

import copy
import doctest
import inspect
import pickle
from collections.abc import Callable
from typing import Any

import pytest

import whistlestop as ws
from whistlestop.engine.state.rng import generator

WAYS: list[Callable[[Any], Any]] = [
    lambda value: pickle.loads(pickle.dumps(value)),
    copy.deepcopy,
    copy.copy,
]


def _play(game: ws.Game, plies: int, luck: ws.Rng) -> None:
    for _ in range(plies):
        if not game.over:
            game.play(game.legal[luck.below(len(game.legal))])


@pytest.mark.parametrize("again", WAYS)
@pytest.mark.parametrize("board", ["new-york", "europe"])
@pytest.mark.parametrize("rng", [1, 2])
def test_a_game_plays_on_the_same(again: Callable[[Any], Any], board: str, rng: int) -> None:
    game = ws.Game(board, ["Ann", "Bob"], seed=7, rng=rng)
    _play(game, 25, ws.seeded(1))
    game.view(0)
    other = again(game)
    assert other.view(1) == game.view(1)
    _play(other, 1000, ws.seeded(2))
    assert game.ply == 25
    _play(game, 1000, ws.seeded(2))
    assert game.over
    assert other.position == game.position
    assert other.record.digest == game.record.digest


def test_a_copy_leaves_out_nothing_that_a_game_has() -> None:
    game = ws.Game("new-york", 2, seed=7)
    _play(game, 25, ws.seeded(1))
    other = game.copy()
    assert vars(other).keys() == vars(game).keys()
    own = {"chance", "state", "memory", "plies"}
    assert {name for name in vars(game) if vars(other)[name] is not vars(game)[name]} == own


def test_a_deep_copy_is_independent() -> None:
    game = ws.Game("new-york", 2, seed=7)
    other = copy.deepcopy(game)
    other.play("keep 1")
    assert (game.ply, other.ply) == (0, 1)
    assert "keep 1" in game.legal


def test_a_game_from_a_position_is_packed_too() -> None:
    game = ws.Game("europe", 3, seed=1)
    _play(game, 40, ws.seeded(3))
    start = ws.Game.from_text(game.position)
    assert pickle.loads(pickle.dumps(start)).position == start.position


@pytest.mark.parametrize("again", WAYS)
@pytest.mark.parametrize("version", [1, 2])
def test_a_generator_goes_on_the_same(again: Callable[[Any], Any], version: int) -> None:
    luck = generator(version, 5, "stream")
    for _ in range(20):
        luck.below(1000)
    other = again(luck)
    assert other is not luck
    assert [luck.below(1000) for _ in range(40)] == [other.below(1000) for _ in range(40)]


def test_luck_describes_itself() -> None:
    example = doctest.DocTestParser().get_doctest(
        ws.Rng.__doc__ or "", {"seeded": ws.seeded}, "Rng", None, 0
    )
    assert doctest.DocTestRunner().run(example) == (0, 2)
    assert "stream" in (ws.seeded.__doc__ or "")
    assert list(inspect.signature(ws.seeded).parameters) == ["seed", "stream"]
    assert list(inspect.signature(ws.Rng).parameters) == ["a", "b", "c", "d"]
    assert ws.Rng(*ws.seeded(3).words()).below(100) == ws.seeded(3).below(100)
