"""Several answers to one question: together they charge what each does, and leave less to luck."""

from dataclasses import replace

import pytest

from whistlestop.bots.evaluation import Value
from whistlestop.bots.evaluation.evaluation import DOUBT_OF_BETTER
from whistlestop.bots.review import Decision
from whistlestop.bots.review.judging import JudgedDecision
from whistlestop.bots.review.pooling import pooled

ERROR = 0.2


def answer(lost: float, best: str = "keep 2", margin: float = 3.0) -> JudgedDecision:
    """One of a planner's own decisions that another action beats by so much after all doubt."""
    value, best_value = (Value(m, 0.6 if m > 0 else 0.4) for m in (margin, margin + lost))
    decision = Decision(4, 0, "keep 1", value, best, best_value, None, None, lost, ERROR)
    return JudgedDecision(
        decision, lost + DOUBT_OF_BETTER * ERROR, {best: lost} if lost else {}, best
    )


def test_one_answer_stays_as_it_is() -> None:
    assert pooled([answer(4.0)]) == answer(4.0)


def test_four_answers_err_half_as_much_and_take_off_half_the_doubt() -> None:
    found = pooled([answer(lost) for lost in (3.0, 4.0, 5.0, 4.0)])
    assert found.decision.error == pytest.approx(ERROR / 2)
    assert found.decision.lost == pytest.approx(4.0 + DOUBT_OF_BETTER * ERROR / 2)
    assert found.seems - found.decision.lost == pytest.approx(DOUBT_OF_BETTER * ERROR / 2)


@pytest.mark.parametrize("margin", [-40.0, -4.0, 0.0, 3.0])
def test_what_is_lost_is_the_difference_of_the_values_shown(margin: float) -> None:
    answers = [answer(lost, margin=margin) for lost in (3.0, 5.0)]
    decision = pooled([replace(one, seems=0.0) for one in answers]).decision
    assert decision.lost == decision.best_value.margin - decision.value.margin
    for value in (decision.value, decision.best_value):
        assert (value.margin >= 0) if value.win > 0.5 else (value.margin <= 0)


def test_what_a_planner_would_have_missed_too_is_still_all_of_its_cost() -> None:
    found = pooled([answer(3.0), answer(5.0)])
    assert found.better[found.decision.best] == pytest.approx(found.decision.lost)


def test_no_doubt_is_given_back_where_an_answer_found_nothing_better() -> None:
    """What lies below all doubt may be anything, so the mean is as high as can be told."""
    found = pooled([answer(2.0), answer(0.0, best="keep 1")])
    assert found.decision.best == "keep 2"
    assert found.decision.lost == pytest.approx(1.0)
    assert found.better["keep 2"] == pytest.approx(1.0)
