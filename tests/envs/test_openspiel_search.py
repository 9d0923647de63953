"""OpenSpiel's structs as JSON, and states dealt anew, so that its ISMCTS plays the game."""

from __future__ import annotations

import json
import random
from collections import Counter
from typing import Any

import numpy as np
import pyspiel  # type: ignore[import-not-found]  # it has no types
import pytest
from open_spiel.python.algorithms import ismcts, mcts  # type: ignore[import-untyped]  # as above

from whistlestop import envs
from whistlestop.engine.state.rng import seeded


def play(state: Any, luck: random.Random, decisions: int) -> Any:
    """Go on by chance for so many decisions, or to the end."""
    while not state.is_terminal() and (decisions or state.is_chance_node()):
        if state.is_chance_node():
            outcomes, odds = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(luck.choices(outcomes, odds)[0])
        else:
            state.apply_action(luck.choice(state.legal_actions()))
            decisions -= 1
    return state


@pytest.mark.slow
@pytest.mark.parametrize(
    ("board", "players", "plies"),
    [
        ("new-york", 2, 6),
        ("new-york", 3, 9),
        ("new-york", 4, 15),
        ("europe", 2, 40),
        ("europe", 3, 60),
        ("usa:mega", 5, 90),
    ],
)
def test_a_resampled_state_is_one_that_the_player_cannot_tell_from_the_real_one(
    board: str, players: int, plies: int
) -> None:
    """Through whole games, reshuffles and ticket draws included; what others know does change."""
    game, luck = envs.open_spiel(board, players), random.Random(3)
    state, changed = game.new_initial_state(), 0
    play(state, luck, 0)
    while not state.is_terminal():
        for player in range(players):
            other = state.resample_from_infostate(player, luck.random)
            assert other.information_state_string(player) == state.information_state_string(player)
            assert np.array_equal(
                other.information_state_tensor(player), state.information_state_tensor(player)
            )
            assert other.current_player() == state.current_player()
            if player == state.current_player():
                assert other.legal_actions() == state.legal_actions()
            rival = (player + 1) % players
            changed += other.information_state_string(rival) != state.information_state_string(
                rival
            )
        play(state, luck, plies)
    assert changed > 4


@pytest.mark.slow
def test_resampled_hands_are_those_that_a_view_samples() -> None:
    """On average, of each kind, for each rival: neither the real hand nor any other shows."""
    luck = random.Random(5)
    state = play(envs.open_spiel("new-york", 3).new_initial_state(), luck, 22)
    seat = state.current_player()
    view = state.chance_game.game.view(seat)
    rivals = [rival for rival in range(3) if rival != seat]
    resampled, sampled = Counter[tuple[int, str]](), Counter[tuple[int, str]]()
    for number in range(600):
        other = state.resample_from_infostate(seat, luck.random).chance_game.game
        world = view.sample(seeded(number))
        for rival in rivals:
            for counts, game in ((resampled, other), (sampled, world)):
                for card, count in game.view(rival).hand.items():
                    counts[rival, card] += count
    assert sum(resampled.values()) == sum(sampled.values())
    for held in resampled | sampled:
        assert abs(resampled[held] - sampled[held]) < 600 * 0.35, held


@pytest.mark.slow
def test_ismcts_plays_a_whole_game() -> None:
    game, luck = envs.open_spiel("new-york"), random.Random(4)
    evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
    bot = ismcts.ISMCTSBot(game, evaluator, 2.0, 2, random_state=np.random.RandomState(2))
    state, asked = play(game.new_initial_state(), luck, 0), 0
    while not state.is_terminal():
        if state.current_player() == 0:
            action = int(bot.step(state))
            assert action in state.legal_actions()
            state.apply_action(action)
            play(state, luck, 0)
            asked += 1
        else:
            play(state, luck, 1)
    assert asked > 10
    assert sum(state.returns()) == 0


def test_only_where_a_player_decides_there_is_something_to_resample() -> None:
    state = envs.open_spiel("new-york").new_initial_state()
    with pytest.raises(pyspiel.SpielError, match="Only where a player decides"):
        state.resample_from_infostate(0, random.random)


def test_a_state_goes_to_json_and_back() -> None:
    game, luck = envs.open_spiel("new-york"), random.Random(5)
    state = play(game.new_initial_state(), luck, 12)
    read = json.loads(state.to_json())
    assert read["history"] == state.history()
    assert read["current_player"] == state.current_player()
    assert state.to_dict() == read == state.to_struct().to_dict()
    for form in (state.to_json(), state.to_dict(), state.to_struct()):
        again = game.new_initial_state(form)
        assert str(again) == str(state)
        assert again.legal_actions() == state.legal_actions()
        assert again.information_state_string(0) == state.information_state_string(0)


def test_observations_and_actions_have_structs_too() -> None:
    state = play(envs.open_spiel("new-york").new_initial_state(), random.Random(6), 5)
    seat = state.current_player()
    seen = json.loads(state.to_observation_struct(seat).to_json())
    assert seen["seat"] == seat
    assert seen["hand"] == state.to_observation_struct().hand
    for action in state.legal_actions():
        struct = state.action_to_struct(seat, action)
        assert state.struct_to_actions(struct) == [action]
        assert state.struct_to_actions(struct.to_json()) == [action]


@pytest.mark.parametrize(
    "wrong", ["", "[]", "{}", '{"history": 3}', '{"history": ["a"]}', '{"history": [99999]}', 7]
)
def test_json_that_is_no_state_is_refused(wrong: Any) -> None:
    with pytest.raises(pyspiel.SpielError, match=r"no state of whistlestop|cannot happen"):
        envs.open_spiel("new-york").new_initial_state(wrong)


def test_a_struct_that_is_no_action_is_refused() -> None:
    state = play(envs.open_spiel("new-york").new_initial_state(), random.Random(6), 0)
    for wrong in ("{}", '{"action": "fly"}', "nothing"):
        with pytest.raises(pyspiel.SpielError, match="no action of whistlestop"):
            state.struct_to_actions(wrong)
