"""Which decisions get a closer look, and what all looks at a decision come to.

The first look at every ply is too short to tell which decisions cost most: a few worlds, of which
the luckiest action looks best. So the decisions that may be costly are tried again in other and in
more worlds, and the dearest of those once more. What looks costly after some turns may be only what
the judge makes of that moment, so the last look plays on for more turns, and of the two answers the
one that charges less is believed. Invariant: a round follows from what the looks before it found,
so it is the same wherever the work stopped and goes on.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from whistlestop.bots.evaluation.trying import TURNS
from whistlestop.bots.review.judging import JudgedDecision, JudgedPly
from whistlestop.bots.review.steps import LOOKS, Found, Step
from whistlestop.record import Record

SEEMS = 0.5
"""Points that a decision must seem to have cost before it gets a closer look."""


def closer_steps(found: Mapping[Step, Found]) -> list[Step]:
    """The next round of closer looks, once every ply has been judged; none when all are done."""
    for look in range(1, len(LOOKS) + 1):
        steps = _round(found, look)
        if any(step not in found for step in steps):
            return steps
    return []


def most_steps(record: Record) -> int:
    """How many closer looks there are at most."""
    return sum(look.decisions for look in LOOKS) * len(record.players)


def plies_of(found: Mapping[Step, Found]) -> list[JudgedPly]:
    """What was found of each ply, in the order of the game."""
    plies = sorted(step.ply for step in found if step.kind == "ply")
    return [cast(JudgedPly, found[Step("ply", ply)]) for ply in plies]


def believed(found: Mapping[Step, Found], looks: int = len(LOOKS)) -> list[JudgedDecision]:
    """Every decision by the closest look at it, of so many looks; of two that play on for different
    turns, by the one that charges less."""
    return [_believed(found, ply, one, looks) for ply, one in enumerate(plies_of(found))]


def _believed(
    found: Mapping[Step, Found], ply: int, first: JudgedPly, looks: int
) -> JudgedDecision:
    by_turns = {TURNS: first.judged}
    for number, look in enumerate(LOOKS[:looks], start=1):
        if (judged := found.get(Step("closer", ply, number))) is not None:
            by_turns[look.turns] = cast(JudgedDecision, judged)
    return min(by_turns.values(), key=lambda one: one.decision.lost)


def _round(found: Mapping[Step, Found], look: int) -> list[Step]:
    """The decisions of each seat that seem to have cost most by the looks before this one."""
    judged = believed(found, look - 1)
    steps: list[Step] = []
    for seat in sorted({one.decision.seat for one in judged}):
        own = [one for one in judged if one.decision.seat == seat and one.seems >= SEEMS]
        own.sort(key=lambda one: -one.seems)
        dearest = own[: LOOKS[look - 1].decisions]
        steps += [Step("closer", one.decision.ply, look) for one in dearest]
    return steps
