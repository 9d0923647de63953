"""Many games as a `VecEnv` of Stable-Baselines3, with masks of legal actions.

`MaskablePPO` of sb3-contrib asks every game for `action_masks`, and gets its row of the one array
that the compiled part keeps. Games are dealt anew in the step in which they end; what was seen last
stands in `terminal_observation`, as that library wants it. Stable-Baselines3 is not among the
extras, because it brings PyTorch.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from stable_baselines3.common.vec_env import VecEnv

from whistlestop.envs.batched import WhistlestopVector
from whistlestop.envs.settings import Bytes, Codes

Indices = int | Sequence[int] | None


class MaskedVecEnv(VecEnv):  # type: ignore[misc]  # its types are not seen
    """The games of a vector environment in which one seat of each is the learner's."""

    def __init__(self, env: WhistlestopVector) -> None:
        self.env = env
        self.render_mode = None
        self._actions: Codes | None = None
        super().__init__(env.num_envs, env.single_observation_space, env.single_action_space)

    def reset(self) -> Bytes:
        """Deal every game, by the seed that `seed` was given last."""
        seeds: Sequence[int | None] = getattr(self, "_seeds", [None])
        rows, info = self.env.reset(seed=seeds[0])
        self._reset_seeds()
        self.reset_infos = [{"seat": int(seat)} for seat in info["seat"]]
        return rows

    def step_async(self, actions: Codes) -> None:
        """Keep the actions until `step_wait` asks for what they brought."""
        self._actions = np.asarray(actions)

    def step_wait(self) -> tuple[Bytes, Any, Any, list[dict[str, Any]]]:
        """What the actions brought: observations, rewards, ends and a dictionary for each game."""
        assert self._actions is not None, "step_async comes first"
        rows, rewards, over, _, info = self.env.step(self._actions)
        infos: list[dict[str, Any]] = [{"seat": int(seat)} for seat in info["seat"]]
        for game in np.flatnonzero(over):
            infos[game] |= {
                "terminal_observation": info["final_obs"][game],
                "TimeLimit.truncated": False,
                "points": info["points"][game],
                "seat": int(info["final_seat"][game]),
            }
        return rows, rewards.astype(np.float32), over, infos

    def close(self) -> None:
        """Nothing is held open."""
        self.env.close()

    def action_masks(self) -> Any:
        """Which actions are legal in each game."""
        return self.env.action_masks().astype(np.bool_)

    def env_method(
        self, method_name: str, *method_args: Any, indices: Indices = None, **method_kwargs: Any
    ) -> list[Any]:
        """Call a method of the games; the only one they have is `action_masks`."""
        if method_name != "action_masks":
            raise AttributeError(f"The games have no method {method_name}, only action_masks.")
        masks = self.action_masks()
        return [masks[game] for game in self._get_indices(indices)]

    def get_attr(self, attr_name: str, indices: Indices = None) -> list[Any]:
        """An attribute of the environment, once for each game."""
        where = self if attr_name in ("render_mode", "action_masks") else self.env
        return [getattr(where, attr_name) for _ in self._get_indices(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: Indices = None) -> None:
        """Refused: all games are one environment, so one alone cannot be changed."""
        raise AttributeError(f"{attr_name} cannot be set: all games are one environment.")

    def env_is_wrapped(self, wrapper_class: type, indices: Indices = None) -> list[bool]:
        """No game is wrapped by itself."""
        return [False for _ in self._get_indices(indices)]
