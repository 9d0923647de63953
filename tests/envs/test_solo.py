"""The Gymnasium environment, by Gymnasium's own check and against bots by their names."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from copy import deepcopy
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium import error
from gymnasium.utils.env_checker import check_env

from tests.envs.following import BOARDS
from whistlestop import envs
from whistlestop.bots import Recipe, make_bot
from whistlestop.bots.reasoning.seat_facts import SeatFacts
from whistlestop.engine.game import Game
from whistlestop.engine.knowledge.view import View
from whistlestop.model.actions import Action

pytestmark = pytest.mark.slow


def to_the_end(env: Any, seed: int) -> tuple[float, dict[str, Any]]:
    """Play a game of random legal actions; the last reward and info."""
    _, info = env.reset(seed=seed)
    env.action_space.seed(seed)
    while True:
        action = env.action_space.sample(info["action_mask"])
        _, reward, over, cut, info = env.step(action)
        assert not cut
        if over:
            return reward, info


@pytest.mark.filterwarnings("ignore:.*render.*:UserWarning")
@pytest.mark.parametrize("board", BOARDS)
def test_it_passes_the_check_of_gymnasium(board: str) -> None:
    check_env(envs.solo(board, ["random"], illegal="random"))
    bots = ["greedy", "random"]
    check_env(envs.solo(board, bots, reward="score", illegal="random", render_mode="ansi"))


@pytest.mark.parametrize("board", BOARDS)
def test_that_check_plays_an_action_of_one_position_in_another_which_is_refused(board: str) -> None:
    """It samples after a step and plays that after a reset: only forgiving environments pass."""
    with pytest.raises(error.InvalidAction, match="first chooses which tickets"):
        check_env(envs.solo(board, ["random"]))


@pytest.mark.parametrize("board", BOARDS)
def test_what_the_action_space_samples_without_a_mask_is_legal(board: str) -> None:
    env = envs.solo(board, ["random"])
    env.reset(seed=2)
    env.action_space.seed(2)
    over = False
    while not over:
        _, _, over, _, _ = env.step(env.action_space.sample())


def test_gymnasium_makes_it_by_its_id() -> None:
    name = "whistlestop.envs.single:Whistlestop-v0"
    env = gymnasium.make(name, board="new-york", opponents=["random"], illegal="random")
    check_env(env.unwrapped)
    env.reset(seed=1)
    assert env.get_wrapper_attr("action_masks")().any()


def test_gymnasium_runs_several_of_them_side_by_side() -> None:
    made = [lambda: envs.solo("new-york", ["random"], illegal="random")] * 2
    several = gymnasium.vector.SyncVectorEnv(made)
    several.reset(seed=3)
    ended = 0
    while ended < 3:
        _, rewards, over, _, _ = several.step(several.action_space.sample())
        assert not rewards[~over].any()
        ended += int(over.sum())


def test_bots_play_the_other_seats_as_they_would_in_any_game() -> None:
    """The same seed and the same actions of the agent: the bots choose what they would anyway."""
    env = envs.solo("usa", ["greedy", "planner"], seat=1)
    _, info = env.reset(seed=8)
    env.action_space.seed(8)
    for _ in range(12):
        *_, info = env.step(env.action_space.sample(info["action_mask"]))
    told = env.game()
    bots = {2: make_bot("greedy", seed="8/0"), 0: make_bot("planner", seed="8/1")}
    game = Game("usa", 3, seed=8)
    for ply in told.plies:
        if ply.seat != 1:
            assert bots[ply.seat].choose(game.view(ply.seat)) == ply.action
        game.play(ply.action)
    assert {ply.seat for ply in told.plies} == {0, 1, 2}


def test_what_it_shows_is_the_view_of_the_seat() -> None:
    env = envs.solo("europe", ["random", "random"])
    seen, info = env.reset(seed=3)
    env.action_space.seed(3)
    over = False
    while not over:
        told = envs.encode(env.game().view(info["seat"]))
        assert np.array_equal(seen, told["observation"])
        assert np.array_equal(env.action_masks(), told["action_mask"].astype(bool))
        assert env.action_masks().dtype == np.bool_
        seen, _, over, _, info = env.step(env.action_space.sample(info["action_mask"]))
    assert not env.action_masks().any()


def test_the_reward_of_the_end_is_that_of_the_seat() -> None:
    """E7."""
    results = set()
    for seed in range(12):
        env = envs.solo("new-york", ["greedy" if seed % 2 else "random"])
        reward, info = to_the_end(env, seed)
        winners = env.game().score().winners
        expected = 0.0 if len(winners) == 2 else 1.0 if info["seat"] in winners else -1.0
        assert reward == expected
        assert tuple(info["points"]) == env.game().score().totals
        results.add(reward)
    assert {1.0, -1.0} <= results


def test_without_a_seat_named_games_give_the_agent_different_ones() -> None:
    env = envs.solo("usa", ["random"])
    assert {env.reset(seed=seed)[1]["seat"] for seed in range(12)} == {0, 1}
    fixed = envs.solo("usa", ["random"], seat=1)
    assert {fixed.reset(seed=seed)[1]["seat"] for seed in range(6)} == {1}


def test_for_agents_without_masks_an_illegal_action_becomes_a_legal_one() -> None:
    env = envs.solo("new-york", ["random"], seat=0, illegal="random")
    env.reset(seed=1)
    luck = np.random.default_rng(1)
    replaced, over = 0, False
    while not over:
        action = luck.integers(env.setting.actions)
        legal = env.action_masks()
        _, _, over, _, _ = env.step(action)
        done = [ply.code for ply in env.game().plies if ply.seat == 0][-1]
        assert legal[done]
        assert done == action or not legal[action]
        replaced += done != action
    assert replaced
    with pytest.raises(error.Error, match="raise or become random"):
        envs.solo("usa", ["random"], illegal="ignore")


def test_illegal_actions_and_a_wrong_order_raise_errors_of_gymnasium() -> None:
    env = envs.solo("usa", ["random"], seat=0)
    for ask in (lambda: env.step(np.int64(3)), env.action_masks, env.game):
        with pytest.raises(error.ResetNeeded):
            ask()
    env.reset(seed=1)
    with pytest.raises(error.InvalidAction, match="first chooses which tickets"):
        env.step(np.int64(env.setting.number("draw deck")))
    assert env.game().ply == 0
    to_the_end(env, 1)
    with pytest.raises(error.ResetNeeded, match="over"):
        env.step(np.int64(3))


def test_unknown_names_suggest_the_nearest() -> None:
    with pytest.raises(error.NameNotFound, match="greedy"):
        envs.solo("usa", ["greddy"])
    with pytest.raises(error.NameNotFound, match="usa"):
        envs.solo("uas", ["greedy"])
    with pytest.raises(error.Error, match="A seat is from 0 to 1"):
        envs.solo("usa", ["greedy"], seat=2)
    with pytest.raises(error.Error, match="players"):
        envs.solo("usa", [])


class Sulker:
    """A bot that raises as soon as it is asked."""

    def choose(self, view: View) -> Action:
        raise RuntimeError("not today")


def test_a_bot_that_fails_is_replaced_and_reported() -> None:
    sulking = Recipe("sulker", lambda rng: Sulker(), {})
    env = envs.solo("new-york", [sulking], seat=0)
    _, info = to_the_end(env, 1)
    assert len(info["failures"]) == 1
    assert "sulker in seat 1 failed at ply" in info["failures"][0]
    assert info["failures"][0].endswith("not today (seed 1)")


class TiresSoon:
    """Decides inside the engine until it has had enough, and then says nothing sensible at all."""

    def __init__(self) -> None:
        self.asked = 0

    def decide(self, facts: SeatFacts) -> int:
        self.asked += 1
        return int(facts.codes[0]) if self.asked < 5 else -1

    def choose(self, view: View) -> Action:
        raise RuntimeError("too tired")


def test_a_bot_that_fails_inside_is_replaced_and_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    env = envs.solo("new-york", ["random", "greedy"], seat=0)
    monkeypatch.setattr(env, "_opponents", [Recipe("tired", lambda rng: TiresSoon(), {})] * 2)
    _, info = to_the_end(env, 1)
    assert len(info["failures"]) == 2
    assert all("too tired (seed 1)" in told for told in info["failures"])
    assert tuple(info["points"]) == env.game().score().totals


@pytest.mark.parametrize("bot", ["greedy", "random", "reference"])
@pytest.mark.parametrize("twin_of", [deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_a_copy_goes_its_own_way(twin_of: Callable[[Any], Any], bot: str) -> None:
    env = envs.solo("new-york", [bot], seat=0)
    env.reset(seed=4)
    env.action_space.seed(4)
    for _ in range(10):
        env.step(env.action_space.sample())
    twin = twin_of(env)
    for _ in range(5):
        action = env.action_space.sample()
        assert np.array_equal(env.step(action)[0], twin.step(action)[0])
    env.step(env.action_space.sample())
    assert env.game().ply > twin.game().ply
