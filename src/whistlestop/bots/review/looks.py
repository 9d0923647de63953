"""Which decisions get a closer look, and what all looks at a decision come to.

The first look at every ply is too short to tell which decisions cost most: a few worlds, of which
the luckiest action looks best. So the decisions that may be costly are tried again in other and in
more worlds, and the dearest of those once more; what is one miss gets its looks at its dearest
decision, or at two. The first such look seeks the best of all that was thought of around, and every
look judges in other worlds than those before, so luck has no part in what an action is said to be
worth. What looks costly after some turns may be only what the judge makes of that moment, so the
third look plays on for more turns, and of the two answers the one that charges less is believed.
What stood for a miss may turn out to cost nothing while another decision of it still does; that one
is looked at as closely, late. Where it then hangs on luck which are named, the answers that make it
hang are asked for again, in many more worlds and until it hangs no more or has been asked often
enough. Invariant: a round follows from what the looks before it found, so it is the same wherever
the work stopped.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from math import hypot
from typing import cast

from whistlestop.bots.evaluation.evaluation import DOUBT_OF_BETTER, DOUBT_OF_WORSE
from whistlestop.bots.evaluation.trying import TURNS
from whistlestop.bots.review.charges import Miss, charged, missed_too, misses, worth_telling
from whistlestop.bots.review.form import Decision
from whistlestop.bots.review.ideas import ideas_near, ideas_of, shortlists_near
from whistlestop.bots.review.judging import JudgedDecision, JudgedPly
from whistlestop.bots.review.naming import NEAR, in_doubt
from whistlestop.bots.review.pooling import pooled
from whistlestop.bots.review.steps import FULL, LATEST, LOOKS, Found, Step
from whistlestop.record import Record

CLEAR = 0.08
"""Points per train from which a decision gets late what it missed of the full looks."""
NEARLY = 0.6
"""The next dearest of a miss is looked at too if it seems to have cost this share of the most."""
SEEMS = 0.5
"""Points that a decision must seem to have cost before it gets a closer look."""


def closer_steps(record: Record, found: Mapping[Step, Found]) -> list[Step]:
    """The next round of closer looks, once every ply has been judged; none when all are done."""
    for look in range(1, len(LOOKS) + 1):
        order = _round if look <= FULL else _late if look <= LATEST else _again
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


def looked_at(found: Mapping[Step, Found], looks: int = len(LOOKS)) -> dict[int, float]:
    """The plies that can be named by so many looks, each with the points that its cost leaves to
    doubt; without any look, as by another judge, all plies."""
    if not any(step.kind == "closer" for step in found):
        return {step.ply: 0.0 for step in found if step.kind == "ply"}
    last = range(FULL, min(looks, LATEST) + 1, 2)
    judged = believed(found, looks)
    return {step.ply: _doubt(judged[step.ply]) for step in found if step.look in last}


def _doubt(one: JudgedDecision) -> float:
    """The points that were taken off a cost because they may be luck."""
    missed = one.decision.best in one.better
    return (DOUBT_OF_BETTER if missed else DOUBT_OF_WORSE) * one.decision.error


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
            if number > LATEST:
                again.setdefault(look.turns, []).append(cast(JudgedDecision, judged))
            else:
                by_turns[look.turns] = cast(JudgedDecision, judged)
    return by_turns | {turns: pooled(answers) for turns, answers in again.items()}


def _round(record: Record, found: Mapping[Step, Found], look: int) -> list[Step]:
    """The decisions of each seat that seem to have cost most by the looks before this one, and of
    each miss among them the next dearest if it seems to have cost nearly as much."""
    judged = believed(found, look - 1)
    dearest = [[ply] for ply in range(len(judged))]
    if look > 1:
        dearest = _dearest_of_each(record, found, judged, look)
    steps: list[Step] = []
    for seat in range(len(record.players)):
        own = [plies for plies in dearest if judged[plies[0]].decision.seat == seat]
        own = [plies for plies in own if judged[plies[0]].seems >= SEEMS]
        own.sort(key=lambda plies: -judged[plies[0]].seems)
        own = own[: LOOKS[look - 1].decisions]
        steps += _looks_at(found, seat, [judged[p].decision for plies in own for p in plies], look)
    return steps


def _looks_at(
    found: Mapping[Step, Found], seat: int, own: Sequence[Decision], look: int
) -> list[Step]:
    """Looks at these decisions of a seat, with what was found best and all ideas; the
    first look seeks among all that was ever thought of around."""
    ideas = ideas_of(found, seat, look)
    steps: list[Step] = []
    for one in own:
        also = [one.best, *ideas_near(ideas, one.ply)]
        also += shortlists_near(found, one) if look == 1 else []
        steps.append(Step("closer", one.ply, look, tuple(dict.fromkeys(also))))
    return steps


def _dearest_of_each(
    record: Record, found: Mapping[Step, Found], judged: Sequence[JudgedDecision], look: int
) -> list[list[int]]:
    """The dearest of each miss, and what belongs to no miss; in the last full round only what had
    the one before it and has cost something so far, since the look that charges less is believed.
    """
    lost = worth_telling(judged, record.game.board.rules.trains)
    had = {step.ply for step in found if step.look == look - 1}
    missed = [miss.plies for miss in all_misses(record, found, look - 1)]
    joined = {ply for plies in missed for ply in plies}
    alone = [ply for ply, points in enumerate(lost) if points > 0.0 or look < FULL]
    if look == FULL:
        missed = [[ply for ply in plies if ply in had] for plies in missed]
        alone = [ply for ply in alone if ply in had]
    stand = [_dearest(judged, plies, had) for plies in missed if plies]
    return stand + [[ply] for ply in alone if ply not in joined]


def _dearest(
    judged: Sequence[JudgedDecision], plies: Sequence[int], had: Collection[int]
) -> list[int]:
    """The dearest of a miss, and the next dearest if it seems to have cost nearly as much: luck
    says which of the two is dearer, and only one of them may turn out to have cost what it seems
    to. Those with a closer look stand for the others."""
    plies = [ply for ply in plies if ply in had] or plies
    first, *others = sorted(plies, key=lambda ply: -judged[ply].seems)
    return [first, *(o for o in others[:1] if judged[o].seems >= NEARLY * judged[first].seems)]


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
        steps += _looks_at(found, seat, own[: LOOKS[look - 1].decisions], look)
    return steps


def _again(record: Record, found: Mapping[Step, Found], look: int) -> list[Step]:
    """The decisions of each seat because of which it hangs on luck which are named."""
    told, looked = decisions_of(record, found, look - 1), looked_at(found, look - 1)
    steps: list[Step] = []
    for seat in range(len(record.players)):
        own = [one for one in told if one.seat == seat]
        near = in_doubt(own, looked, record.game.board.rules.trains)
        near = [one for one in near if _matters(found, one.ply, look)]
        for one in near[: LOOKS[look - 1].decisions]:
            best = _same_look(found, one.ply, look).best
            steps.append(Step("closer", one.ply, look, (best,)))
    return steps


def _matters(found: Mapping[Step, Found], ply: int, look: int) -> bool:
    """Whether the answer that this look asks for again may be the one that charges less; if not,
    more worlds for it settle nothing."""
    first = cast(JudgedPly, found[Step("ply", ply)])
    less = _believed(found, ply, first, look - 1).decision
    same = _same_look(found, ply, look)
    return same.lost - less.lost <= NEAR * hypot(same.error, less.error)


def _same_look(found: Mapping[Step, Found], ply: int, look: int) -> Decision:
    """The closest look so far that played on for as many turns as this one will."""
    first = cast(JudgedPly, found[Step("ply", ply)])
    return _by_turns(found, ply, first, look - 1)[LOOKS[look - 1].turns].decision
