"""The OpenSpiel game, by OpenSpiel's own tests and by what the rules say of chance and secrets."""

from __future__ import annotations

import pickle
from collections import Counter
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pyspiel  # type: ignore[import-not-found]  # it has no types
import pytest
from absl import flags
from open_spiel.python.algorithms import mcts  # type: ignore[import-untyped]  # no marker
from open_spiel.python.observation import make_observation  # type: ignore[import-untyped]

from tests.engine.truth import pile
from tests.envs.following import BOARDS, TABLES
from whistlestop import envs
from whistlestop.engine.game import Game
from whistlestop.engine.state.flat_board import DECK_CODE

pytestmark = pytest.mark.slow


def playthroughs() -> Any:
    """OpenSpiel's module for them, which takes a second to import: scipy comes along."""
    return import_module("open_spiel.python.algorithms.generate_playthrough")


def step(state: Any, rng: Random) -> None:
    """Chance answers by its odds, seats act at random."""
    if state.is_chance_node():
        outcomes, odds = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(rng.choices(outcomes, odds)[0])
    else:
        state.apply_action(rng.choice(state.legal_actions()))


def walk(board: str, players: int, seed: int) -> Any:
    """Every state of a random game."""
    state, rng = envs.open_spiel(board, players).new_initial_state(), Random(seed)
    while True:
        yield state
        if state.is_terminal():
            return
        step(state, rng)


@pytest.mark.slow
@pytest.mark.parametrize("board", BOARDS)
def test_it_passes_the_random_simulation_test_of_openspiel(board: str) -> None:
    """It also writes and reads every state."""
    players = 2 if board in ("europe", "usa") else 3
    game = envs.open_spiel(board, players)
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


@pytest.mark.slow
@pytest.mark.parametrize("board", BOARDS)
def test_a_game_can_be_written_down_by_openspiel(board: str) -> None:
    """OpenSpiel's playthrough asks every state for everything that it knows of."""
    flags.FLAGS.mark_as_parsed()
    *_, last = walk(board, 2, 3)
    name = f"whistlestop(board={board},players=2)"
    text = playthroughs().playthrough(name, action_sequence=last.history())
    assert text.count("\nHistory() = ") <= len(last.history()) + 1
    assert f"\nReturns() = {last.returns()}".replace("-1.0", "-1").replace("1.0", "1") in text


@pytest.mark.slow
def test_a_playthrough_is_replayed_line_by_line(tmp_path: Path) -> None:
    flags.FLAGS.mark_as_parsed()
    envs.open_spiel()
    name = "whistlestop(board=new-york,players=3)"
    path = tmp_path / "playthrough.txt"
    path.write_text(playthroughs().playthrough(name, action_sequence=None, seed=3))
    original, again = playthroughs().replay(str(path))
    assert original == again


@pytest.mark.parametrize(("board", "players"), [t for t in TABLES if t[1] != 3])
def test_a_game_unfolded_by_chance_is_a_game_of_the_library(board: str, players: int) -> None:
    """Actions with what chance answered, typed into `Game`, give the same position."""
    *_, last = walk(board, players, 5)
    told = last.chance_game.game
    cards = [told.board.cards[kind] for kind in last.chance_game._cards]
    tickets = [told.board.tickets[x].id for x in last.chance_game._tickets]
    game = Game(board, players, cards=cards, tickets=tickets)
    for number, ply in enumerate(told.plies):
        game.play(ply.action, got=told.got(number))
    assert game.over
    assert game.position == told.position
    winners = game.score().winners
    assert [seat for seat, value in enumerate(last.returns()) if value > 0] == (
        list(winners) if len(winners) < players else []
    )
    assert sum(last.returns()) == pytest.approx(0)


@pytest.mark.parametrize("board", BOARDS)
def test_the_odds_of_chance_are_those_of_the_cards_nobody_has_seen(board: str) -> None:
    """Counted from the truth: the pile for a card, the unseen part of the deck for a ticket."""
    asked, blind = {"card": 0, "ticket": 0}, 0
    for state in walk(board, 2, 2):
        if not state.is_chance_node():
            continue
        chance_game = state.chance_game
        asked[chance_game.asks] += 1
        odds = dict(state.chance_outcomes())
        assert sum(odds.values()) == pytest.approx(1)
        if chance_game._code == DECK_CODE and not chance_game._told:
            names = chance_game.setting.board.cards
            counted = {names[kind]: count for kind, count in chance_game.odds}
            assert counted == Counter(pile(chance_game.game))
            blind += 1
        if chance_game.asks == "ticket":
            assert len(set(odds.values())) == 1
            assert not set(odds) & set(chance_game._told)
    assert min(asked.values()) > 3
    assert blind > 3


def test_what_a_seat_is_told_depends_on_nothing_that_it_may_not_know() -> None:
    """H2, H3: another blind card for the other seat, and nothing to be seen of it."""
    state, rng = envs.open_spiel("usa").new_initial_state(), Random(4)
    while state.is_chance_node() or state.chance_game.game.phase != "turn":
        step(state, rng)
    assert state.current_player() == 0
    state.apply_action(state.chance_game.setting.number("draw deck"))
    worlds = []
    for outcome, _ in state.chance_outcomes()[:2]:
        world = state.clone()
        world.apply_action(outcome)
        worlds.append(world)
    for told in ("information_state_string", "information_state_tensor"):
        one, two = (getattr(world, told)(1) for world in worlds)
        assert one == two
        one, two = (getattr(world, told)(0) for world in worlds)
        assert one != two
    for told in ("observation_string", "observation_tensor"):
        assert getattr(worlds[0], told)(1) == getattr(worlds[1], told)(1)


