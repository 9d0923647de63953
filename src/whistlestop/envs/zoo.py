"""The PettingZoo environment: an agent for each seat, a step for each decision.

A turn with several decisions is several steps of one agent, one after the other. The opening
choice of tickets is asked seat by seat, and nobody sees the answers of others before all are in.
Illegal actions raise `gymnasium.error.InvalidAction` and change nothing.
"""

from __future__ import annotations

import secrets
from typing import Any

from gymnasium import spaces
from pettingzoo import AECEnv  # type: ignore[import-untyped]  # it has no marker of its types
from pettingzoo.utils.env_logger import EnvLogger  # type: ignore[import-untyped]  # as above

from whistlestop.engine.game import Game
from whistlestop.envs.episode_arrays import EpisodeArrays, first_seat
from whistlestop.envs.rendering import MODES, draw, shows_itself
from whistlestop.envs.rewards import Reward, read_reward
from whistlestop.envs.settings import Observed, check_render_mode, setting_of
from whistlestop.model.board import Board


class WhistlestopAEC(AECEnv[str, Observed, int]):  # type: ignore[misc]  # its types are not seen
    """Seats `seat_0`, `seat_1` … of one board.

    `reset(seed=7)` deals what `Game(board, players, seed=7)` deals; a reset without a seed goes
    on from the last one. The option `first` names the seat that begins.
    """

    def __init__(
        self, board: Board | str, players: int, reward: Reward, render_mode: str | None
    ) -> None:
        super().__init__()
        self.setting = setting_of(board, players)
        self.metadata = {
            "name": f"whistlestop_{self.setting.board.name}_v0",
            "render_modes": list(MODES),
            "render_fps": 1,
            "is_parallelizable": False,
        }
        self.render_mode = check_render_mode(render_mode, list(MODES))
        self._rule = read_reward(reward)
        self.possible_agents = [f"seat_{seat}" for seat in range(players)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        shown = {
            agent: spaces.Dict(
                {
                    "observation": self.setting.observation_space(),
                    "action_mask": self.setting.mask_space(),
                }
            )
            for agent in self.possible_agents
        }
        self.observation_spaces: dict[str, Any] = shown
        self.action_spaces: dict[str, Any] = {
            agent: spaces.Discrete(self.setting.actions) for agent in self.possible_agents
        }
        self._arrays = EpisodeArrays(self.setting)
        self._seed: int | None = None
        self._deals = 0

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The space of an agent's observations, the same for all."""
        space: spaces.Space[Any] = self.observation_spaces[agent]
        return space

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The space of an agent's actions, the same for all."""
        space: spaces.Space[Any] = self.action_spaces[agent]
        return space

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a game."""
        first = first_seat(options, self.setting.players)
        if seed is not None or self._seed is None:
            self._seed = secrets.randbits(48) if seed is None else int(seed)
            self._deals = 0
        deal = f"{self._seed}/{self._deals}" if self._deals else self._seed
        self._deals += 1
        self._arrays.deal(deal, first)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[self._arrays.turn]
        if shows_itself(self.render_mode):
            self.render()

    def step(self, action: Any) -> None:
        """Take the decision of the selected agent; None for an agent whose game is over."""
        if self._seed is None:
            EnvLogger.error_step_before_reset()
        if not self.agents:
            EnvLogger.warn_step_after_terminated_truncated()
            return
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        self._arrays.play(action)
        self._cumulative_rewards[agent] = 0.0
        if self._arrays.over:
            rewards = self._arrays.rewards_by(self._rule)
            self.rewards = dict(zip(self.agents, rewards, strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
            self._accumulate_rewards()
        else:
            self.agent_selection = self.possible_agents[self._arrays.turn]
        if shows_itself(self.render_mode):
            self.render()

    def observe(self, agent: str) -> Observed:
        """What an agent may know now."""
        if self._seed is None:
            EnvLogger.error_observe_before_reset()
        return self._arrays.observe(self._seats[agent])

    def game(self) -> Game:
        """The game so far as a `Game`, secrets included: to record, draw or analyse it."""
        return self._arrays.game()

    def render(self) -> str | None:
        """What a spectator sees, as text or as a drawing, or printed."""
        if self._seed is None:
            EnvLogger.error_render_before_reset()
        if self.render_mode is None:
            return None
        return draw(self.game().view(None), self.render_mode)

    def close(self) -> None:
        """Nothing is held open."""
