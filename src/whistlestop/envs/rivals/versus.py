"""Many games at once against bots or policies: one seat of each is yours.

The games are those of `batched`, where bots that decide inside the engine play; here the other
seats are asked outside it, all games that wait for the same opponent together. Your seat is another
one in each new game. An opponent that fails is not replaced: what it raises comes out of `step`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium import error

from whistlestop.bots import Bot, Recipe
from whistlestop.bots.contract import action_of
from whistlestop.bots.reasoning.seat_facts import facts_from_state
from whistlestop.engine.errors import IllegalAction
from whistlestop.engine.game import Game
from whistlestop.envs.batched import Step, WhistlestopVector
from whistlestop.envs.rewards import Reward
from whistlestop.envs.rivals.bot_seats import all_fast
from whistlestop.envs.rivals.opponents import Opponent, ReadOpponent, ask_policy, read_opponents
from whistlestop.envs.settings import Bytes, Codes, setting_of
from whistlestop.model.board import Board


def against(
    board: Board | str,
    players: int,
    games: int,
    opponents: Opponent | Sequence[Opponent],
    reward: Reward,
    copy: bool,
) -> WhistlestopVector:
    """Games against these opponents: inside the engine if all of them can play there."""
    read = read_opponents(opponents)
    if len(read) == 1:
        read *= players - 1
    setting_of(board, players)  # says first if so many cannot play there
    if len(read) != players - 1:
        wanted = "is 1 opponent" if players == 2 else f"are {players - 1} opponents"
        raise error.Error(f"With {players} players there {wanted}, not {len(read)}.")
    fast = all_fast(read)
    if fast is not None:
        return WhistlestopVector(board, players, games, fast, reward, copy)
    return WhistlestopVersus(board, players, games, read, reward, copy)


class WhistlestopVersus(WhistlestopVector):
    """`games` games against the same opponents, one for each other seat."""

    def __init__(
        self,
        board: Board | str,
        players: int,
        games: int,
        opponents: Sequence[ReadOpponent],
        reward: Reward,
        copy: bool,
    ) -> None:
        super().__init__(board, players, games, None, reward, copy)
        self._opponents = list(opponents)
        self._mine: Codes = np.zeros(games, np.int64)
        self._bots: dict[tuple[int, int], Bot] = {}
        # Games behind the door of the library, for bots that want views.
        self._tables: dict[int, Game] = {}

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Bytes, dict[str, Any]]:
        """Deal every game and let the opponents play until you have to decide."""
        super().reset(seed=seed, options=options)
        for game in range(self.num_envs):
            self._begin(game)
        self._let_opponents_play()
        return self._rows.take(self._shown, axis=0), self._info()

    def step(self, actions: Codes) -> Step:
        """One legal action for each game, and what the opponents do before your next decision."""
        given = self._checked(actions)
        codes = np.frombuffer(given, "<i8").tolist()
        # A game that ends gives you another seat at once, and rewards are those of the old one.
        self._acted = self._mine.copy()
        ends = sum(self._advance(game, code) for game, code in enumerate(codes))
        ends += self._let_opponents_play()
        return self._told(ends)

    def _begin(self, game: int) -> None:
        """A new deal gives you the next seat, and new bots to the others."""
        self._mine[game] = (game + int(self._batch.dealt[game]) - 1) % self.setting.players
        self._tables.pop(game, None)
        for n, opponent in enumerate(self._opponents):
            if isinstance(opponent, Recipe):
                bot = opponent.make(f"{self.game_seed(game)}/{n}")
                self._bots[game, n] = bot
                if not hasattr(bot, "decide") and game not in self._tables:
                    seed = self.game_seed(game)
                    self._tables[game] = Game(self.setting.board, self.setting.players, seed=seed)

    def _advance(self, game: int, code: int) -> bool:
        """Do a legal action in one game; returns whether the game ended."""
        if game in self._tables:
            self._tables[game].play(self.setting.codec.decode(code))
        if not self._batch.play_one(game, code, int(self._mine[game])):
            return False
        self._begin(game)
        return True

    def _let_opponents_play(self) -> int:
        """Ask opponents until every game waits for you; returns how many games ended."""
        ends = 0
        while True:
            ahead = (self._seats - self._mine) % self.setting.players
            if not ahead.any():
                return ends
            for n in range(len(self._opponents)):
                waiting = np.flatnonzero(ahead == n + 1)
                if len(waiting):
                    for game, code in zip(waiting, self._ask(n, waiting), strict=True):
                        ends += self._advance(int(game), int(code))

    def _ask(self, n: int, waiting: Codes) -> Sequence[int] | Codes:
        """What an opponent does in the games that wait for it."""
        opponent = self._opponents[n]
        if isinstance(opponent, Recipe):
            return [self._ask_bot(opponent, n, int(game)) for game in waiting]
        rows = self._rows.take(self._shown[waiting], axis=0)
        return ask_policy(opponent, rows, self._masks[waiting])

    def _ask_bot(self, recipe: Recipe, n: int, game: int) -> int:
        bot, seat = self._bots[game, n], int(self._seats[game])
        if game not in self._tables:
            state = self._batch.episodes[game].state
            code = int(bot.decide(facts_from_state(self.setting.flat, state, seat)))  # type: ignore[attr-defined]  # without a table every bot has it
        else:
            answer = bot.choose(self._tables[game].view(seat))
            try:
                code = self.setting.codec.encode(action_of(answer))
            except IllegalAction as unknown:
                raise error.InvalidAction(f"{recipe.text}: {unknown}") from None
        if not (0 <= code < self.setting.actions and self._masks[game, code]):
            why = self.setting.refusal(self._batch.episodes[game].state, seat, code)
            raise error.InvalidAction(f"{recipe.text} in seat {seat}: {why}")
        return code
