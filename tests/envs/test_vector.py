"""The vector environment: many games, each of them a game by the rules."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from gymnasium import error
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers.vector import RecordEpisodeStatistics

from tests.envs.following import BOARDS
from whistlestop import envs
from whistlestop.bots import Bot, BotError, make_bot
from whistlestop.bots.reasoning.rivals import FastRivals
from whistlestop.bots.reasoning.seat_facts import SeatFacts
from whistlestop.engine.game import Game
from whistlestop.engine.knowledge.view import View
from whistlestop.engine.state.rng import Rng, seeded

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("board", BOARDS)
def test_every_game_of_a_batch_is_a_game_of_the_library(board: str, players: int) -> None:
    """Observations, masks, seats, ends and rewards are those of `Game` with the same actions."""
    env = envs.vector(board, players, games=3)
    shown, info = env.reset(seed=4)
    games = [Game(board, players, seed=env.game_seed(i)) for i in range(3)]
    ended = 0
    while ended < 6:
        for i, game in enumerate(games):
            told = envs.encode(game.view(game.turn))
            assert info["seat"][i] == game.turn
            assert np.array_equal(shown[i], told["observation"])
            assert np.array_equal(info["action_mask"][i], told["action_mask"])
        actions = env.sample()
        shown, rewards, over, cut, info = env.step(actions)
        assert not cut.any()
        for i, game in enumerate(games):
            seat = game.turn
            game.play(game.codec.decode(int(actions[i])))
            assert over[i] == game.over
            if game.over:
                ended += 1
                _check_end(game, seat, i, float(rewards[i]), info)
                games[i] = Game(board, players, seed=env.game_seed(i))
            else:
                assert rewards[i] == 0


def _check_end(game: Game, seat: int, i: int, reward: float, info: dict[str, Any]) -> None:
    winners = game.score().winners
    others = len(game.names) - len(winners)
    shares = [1 / len(winners) if s in winners else -1 / others for s in range(len(game.names))]
    assert info["_rewards"][i]
    assert info["rewards"][i].tolist() == (shares if others else [0.0] * len(game.names))
    assert tuple(info["points"][i]) == game.score().totals
    assert info["final_seat"][i] == seat
    assert reward == info["rewards"][i][seat]
    assert np.array_equal(info["final_obs"][i], envs.encode(game.view(seat))["observation"])


@pytest.mark.parametrize("board", BOARDS)
def test_against_random_opponents_only_one_seat_is_asked(board: str) -> None:
    env = envs.vector(board, 3, games=4, opponents="random", reward="score")
    _, info = env.reset(seed=1)
    seats = info["seat"].copy()
    assert seats.tolist() == [0, 1, 2, 0]
    ended = 0
    while ended < 8:
        _, rewards, over, _, info = env.step(env.sample())
        for i in range(4):
            if over[i]:
                ended += 1
                assert rewards[i] == info["points"][i][seats[i]]
                assert info["seat"][i] == (seats[i] + 1) % 3
            else:
                assert info["seat"][i] == seats[i]
        seats = info["seat"].copy()


@pytest.mark.parametrize("opponents", ["greedy", ["greedy", "rusher"]])
@pytest.mark.parametrize("board", BOARDS)
def test_bots_by_name_play_the_other_seats_as_they_would_in_any_game(
    board: str, opponents: str | list[str]
) -> None:
    env = envs.vector(board, 3, games=2, opponents=opponents)
    shown, info = env.reset(seed=5)
    names = [opponents] * 2 if isinstance(opponents, str) else opponents
    ended = 0
    games = [_against(env, board, names, i, int(info["seat"][i])) for i in range(2)]
    while ended < 3:
        for i, (game, bots) in enumerate(games):
            _let_play(game, bots)
            told = envs.encode(game.view(game.turn))
            assert info["seat"][i] == game.turn
            assert np.array_equal(shown[i], told["observation"])
            assert np.array_equal(info["action_mask"][i], told["action_mask"])
        actions = env.sample()
        shown, _, over, _, info = env.step(actions)
        for i, (game, bots) in enumerate(games):
            game.play(game.codec.decode(int(actions[i])))
            _let_play(game, bots)
            assert over[i] == game.over
            if game.over:
                ended += 1
                assert tuple(info["points"][i]) == game.score().totals
                games[i] = _against(env, board, names, i, int(info["seat"][i]))


def _against(
    env: Any, board: str, names: list[str], i: int, seat: int
) -> tuple[Game, dict[int, Bot]]:
    """The game at a place of a batch as a `Game`, and the bots in the other seats."""
    seed = env.game_seed(i)
    made = [make_bot(name, f"{seed}/{n}") for n, name in enumerate(names)]
    return Game(board, 3, seed=seed), {(seat + 1 + n) % 3: bot for n, bot in enumerate(made)}


def _let_play(game: Game, bots: dict[int, Bot]) -> None:
    while not game.over and game.turn in bots:
        game.play(bots[game.turn].choose(game.view(game.turn)))


class Nonsense:
    """Answers with what is no action."""

    def __init__(self, rng: Rng) -> None:
        pass

    def choose(self, view: View) -> str:
        return "pass"

    def decide(self, facts: SeatFacts) -> int:
        return -1


def test_where_an_opponent_fails_the_games_begin_anew() -> None:
    env = envs.vector("new-york", 2, games=2, opponents="greedy")
    env.reset(seed=1)
    rivals = env._batch.rivals
    assert isinstance(rivals, FastRivals)
    rivals.minds = [Nonsense(seeded(0))] * 4
    actions = env.sample()
    with pytest.raises(BotError, match="not legal"):
        env.step(actions)
    with pytest.raises(error.ResetNeeded):
        env.sample()
    env.reset(seed=1)
    env.step(env.sample())


def test_the_same_seed_gives_the_same_games() -> None:
    runs = []
    for games in (8, 8):
        env = envs.vector("new-york", 2, games=games)
        env.reset(seed=7)
        steps = [env.step(env.sample()) for _ in range(150)]
        runs.append(np.stack([step[0] for step in steps]))
    assert np.array_equal(runs[0], runs[1])
    env.reset(seed=8)
    assert not np.array_equal(env.step(env.sample())[0], runs[0][0])


def test_a_game_does_not_depend_on_how_many_are_beside_it() -> None:
    few, many = (envs.vector("usa", 2, games=n).reset(seed=3)[0] for n in (2, 9))
    assert np.array_equal(few, many[:2])


def test_what_was_handed_out_stays_as_it_was() -> None:
    env = envs.vector("new-york", 2, games=4)
    shown, info = env.reset(seed=1)
    kept = shown.copy(), info["action_mask"].copy(), info["seat"].copy()
    for _ in range(80):
        env.step(env.sample())
    handed_out = shown, info["action_mask"], info["seat"]
    assert all(np.array_equal(a, b) for a, b in zip(kept, handed_out, strict=True))
    live = envs.vector("new-york", 2, games=4, copy=False)
    window = live.reset(seed=1)[1]["action_mask"]
    before = window.copy()
    for _ in range(5):
        live.step(live.sample())
    assert not np.array_equal(window, before)
    with pytest.raises(ValueError, match="read-only"):
        window[0, 0] = 1


def test_one_illegal_action_stops_the_whole_step_and_says_which() -> None:
    env = envs.vector("usa", 2, games=3)
    env.reset(seed=1)
    legal = env.sample()
    wrong = legal.copy()
    wrong[1] = env.setting.number("draw deck")
    with pytest.raises(error.InvalidAction, match=r"Game 1: .*tickets"):
        env.step(wrong)
    for number in (-1, env.setting.actions, 2**40):
        wrong[1] = number
        with pytest.raises(error.InvalidAction, match=r"Game 1: .*numbered from 0"):
            env.step(wrong)
    for bad in (legal[:2], legal.astype(float), legal.astype(bool), legal.reshape(1, 3)):
        with pytest.raises(error.InvalidAction, match="3 whole numbers"):
            env.step(bad)
    twin = envs.vector("usa", 2, games=3)
    twin.reset(seed=1)
    assert np.array_equal(env.step(legal.astype(np.int32))[0], twin.step(legal)[0])


def test_it_has_the_spaces_and_the_mode_that_gymnasium_asks_for() -> None:
    env = envs.vector("usa", 2, games=5)
    shown, info = env.reset(seed=1)
    assert env.metadata["autoreset_mode"] == AutoresetMode.SAME_STEP
    assert shown in env.observation_space
    assert shown[0] in env.single_observation_space
    assert env.sample() in env.action_space
    assert env.action_masks().shape == (5, env.setting.actions)
    assert np.array_equal(env.action_masks(), info["action_mask"])


def test_the_vector_wrappers_of_gymnasium_work_on_it() -> None:
    env = RecordEpisodeStatistics(envs.vector("new-york", 2, games=4))
    env.reset(seed=1)
    lengths: list[int] = []
    while len(lengths) < 5:
        *_, info = env.step(env.unwrapped.sample())  # type: ignore[attr-defined]  # ours
        if "episode" in info:
            lengths += info["episode"]["l"][info["_episode"]].tolist()
    assert all(length > 10 for length in lengths)


def test_a_wrong_order_and_wrong_settings_raise_errors_of_gymnasium() -> None:
    env = envs.vector("usa", 2, games=2)
    for ask in (env.sample, env.action_masks, lambda: env.step(np.zeros(2, np.int64))):
        with pytest.raises(error.ResetNeeded):
            ask()
    env.reset(seed=1)
    env.close()
    with pytest.raises(error.ClosedEnvironmentError):
        env.sample()
    with pytest.raises(error.Error, match="from 1 on"):
        envs.vector("usa", 2, games=0)
    with pytest.raises(error.NameNotFound, match='did you mean "greedy"'):
        envs.vector("usa", 2, opponents="greedi")
    with pytest.raises(error.NameNotFound, match="london"):
        envs.vector("lodnon", 2)
