"""One ply of a finished game judged: the decision, the chances before it, and the luck after it.

The figures are those of `bots.evaluation`, which hints and the coach show too. Everything follows
from the game and the seed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from whistlestop.bots.contract import Seed
from whistlestop.bots.evaluation import Evaluation, Value, evaluate, standing
from whistlestop.bots.evaluation.strength import Bots
from whistlestop.bots.evaluation.trying import TURNS
from whistlestop.bots.reasoning.from_view import action_of, facts_from_view
from whistlestop.bots.registry import make_bot
from whistlestop.bots.review.form import Decision
from whistlestop.bots.review.luck import Luck, luck_of
from whistlestop.bots.search.shortlist import shortlist
from whistlestop.engine.game import Game, Ply
from whistlestop.engine.knowledge.view import View
from whistlestop.model.actions import Action

IN_TURN = ("second card", "tickets", "tunnel")
"""Phases within a turn: the curve of a seat's own eyes has no points there."""

SOUGHT = 2
"""A closer look seeks the best action in one of so many worlds, and judges it in others."""
PROMISING = 4
"""So many actions that seemed best where the best was sought are judged."""


@dataclass(frozen=True, slots=True)
class JudgedDecision:
    """A decision looked at by itself.

    `seems` are the points that it seems to have cost, doubt and all, if `idea` was the best action;
    `better` are the actions that beat the planner's own choice, each with the points by which it
    does. `short` are all actions that the first look thought of, tried or not.
    """

    decision: Decision
    seems: float
    better: dict[str, float]
    idea: str
    short: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class JudgedPly:
    """What is known of one ply: the decision, the chances before it by all eyes, and luck.

    `seen` are the chances in the worlds of the seat that decides, at the start of its turn.
    """

    judged: JudgedDecision
    wins: tuple[float, ...]
    seen: tuple[float, ...] | None
    luck: Luck | None


def judge_ply(before: Game, step: Ply, worlds: int, seed: Seed, bots: Bots = ()) -> JudgedPly:
    """Judge the decision that was taken in a position."""
    return JudgedPly(
        judged=judge_decision(before, step, worlds, seed, bots=bots),
        wins=tuple(value.win for value in standing(before, worlds=2 * worlds, seed=seed)),
        seen=_seen(before, step.seat, worlds, seed),
        luck=luck_of(before, step, worlds, seed),
    )


def judge_decision(
    before: Game, step: Ply, worlds: int, seed: Seed, turns: int = TURNS, bots: Bots = ()
) -> JudgedDecision:
    """What a decision was worth, by what its seat could know."""
    view = before.view(step.seat)
    usual = make_bot("planner").choose(view)
    tried = [step.action, usual]
    found = evaluate(view, actions=tried, worlds=worlds, seed=seed, turns=turns, bots=bots)
    codes = shortlist(facts_from_view(view))
    short = tuple(str(action_of(view, code)) for code in codes)
    return replace(_judged(before, step, usual, found), short=short)


def judge_again(
    before: Game,
    step: Ply,
    also: Sequence[str],
    worlds: int,
    seed: Seed,
    turns: int = TURNS,
    bots: Bots = (),
) -> JudgedDecision:
    """The same with a closer look, in which luck chooses no action: the best of `also` is sought in
    a part of the worlds, and what the most promising are worth more than the one played is seen in
    others. The first of them, which was the best before, is judged whatever comes of that."""
    view = before.view(step.seat)
    ideas = _legal(view, also)
    seeking = max(1, worlds // SOUGHT)
    sought = evaluate(
        view, worlds=seeking, seed=f"{seed}/sought", turns=turns, only=True, ideas=ideas, uses=1
    )
    order = sorted(sought.options, key=lambda option: -option.seems)
    promising = [*also[:1], *(str(option.action) for option in order[:PROMISING])]
    return judge_only(before, step, promising, worlds, seed, turns, bots)


def judge_only(
    before: Game,
    step: Ply,
    also: Sequence[str],
    worlds: int,
    seed: Seed,
    turns: int = TURNS,
    bots: Bots = (),
) -> JudgedDecision:
    """What a decision was worth beside the planner's own choice and these actions alone, as far as
    they are legal; all but the first of them are dropped once they are clearly worse."""
    view = before.view(step.seat)
    usual = make_bot("planner").choose(view)
    found = evaluate(
        view,
        actions=[step.action, usual, *_legal(view, also[:1])],
        worlds=worlds,
        seed=seed,
        turns=turns,
        only=True,
        ideas=_legal(view, also[1:]),
        uses=1,
        bots=bots,
    )
    return _judged(before, step, usual, found)


def _legal(view: View, actions: Sequence[str]) -> list[str]:
    legal = {str(action) for action in view.legal}
    return [action for action in actions if action in legal]


def _judged(before: Game, step: Ply, usual: Action | str, found: Evaluation) -> JudgedDecision:
    most = max(found.options, key=lambda option: option.seems)
    base = found.option(usual).value.margin
    better = {str(o.action): o.value.margin - base for o in found.options if o.value.margin > base}
    seems = most.seems - found.option(step.action).seems
    return JudgedDecision(_decision(before, step, found), seems, better, str(most.action))


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
