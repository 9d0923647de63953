"""Judges: one for every map and number of players, the same from every seat, and no prophets."""

from collections.abc import Iterator
from itertools import islice

import numpy as np
import pytest
from librt.vecs import vec

from tests.bots.playing import decisions
from tools import fit_judges
from whistlestop.boards.load import board_names, load_board
from whistlestop.bots import make_bot
from whistlestop.bots.planner.bot import PlannerBot
from whistlestop.bots.reasoning.board_scale import scale_of
from whistlestop.bots.reasoning.prices import Tuning
from whistlestop.bots.registry import bot_entry
from whistlestop.bots.search import traits
from whistlestop.bots.search.judge import (
    CURVE,
    PositionJudge,
    chance_to_win,
    expect_margin,
    inputs_of,
)
from whistlestop.bots.search.traits import TRAITS
from whistlestop.bots.search.trials import judge_all, judge_seat
from whistlestop.bots.tuned import ANY, found, judge_of, make_tuning, plain_judge, tuning_of
from whistlestop.engine.game import Game
from whistlestop.engine.state.flat_board import MAIN, PHASE, FlatBoard


@pytest.mark.parametrize("board", board_names())
def test_every_board_has_a_judge_for_every_number_of_players(board: str) -> None:
    rules = load_board(board).rules
    for players in range(rules.min_players, rules.max_players + 1):
        game = Game(board, players, seed=1)
        judge = judge_of(game.flat)
        row = inputs_of(judge, game.state, 0)
        assert len(judge.weights) == 2 * len(row)
        assert abs(expect_margin(judge, row)) < 3


def test_a_map_of_ones_own_has_the_judge_of_all_maps() -> None:
    flat = FlatBoard(load_board("usa"), 2)
    flat.name = "atlantis"
    assert list(judge_of(flat).weights) == found()["judges"][ANY]["2"][CURVE:]
    assert tuning_of(flat).points == Tuning().points


def games(board: str, players: int) -> Iterator[Game]:
    for game, _, _ in decisions(["planner"] * players, board, seed=4):
        if game.state.bytes[PHASE] == MAIN:
            yield game


@pytest.mark.parametrize("board", ["usa:classic", "europe", "new-york"])
def test_two_seats_see_each_other_as_they_see_themselves(board: str) -> None:
    for game in games(board, 2):
        judge = judge_of(game.flat)
        mine, theirs = (list(inputs_of(judge, game.state, seat)) for seat in (0, 1))
        assert mine[1 : TRAITS + 1] == theirs[TRAITS + 1 : 2 * TRAITS + 1]
        assert mine[-2] == -theirs[-2]
        assert mine[-1] == theirs[-1]


@pytest.mark.parametrize(("board", "players"), [("usa:classic", 2), ("europe", 3), ("london", 4)])
def test_seats_judged_together_are_judged_as_each_by_itself(board: str, players: int) -> None:
    for game in islice(games(board, players), 0, None, 5):
        judge = judge_of(game.flat)
        together = judge_all(judge, game.state)
        alone = [judge_seat(judge, game.state, seat) for seat in range(players)]
        assert [(o.margin, o.win, o.value) for o in together] == [
            (o.margin, o.win, o.value) for o in alone
        ]


@pytest.mark.parametrize("players", [2, 4])
def test_who_is_ahead_is_expected_to_win(players: int) -> None:
    names = ["Ann", "Bob", "Cid", "Dan"][:players]
    game = Game.from_text(
        f"board: usa\nplayers: {', '.join(names)}\nAnn: hand 2 red; "
        "routes calgary-winnipeg duluth-toronto el_paso-houston miami-new_orleans\n"
    )
    judge = judge_of(game.flat)
    for seat in range(players):
        row = inputs_of(judge, game.state, seat)
        margin = expect_margin(judge, row)
        assert (margin > 0) == (seat == 0)
        assert (chance_to_win(judge, row, margin) > 0.5) == (seat == 0)


def test_the_planner_goes_by_the_constants_of_the_board_and_by_those_it_is_given() -> None:
    flat = Game("europe", 2, seed=1).flat
    own = found()["planner"]["europe"]
    assert {name: getattr(tuning_of(flat), name) for name in own} == own
    set_ = make_tuning(flat, {"points": 0.2})
    assert (set_.points, set_.cards) == (0.2, own["cards"])


def test_a_plain_planner_has_the_usual_constants_on_every_board() -> None:
    flat = Game("europe", 2, seed=1).flat
    plain = make_bot("planner:tuned=no,cards=2", seed=1)
    assert isinstance(plain, PlannerBot)
    usual = {**vars_of(Tuning()), "cards": 2.0}
    assert vars_of(plain.tuning_for(flat)) == usual


def vars_of(tuning: Tuning) -> dict[str, float]:
    return {p.name: getattr(tuning, p.name) for p in bot_entry("planner").parameters[1:]}


