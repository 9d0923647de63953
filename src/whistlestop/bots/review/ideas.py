"""Ideas: the actions that looked best in some look at a decision, there or a few decisions away.

A look finds the best of many actions in a few worlds, so by chance it may leave out what another
look came across, or what was found a turn before or later and was just as possible here. Closer
looks judge all such ideas, and the first of them also seeks among all that the first look at any of
these decisions thought of, which does not depend on luck. Invariant: the ideas for a look follow
from the looks before it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple, cast

from whistlestop.bots.review.form import Decision
from whistlestop.bots.review.judging import JudgedDecision, JudgedPly
from whistlestop.bots.review.steps import Found, Step

AROUND = 4
"""Decisions of a seat, before and after, within which an idea may hold: two turns or more."""
MOST = 5
"""Ideas that a look judges beside what it finds itself: first those from here, then those that
seemed best."""
PROMISING = 0.5
"""Points that an action must have seemed better than the one played to be an idea."""


class Idea(NamedTuple):
    """An action that looked best at a ply, and by how much."""

    ply: int
    action: str
    seems: float


def ideas_of(found: Mapping[Step, Found], seat: int, look: int) -> list[Idea]:
    """All ideas of a seat by the looks before this one, good or not, in the order of the game."""
    judged = [(step.ply, _judged(found[step])) for step in found if step.kind != "deal"]
    before = [step.look < look for step in found if step.kind != "deal"]
    ideas = [
        Idea(ply, one.idea, one.seems)
        for (ply, one), due in zip(judged, before, strict=True)
        if due and one.decision.seat == seat
    ]
    return sorted(ideas)


def ideas_near(ideas: Sequence[Idea], ply: int) -> list[str]:
    """The actions to judge at a ply: its own ideas, then those around, the most promising first."""
    around = _around(sorted({idea.ply for idea in ideas}), ply)
    good = [idea for idea in ideas if idea.ply in around and idea.seems >= PROMISING]
    good.sort(key=lambda idea: (idea.ply != ply, -idea.seems))
    return list(dict.fromkeys(idea.action for idea in good))[:MOST]


def shortlists_near(found: Mapping[Step, Found], one: Decision) -> list[str]:
    """All that the first looks thought of at a decision and around, whatever luck made of it."""
    first = {step.ply: _judged(f) for step, f in found.items() if step.kind == "ply"}
    own = sorted(ply for ply in first if first[ply].decision.seat == one.seat)
    around = _around(own, one.ply)
    return list(dict.fromkeys(action for ply in around for action in first[ply].short))


def _around(plies: Sequence[int], ply: int) -> Sequence[int]:
    at = plies.index(ply)
    return plies[max(0, at - AROUND) : at + AROUND + 1]


def _judged(found: Found) -> JudgedDecision:
    return found.judged if isinstance(found, JudgedPly) else cast(JudgedDecision, found)
