"""Which decisions are called costly, and which of them other luck might name or leave out.

Named are the three that cost most, if they cost enough. Wherever the bar lies, some decision will
cost about as much, and with other worlds it falls on the other side. So what lies near the bar is
looked at once more, in so many worlds that luck seldom decides; what is clearly above or below it
needs none of them. `looks` orders those looks. It judges nothing itself.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from whistlestop.bots.evaluation.evaluation import DOUBT_OF_BETTER
from whistlestop.bots.review.form import Decision

CLEAR = 0.08
"""Points per train below which no decision is called costly: other worlds might say otherwise."""
SHOWN = 3
"""How many of the costliest and of the best decisions are told."""
NEAR = 2.0
"""Standard errors within which a cost is near the bar."""
LESS_DOUBT = 0.5
"""The part of the doubt that many more worlds take away: a cost is told less doubt, so it rises."""


def costliest(
    decisions: Sequence[Decision], looked: Collection[int], trains: int
) -> list[Decision]:
    """What is called costly, the dearest first; nothing that has not had all looks, since fewer
    charge more or less than all of them would."""
    costly = [one for one in decisions if one.lost >= CLEAR * trains and one.ply in looked]
    return sorted(costly, key=lambda one: -one.lost)[:SHOWN]


def bar_for(decisions: Sequence[Decision], trains: int) -> float:
    """What a decision of one seat must cost to be named: enough, and more than the fourth."""
    costs = sorted((likely_cost(one.lost, one.error) for one in decisions), reverse=True)
    if len(costs) <= SHOWN:
        return CLEAR * trains
    return max(CLEAR * trains, (costs[SHOWN - 1] + costs[SHOWN]) / 2.0)


def doubt(lost: float, error: float, bar: float) -> float:
    """How many standard errors lie between the cost, as a longer look would tell it, and a bar."""
    away = abs(likely_cost(lost, error) - bar)
    return away / error if error > 0.0 else NEAR


def likely_cost(lost: float, error: float) -> float:
    """What a longer look would probably charge."""
    return lost + LESS_DOUBT * DOUBT_OF_BETTER * error
