"""The opponents of a game that an agent plays: they answer between its decisions.

Fast bots look at the facts of their seats inside the engine. If one of them wants views, or fails,
or a policy plays as well, a `Game` follows along and all bots get views. A bot that fails is
replaced for the rest of the game and named in `failures`; every bot is made anew for each game, and
a policy is the same in all of them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from whistlestop.bots import Recipe, Seated
from whistlestop.bots.fast import fast_bot_of
from whistlestop.bots.reasoning.rivals import FastRivals
from whistlestop.engine.game import Game
from whistlestop.envs.episode_arrays import EpisodeArrays
from whistlestop.envs.rivals.opponents import Policy, ReadOpponent, ask_policy
from whistlestop.envs.settings import Setting


class BotSeats:
    """All seats but one of the game that `arrays` hold."""

    def __init__(self, arrays: EpisodeArrays) -> None:
        self._arrays = arrays
        self._seat = 0
        self._fast: FastRivals | None = None
        self._seated: dict[int, Seated | Policy] = {}
        self._game: Game | None = None
        self.failures: list[str] = []

    def sit(self, opponents: Sequence[ReadOpponent], seat: int) -> None:
        """A game begins: the opponents sit after a seat in this order."""
        arrays = self._arrays
        self._seat, self.failures, self._game, self._fast = seat, [], None, None
        players, deal = arrays.setting.players, arrays.seed
        self._seated = {
            (seat + 1 + n) % players: _seated(opponent, f"{deal}/{n}")
            for n, opponent in enumerate(opponents)
        }
        recipes = [opponent for opponent in opponents if isinstance(opponent, Recipe)]
        if len(recipes) < len(opponents):
            return
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
        game = self._followed()
        while not game.over and game.turn != self._seat:
            rival = self._seated[game.turn]
            if isinstance(rival, Seated):
                self._ask_bot(rival, game)
            else:
                self._ask_policy(rival, game)
            self._arrays.follow(game.plies[-1].code)

    def _ask_bot(self, bot: Seated, game: Game) -> None:
        failure = bot.act(game, game.turn)
        if failure is not None:
            self.failures.append(f"{failure} (seed {self._arrays.seed})")

    def _ask_policy(self, policy: Policy, game: Game) -> None:
        row, mask = self._arrays.row(game.turn), self._arrays.mask.copy()
        code = int(ask_policy(policy, row[None], mask[None])[0])
        game.advance(self._arrays.setting.codec.decode(code))

    def _followed(self) -> Game:
        """The game as it stands now, behind the door of the library."""
        arrays = self._arrays
        if self._game is None:
            self._game = arrays.game()
        for code in arrays.played[self._game.ply :]:
            self._game.advance(arrays.setting.codec.decode(code))
        return self._game


def _seated(opponent: ReadOpponent, seed: str) -> Seated | Policy:
    """A bot of its own for this game; a policy is the same in every game."""
    if isinstance(opponent, Recipe):
        return Seated(opponent.text, opponent.make, seed)
    return opponent


def all_fast(opponents: Sequence[ReadOpponent]) -> list[Recipe] | None:
    """The opponents, if all of them are bots that decide inside the engine."""
    fast = [one for one in opponents if isinstance(one, Recipe) and _is_fast(one)]
    return fast if len(fast) == len(opponents) else None


def _is_fast(recipe: Recipe) -> bool:
    try:
        return fast_bot_of(recipe.make("0")) is not None
    # Whatever is wrong with a bot, it shows when it plays.
    except (Exception, SystemExit):
        return False


def fast_rivals(setting: Setting, recipes: Sequence[Recipe], games: int) -> FastRivals:
    """Bots that are all fast, one for each other seat, in many games at once."""
    return FastRivals(setting.flat, [_mind_maker(recipe) for recipe in recipes], games)


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
