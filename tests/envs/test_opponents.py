"""Opponents as names, classes and policies, and rewards as names and functions."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from gymnasium import error

from whistlestop import envs
from whistlestop.bots import make_bot, read_recipe
from whistlestop.engine.game import Game
from whistlestop.engine.knowledge.view import View
from whistlestop.engine.state.rng import Rng
from whistlestop.envs.rewards import SeatOutcome
from whistlestop.model.actions import Action


class FirstBot:
    """A bot as the tutorial writes one: it wants views."""

    def __init__(self, rng: Rng) -> None:
        self.rng = rng

    def choose(self, view: View) -> Action:
        return view.legal[0]


def first_legal(rows: Any, masks: Any) -> Any:
    """A policy that does what `FirstBot` does: codes are in ascending order."""
    assert rows.dtype == np.uint8
    assert len(rows) == len(masks)
    return masks.argmax(axis=1)


def last_legal(rows: Any, masks: Any) -> Any:
    return masks.shape[1] - 1 - masks[:, ::-1].argmax(axis=1)


def solo_codes(opponent: Any, seed: int) -> list[int]:
    env = envs.solo("new-york", opponent, seat=0)
    _, info = env.reset(seed=seed)
    over = False
    while not over:
        _, _, over, _, info = env.step(last_legal(None, info["action_mask"][None])[0])
    assert "failures" not in info
    return [ply.code for ply in env.game().plies]


def test_a_class_and_a_policy_that_do_the_same_play_the_same_game_in_solo() -> None:
    assert solo_codes([FirstBot], 4) == solo_codes(first_legal, 4)
    assert solo_codes(read_recipe("greedy"), 4) == solo_codes("greedy", 4)
    assert solo_codes("greedy", 4) != solo_codes(first_legal, 4)


def vector_story(opponents: Any, players: int = 2, **options: Any) -> list[Any]:
    """All that three games show while the last legal action is taken, for 150 steps."""
    env = envs.vector("new-york", players, games=3, opponents=opponents, **options)
    rows, info = env.reset(seed=5)
    story: list[Any] = [rows.tobytes()]
    for _ in range(150):
        actions = last_legal(rows, info["action_mask"])
        rows, rewards, over, _, info = env.step(actions)
        story.append((rows.tobytes(), rewards.tolist(), over.tolist(), info["seat"].tolist()))
    return story


def test_a_class_and_a_policy_that_do_the_same_play_the_same_games_in_a_vector() -> None:
    assert vector_story(FirstBot) == vector_story(first_legal)
    assert vector_story([FirstBot, first_legal], 3) == vector_story([first_legal, FirstBot], 3)
    assert vector_story([first_legal, last_legal], 3) != vector_story(first_legal, 3)


@pytest.mark.parametrize("bot", ["greedy", "planner"])
def test_named_opponents_of_a_vector_play_as_they_would_in_any_game(bot: str) -> None:
    """Each game, played again by its seed with the same actions, has the bot choose the same."""
    env = envs.vector("new-york", 2, games=2, opponents=bot)
    rows, info = env.reset(seed=9)
    again = [Game("new-york", 2, seed=env.game_seed(i)) for i in range(2)]
    mine = info["seat"].tolist()
    ended = 0
    while ended < 4:
        actions = first_legal(rows, info["action_mask"])
        for i, game in enumerate(again):
            _let_play(game, bot, mine[i])
            told = envs.encode(game.view(mine[i]))
            assert np.array_equal(rows[i], told["observation"])
            assert np.array_equal(info["action_mask"][i], told["action_mask"])
            game.play(game.codec.decode(int(actions[i])))
        rows, rewards, over, _, info = env.step(actions)
        for i in map(int, np.flatnonzero(over)):
            _let_play(again[i], bot, mine[i])
            assert tuple(info["points"][i]) == again[i].score().totals
            assert info["final_seat"][i] == mine[i]
            assert rewards[i] == info["rewards"][i][mine[i]]
            assert info["seat"][i] == 1 - mine[i], "every new game gives the next seat"
            again[i], mine[i] = (
                Game("new-york", 2, seed=env.game_seed(i)),
                int(info["seat"][i]),
            )
            ended += 1


def _let_play(game: Game, bot: str, mine: int) -> None:
    player = make_bot(bot, seed=0)
    while not game.over and game.turn != mine:
        game.play(player.choose(game.view(game.turn)))


def test_a_policy_that_answers_with_nonsense_is_told_so() -> None:
    for wrong, why in (
        (lambda rows, masks: np.zeros(len(rows), np.int64), "not legal there"),
        (lambda rows, masks: np.full(len(rows), -1), "not legal there"),
        (lambda rows, masks: np.full(len(rows), 10_000), "not legal there"),
        (lambda rows, masks: np.zeros(len(rows)), "whole numbers"),
        (lambda rows, masks: 3, "whole numbers"),
    ):
        env = envs.vector("new-york", 2, games=2, opponents=wrong)
        with pytest.raises(error.InvalidAction, match=why):
            env.reset(seed=1)


def test_a_class_that_answers_with_something_illegal_is_told_so() -> None:
    class Wrong(FirstBot):
        def choose(self, view: View) -> Action:
            return Game("new-york", 2, seed=0).codec.decode(200)

    with pytest.raises(error.InvalidAction, match="Wrong in seat"):
        envs.vector("new-york", 2, games=2, opponents=Wrong).reset(seed=1)


@pytest.mark.parametrize("make", [envs.solo, lambda b, o: envs.vector(b, 2, 2, opponents=o)])
def test_what_is_no_opponent_is_refused(make: Any) -> None:
    with pytest.raises(error.NameNotFound, match='did you mean "greedy"'):
        make("new-york", "gredy")
    for nonsense in (7, FirstBot(Rng(1, 2, 3, 4))):
        with pytest.raises(error.Error, match="An opponent is"):
            make("new-york", nonsense)


def test_so_many_opponents_as_there_are_other_seats() -> None:
    with pytest.raises(error.Error, match=r"With 3 players there are 2 opponents, not 3\."):
        envs.vector("new-york", 3, 2, opponents=["greedy"] * 3)
    with pytest.raises(error.Error, match=r"With 2 players there is 1 opponent, not 2\."):
        envs.vector("new-york", 2, 2, opponents=["greedy"] * 2)


def half_of_margin(outcome: SeatOutcome) -> float:
    return outcome.margin / 2 + 100 * (outcome.seat in outcome.winners)


def test_a_reward_may_be_a_function_of_the_outcome_everywhere() -> None:
    env = envs.vector("new-york", 2, games=4, reward=half_of_margin)
    _, info = env.reset(seed=2)
    over = np.zeros(4, np.bool_)
    while not over.any():
        _, rewards, over, _, info = env.step(env.sample())
        assert not rewards[~over].any()
    game = int(np.flatnonzero(over)[0])
    points = [int(p) for p in info["points"][game]]
    told = info["rewards"][game].tolist()
    assert abs(told[0] - told[1]) == abs(points[0] - points[1]) + 100
    assert rewards[game] == told[info["final_seat"][game]]


def test_the_margin_is_a_reward_by_name() -> None:
    aec = envs.aec("new-york", 3, reward="margin")
    aec.reset(seed=3)
    while not any(aec.terminations.values()):
        mask = aec.observe(aec.agent_selection)["action_mask"]
        aec.step(int(last_legal(None, mask[None])[0]))
    points = aec.game().score().totals
    assert aec.rewards["seat_1"] == points[1] - max(points[0], points[2])
    solo = envs.solo("new-york", first_legal, reward="margin", seat=0)
    _, info = solo.reset(seed=3)
    over = False
    while not over:
        _, reward, over, _, info = solo.step(last_legal(None, info["action_mask"][None])[0])
    assert reward == info["points"][0] - info["points"][1]


def test_what_is_no_reward_is_refused() -> None:
    for make in (envs.aec, envs.solo, envs.vector):
        with pytest.raises(error.Error, match=r'A reward is one of win, score, margin.*not "cash"'):
            make("new-york", reward="cash")


def test_the_mode_for_people_prints_every_position(capsys: pytest.CaptureFixture[str]) -> None:
    env = envs.solo("new-york", first_legal, render_mode="human")
    _, info = env.reset(seed=1)
    shown = capsys.readouterr().out
    assert "New York" in shown
    env.step(first_legal(env.observation_space.sample()[None], info["action_mask"][None])[0])
    assert capsys.readouterr().out not in ("", shown)
    aec = envs.aec("new-york", render_mode="human")
    aec.reset(seed=1)
    assert capsys.readouterr().out
    assert aec.render() is None
