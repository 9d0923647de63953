"""The bots of a game that an agent plays: they answer between its decisions.

Fast bots look at the facts of their seats inside the engine. If one of them wants views, or fails,
a `Game` follows along and all of them get views. A bot that fails is replaced for the rest of the
game and named in `failures`; every bot is made anew for each game.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from gymnasium import error

from whistlestop.bots import BotError, Recipe, Seated, read_recipe
from whistlestop.bots.fast import fast_bot_of
from whistlestop.bots.reasoning.rivals import FastRivals
from whistlestop.engine.game import Game
from whistlestop.envs.episode_arrays import EpisodeArrays
from whistlestop.envs.settings import Setting


class BotSeats:
    """All seats but one of the game that `arrays` hold."""

    def __init__(self, arrays: EpisodeArrays) -> None:
        self._arrays = arrays
        self._seat = 0
        self._fast: FastRivals | None = None
        self._seated: dict[int, Seated] = {}
        self._game: Game | None = None
        self.failures: list[str] = []

    def sit(self, recipes: Sequence[Recipe], seat: int) -> None:
        """A game begins: the bots sit after a seat in this order."""
        arrays = self._arrays
        self._seat, self.failures, self._game, self._fast = seat, [], None, None
        players, deal = arrays.setting.players, arrays.seed
        self._seated = {
            (seat + 1 + n) % players: Seated(recipe.text, recipe.make, f"{deal}/{n}")
            for n, recipe in enumerate(recipes)
        }
        minds = FastRivals(arrays.setting.flat, [_mind_maker(recipe) for recipe in recipes], 1)
        try:
            minds.begin(0, str(deal), seat)
            self._fast = minds
        # Whatever is wrong with a bot, its seat finds out and says.
        except (Exception, SystemExit):
            pass

    def __getstate__(self) -> dict[str, Any]:
        """The bots themselves in place of what asks them, which cannot be copied."""
        return {**vars(self), "_fast": None if self._fast is None else self._fast.minds}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        if state["_fast"] is not None:
            self._fast = FastRivals(self._arrays.setting.flat, [], 1)
            self._fast.minds = state["_fast"]

    def play(self) -> None:
        """Let the bots play until it is the agent's turn or the game is over."""
        if self._fast is not None:
            try:
                self._arrays.let_play(self._fast, self._seat)
                return
            except (Exception, SystemExit):
                self._fast = None
        self._play_by_views()

    def _play_by_views(self) -> None:
        arrays = self._arrays
        game = self._followed()
        while not game.over and game.turn != self._seat:
            failure = self._seated[game.turn].act(game, game.turn)
            if failure is not None:
                self.failures.append(f"{failure} (seed {arrays.seed})")
            arrays.follow(game.plies[-1].code)

    def _followed(self) -> Game:
        """The game as it stands now, behind the door of the library."""
        arrays = self._arrays
        if self._game is None:
            self._game = arrays.game()
        for code in arrays.played[self._game.ply :]:
            self._game.advance(arrays.setting.codec.decode(code))
        return self._game


def fast_rivals(setting: Setting, names: str | Sequence[str] | None, games: int) -> FastRivals:
    """The bots of these names, one for each other seat or one for all, in many games at once."""
    wanted = [names] * (setting.players - 1) if isinstance(names, str) else list(names or ())
    if len(wanted) != setting.players - 1:
        raise error.Error(
            f"There are {setting.players - 1} opponents, or one name for all, not {len(wanted)}."
        )
    try:
        makers = [_mind_maker(read_recipe(name)) for name in wanted]
    except BotError as unknown:
        raise error.NameNotFound(str(unknown)) from None
    for name, make in zip(wanted, makers, strict=True):
        try:
            make("0")
        except NoFastBot:
            raise error.NameNotFound(
                f"{name} cannot play inside the engine, since it wants to be shown views;"
                " for such bots there is whistlestop.envs.solo."
            ) from None
    return FastRivals(setting.flat, makers, games)


class NoFastBot(Exception):
    """A bot wants views."""


def _mind_maker(recipe: Recipe) -> Callable[[str], object]:
    """What makes the part of a bot that decides inside the engine."""

    def make(seed: str) -> object:
        mind = fast_bot_of(recipe.make(seed))
        if mind is None:
            raise NoFastBot
        return mind

    return make
