"""Simulations: they repeat, they are fair in seats, and what they report is what was played."""

import json
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from tests.bots.playing import TABLES
from whistlestop.boards.load import BoardError, load_board
from whistlestop.bots import BotError, make_bot, read_recipe
from whistlestop.bots.random import UniformBot
from whistlestop.engine.errors import SetupError
from whistlestop.engine.game import Game
from whistlestop.engine.state.rng import Rng, seeded
from whistlestop.lab import LabError, Simulation, simulate
from whistlestop.lab.games.plan import SimulationPlan, recipes
from whistlestop.lab.games.play import play_game, play_games, play_through_views


def same(one: Simulation, two: Simulation) -> bool:
    return one.games == two.games and one.standings == two.standings


def test_the_same_seed_gives_the_same_games() -> None:
    one = simulate(["greedy", "random"], "new-york", games=6, seed=3)
    assert same(one, simulate(["greedy", "random"], "new-york", games=6, seed=3))
    assert not same(one, simulate(["greedy", "random"], "new-york", games=6, seed=4))


def test_more_games_begin_with_the_same_games() -> None:
    few = simulate(["greedy", "uniform"], "new-york", games=3, seed="x")
    many = simulate(["greedy", "uniform"], "new-york", games=7, seed="x")
    assert many.games[:3] == few.games


@pytest.mark.slow
@pytest.mark.parametrize("bots", [["uniform", "uniform", "uniform"], ["greedy", "random"]])
def test_the_number_of_workers_changes_nothing(bots: list[str]) -> None:
    alone = simulate(bots, "new-york", games=25, seed=8)
    for workers in (2, 3):
        assert same(alone, simulate(bots, "new-york", games=25, seed=8, workers=workers))


def test_without_a_seed_a_fresh_one_is_used_and_named() -> None:
    one = simulate(["uniform", "uniform"], "new-york", games=2)
    two = simulate(["uniform", "uniform"], "new-york", games=2)
    assert one.seed != two.seed
    assert same(one, simulate(["uniform", "uniform"], "new-york", games=2, seed=one.seed))


@pytest.mark.parametrize(("board", "players"), TABLES)
def test_the_fast_path_and_the_path_through_views_play_the_same_games(
    board: str, players: int
) -> None:
    plan = SimulationPlan(
        load_board(board), recipes(["uniform", "random:by=actions"] * 3)[:players], 5
    )
    assert plan.by_numbers
    for number in range(4):
        assert play_game(plan, number)[:3] == play_through_views(plan, number)[:3]


@pytest.mark.parametrize("paired", [False, True])
@pytest.mark.parametrize("rotate", [False, True])
def test_games_played_by_their_numbers_are_those_played_one_by_one(
    rotate: bool, paired: bool
) -> None:
    bots = recipes(["uniform", "random:by=actions", "uniform"])
    plan = SimulationPlan(load_board("new-york"), bots, "seed", rotate, paired)
    assert plan.by_numbers
    alone = [play_through_views(plan, number)[:2] for number in range(2, 8)]
    assert [game[:2] for game in play_games(plan, 2, 8)] == alone


def test_bots_made_in_ways_of_their_own_are_made() -> None:
    """Whoever hands a uniform bot other luck has it played with that luck."""

    def made(rng: Rng) -> UniformBot:
        return UniformBot(seeded("always the same"))

    plan = SimulationPlan(load_board("new-york"), recipes([made, "uniform"]), 1)
    assert plan.all_by_chance
    assert not plan.by_numbers
    assert play_games(plan, 0, 1)[0][:2] == play_through_views(plan, 0)[:2]


def test_the_fast_path_is_taken_only_if_every_bot_is_uniform() -> None:
    board = load_board("usa")
    assert not SimulationPlan(board, recipes(["uniform", "random"]), 1).by_numbers
    assert not SimulationPlan(board, recipes(["greedy", "uniform"]), 1).by_numbers


def test_every_bot_sits_in_every_seat_equally_often() -> None:
    result = simulate(["uniform"] * 4, "new-york", games=20, seed=1)
    for bot in range(4):
        assert Counter(game.seat_of(bot) for game in result.games) == dict.fromkeys(range(4), 5)
    fixed = simulate(["uniform"] * 4, "new-york", games=5, seed=1, rotate=False)
    assert {game.bots for game in fixed.games} == {(0, 1, 2, 3)}


def test_neighbours_stay_neighbours_when_seats_rotate() -> None:
    plan = SimulationPlan(load_board("usa"), recipes(["uniform"] * 3), 1)
    assert [plan.seating(n) for n in range(4)] == [(0, 1, 2), (2, 0, 1), (1, 2, 0), (0, 1, 2)]


def test_a_game_of_a_simulation_can_be_played_again_from_its_seed() -> None:
    result = simulate(["greedy", "random"], "europe", games=2, seed=6)
    played = result.games[1]
    game = Game("europe", 2, seed=played.seed)
    bots = [make_bot(("greedy", "random")[bot], seed=f"{played.seed}/{bot}") for bot in played.bots]
    while not game.over:
        game.play(bots[game.turn].choose(game.view(game.turn)))
    assert game.score().totals == played.totals
    assert game.score().winners == played.winners
    assert game.ply == played.plies


def test_standings_add_up() -> None:
    result = simulate(["greedy", "greedy", "random"], "new-york", games=30, seed=2)
    assert result.bots == ("greedy #1", "greedy #2", "random")
    assert sum(standing.rate for standing in result.standings) == pytest.approx(1)
    shared = sum(len(game.winners) > 1 for game in result.games)
    assert sum(standing.wins for standing in result.standings) == 30 - shared
    for i, standing in enumerate(result.standings):
        totals = [game.totals[game.seat_of(i)] for game in result.games]
        assert standing.score == pytest.approx(sum(totals) / 30)
        assert standing.low <= standing.rate <= standing.high
        assert standing.completed <= standing.tickets
    assert sum(result.ended().values()) == sum(result.decided_by().values()) == 30