def test_an_information_state_remembers_the_order_of_what_happened() -> None:
    """Perfect recall: two ways to the same position are two information states."""
    game = envs.open_spiel("usa")
    start, rng = game.new_initial_state(), Random(1)
    while start.is_chance_node() or start.chance_game.game.phase != "turn":
        step(start, rng)
    drawn = [c for c in start.legal_actions() if start.action_to_string(c).startswith("draw ")][1:3]
    ways = []
    for order in (drawn, drawn[::-1]):
        state = start.clone()
        for action in order:
            if action in state.legal_actions():
                state.apply_action(action)
            while state.is_chance_node():
                step(state, rng)
        ways.append(state.information_state_string(0))
    assert ways[0] != ways[1]
    assert "you draw" in ways[0]


def test_the_tensor_has_the_parts_of_an_observation_by_name() -> None:
    game = envs.open_spiel("europe", 3)
    *_, state = walk("europe", 3, 1)
    observation = make_observation(game)
    observation.set_from(state, 1)
    setting = envs.setting("europe", 3)
    row = envs.encode(state.chance_game.game.view(1))["observation"]
    assert set(observation.dict) == set(setting.sections)
    for name, part in observation.dict.items():
        assert np.array_equal(part, setting.part(row, name))
    recall = make_observation(game, pyspiel.IIGObservationType(perfect_recall=True))
    assert {"pools", "drawn", "refused"} <= set(recall.dict)
    assert len(state.information_state_tensor(0)) == game.information_state_tensor_size()


def test_public_observations_hold_no_secret() -> None:
    public = pyspiel.IIGObservationType(
        perfect_recall=True, public_info=True, private_info=pyspiel.PrivateInfoType.NONE
    )
    game = envs.open_spiel("new-york", 2)
    observation = make_observation(game, public)
    assert not {"hand", "tickets", "offer", "answer"} & set(observation.dict)
    for state in walk("new-york", 2, 3):
        shown = []
        for seat in (0, 1):
            observation.set_from(state, seat)
            assert not observation.dict["refused"].any()
            shown.append(observation.string_from(state, seat).partition("\n")[2])
        assert shown[0] == shown[1]
    with pytest.raises(pyspiel.SpielError, match="secrets"):
        make_observation(
            game,
            pyspiel.IIGObservationType(
                perfect_recall=False, private_info=pyspiel.PrivateInfoType.ALL_PLAYERS
            ),
        )


def test_a_clone_and_a_pickle_go_their_own_ways() -> None:
    rng = Random(2)
    for number, state in enumerate(walk("london", 2, 6)):
        if number % 17 or state.is_terminal():
            continue
        before = str(state), state.history()
        game, read = pyspiel.deserialize_game_and_state(
            pyspiel.serialize_game_and_state(state.get_game(), state)
        )
        for twin in (state.clone(), read, pickle.loads(pickle.dumps(state))):
            assert (str(twin), twin.history()) == before
            assert twin.legal_actions() == state.legal_actions()
            step(twin, rng)
            assert (str(state), state.history()) == before
        assert str(game) == str(state.get_game())


def test_an_algorithm_of_openspiel_plays_it() -> None:
    """A few simulations of OpenSpiel's own tree search, on the whole of the rules."""
    game = envs.open_spiel("new-york", 2)
    state, rng = game.new_initial_state(), Random(1)
    while state.is_chance_node():
        step(state, rng)
    judge = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
    bot = mcts.MCTSBot(game, 2, 4, judge, random_state=np.random.RandomState(1))
    assert bot.step(state) in state.legal_actions()


def test_rewards_by_score_are_points() -> None:
    state, rng = envs.open_spiel("new-york", 2, reward="score").new_initial_state(), Random(3)
    assert state.returns() == [0.0, 0.0]
    while not state.is_terminal():
        step(state, rng)
    assert tuple(state.returns()) == state.chance_game.game.score().totals
    assert state.get_game().min_utility() <= min(state.returns())
    assert state.get_game().max_utility() >= max(state.returns())


def test_what_cannot_be_raises_the_error_of_openspiel() -> None:
    for name, says in (("whistlestop(board=uas)", "usa"), ("whistlestop(players=9)", "2 to 5")):
        envs.open_spiel()
        with pytest.raises(pyspiel.SpielError, match=says):
            pyspiel.load_game(name)
    with pytest.raises(pyspiel.SpielError, match="win, score"):
        envs.open_spiel("usa", reward="glory")
    state = envs.open_spiel().new_initial_state()
    with pytest.raises(pyspiel.SpielError, match="Chance cannot answer 99"):
        state.clone().apply_action(99)
    rng = Random(1)
    while state.is_chance_node():
        step(state, rng)
    with pytest.raises(pyspiel.SpielError, match="not legal"):
        state.apply_action(3)
