"""Whether bots answer at all: each is made and asked for one decision, before a run begins.

A bot that fails later is replaced and reported, game by game; one that cannot even begin would turn
a whole run into games of `random`, so it is refused. Bots that come along are not asked. This is no
judgement of a bot: `inspection` is.
"""

from __future__ import annotations

from collections.abc import Sequence

from whistlestop.boards.load import load_board
from whistlestop.bots.registry import Recipe, comes_along
from whistlestop.bots.seated import Seated
from whistlestop.engine.game import Game
from whistlestop.lab.errors import LabError
from whistlestop.lab.games.plan import SECONDS
from whistlestop.lab.games.time_limit import Alarm, TimedBot
from whistlestop.model.board import Board


def need_answers(
    bots: Sequence[Recipe], board: Board | str, players: int, seconds: float = SECONDS
) -> None:
    """Refuse, in a sentence, the first bot that cannot take the first decision of a game."""
    for recipe in {recipe.text: recipe for recipe in bots}.values():
        if not comes_along(recipe.maker):
            _need_answer(recipe, load_board(board), players, seconds)


def _need_answer(recipe: Recipe, board: Board, players: int, seconds: float) -> None:
    game = Game(board, players, seed=0)
    with Alarm(seconds) as alarm:
        seated = Seated(recipe.text, TimedBot(recipe.make, alarm, {}).make, 0)
        failure = seated.act(game, game.turn)
    if failure is not None:
        problem = failure.problem.rstrip(".")
        raise LabError(
            "broken_bot", f"{recipe.text} fails at the first decision of a game: {problem}."
        )
