"""Many games as a `VecEnv`, against the interface that Stable-Baselines3 documents.

The library brings PyTorch, so the tests do not install it: where it is missing, a base class with
no more than what it documents takes its place. Where it is there, the same tests use it.
"""

from __future__ import annotations

import importlib.util
import sys
from abc import ABC, abstractmethod
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from whistlestop import envs

THERE = importlib.util.find_spec("stable_baselines3") is not None


class DocumentedVecEnv(ABC):
    """The methods and attributes of `stable_baselines3.common.vec_env.VecEnv`, as documented."""

    def __init__(self, num_envs: int, observation_space: Any, action_space: Any) -> None:
        self.num_envs = num_envs
        self.observation_space = observation_space
        self.action_space = action_space
        self.reset_infos: list[dict[str, Any]] = [{} for _ in range(num_envs)]
        self._seeds: list[int | None] = [None] * num_envs
        self.render_mode = self.get_attr("render_mode")[0]

    def seed(self, seed: int) -> None:
        self._seeds = [seed + n for n in range(self.num_envs)]

    def _reset_seeds(self) -> None:
        self._seeds = [None] * self.num_envs

    def step(self, actions: Any) -> Any:
        self.step_async(actions)
        return self.step_wait()

    def has_attr(self, name: str) -> bool:
        try:
            self.get_attr(name)
        except AttributeError:
            return False
        return True

    def _get_indices(self, indices: Any) -> Any:
        if indices is None:
            return range(self.num_envs)
        return [indices] if isinstance(indices, int) else indices

    @abstractmethod
    def reset(self) -> Any: ...

    @abstractmethod
    def step_async(self, actions: Any) -> None: ...

    @abstractmethod
    def step_wait(self) -> Any: ...

    @abstractmethod
    def close(self) -> None: ...

    @abstractmethod
    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]: ...

    @abstractmethod
    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None: ...

    @abstractmethod
    def env_method(self, method_name: str, *args: Any, indices: Any = None) -> list[Any]: ...

    @abstractmethod
    def env_is_wrapped(self, wrapper_class: type, indices: Any = None) -> list[bool]: ...


@pytest.fixture(autouse=True)
def _library(monkeypatch: pytest.MonkeyPatch) -> None:
    if THERE:
        return
    base: Any = ModuleType("stable_baselines3.common.vec_env")
    base.VecEnv = DocumentedVecEnv
    monkeypatch.delitem(sys.modules, "whistlestop.envs.vec_env", raising=False)
    for name in ("stable_baselines3", "stable_baselines3.common"):
        monkeypatch.setitem(sys.modules, name, ModuleType(name))
    monkeypatch.setitem(sys.modules, base.__name__, base)


def any_legal(env: Any, luck: np.random.Generator) -> Any:
    """As MaskablePPO gets its masks."""
    masks = np.stack(env.env_method("action_masks"))
    return np.array([luck.choice(np.flatnonzero(mask)) for mask in masks])


def test_games_are_played_with_masks_and_end_as_the_library_wants_it() -> None:
    env = envs.stable_baselines("new-york", games=6, opponents="greedy", reward="margin")
    luck = np.random.default_rng(1)
    env.seed(3)
    rows = env.reset()
    assert rows.shape == (6, *env.observation_space.shape)
    assert env.has_attr("action_masks")
    ended = 0
    while ended < 6:
        rows, rewards, over, infos = env.step(any_legal(env, luck))
        assert rewards.dtype == np.float32
        assert rewards.shape == over.shape == (6,)
        for game in np.flatnonzero(over):
            info = infos[game]
            assert info["terminal_observation"].shape == env.observation_space.shape
            assert info["TimeLimit.truncated"] is False
            seat, points = info["seat"], info["points"]
            assert rewards[game] == points[seat] - points[1 - seat]
            ended += 1
        assert all("terminal_observation" not in infos[g] for g in np.flatnonzero(~over))


def test_the_same_seed_gives_the_same_games() -> None:
    env = envs.stable_baselines("new-york", games=4)
    env.seed(8)
    first = env.reset()
    other = env.reset()
    env.seed(8)
    assert np.array_equal(first, env.reset())
    assert not np.array_equal(first, other)


def test_one_game_alone_cannot_be_changed_and_has_no_other_methods() -> None:
    env = envs.stable_baselines("new-york", games=2)
    env.reset()
    assert len(env.env_method("action_masks", indices=1)) == 1
    assert env.env_is_wrapped(object) == [False, False]
    with pytest.raises(AttributeError, match="only action_masks"):
        env.env_method("fly")
    with pytest.raises(AttributeError, match="all games are one environment"):
        env.set_attr("reward", 1)
    env.close()


@pytest.mark.skipif(THERE, reason="the library is there")
def test_without_the_library_one_sentence_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "stable_baselines3", None)
    monkeypatch.delitem(sys.modules, "stable_baselines3.common", raising=False)
    monkeypatch.delitem(sys.modules, "stable_baselines3.common.vec_env", raising=False)
    with pytest.raises(ModuleNotFoundError, match="pip install stable-baselines3"):
        envs.stable_baselines("new-york", games=2)
