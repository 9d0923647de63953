"""The Gymnasium environment: one seat is the agent's, bots or policies have the others.

A step takes one decision of the agent and lets the bots play until it has to decide again. An
illegal action raises `gymnasium.error.InvalidAction`; with `illegal="random"`, for agents without
mask support, a random legal one takes its place. The action space samples what is legal at that
moment. A bot that fails is replaced for the rest of the game, and `info["failures"]` says why; what
a policy raises comes out of `step`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium import Env, Space, error
from gymnasium.envs.registration import register
from gymnasium.spaces import Discrete

from whistlestop.engine.game import Game
from whistlestop.envs.episode_arrays import EpisodeArrays, first_seat
from whistlestop.envs.rendering import MODES, draw, shows_itself
from whistlestop.envs.rewards import Reward, read_reward
from whistlestop.envs.rivals.bot_seats import BotSeats
from whistlestop.envs.rivals.opponents import Opponent, read_opponents
from whistlestop.envs.settings import Bytes, Mask, check_render_mode, setting_of
from whistlestop.model.board import Board


class LegalActions(Discrete):
    """All actions of a board; `sample` draws a legal one even without a mask."""

    def __init__(self, actions: int) -> None:
        super().__init__(actions)
        self.legal: Mask | None = None

    def sample(self, mask: Any = None, probability: Any = None) -> Any:
        """As the base class does it, with the mask of the moment where none is given."""
        if mask is None and probability is None:
            mask = self.legal
        return super().sample(mask, probability)


class WhistlestopSolo(Env[Bytes, np.int64]):
    """One agent among bots, which sit after it in the order given.

    Without a `seat`, every game gives the agent one by chance.
    """

    # Gymnasium reads it off the class.
    metadata: dict[str, Any] = {"render_modes": list(MODES), "render_fps": 1}  # noqa: RUF012 -- as in its base class

    def __init__(
        self,
        board: Board | str = "usa",
        opponents: Opponent | Sequence[Opponent] = ("greedy",),
        seat: int | None = None,
        reward: Reward = "win",
        illegal: str = "raise",
        render_mode: str | None = None,
    ) -> None:
        self._opponents = read_opponents(opponents)
        others = len(self._opponents)
        self.setting = setting_of(board, others + 1)
        if seat is not None and (type(seat) is not int or not 0 <= seat <= others):
            raise error.Error(f"A seat is from 0 to {others}, not {seat!r}.")
        self.render_mode = check_render_mode(render_mode, self.metadata["render_modes"])
        self._rule = read_reward(reward)
        if illegal not in ("raise", "random"):
            raise error.Error(f'Illegal actions raise or become random, not "{illegal}".')
        self._forgives = illegal == "random"
        self._wanted_seat = seat
        self._arrays = EpisodeArrays(self.setting)
        self.observation_space: Space[Any] = self.setting.observation_space()
        self.action_space: LegalActions = LegalActions(self.setting.actions)
        self._seat = 0
        self._bots = BotSeats(self._arrays)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Bytes, dict[str, Any]]:
        """Deal a game and let the bots play until the agent has to decide.

        With a seed, it is what `Game(board, players, seed=seed)` deals.
        """
        super().reset(seed=seed)
        players = self.setting.players
        first = first_seat(options, players)
        deal = int(self.np_random.integers(1 << 48)) if seed is None else int(seed)
        chosen = int(self.np_random.integers(players))
        self._seat = chosen if self._wanted_seat is None else self._wanted_seat
        self._arrays.deal(deal, first)
        self._bots.sit(self._opponents, self._seat)
        self._bots.play()
        if shows_itself(self.render_mode):
            self.render()
        return self._arrays.row(self._seat), self._info()

    def step(self, action: np.int64) -> tuple[Bytes, float, bool, bool, dict[str, Any]]:
        """Take the agent's decision."""
        arrays = self._running()
        if arrays.over:
            raise error.ResetNeeded("The game is over; reset() deals the next one.")
        if self._forgives and not arrays.allows(action):
            action = self.np_random.choice(np.flatnonzero(arrays.mask))
        arrays.play(action)
        self._bots.play()
        if shows_itself(self.render_mode):
            self.render()
        over = arrays.over
        reward = arrays.rewards_by(self._rule)[self._seat] if over else 0.0
        return arrays.row(self._seat), reward, over, False, self._info()

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Which actions are legal now, as sb3-contrib asks for it."""
        return self._running().mask.astype(np.bool_)

    def game(self) -> Game:
        """A copy of the game so far, secrets included: to record, draw or analyse it."""
        return self._running().game()

    def render(self) -> Any:
        """What the agent sees, as text or as a drawing, or printed."""
        if self.render_mode is None:
            return None
        return draw(self.game().view(self._seat), self.render_mode)

    def _info(self) -> dict[str, Any]:
        mask = self.action_space.legal = self._arrays.mask.copy()
        info: dict[str, Any] = {"action_mask": mask, "seat": self._seat}
        if self._bots.failures:
            info["failures"] = tuple(self._bots.failures)
        if self._arrays.over:
            info["points"] = np.array(self._arrays.points)
        return info

    def _running(self) -> EpisodeArrays:
        if self._arrays.seed is None:
            raise error.ResetNeeded("reset() comes before anything else.")
        return self._arrays


register("Whistlestop-v0", entry_point="whistlestop.envs.single:WhistlestopSolo")
