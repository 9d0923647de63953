"""The PettingZoo environment, by PettingZoo's own tests and by the rules of the game."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from copy import deepcopy
from random import Random
from typing import Any

import numpy as np
import pytest
from gymnasium import error
from pettingzoo.test import api_test, seed_test  # type: ignore[import-untyped]  # no marker
from pettingzoo.utils.wrappers import (  # type: ignore[import-untyped]  # as above
    AssertOutOfBoundsWrapper,
    OrderEnforcingWrapper,
    TerminateIllegalWrapper,
)

from tests.envs.following import TABLES
from whistlestop import envs
from whistlestop.engine.game import Game

pytestmark = pytest.mark.slow


def to_the_end(env: Any, seed: int) -> list[str]:
    """Play a game of random legal actions; the agents in the order in which they acted."""
    env.reset(seed=seed)
    rng, acted = np.random.default_rng(seed), []
    for agent in env.agent_iter():
        seen, _, over, _, _ = env.last()
        acted.append(agent)
        env.step(None if over else int(rng.choice(np.flatnonzero(seen["action_mask"]))))
    return acted


@pytest.mark.filterwarnings("ignore:.*observation.*:UserWarning")
@pytest.mark.parametrize(("board", "players"), TABLES)
def test_it_passes_the_api_test_of_pettingzoo(board: str, players: int) -> None:
    api_test(envs.aec(board, players, render_mode="ansi"), num_cycles=400)


@pytest.mark.parametrize(("board", "players"), TABLES)
def test_it_passes_the_seed_test_of_pettingzoo(board: str, players: int) -> None:
    seed_test(lambda: envs.aec(board, players), num_cycles=100)


@pytest.mark.parametrize(("board", "players"), [t for t in TABLES if t[1] != 3])
def test_it_plays_the_games_that_the_library_plays(board: str, players: int) -> None:
    """The same seed and the same actions give the same score and the same record."""
    env = envs.aec(board, players, reward="score")
    to_the_end(env, 5)
    game = Game(board, players, seed=5)
    for ply in env.game().plies:
        assert game.turn == ply.seat
        game.play(ply.action)
    assert game.over
    assert env.game().score().totals == game.score().totals


def test_two_environments_do_not_touch_each_other() -> None:
    """What one shows is the same whether or not another is stepped in between."""
    alone, one, two = (envs.aec("europe", 3) for _ in range(3))
    for env, seed in ((alone, 3), (one, 3), (two, 4)):
        env.reset(seed=seed)
    rng = Random(1)
    while alone.agents and not alone.terminations[alone.agent_selection]:
        number = rng.choice(np.flatnonzero(alone.last()[0]["action_mask"]).tolist())
        alone.step(number)
        one.step(number)
        seen = two.last()
        two.step(None if seen[2] else int(np.flatnonzero(seen[0]["action_mask"])[0]))
        if not two.agents:
            two.reset()
        agent = alone.agent_selection
        assert agent == one.agent_selection
        assert np.array_equal(
            alone.observe(agent)["observation"], one.observe(agent)["observation"]
        )


@pytest.mark.parametrize("twin_of", [deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_a_copy_goes_its_own_way(twin_of: Callable[[Any], Any]) -> None:
    """For agents that search: copies and pickles, in the middle of a game."""
    env, rng = envs.aec("europe", 2), np.random.default_rng(3)
    assert not hasattr(twin_of(env), "agents")
    env.reset(seed=3)
    for _ in range(70):
        env.step(rng.choice(np.flatnonzero(env.last()[0]["action_mask"])))
    twin, before = twin_of(env), env.last()[0]
    for part in ("observation", "action_mask"):
        assert np.array_equal(twin.last()[0][part], before[part])
    twin.step(np.flatnonzero(before["action_mask"])[0])
    assert (env.game().ply, twin.game().ply) == (70, 71)
    assert np.array_equal(env.last()[0]["observation"], before["observation"])


def test_a_turn_of_several_decisions_is_several_steps_of_one_agent() -> None:
    """D1: two cards are two steps; then it is the next agent's turn."""
    env = envs.aec("usa", 2)
    env.reset(seed=1)
    setting = env.setting
    for _ in range(2):
        env.step(setting.number("keep 1 2 3"))
    assert env.agent_selection == "seat_0"
    env.step(setting.number("draw deck"))
    assert env.agent_selection == "seat_0"
    env.step(setting.number("draw deck"))
    assert env.agent_selection == "seat_1"


def test_only_the_agent_whose_turn_it_is_has_anything_in_its_mask() -> None:
    env = envs.aec("usa", 3)
    env.reset(seed=1)
    masks = {agent: env.observe(agent)["action_mask"].sum() for agent in env.agents}
    assert masks["seat_0"] > 0
    assert masks["seat_1"] == masks["seat_2"] == 0


