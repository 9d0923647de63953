"""Which decisions are called costly: how many of the dearest, and what other luck might change.

Named are the dearest of a seat, three at most, down to where the next one costs clearly less: the
cut lies in the widest gap. A fixed bar would cut wherever it lies, and with other worlds what
costs about as much falls on the other side. Gaps count by ratio, since what costs more is also
known less exactly, in about that proportion. What costs little counts as so much at least, so the
cut never lies among trifles, and a seat of which nothing cost enough has none named. Where another
gap is about as wide, the decisions beside the two are in doubt, and `looks` has them looked at once
more. It judges nothing itself.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import log, sqrt

from whistlestop.bots.review.form import Decision

TRIFLE = 0.06
"""Points per train below which all costs count as equal when the cut is sought."""
PLENTY = 0.08
"""Points per train from which the dearest decision is named in any case."""
SHOWN = 3
"""How many of the costliest and of the best decisions are told."""
NEAR = 2.0
"""Standard errors within which two gaps count as equally wide."""


@dataclass(frozen=True, slots=True)
class Cut:
    """A place where the list may end, `after` so many decisions, and how wide the gap is there."""

    after: int
    width: float


@dataclass(frozen=True, slots=True)
class Ranked:
    """A decision, and what it seems to have cost, doubt and all."""

    decision: Decision
    cost: float

    @property
    def error(self) -> float:
        """The standard error as a share of the cost."""
        return self.decision.error / self.cost


def costliest(
    decisions: Sequence[Decision], doubts: Mapping[int, float], trains: int
) -> list[Decision]:
    """What is called costly, the dearest first; nothing that has not had all looks and so has no
    doubt of its own, since fewer charge more or less than all of them would."""
    own = ranked(decisions, doubts)
    named = own[: widest(own, trains)[0].after]
    return sorted((one.decision for one in named), key=lambda one: -one.lost)


def in_doubt(
    decisions: Sequence[Decision], doubts: Mapping[int, float], trains: int
) -> list[Decision]:
    """The decisions because of which other luck might cut elsewhere, the least certain first."""
    own = ranked(decisions, doubts)
    first, *others = widest(own, trains)
    unsure: dict[int, float] = {}
    for other in others:
        parts = _parts(own, first, other, trains)
        error = sqrt(sum(part * part for part in parts.values()))
        if first.width - other.width < NEAR * error:
            for at, part in parts.items():
                unsure[at] = max(unsure.get(at, 0.0), abs(part))
    return [own[at].decision for at in sorted(unsure, key=lambda at: -unsure[at])]


def ranked(decisions: Sequence[Decision], doubts: Mapping[int, float]) -> list[Ranked]:
    """What may be named, by what it seems to have cost: with the doubt that was taken off, which
    more worlds would take away, so that it is the same on average however many there were."""
    own = [one for one in decisions if one.ply in doubts and one.lost > 0.0]
    seem = [Ranked(one, one.lost + doubts[one.ply]) for one in own]
    return sorted(seem, key=lambda one: -one.cost)


def widest(own: Sequence[Ranked], trains: int) -> list[Cut]:
    """The places where the list may be cut, the widest gap first."""
    costs = [PLENTY * trains, *(one.cost for one in own), 0.0]
    levels = [log(max(cost, TRIFLE * trains)) for cost in costs]
    most = min(SHOWN, len(own))
    gaps = [Cut(after, levels[after] - levels[after + 1]) for after in range(most + 1)]
    return sorted(gaps, key=lambda gap: -gap.width)


def _parts(own: Sequence[Ranked], one: Cut, other: Cut, trains: int) -> dict[int, float]:
    """The error of the difference of two gaps, by the decisions beside them."""
    weights: dict[int, int] = {}
    for gap, sign in ((one, 1), (other, -1)):
        for at, side in ((gap.after - 1, sign), (gap.after, -sign)):
            weights[at] = weights.get(at, 0) + side
    return {
        at: weight * own[at].error
        for at, weight in weights.items()
        if 0 <= at < len(own) and own[at].cost > TRIFLE * trains
    }
