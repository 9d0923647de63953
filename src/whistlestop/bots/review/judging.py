"""One ply of a finished game judged: the decision, the chances before it, and the luck after it.

The figures are those of `bots.evaluation`, which hints and the coach show too. Everything follows
from the game and the seed.
"""

from __future__ import annotations

from dataclasses import dataclass

from whistlestop.bots.contract import Seed
from whistlestop.bots.evaluation import Evaluation, Value, evaluate, standing
from whistlestop.bots.evaluation.trying import TURNS
from whistlestop.bots.registry import make_bot
from whistlestop.bots.review.form import Decision
from whistlestop.bots.review.luck import Luck, luck_of
from whistlestop.engine.game import Game, Ply

IN_TURN = ("second card", "tickets", "tunnel")
"""Phases within a turn: the curve of a seat's own eyes has no points there."""


@dataclass(frozen=True, slots=True)
class JudgedDecision:
    """A decision looked at by itself.

    `seems` are the points that it seems to have cost, doubt and all; `better` are the actions that
    beat the planner's own choice, each with the points by which it does.
    """

    decision: Decision
    seems: float
    better: dict[str, float]


@dataclass(frozen=True, slots=True)
class JudgedPly:
    """What is known of one ply: the decision, the chances before it by all eyes, and luck.

    `seen` are the chances in the worlds of the seat that decides, at the start of its turn.
    """

    judged: JudgedDecision
    wins: tuple[float, ...]
    seen: tuple[float, ...] | None
    luck: Luck | None


def judge_ply(before: Game, step: Ply, worlds: int, seed: Seed) -> JudgedPly:
    """Judge the decision that was taken in a position."""
    return JudgedPly(
        judged=judge_decision(before, step, worlds, seed),
        wins=tuple(value.win for value in standing(before, worlds=2 * worlds, seed=seed)),
        seen=_seen(before, step.seat, worlds, seed),
        luck=luck_of(before, step, worlds, seed),
    )


def judge_decision(
    before: Game, step: Ply, worlds: int, seed: Seed, turns: int = TURNS
) -> JudgedDecision:
    """What a decision was worth, by what its seat could know."""
    view = before.view(step.seat)
    usual = make_bot("planner").choose(view)
    found = evaluate(view, actions=[step.action, usual], worlds=worlds, seed=seed, turns=turns)
    most = max(option.seems for option in found.options)
    base = found.option(usual).value.margin
    better = {str(o.action): o.value.margin - base for o in found.options if o.value.margin > base}
    seems = most - found.option(step.action).seems
    return JudgedDecision(_decision(before, step, found), seems, better)


def _decision(before: Game, step: Ply, found: Evaluation) -> Decision:
    played, best = found.option(step.action), found.best
    assert best is not None, "a seat that decided had something to decide"
    after = _next(found)
    return Decision(
        ply=before.ply,
        seat=step.seat,
        played=str(step.action),
        value=played.value,
        best=str(best.action),
        best_value=best.value,
        next=None if after is None else after[0],
        next_value=None if after is None else after[1],
        lost=best.value.margin - played.value.margin,
        error=played.error,
    )


def _next(found: Evaluation) -> tuple[str, Value] | None:
    """The second best action and its value."""
    if len(found.options) < 2:
        return None
    return str(found.options[1].action), found.options[1].value


def _seen(before: Game, seat: int, worlds: int, seed: Seed) -> tuple[float, ...] | None:
    """Everybody's chances in the worlds of a seat at the start of its turn; None within a turn."""
    if before.phase in IN_TURN:
        return None
    if len(before.names) == 2:
        return 0.5, 0.5  # all that is not the seat's own is its only rival's
    seen = standing(before.view(seat), worlds=worlds, seed=seed)
    return tuple(value.win for value in seen)
