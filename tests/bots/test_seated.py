"""A bot that fails is told apart, replaced, and the game goes on."""

import sys
from collections.abc import Callable
from typing import Any

import pytest

from whistlestop.bots import Seated, make_bot, read_recipe
from whistlestop.bots.contract import Bot, Seed
from whistlestop.engine.game import Game
from whistlestop.engine.knowledge.view import View
from whistlestop.model.actions import Draw, Keep


class Scripted:
    """Answers with whatever it is told to."""

    def __init__(self, answer: Callable[[View], Any]) -> None:
        self.choose = answer


def makes(answer: Callable[[View], Any]) -> Callable[[Seed], Bot]:
    return lambda seed: Scripted(answer)


def fail(view: View) -> Any:
    raise ZeroDivisionError("my fault\nand more")


def refuse_to_be_made(seed: Seed) -> Bot:
    raise OSError("no model file")


@pytest.mark.parametrize(
    ("make", "problem"),
    [
        (makes(fail), "it raised ZeroDivisionError: my fault and more"),
        (makes(lambda view: sys.exit(3)), "it raised SystemExit: 3"),
        (refuse_to_be_made, "it raised OSError: no model file"),
        (makes(lambda view: Draw("red")), "it answered 'draw red': \"draw red\" must wait"),
        (makes(lambda view: "claim nowhere"), "it answered 'claim nowhere':"),
        (makes(lambda view: None), "it answered 'None':"),
        (makes(lambda view: Keep(("one",))), "it answered 'keep one':"),  # type: ignore[arg-type]
        (makes(lambda view: view.tickets[9]), "it raised IndexError:"),
    ],
)
def test_a_bot_that_fails_is_reported_and_replaced(
    make: Callable[[Seed], Bot], problem: str
) -> None:
    game = Game("new-york", 2, seed=1)
    before = game.position
    seated = Seated("mine", make, seed=1)
    failure = seated.act(game, 0)
    assert failure is not None
    assert failure.problem.startswith(problem)
    assert (failure.bot, failure.seat, failure.ply, failure.position) == ("mine", 0, 0, before)
    assert game.ply == 1
    assert "\n" not in str(failure)
    game.play(game.legal_for(1)[0], 1)
    while not game.over:
        assert seated.act(game, game.turn) is None


def test_a_bot_that_does_not_fail_plays_what_it_chose() -> None:
    game, same = Game("europe", 2, seed=3), Game("europe", 2, seed=3)
    recipe = read_recipe("greedy")
    seats = [Seated(recipe.text, recipe.make, seed=seat) for seat in range(2)]
    bots = [make_bot("greedy", seed=seat) for seat in range(2)]
    while not game.over:
        same.play(bots[same.turn].choose(same.view(same.turn)))
        assert seats[game.turn].act(game, game.turn) is None
    assert [ply.action for ply in game.plies] == [ply.action for ply in same.plies]


def test_a_bot_is_shown_its_view_and_never_the_game() -> None:
    shown: list[object] = []

    def look(view: View) -> Any:
        shown.append(view)
        return view.legal[0]

    game = Game("usa", 3, seed=1)
    assert Seated("mine", makes(look), seed=1).act(game, 2) is None
    assert [type(thing) for thing in shown] == [View]
    assert shown[0].seat == 2  # type: ignore[attr-defined]  # checked above


def test_what_a_bot_says_is_cut_short() -> None:
    def shout(view: View) -> Any:
        raise ValueError("x" * 10_000)

    failure = Seated("mine", makes(shout), seed=1).act(Game("usa", 2, seed=1), 0)
    assert failure is not None
    assert len(failure.problem) < 300
