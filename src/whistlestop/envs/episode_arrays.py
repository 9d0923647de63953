"""One game that is played, with arrays over its rows and its mask, and its way back to a `Game`.

The PettingZoo and the Gymnasium environment both use it; many games at once are `batched`. It
refuses an illegal action with Gymnasium's error, and then nothing has changed.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium import error

from whistlestop.engine.checked_setup import Seed
from whistlestop.engine.fast.episode import lone_episode
from whistlestop.engine.fast.rewards import rewards_of
from whistlestop.engine.fast.rivals import Rivals, play_until
from whistlestop.engine.game import Game
from whistlestop.engine.scoring.scoring import final_totals
from whistlestop.envs.rewards import RewardRule
from whistlestop.envs.settings import Bytes, Mask, Observed, Setting, as_number, over_bytes


class EpisodeArrays:
    """One game after the other, each dealt anew over the same arrays."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self.episode = lone_episode(setting.flat, setting.layout)
        self.rows: Bytes = over_bytes(self.episode.rows.cells, setting.players, setting.width)
        self.mask: Mask = over_bytes(self.episode.mask, setting.actions).view(np.int8)
        self.nothing: Mask = np.zeros(setting.actions, np.int8)
        self.seed: Seed | None = None
        self.first = 0
        self.played: list[int] = []

    def __reduce__(self) -> tuple[Any, ...]:
        return arrays_after, (self.setting, self.seed, self.first, tuple(self.played))

    def deal(self, seed: Seed, first: int = 0) -> None:
        """Begin the game that `Game(board, players, seed=seed, first=first)` is."""
        self.seed = seed
        self.first = first
        self.played = []
        self.episode.deal(seed, first)

    @property
    def turn(self) -> int:
        """The seat that has to act."""
        return int(self.episode.turn())

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.episode.over()

    def play(self, action: Any) -> None:
        """Do an action of the seat whose turn it is, given by its number."""
        if not self.allows(action):
            raise self.setting.refusal(self.episode.state, self.turn, action)
        self.follow(as_number(action))

    def allows(self, action: Any) -> bool:
        """Whether this is the number of a legal action."""
        number = as_number(action)
        return 0 <= number < self.setting.actions and bool(self.mask[number])

    def follow(self, number: int) -> None:
        """Do an action that is known to be legal."""
        self.episode.play(number)
        self.episode.list_actions()
        self.played.append(number)

    def let_play(self, rivals: Rivals, seat: int) -> None:
        """Let rivals play until it is a seat's turn or the game is over."""
        try:
            play_until(self.episode, rivals, 0, seat, self.played)
        finally:
            self.episode.list_actions()

    def row(self, seat: int) -> Bytes:
        """What a seat may know now."""
        self.episode.look(seat)
        row: Bytes = self.rows[seat].copy()
        return row

    def observe(self, seat: int) -> Observed:
        """What a seat may know and do now; only the seat whose turn it is can do anything."""
        acts = seat == self.turn and not self.over
        mask = (self.mask if acts else self.nothing).copy()
        return {"observation": self.row(seat), "action_mask": mask}

    @property
    def points(self) -> list[int]:
        """By seat: the points of a game that is over."""
        return [int(total) for total in final_totals(self.setting.flat, self.episode.state)]

    def rewards(self, by_score: bool) -> list[float]:
        """By seat: points if `by_score`, otherwise the win; for a game that is over."""
        return rewards_of(self.episode, by_score)

    def rewards_by(self, rule: RewardRule) -> list[float]:
        """By seat, by any rule; for a game that is over."""
        if rule.function is None:
            return self.rewards(rule.by_score)
        points = [int(p) for p in self.rewards(by_score=True)]
        return rule.of_game(points, self.rewards(by_score=False))

    def game(self) -> Game:
        """The same game behind the door of the library: to record, draw or analyse it."""
        if self.seed is None:
            raise error.ResetNeeded("There is no game before the first reset.")
        game = Game(self.setting.board, self.setting.players, seed=self.seed, first=self.first)
        for number in self.played:
            game.play(self.setting.codec.decode(number))
        return game


def arrays_after(
    setting: Setting, seed: Seed | None, first: int, played: Sequence[int]
) -> EpisodeArrays:
    """The arrays of a game that has gone this way: how they are copied and pickled."""
    arrays = EpisodeArrays(setting)
    if seed is not None:
        arrays.deal(seed, first)
        for number in played:
            arrays.follow(number)
    return arrays


def first_seat(options: dict[str, Any] | None, players: int) -> int:
    """The seat that begins: the option `first`, or seat 0."""
    first = (options or {}).get("first", 0)
    if type(first) is not int or not 0 <= first < players:
        raise error.Error(f"The option first is a seat from 0 to {players - 1}, not {first!r}.")
    return first