def test_rewards_come_with_the_end_and_add_up_to_nothing() -> None:
    """E7: the winners share 1, the others share -1."""
    for seed in range(4):
        env = envs.aec("new-york", 4)
        env.reset(seed=seed)
        rng = np.random.default_rng(seed)
        while not env.terminations[env.agent_selection]:
            assert not any(env.rewards.values())
            legal = np.flatnonzero(env.observe(env.agent_selection)["action_mask"])
            env.step(int(rng.choice(legal)))
        winners = env.game().score().winners
        for seat, agent in enumerate(env.agents):
            shared = 1 / len(winners) if seat in winners else -1 / (4 - len(winners))
            assert env.rewards[agent] == pytest.approx(shared)
        assert sum(env.rewards.values()) == pytest.approx(0)


def test_with_rewards_by_score_every_agent_gets_its_points() -> None:
    env = envs.aec("new-york", 2, reward="score")
    env.reset(seed=2)
    rng = np.random.default_rng(2)
    while not env.terminations[env.agent_selection]:
        env.step(int(rng.choice(np.flatnonzero(env.last()[0]["action_mask"]))))
    assert tuple(env.rewards.values()) == env.game().score().totals


def test_an_illegal_action_raises_with_the_reason_and_changes_nothing() -> None:
    env = envs.aec("usa", 2)
    env.reset(seed=1)
    before = env.last()
    wrong: list[tuple[Any, str]] = [
        (env.setting.number("draw deck"), "first chooses which tickets"),
        (-1, "numbered from 0 to 1079"),
        (10**9, "numbered from 0"),
        (True, "numbered from 0"),
        ("draw deck", "numbered from 0"),
        (None, "numbered from 0"),
        (np.float32(3), "numbered from 0"),
    ]
    for action, says in wrong:
        with pytest.raises(error.InvalidAction, match=says):
            env.step(action)
    after = env.last()
    assert np.array_equal(before[0]["observation"], after[0]["observation"])
    assert np.array_equal(before[0]["action_mask"], after[0]["action_mask"])


def test_the_wrappers_of_pettingzoo_work_on_it() -> None:
    wrapped = OrderEnforcingWrapper(
        TerminateIllegalWrapper(
            AssertOutOfBoundsWrapper(envs.aec("new-york", 3)), illegal_reward=-1
        )
    )
    with pytest.raises(AssertionError, match="reset"):
        wrapped.step(0)
    assert set(to_the_end(wrapped, 1)) == {"seat_0", "seat_1", "seat_2"}
    wrapped.reset(seed=1)
    wrapped.step(wrapped.unwrapped.setting.number("draw deck"))
    assert wrapped.terminations["seat_0"]


def test_before_the_first_reset_it_says_so_as_pettingzoo_does() -> None:
    env = envs.aec("usa", 2, render_mode="ansi")
    for ask in (lambda: env.step(0), lambda: env.observe("seat_0"), env.render):
        with pytest.raises(AssertionError, match=r"reset\(\) needs to be called"):
            ask()
    with pytest.raises(error.ResetNeeded):
        env.game()


def test_a_reset_without_a_seed_goes_on_from_the_last_one() -> None:
    one, two = envs.aec("usa", 2), envs.aec("usa", 2)
    shown = []
    for env in (one, two):
        env.reset(seed=9)
        first = env.last()[0]["observation"]
        env.reset()
        shown.append((first, env.last()[0]["observation"]))
    assert np.array_equal(shown[0][1], shown[1][1])
    assert not np.array_equal(shown[0][0], shown[0][1])


def test_the_seat_that_begins_can_be_chosen() -> None:
    env = envs.aec("usa", 3)
    env.reset(seed=1, options={"first": 2})
    for _ in range(3):
        env.step(env.setting.number("keep 1 2"))
    assert env.agent_selection == "seat_2"
    assert env.setting.part(env.last()[0]["observation"], "place").tolist() == [1, 0, 0]
    with pytest.raises(error.Error, match="a seat from 0 to 2"):
        env.reset(options={"first": 3})


def test_it_is_drawn_as_a_spectator_sees_it() -> None:
    env = envs.aec("usa", 2, render_mode="svg")
    env.reset(seed=1)
    assert str(env.render()).startswith("<svg")
    assert envs.aec("usa", 2).render_mode is None
    with pytest.raises(error.UnsupportedMode, match="human, ansi, svg"):
        envs.aec("usa", 2, render_mode="film")


def test_names_and_numbers_that_cannot_be_are_refused_with_the_nearest() -> None:
    with pytest.raises(error.NameNotFound, match="europe"):
        envs.aec("eurpoe", 2)
    with pytest.raises(error.Error, match="2 to 5 players"):
        envs.aec("usa", 6)
    with pytest.raises(error.Error, match="a whole number"):
        envs.aec("usa", "2")  # type: ignore[arg-type]  # what is tested
    with pytest.raises(error.Error, match="win, score"):
        envs.aec("usa", 2, reward="glory")
