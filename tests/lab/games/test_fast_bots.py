"""Games inside the engine are the games that views give: same results, same details."""

import sys
from itertools import pairwise

import pytest

from tests.bots.playing import TABLES
from whistlestop.boards.load import load_board
from whistlestop.bots import bot_names, make_bot
from whistlestop.bots.contract import by_kind
from whistlestop.bots.fast import fast_bot_of
from whistlestop.bots.random import KindsBot, UniformBot
from whistlestop.bots.reasoning.seat_facts import SeatFacts, facts_from_state
from whistlestop.engine.fast.kinds import kind_edges, pick_by_kind
from whistlestop.engine.game import Game
from whistlestop.engine.knowledge.view import View
from whistlestop.engine.state.rng import Rng, seeded
from whistlestop.lab import is_compiled
from whistlestop.lab.games.plan import SimulationPlan, recipes
from whistlestop.lab.games.play import play_game, play_through_views
from whistlestop.model.actions import Action, Build, Decline, DrawTickets, Keep, Pay

QUICK = [name for name in bot_names() if fast_bot_of(make_bot(name, seed=0)) is not None]


@pytest.mark.parametrize(("board", "players"), TABLES)
@pytest.mark.parametrize("bot", ["greedy", "planner"])
def test_fast_bots_play_the_same_inside_as_through_views(
    bot: str, board: str, players: int
) -> None:
    line_up = recipes([bot, *["greedy"] * (players - 1)])
    plan = SimulationPlan(load_board(board), line_up, 3, detailed=True)
    assert plan.all_fast
    inside, shown = play_game(plan, 1), play_through_views(plan, 1)
    assert inside[:3] == shown[:3]
    assert [asked for _, asked in inside.spent] == [asked for _, asked in shown.spent]


@pytest.mark.parametrize("bot", QUICK)
def test_every_fast_bot_plays_the_same_inside_as_through_views(bot: str) -> None:
    plan = SimulationPlan(load_board("new-york"), recipes([bot, "greedy"]), 4)
    assert play_game(plan, 0)[:2] == play_through_views(plan, 0)[:2]


@pytest.mark.parametrize(("board", "players"), TABLES)
@pytest.mark.parametrize("bots", [("random",), ("random", "uniform"), ("random", "greedy")])
def test_random_bots_play_the_same_inside_as_through_views(
    bots: tuple[str, ...], board: str, players: int
) -> None:
    line_up = recipes([bots[seat % len(bots)] for seat in range(players)])
    plan = SimulationPlan(load_board(board), line_up, 5, detailed=True)
    assert plan.all_fast
    assert plan.all_by_chance == ("greedy" not in bots)
    for number in range(3):
        inside, shown = play_game(plan, number), play_through_views(plan, number)
        assert inside[:3] == shown[:3]


@pytest.mark.skipif(not is_compiled(), reason="uncompiled, every function is one of Python's")
def test_a_game_of_random_bots_does_not_come_back_to_python_at_every_ply() -> None:
    plan = SimulationPlan(load_board("usa"), recipes(["random", "uniform"]), 4)
    play_game(plan, 0)
    steps: list[str] = []
    sys.setprofile(lambda frame, event, arg: steps.append(event))
    try:
        played = play_game(plan, 1)
    finally:
        sys.setprofile(None)
    assert len(steps) < played.result.plies


def test_random_bots_decide_alike_at_every_ply() -> None:
    games = [Game("europe", 2, seed=seed) for seed in range(6)]
    seen = set().union(*map(_kinds_offered, games))
    assert {Pay, Decline, Build, DrawTickets, Keep} <= seen


def _kinds_offered(game: Game) -> set[type]:
    """Play a game by kinds of action, both ways at every ply; all kinds that were ever legal."""
    seen: set[type] = set()
    while not game.over:
        seat, view = game.turn, game.view(game.turn)
        edges = kind_edges(game.flat, game.state, seat)
        sizes = [len(group) for group in by_kind(view.legal).values()]
        assert [b - a for a, b in pairwise(edges)] == sizes
        seen |= set(map(type, view.legal))
        luck = seeded(game.ply, "luck")
        code = pick_by_kind(game.flat, game.state, seat, luck.copy())
        facts = facts_from_state(game.flat, game.state, seat)
        assert KindsBot(luck.copy()).decide(facts) == code
        uniform = UniformBot(luck.copy()).choose(view)
        assert game.codec.decode(UniformBot(luck.copy()).decide(facts)) == uniform
        assert game.codec.decode(code) == KindsBot(luck).choose(view)
        game.play(game.codec.decode(code), seat)
    return seen


class LooksAtViews:
    """A bot that wants views, and takes any action."""

    def __init__(self, rng: Rng) -> None:
        self.other = UniformBot(rng)

    def choose(self, view: View) -> Action:
        return self.other.choose(view)


@pytest.mark.parametrize("rival", ["greedy", "random", "uniform"])
@pytest.mark.parametrize(("board", "players"), TABLES)
def test_fast_bots_need_no_views_beside_one_that_does(board: str, players: int, rival: str) -> None:
    line_up = recipes([LooksAtViews, *[rival] * (players - 1)])
    plan = SimulationPlan(load_board(board), line_up, 6, detailed=True)
    assert plan.fast == (False, *[True] * (players - 1))
    for number in range(2):
        mixed, shown = play_game(plan, number), play_through_views(plan, number)
        assert mixed[:3] == shown[:3]
        assert [asked for _, asked in mixed.spent] == [asked for _, asked in shown.spent]


class DecidesNonsense:
    """Its two ways disagree: inside it answers with what is no action."""

    def __init__(self, rng: Rng) -> None:
        self.other = UniformBot(rng)

    def choose(self, view: View) -> Action:
        return self.other.choose(view)

    def decide(self, facts: SeatFacts) -> int:
        return -1


def test_what_goes_wrong_inside_is_left_to_the_way_through_views() -> None:
    plan = SimulationPlan(load_board("new-york"), recipes([DecidesNonsense, "greedy"]), 4)
    assert play_game(plan, 0)[:2] == play_through_views(plan, 0)[:2]
    assert not play_game(plan, 0).failures
    mixed = SimulationPlan(load_board("new-york"), recipes([DecidesNonsense, LooksAtViews]), 4)
    assert play_game(mixed, 0)[:2] == play_through_views(mixed, 0)[:2]


def test_details_add_up() -> None:
    plan = SimulationPlan(
        load_board("usa:classic"), recipes(["greedy", "greedy"]), 3, detailed=True
    )
    played = play_game(plan, 0)
    details, result = played.details, played.result
    assert details is not None
    assert [sum(parts) for parts in details.parts] == list(result.totals)
    assert tuple(map(len, details.held)) == result.tickets
    assert tuple(map(len, details.made)) == result.completed
    for seat in (0, 1):
        laid = sum(plan.board.routes[r].length for _, who, r in details.claims if who == seat)
        assert laid + details.trains[seat] == plan.board.rules.trains
        assert len(details.offered[seat]) == plan.board.rules.opening_regular
        assert set(details.kept[seat]) <= set(details.offered[seat]) & set(details.held[seat])
    turns = [turn for turn, _, _ in details.claims]
    assert turns == sorted(turns)
    assert turns[-1] <= result.turns
