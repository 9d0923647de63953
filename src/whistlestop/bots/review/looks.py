"""Which decisions get a closer look, and what all looks at a decision come to.

The first look at every ply is too short to tell which decisions cost most: a few worlds, of which
the luckiest action looks best. So the decisions that may be costly are tried again in other and in
more worlds, and the dearest of those once more; what is one miss gets one look, at the decision
that stands for it. Every such look seeks the best action in some worlds and judges it in others, so
luck has no part in what it is said to be worth. What looks costly after some turns may be only what
the judge makes of that moment, so the third look plays on for more turns, and of the two answers
the one that charges less is believed. A decision that stood for a miss may turn out to cost nothing
while another one of it still does; that one is looked at as closely, late. Where it then hangs
on luck whether a decision is named, the answers that make it hang are asked for again, in many more
worlds and until it hangs no more or has been asked often enough; nothing is sought any more.
Invariant: a round follows from what the looks before it found, so it is the same wherever the work
stopped.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import cast

from whistlestop.bots.evaluation.trying import TURNS
from whistlestop.bots.review.charges import Miss, charged, missed_too, misses, worth_telling
from whistlestop.bots.review.form import Decision
from whistlestop.bots.review.ideas import ideas_near, ideas_of
from whistlestop.bots.review.judging import JudgedDecision, JudgedPly
from whistlestop.bots.review.naming import CLEAR, NEAR, bar_for, doubt
from whistlestop.bots.review.pooling import pooled
from whistlestop.bots.review.steps import FULL, LOOKS, SEEKING, Found, Step
from whistlestop.record import Record

SEEMS = 0.5
"""Points that a decision must seem to have cost before it gets a closer look."""


def closer_steps(record: Record, found: Mapping[Step, Found]) -> list[Step]:
    """The next round of closer looks, once every ply has been judged; none when all are done."""
    for look in range(1, len(LOOKS) + 1):
        order = _round if look <= FULL else _late if look <= SEEKING else _again
        steps = order(record, found, look)
        if any(step not in found for step in steps):
            return steps
    return []


def most_steps(record: Record) -> int:
    """How many closer looks to reckon with; those in doubt may take some more."""
    return sum(look.decisions for look in LOOKS[: FULL + 2]) * len(record.players)


def plies_of(found: Mapping[Step, Found]) -> list[JudgedPly]:
    """What was found of each ply, in the order of the game."""
    plies = sorted(step.ply for step in found if step.kind == "ply")
    return [cast(JudgedPly, found[Step("ply", ply)]) for ply in plies]


def believed(found: Mapping[Step, Found], looks: int = len(LOOKS)) -> list[JudgedDecision]:
    """Every decision by the closest look at it, of so many looks; of two that play on for different
    turns, by the one that charges less."""
    return [_believed(found, ply, one, looks) for ply, one in enumerate(plies_of(found))]


def all_misses(record: Record, found: Mapping[Step, Found], looks: int = len(LOOKS)) -> list[Miss]:
    """What was missed in a game, by so many looks."""
    judged = believed(found, looks)
    starts = [one.seen is not None for one in plies_of(found)]
    lost = worth_telling(judged, record.game.board.rules.trains)
    return misses(judged, starts, missed_too(judged, lost))


def decisions_of(
    record: Record, found: Mapping[Step, Found], looks: int = len(LOOKS)
) -> list[Decision]:
    """Every decision with what it is charged, by so many looks."""
    starts = [one.seen is not None for one in plies_of(found)]
    trains = record.game.board.rules.trains
    return charged(believed(found, looks), starts, trains, looked_at(found, looks))


def looked_at(found: Mapping[Step, Found], looks: int = len(LOOKS)) -> set[int]:
    """The plies that can be named by so many looks; without any, as by another judge, all plies."""
    if not any(step.kind == "closer" for step in found):
        return {step.ply for step in found if step.kind == "ply"}
    last = range(FULL, min(looks, SEEKING) + 1, 2)
    return {step.ply for step in found if step.look in last}


def _believed(
    found: Mapping[Step, Found], ply: int, first: JudgedPly, looks: int
) -> JudgedDecision:
    by_turns = _by_turns(found, ply, first, looks)
    return min(by_turns.values(), key=lambda one: one.decision.lost)


def _by_turns(
    found: Mapping[Step, Found], ply: int, first: JudgedPly, looks: int
) -> dict[int, JudgedDecision]:
    """For each number of turns that planners play on the closest look at a decision, or all that
    was said when it was asked for again."""
    by_turns = {TURNS: first.judged}
    again: dict[int, list[JudgedDecision]] = {}
    for number, look in enumerate(LOOKS[:looks], start=1):
        if (judged := found.get(Step("closer", ply, number))) is not None:
            if number > SEEKING:
                again.setdefault(look.turns, []).append(cast(JudgedDecision, judged))
            else:
                by_turns[look.turns] = cast(JudgedDecision, judged)
    return by_turns | {turns: pooled(answers) for turns, answers in again.items()}


def _round(record: Record, found: Mapping[Step, Found], look: int) -> list[Step]:
    """The decisions of each seat that seem to have cost most by the looks before this one."""
    judged = believed(found, look - 1)
    plies = range(len(judged)) if look == 1 else _one_of_each(record, found, judged, look)
    steps: list[Step] = []
    for seat in range(len(record.players)):
        own = [judged[ply] for ply in plies if judged[ply].decision.seat == seat]
        own = [one for one in own if one.seems >= SEEMS]
        own.sort(key=lambda one: -one.seems)
        steps += _looks_at(found, seat, [one.decision for one in own], look)
    return steps


def _looks_at(
    found: Mapping[Step, Found], seat: int, own: Sequence[Decision], look: int
) -> list[Step]:
    """Looks at the first of these decisions of a seat, with what was found best and all ideas."""
    ideas = ideas_of(found, seat, look)
    dearest = own[: LOOKS[look - 1].decisions]
    also = [dict.fromkeys((one.best, *ideas_near(ideas, one.ply))) for one in dearest]
    return [
        Step("closer", one.ply, look, tuple(actions))
        for one, actions in zip(dearest, also, strict=True)
    ]


def _one_of_each(
    record: Record, found: Mapping[Step, Found], judged: Sequence[JudgedDecision], look: int
) -> list[int]:
    """For each miss the decision that seems dearest, and what belongs to no miss; in the last full
    round only what has cost something so far, since the look that charges less is believed."""
    lost = worth_telling(judged, record.game.board.rules.trains)
    missed = [miss.plies for miss in all_misses(record, found, look - 1)]
    joined = {ply for plies in missed for ply in plies}
    alone = [ply for ply, points in enumerate(lost) if points > 0.0 or look < FULL]
    dearest = [max(plies, key=lambda ply: judged[ply].seems) for plies in missed]
    return dearest + [ply for ply in alone if ply not in joined]


def _late(record: Record, found: Mapping[Step, Found], look: int) -> list[Step]:
    """The decisions of each seat that are charged most without having had all looks, first with
    fewer turns; with more turns, those of them that still are."""
    told, looked = decisions_of(record, found, look - 1), looked_at(found, look - 1)
    costly = CLEAR * record.game.board.rules.trains
    longer = (look - FULL) % 2 == 0
    steps: list[Step] = []
    for seat in range(len(record.players)):
        own = [one for one in told if one.seat == seat and one.ply not in looked]
        own = [one for one in own if one.lost >= costly]
        if longer:
            own = [one for one in own if Step("closer", one.ply, look - 1) in found]
        own.sort(key=lambda one: -one.lost)
        steps += _looks_at(found, seat, own, look)
    return steps


def _again(record: Record, found: Mapping[Step, Found], look: int) -> list[Step]:
    """The decisions of each seat that are nearest to the bar for naming, if any is near."""
    told, looked = decisions_of(record, found, look - 1), looked_at(found, look - 1)
    steps: list[Step] = []
    for seat in range(len(record.players)):
        own = [one for one in told if one.seat == seat and one.ply in looked and one.lost > 0.0]
        bar = bar_for(own, record.game.board.rules.trains)
        near = {one.ply: _doubt(found, one, bar, look) for one in own}
        plies = sorted((ply for ply in near if near[ply] < NEAR), key=lambda ply: near[ply])
        for ply in plies[: LOOKS[look - 1].decisions]:
            steps.append(Step("closer", ply, look, (_same_look(found, ply, look).best,)))
    return steps


def _doubt(found: Mapping[Step, Found], one: Decision, bar: float, look: int) -> float:
    """How near to the bar a decision is, by itself and by the answer that this look asks for again:
    whichever is farther, since more worlds for the other answer settle nothing."""
    first = cast(JudgedPly, found[Step("ply", one.ply)])
    less = _believed(found, one.ply, first, look - 1).decision.lost - one.lost
    same = _same_look(found, one.ply, look)
    return max(doubt(one.lost, one.error, bar), doubt(same.lost - less, same.error, bar))


def _same_look(found: Mapping[Step, Found], ply: int, look: int) -> Decision:
    """The closest look so far that played on for as many turns as this one will."""
    first = cast(JudgedPly, found[Step("ply", ply)])
    return _by_turns(found, ply, first, look - 1)[LOOKS[look - 1].turns].decision
