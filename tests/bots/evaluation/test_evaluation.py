"""One figure: the value of a position is that of its best action, and a cost is a difference."""

from functools import cache
from itertools import pairwise

import pytest

from tests.bots.playing import TABLES, decisions
from whistlestop.bots import BotError, make_bot, prospect
from whistlestop.bots.advice.coach import counsel
from whistlestop.bots.evaluation import Evaluation, Option, correction, evaluate
from whistlestop.bots.evaluation.evaluation import DOUBT_OF_BETTER, WORLDS, beyond_doubt
from whistlestop.bots.evaluation.trying import Gap
from whistlestop.bots.review.judging import judge_decision
from whistlestop.engine.game import Game
from whistlestop.engine.knowledge.view import View
from whistlestop.engine.state.rng import seeded
from whistlestop.model.actions import Action, Claim

POSITIONS = 500
FEW = 2
"""Worlds for tests of what holds with any number of them."""


@cache
def some_of(board: str, players: int) -> list[tuple[Game, View, Action]]:
    """Decisions spread over a game of planners and weaker bots, with what was played."""
    bots = ["planner", "greedy", "planner", "random", "reference"][:players]
    found = [(g.copy(), v, a) for g, v, a in decisions(bots, board, seed=f"coach {players}")]
    return found[:: max(1, len(found) * len(TABLES) // POSITIONS)]


def in_order(options: tuple[Option, ...]) -> bool:
    """Whether margins and chances both fall from each option to the next, or stay."""
    return all(
        one.value.margin >= two.value.margin and one.value.win >= two.value.win
        for one, two in pairwise(options)
    )


def signs_agree(found: Evaluation) -> bool:
    """The rule: more likely than not to win is never behind, less likely never ahead."""
    values = [found.value, *(option.value for option in found.options)]
    return all((v.win - 0.5) * v.margin >= 0.0 for v in values)


@pytest.mark.slow
@pytest.mark.parametrize(("board", "players"), TABLES)
def test_the_headline_is_the_best_action_and_a_cost_is_the_difference(
    board: str, players: int
) -> None:
    """On 500 positions and more in all, by every door that shows the figure."""
    asked = some_of(board, players)
    assert len(asked) * len(TABLES) >= POSITIONS
    for number, (game, view, action) in enumerate(asked):
        found = evaluate(view, actions=[action], worlds=FEW)
        assert found.best is not None
        assert found.value == found.best.value == found.options[0].value
        assert found.cost(found.best.action).margin == found.cost(found.best.action).win == 0
        played = found.option(action).value
        assert found.cost(action) == found.value - played
        assert found.cost(action).margin >= 0 <= found.cost(action).win
        assert in_order(found.options)
        assert signs_agree(found)
        advice = counsel(view, found)
        assert advice[0].value == round(found.value.margin, 1)
        assert advice[0].params["win"] == round(found.value.win, 2)
        if number % 6 == 0:
            after = game.copy()
            after.play(action, view.seat)
            judged = judge_decision(game, after.plies[-1], FEW, 0).decision
            assert (judged.best_value, judged.value) == (found.value, played)
            assert judged.lost == found.cost(action).margin


@pytest.mark.slow
@pytest.mark.parametrize(("board", "players"), [("usa", 2), ("europe", 4), ("new-york", 3)])
def test_a_seat_that_waits_has_a_value_and_no_options(board: str, players: int) -> None:
    for game, view, _ in some_of(board, players)[::9]:
        for seat in range(players):
            if seat not in game.waiting:
                found = evaluate(game.view(seat), worlds=FEW)
                assert (found.options, found.best, found.worlds) == ((), None, FEW)
                assert signs_agree(found)
        assert evaluate(view, worlds=FEW).options


def test_an_only_action_has_a_value_as_any_other() -> None:
    """Whoever cannot pay for a tunnel can only decline; worlds say what that leaves."""
    view = Game.from_text(
        "board: europe\nphase: tunnel\ntunnel: venezia-zurich 2 green\n"
        "revealed: green white black\nAnn: hand 1 red; tickets zurich-brindisi\n"
    ).view(0)
    found = evaluate(view)
    (option,) = found.options
    assert (option.value, option.worlds, option.error) == (found.value, WORLDS, 0)
    (advice,) = counsel(view, found)
    assert (advice.reason, advice.value) == ("only_action", round(found.value.margin, 1))


@pytest.mark.parametrize(("board", "players"), [("usa", 2), ("europe", 3), ("london", 4)])
def test_it_knows_no_more_than_the_view(board: str, players: int) -> None:
    """Two games that differ in what is hidden, and only in that, are worth the same to a seat."""
    luck = seeded("evaluation", "worlds")
    for game, _, _ in some_of(board, players)[::12]:
        for seat in range(players):
            view = game.view(seat)
            other = view.sample(luck)
            assert evaluate(other.view(seat), worlds=FEW) == evaluate(view, worlds=FEW)


@pytest.mark.slow
def test_whatever_else_is_asked_for_the_headline_stays() -> None:
    """Unless what is asked for is clearly better than all that was considered."""
    changed = 0
    for _, view, _ in some_of("usa", 2):
        alone = evaluate(view, worlds=FEW)
        for action in list(view.legal)[:: max(1, len(view.legal) // 2)]:
            found = evaluate(view, actions=[action], worlds=FEW)
            assert found.value.win >= alone.value.win or found.best is not alone.best
            changed += found.value != alone.value
    assert changed <= 2


def test_points_thrown_away_in_the_last_turn_are_what_it_costs() -> None:
    """Six trains bring 15 points and the longest trail, which is worth ten to Ann or to Bob."""
    game = Game.from_text(
        "board: usa\nlast round: 1\nAnn: hand 6 white 1 red; routes boston-new_york:red\n"
        "Bob: hand 1 red; routes montreal-toronto\n"
    )
    view = game.view(0)
    found = evaluate(view, actions=["draw deck"])
    assert found.best is not None
    claim = found.best.action
    assert isinstance(claim, Claim)
    assert view.board.route_by_id[claim.route].length == 6
    assert found.cost("draw deck").margin == pytest.approx(15 + 2 * 10, rel=0.2)


def test_a_gap_counts_by_what_of_it_lasts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Margins keep their order and their headline action; only what lies between them shrinks."""
    game = Game.from_text(
        "board: usa\nAnn: hand 6 white 3 red; tickets calgary-phoenix\nBob: hand 2 red\n"
    )
    view = game.view(0)
    short = evaluate(view, actions=["draw deck"], worlds=8)
    monkeypatch.setattr(correction, "LASTING", (1.0, 1.0, 1.0))
    whole = evaluate(view, actions=["draw deck"], worlds=8)
    assert [o.action for o in short.options] == [o.action for o in whole.options]
    gaps = [found.options[0].seems - found.options[-1].seems for found in (short, whole)]
    assert gaps[0] == pytest.approx(0.6 * gaps[1])
    assert gaps[1] > 0


def test_only_what_is_asked_for_is_tried_beside_the_planners_own_choice() -> None:
    view = Game.from_text("board: usa\nAnn: hand 6 white; tickets calgary-phoenix\n").view(0)
    found = evaluate(view, actions=["draw deck"], worlds=FEW, only=True)
    usual = make_bot("planner").choose(view)
    assert {str(option.action) for option in found.options} == {"draw deck", str(usual)}


def test_ideas_are_tried_until_they_are_clearly_worse() -> None:
    """What is asked for is tried in all worlds, however bad; an idea costs no more than it must."""
    view = Game.from_text("board: new-york\nplayers: Ann, Bob\nAnn: hand 3 red; tickets\n").view(0)
    usual, bad = str(make_bot("planner").choose(view)), "draw blue"
    assert bad != usual
    found = evaluate(view, worlds=64, only=True, ideas=[usual, bad])
    assert [str(option.action) for option in found.options] == [usual, bad]
    assert found.option(bad).worlds < found.option(usual).worlds == 64
    asked = evaluate(view, worlds=64, only=True, actions=[bad], ideas=[bad])
    assert asked.option(bad).worlds == 64


def test_the_same_question_has_the_same_answer_at_every_door() -> None:
    for _, view, _ in some_of("new-york", 2)[::8]:
        found = evaluate(view)
        stands = prospect(view)
        assert (stands.win, stands.margin) == (found.value.win, found.value.margin)
        assert stands.worlds == found.worlds == WORLDS
        assert evaluate(view) == found


def test_a_finished_game_is_worth_what_it_ended_with() -> None:
    *_, (game, view, action) = decisions(["greedy", "greedy"], "new-york", seed=1)
    assert game.over
    totals = game.score().totals
    found = evaluate(game.view(0))
    assert (found.value.margin, found.worlds) == (totals[0] - totals[1], 0)
    assert found.value.win + evaluate(game.view(1)).value.win == 1
    assert action in view.legal


def test_what_cannot_be_evaluated_is_refused_in_a_sentence() -> None:
    view = Game("usa", 2, seed=1).view(0)
    with pytest.raises(BotError, match="not legal here"):
        evaluate(view, actions=["draw deck"])
    with pytest.raises(BotError, match="was not evaluated"):
        evaluate(view, worlds=1).cost("draw deck")


def test_time_ends_it_after_at_least_one_world() -> None:
    view = Game("usa", 2, seed=1).view(0)
    found = evaluate(view, worlds=10_000, seconds=0.0)
    assert found.worlds == 1
    assert found.options


def test_better_counts_only_beyond_doubt() -> None:
    assert beyond_doubt(Gap(2.0, 1.0)) == 0
    assert beyond_doubt(Gap(4.0, 1.0)) == 4 - DOUBT_OF_BETTER
    assert beyond_doubt(Gap(-0.4, 1.0)) == 0
    assert beyond_doubt(Gap(-4.0, 1.0)) == -3.5