def test_weights_are_found_again_from_what_they_led_to(monkeypatch: pytest.MonkeyPatch) -> None:
    flat = Game("new-york", 2, seed=1).flat
    rows = np.array([row for n in range(30) for row in fit_judges.positions(flat, f"fit-{n}")])
    weights = np.linspace(-1, 1, 2 * (rows.shape[1] - 1))
    rows[:, -1] = fit_judges.expected(weights, rows)
    monkeypatch.setattr(fit_judges, "RIDGE", 1e-12)
    again = fit_judges.expected(fit_judges.fit(rows), rows)
    assert np.abs(again - rows[:, -1]).max() < 1e-3
    judge = PositionJudge(flat, scale_of(flat), tuning_of(flat), [*np.zeros(CURVE), *weights])
    game = next(games("new-york", 2))
    row = inputs_of(judge, game.state, 0)
    expected = fit_judges.expected(weights, np.array([[*row, 0.0]]))[0]
    assert expect_margin(judge, row) == pytest.approx(expected)


def test_a_chance_never_falls_where_the_margin_rises() -> None:
    for board, judges in found()["judges"].items():
        for players, numbers in judges.items():
            assert min(numbers[3:CURVE]) >= 0, (board, players)
    for board in ("usa:classic", "new-york"):
        judge = judge_of(Game(board, 2, seed=1).flat)
        for left in (0.0, 0.3, 1.0):
            row = vec[float]([left])
            margins = [n / 20 for n in range(-80, 81)]
            chances = [chance_to_win(judge, row, margin) for margin in margins]
            assert chances == sorted(chances)
            assert chances[0] < 0.2
            assert chances[-1] > 0.8


def test_the_curve_of_a_chance_is_found_again(monkeypatch: pytest.MonkeyPatch) -> None:
    flat = Game("new-york", 2, seed=1).flat
    luck = np.random.default_rng(1)
    margins, left = luck.normal(0, 1, 4_000), luck.random(4_000)
    rows = np.stack([left, np.zeros(4_000)], axis=1)
    curve = luck.random(CURVE) / 3
    curve[luck.integers(3, CURVE, 6)] = 0.0
    chances = fit_judges.chances_of(fit_judges.terms(margins, rows) @ curve)
    again = fit_judges.fit_curve(fit_judges.terms(margins, rows), chances)
    assert (
        np.abs(fit_judges.chances_of(fit_judges.terms(margins, rows) @ again) - chances).max()
        < 0.01
    )
    assert again[3:].min() >= 0
    judge = PositionJudge(flat, scale_of(flat), tuning_of(flat), list(curve))
    for n in range(50):
        chance = chance_to_win(judge, vec[float]([left[n]]), margins[n])
        assert chance == pytest.approx(chances[n])


@pytest.mark.parametrize("players", [2, 4])
def test_a_plain_judge_believes_what_plans_promise(players: int) -> None:
    for game in games("new-york", players):
        judge = plain_judge(game.flat)
        row = inputs_of(judge, game.state, 0)
        margin = expect_margin(judge, row)
        assert margin == pytest.approx(fit_judges.forecast(np.array([[*row, 0.0]]))[0])
        odds = 1 / (1 + np.exp(-players * margin))
        assert chance_to_win(judge, row, margin) == pytest.approx(odds)


def test_figures_are_of_games_that_a_judge_has_not_seen(capsys: pytest.CaptureFixture[str]) -> None:
    """What is learnt by heart is worth nothing: here wins have to do with nothing else."""
    luck = np.random.default_rng(2)
    chunks = [luck.normal(0, 1, (60, 2 * TRAITS + 4)) for _ in range(10)]
    for rows in chunks:
        rows[:, -2] = luck.random(60)
    fit_judges.report("nowhere/2", chunks)
    brier = float(capsys.readouterr().out.partition("Brier ")[2].split()[0])
    assert brier > 0.25


def test_the_file_is_written_as_it_is_read() -> None:
    assert fit_judges.as_text(found()) == fit_judges.FILE.read_text(encoding="utf-8")


def test_every_trait_has_a_name_and_a_place_of_its_own() -> None:
    """So that a row, its weights in tuned.json and the names cannot drift apart."""
    numbers = [value for name, value in vars(traits).items() if name.isupper()]
    assert sorted(n for n in numbers if type(n) is int and n < TRAITS) == list(range(TRAITS))


def test_a_trait_is_what_its_name_says() -> None:
    """Of the seat itself: inputs begin with a 1, then come its traits."""
    for game in games("europe", 2):
        view = game.view(game.turn)
        own = inputs_of(judge_of(game.flat), game.state, game.turn)[1 : 1 + TRAITS]
        player, trains = view.players[game.turn], view.board.rules.trains
        assert own[traits.TRAINS] == pytest.approx(player.trains / trains)
        assert own[traits.CARDS] == pytest.approx(player.cards / trains)
        assert own[traits.LOCOMOTIVES] == pytest.approx(view.hand.get("locomotive", 0) / trains)
        assert own[traits.TICKETS] == len(view.tickets)
        left = player.stations * view.board.rules.station_points
        assert own[traits.STATION_POINTS] == pytest.approx(left / trains)
