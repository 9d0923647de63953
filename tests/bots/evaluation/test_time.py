"""A hint in time: wherever the clock cuts, the headline is the best action; uncut it takes little.

The clocks of the first tests are our own, and the last one counts the time of the processor, so how
busy the machine is does not matter.
"""

from itertools import count, pairwise
from time import process_time

import pytest

from tests.bots.playing import TABLES, decisions
from whistlestop.bots.advice.coach import counsel
from whistlestop.bots.evaluation import evaluate, evaluation
from whistlestop.bots.processes.messages import Question
from whistlestop.bots.processes.worker import answer
from whistlestop.engine.knowledge.view import View
from whistlestop.server.table.thinking.hints import HINT_SECONDS

HINTS = 6
"""Hints in a game whose time is taken; how hints agree is for test_evaluation."""
NO_HURRY = 1000.0


def views_of(board: str, players: int, number: int) -> list[View]:
    """Views spread over a game, of seats that have something to decide."""
    found = [v for _, v, _ in decisions(["planner"] * players, board, "time") if len(v.legal) > 1]
    return found[len(found) // number // 2 :: len(found) // number][:number]


@pytest.mark.parametrize(("board", "players"), [("usa", 2), ("europe", 5), ("new-york", 4)])
@pytest.mark.parametrize("ticks", [0, 1, 3, 10, 20])
def test_wherever_the_clock_cuts_the_headline_is_the_best_action(
    board: str, players: int, ticks: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The clock goes on by a second for each look at it, that is for each world."""
    for view in views_of(board, players, 4):
        monkeypatch.setattr(evaluation, "perf_counter", count().__next__)
        found = evaluate(view, seconds=ticks)
        assert 1 <= found.worlds <= ticks + 1
        assert found.best is not None
        assert found.value == found.best.value
        assert counsel(view, found)[0].value == round(found.value.margin, 1)
        for one, two in pairwise(found.options):
            assert one.value.margin >= two.value.margin
            assert one.value.win >= two.value.win


def test_a_glance_leaves_time_for_trying_in_earnest(monkeypatch: pytest.MonkeyPatch) -> None:
    view = max(views_of("europe", 3, 20), key=lambda view: len(view.legal))
    monkeypatch.setattr(evaluation, "perf_counter", count().__next__)
    found = evaluate(view, seconds=10)
    assert found.worlds == 10 - int(10 * evaluation.GLANCING)


def test_what_time_does_not_cut_is_what_no_limit_gives() -> None:
    (view,) = views_of("new-york", 3, 1)
    assert evaluate(view, seconds=NO_HURRY) == evaluate(view)


@pytest.mark.slow
@pytest.mark.parametrize(("board", "players"), TABLES)
def test_a_whole_hint_takes_less_of_one_core_than_its_limit(board: str, players: int) -> None:
    """Reasons and all, as a worker gives it; some six times as fast as it has to be."""
    for view in views_of(board, players, HINTS):
        before = process_time()
        given = answer(Question(view, NO_HURRY, count=3))
        assert process_time() - before < HINT_SECONDS <= 3
        assert given.options[0].value == round(given.margin, 1)
