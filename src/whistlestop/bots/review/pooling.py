"""Several answers to one question about a decision, each from worlds of its own, put together.

Every answer leaves out what of a gap may be luck. Together they leave less to luck than each alone,
so what they charge is their mean and what their doubt was too much. They judge nothing anew.
Invariant: as in every answer, what is lost is the value of the best action less that of the one
played.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import sqrt

from whistlestop.bots.evaluation import Value
from whistlestop.bots.evaluation.evaluation import DOUBT_OF_BETTER
from whistlestop.bots.evaluation.value import agreeing
from whistlestop.bots.review.judging import JudgedDecision


def pooled(answers: Sequence[JudgedDecision]) -> JudgedDecision:
    """What answers from equally many worlds say together; one alone stays as it is."""
    first = answers[0]
    if len(answers) == 1:
        return first
    decisions = [one.decision for one in answers]
    dearest = max(decisions, key=lambda decision: decision.lost)
    error = _mean([decision.error for decision in decisions]) / sqrt(len(answers))
    more = _doubt_too_much(answers, dearest.best, error)
    better = _better(answers)
    if more > 0.0:
        better[dearest.best] += more
    value = _mean_value([decision.value for decision in decisions], 0.0)
    best_value = _mean_value([decision.best_value for decision in decisions], more)
    decision = replace(
        first.decision,
        value=value,
        best=dearest.best,
        best_value=best_value,
        lost=max(0.0, best_value.margin - value.margin),
        error=error,
    )
    return JudgedDecision(decision, _mean([one.seems for one in answers]), better, first.idea)


def _doubt_too_much(answers: Sequence[JudgedDecision], best: str, error: float) -> float:
    """What the answers took off for luck and all of them together need not; nothing if for any of
    them the action is no better than the planner's own, for then something else was taken off."""
    if not all(best in one.better for one in answers):
        return 0.0
    return DOUBT_OF_BETTER * (_mean([one.decision.error for one in answers]) - error)


def _better(answers: Sequence[JudgedDecision]) -> dict[str, float]:
    """By how much actions beat the planner's own choice, on average."""
    actions = dict.fromkeys(action for one in answers for action in one.better)
    return {action: _mean([one.better.get(action, 0.0) for one in answers]) for action in actions}


def _mean_value(values: Sequence[Value], more: float) -> Value:
    """The mean of some values, and more points."""
    return agreeing(_mean([v.margin for v in values]) + more, _mean([v.win for v in values]))


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)
