"""Turning points: the places of a curve where everybody's chances changed most.

A change is how much of the chance to win moved from some seats to others. It knows no game.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from whistlestop.bots.review.form import Chances, Decision, TurningPoint

MOST = 5
"""How many turning points are told."""
LEAST = 0.08
"""The smallest change that counts: smaller ones may be the noise of the figures."""


def change(before: Sequence[float], after: Sequence[float]) -> float:
    """How much chance moved between two moments, from 0 to 1."""
    return sum(abs(a - b) for a, b in zip(after, before, strict=True)) / 2.0


def turning_points(
    curve: Sequence[Chances], moved: Sequence[float], decisions: Sequence[Decision]
) -> tuple[TurningPoint, ...]:
    """The largest changes between neighbours of a curve, in the order of the game.

    `moved` says how much each ply moved, and so which decision in between is named.
    """
    steps = sorted(pairwise(curve), key=lambda step: -change(step[0].wins, step[1].wins))
    large = [(a, b) for a, b in steps[:MOST] if change(a.wins, b.wins) >= LEAST]
    return tuple(
        _point(a, b, moved, decisions) for a, b in sorted(large, key=lambda step: step[0].ply)
    )


def _point(
    since: Chances, until: Chances, moved: Sequence[float], decisions: Sequence[Decision]
) -> TurningPoint:
    ply = max(range(since.ply, until.ply), key=lambda p: moved[p])
    decision = decisions[ply]
    return TurningPoint(
        since=since.ply,
        until=until.ply,
        ply=ply,
        seat=decision.seat,
        played=decision.played,
        before=since.wins,
        after=until.wins,
    )
