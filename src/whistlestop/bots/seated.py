"""A bot in a seat of a running game: it gets its view, and its answer is played.

A bot is somebody's program and may fail. One that raises or answers with an illegal action is
reported and replaced by `random` for the rest of the game, so that a game always goes on. This
module knows no strategy and does not limit how long a bot thinks.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from whistlestop.bots.contract import Bot, BotError, Seed
from whistlestop.bots.random import make_random
from whistlestop.engine.errors import IllegalAction
from whistlestop.engine.game import Game
from whistlestop.engine.state.rng import seeded

MOST = 200  # characters of what a bot said that are worth repeating


@dataclass(frozen=True, slots=True)
class Failure:
    """What a bot did wrong. The position is the full one at that ply, secrets included.

    Attributes:
        bot: The name it was given.
        seat: Where it sat.
        ply: The decision it failed at.
        problem: What it did, in a sentence.
        position: The whole truth at that ply, as text that `Game.from_text` reads back.
    """

    bot: str
    seat: int
    ply: int
    problem: str
    position: str

    def __str__(self) -> str:
        return f"{self.bot} in seat {self.seat} failed at ply {self.ply}: {self.problem}"


class Seated:
    """Plays one seat through `Game.play`, with a stand-in for a bot that fails."""

    def __init__(self, name: str, make: Callable[[Seed], Bot], seed: Seed) -> None:
        self.name = name
        self._make = make
        self._seed = seed
        self._bot: Bot | None = None

    def act(self, game: Game, seat: int) -> Failure | None:
        """Take the decision that the game waits for; returns the failure if there was one."""
        problem = self._try(game, seat)
        if problem is None:
            return None
        failure = Failure(self.name, seat, game.ply, problem, game.position)
        self._bot = make_random(seeded(self._seed, "stand-in"))
        game.play(self._bot.choose(game.view(seat)), seat)
        return failure

    def forget(self) -> None:
        """Begin anew, after a take-back: a new bot, made from the same seed."""
        self._bot = None

    def _try(self, game: Game, seat: int) -> str | None:
        try:
            if self._bot is None:
                self._bot = self._make(self._seed)
            action = self._bot.choose(game.view(seat))
        except BotError as error:
            return _brief("", error)  # a sentence already
        # A bot may go wrong in any way, and even ask to leave the program.
        except (Exception, SystemExit) as error:
            return f"it raised {_brief(type(error).__name__, error)}"
        try:
            game.advance(action, seat)
        except IllegalAction as error:
            return f"it answered {_brief(repr(str(action)), error)}"
        # Not an action at all, but something made to look like one.
        except Exception as error:
            return f"it answered with a {type(action).__name__} ({_brief('', error)})"
        return None


def _brief(what: str, error: BaseException) -> str:
    text = f"{what}: {error}" if what else str(error)
    text = " ".join(text.split())
    return text if len(text) <= MOST else text[: MOST - 3] + "..."