def test_a_shared_win_counts_in_parts() -> None:
    result = simulate(["uniform"] * 2, "new-york", games=400, seed=5)
    shared = [game for game in result.games if len(game.winners) == 2]
    assert shared, "choose a seed with a shared win"
    assert all(game.decided_by == "shared" for game in shared)
    assert [standing.shared for standing in result.standings] == [len(shared)] * 2
    for standing in result.standings:
        assert standing.rate == pytest.approx((standing.wins + len(shared) / 2) / 400)


@pytest.mark.slow
def test_greedy_beats_random_nearly_always() -> None:
    result = simulate(["greedy", "random"], "usa", games=60, seed=1)
    assert result.standings[0].low > 0.9


def test_turns_are_counted_apart_from_plies() -> None:
    """T1: two cards are one turn and two plies; the opening choice is no turn."""
    (game,) = simulate(["uniform", "uniform"], "usa", games=1, seed=1).games
    again = Game("usa", 2, seed=game.seed)
    bots = [make_bot("uniform", seed=f"{game.seed}/{bot}") for bot in game.bots]
    while not again.over:
        again.play(bots[again.turn].choose(again.view(again.turn)))
    began = [event for event in again.events(None) if event.name == "turn"]
    assert game.turns == len(began) < game.plies


def test_a_simulation_prints_itself() -> None:
    text = str(simulate(["greedy", "random"], "new-york", games=10, seed=2))
    for part in ("new-york: 10 games, 2 players, seats rotated, seed 2", "greedy", "95 % interval"):
        assert part in text
    for word in ("length", "ended", "decided", "speed", "tickets made / held"):
        assert word in text
    assert "note:" not in text.replace("note: the engine is not compiled", "")


def test_how_long_a_decision_took_is_a_plain_number() -> None:
    result = simulate(["greedy", "random"], "new-york", games=2, seed=2)
    slow = replace(result, spent=((1234.0, 1000), (0.04, 1000)))
    assert str(slow).endswith("a decision took greedy 1,234 ms, random 0.04 ms")


def test_uneven_seats_are_noted() -> None:
    assert "note: One game cannot be" in str(simulate(["uniform"] * 2, games=1, seed=2))
    assert "cannot be shared out equally" in str(simulate(["uniform"] * 2, games=3, seed=2))
    fixed = simulate(["uniform"] * 2, games=3, seed=2, rotate=False)
    assert "cannot be shared out equally" not in str(fixed)


def test_plain_data_goes_through_json() -> None:
    result = simulate(["greedy", "random"], "new-york", games=3, seed=2)
    data = json.loads(json.dumps(result.to_dict()))
    assert data["seed"] == 2
    assert data["board"] == "new-york"
    assert [game["seed"] for game in data["games"]] == ["2/0", "2/1", "2/2"]
    assert data["standings"][0]["bot"] == "greedy"
    assert data["failures"] == []


@pytest.mark.parametrize("workers", [1, pytest.param(2, marks=pytest.mark.slow)])
def test_progress_is_told_up_to_the_last_game(workers: int) -> None:
    told: list[tuple[int, int]] = []
    simulate(
        ["uniform"] * 2,
        "new-york",
        games=40,
        seed=1,
        workers=workers,
        progress=lambda done, of: told.append((done, of)),
    )
    assert told[-1] == (40, 40)
    assert told == sorted(told)
    assert len(told) > 5


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ({"games": 0}, "bad_games"),
        ({"games": -1}, "bad_games"),
        ({"games": 2.5}, "bad_games"),
        ({"games": True}, "bad_games"),
        ({"games": 10**12}, "bad_games"),
        ({"workers": 0}, "bad_workers"),
        ({"workers": "two"}, "bad_workers"),
        ({"seconds": 0}, "bad_seconds"),
        ({"seconds": -1}, "bad_seconds"),
        ({"seconds": float("nan")}, "bad_seconds"),
        ({"seconds": float("inf")}, "bad_seconds"),
        ({"seconds": "ten"}, "bad_seconds"),
        ({"seed": 1.5}, "bad_seed"),
        ({"seed": True}, "bad_seed"),
        ({"bots": "greedy"}, "bad_bots"),
        ({"bots": 2}, "bad_bots"),
        ({"bots": ["greedy", 7]}, "bad_bots"),
        ({"bots": ["greedy", make_bot("greedy")]}, "bad_bots"),
    ],
)
def test_what_cannot_be_simulated_is_refused_in_a_sentence(
    given: dict[str, Any], code: str
) -> None:
    with pytest.raises(LabError) as caught:
        simulate(**{"bots": ["uniform", "uniform"], "games": 1, **given})
    assert caught.value.code == code
    assert str(caught.value).endswith(".")


def test_bots_boards_and_seats_are_refused_by_those_who_know_them() -> None:
    with pytest.raises(BotError, match="did you mean"):
        simulate(["gredy", "greedy"])
    with pytest.raises(BoardError, match="did you mean"):
        simulate(["greedy", "greedy"], "europ")
    with pytest.raises(SetupError, match="2 to 4 players, not 5"):
        simulate(["greedy"] * 5, "new-york")
    with pytest.raises(SetupError, match="not 0"):
        simulate([])


def test_a_recipe_is_as_good_as_its_text() -> None:
    named = simulate(["random:by=actions", "greedy"], "new-york", games=2, seed=1)
    made = simulate(
        [read_recipe("random:by=actions"), read_recipe("greedy")], "new-york", games=2, seed=1
    )
    assert same(named, made)
