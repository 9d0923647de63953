"""What decisions cost once each: what planners miss turn after turn counts once.

Values suppose that planners play on, so a cost has two parts. What a planner would have done better
in that place is lost for good, and such losses add up. What a planner would have missed too is
another matter: the planners who play on miss it again, or miss what comes of it, so the same points
seem to be lost at every turn until the thing is done or gone. A route left open for three turns
seems to cost its points three times; and while a planner follows a wrong plan, each of its turns
seems to cost about what leaving that plan is worth, whatever action would leave it. The value of an
action holds what planners miss in the turns that they play on. So whatever they miss within some
turns of the dearest such decision is one miss with it, and so is whatever misses the same place; it
is charged to the dearest. Chains of neighbours would tell less: they hang on the smallest link. Of
two different things missed that close together only one counts: rather too little than too much.
Tickets given back and tunnels left are gone at once: each counts.

The coach cannot tell actions apart that are about as good: what seems to cost less than a little
costs nothing. Invariant: no decision is charged more than the value of its best action less that of
the one played.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from whistlestop.bots.evaluation.trying import TURNS
from whistlestop.bots.review.form import Decision
from whistlestop.bots.review.judging import JudgedDecision

LITTLE = 0.04
"""Points per train below which two actions count as equally good."""
TOGETHER = 3 * TURNS
"""Within so many turns of its dearest decision all is one miss: several times those that planners
play on, since what comes of a wrong plan lasts. Fewer turns charge more and agree less."""

WAITING = ("claim", "build", "tickets", "draw")
"""What can still be done at the next turn, or something like it."""


@dataclass(frozen=True, slots=True)
class Miss:
    """Something that planners miss: the decisions that missed it, and the points that doing it at
    last brought."""

    plies: list[int]
    saved: float


class Taken(NamedTuple):
    """A decision of a seat, and in which of its turns it was taken."""

    turn: int
    one: JudgedDecision

    @property
    def ply(self) -> int:
        """Which decision of the game."""
        return self.one.decision.ply

    @property
    def aim(self) -> str:
        """The place that the best action is for."""
        return aim_of(self.one.decision.best)


def charged(
    judged: Sequence[JudgedDecision],
    starts: Sequence[bool],
    trains: int,
    looked: Collection[int] = (),
) -> list[Decision]:
    """All decisions of a game, each with what it is charged; `starts` says which begin a turn.

    What a miss cost is said by those of its decisions that were `looked` at most closely, if any.
    """
    lost = worth_telling(judged, trains)
    too = missed_too(judged, lost)
    for miss in misses(judged, starts, too):
        told = _told(miss, too, looked)
        for ply in miss.plies:
            once = max(0.0, too[ply] - miss.saved) if ply == told else 0.0
            lost[ply] += once - too[ply]
    return [replace(one.decision, lost=points) for one, points in zip(judged, lost, strict=True)]


def worth_telling(judged: Sequence[JudgedDecision], trains: int) -> list[float]:
    """What each decision cost by itself, if it is more than a little."""
    lost = [one.decision.lost for one in judged]
    return [points if points >= LITTLE * trains else 0.0 for points in lost]


def missed_too(judged: Sequence[JudgedDecision], lost: Sequence[float]) -> list[float]:
    """The part of each cost that a planner in that place would have lost too."""
    return [
        min(points, one.better.get(one.decision.best, 0.0))
        for one, points in zip(judged, lost, strict=True)
    ]


def misses(
    judged: Sequence[JudgedDecision], starts: Sequence[bool], points: Sequence[float]
) -> list[Miss]:
    """What was missed in a game, seat by seat and the dearest first; `points` says how much each
    decision missed."""
    found: list[Miss] = []
    for seat in sorted({one.decision.seat for one in judged}):
        own = _taken(judged, starts, seat)
        left = [at for at in own if points[at.ply] > 0.0 and _can_wait(at.one.decision)]
        while left:
            top = max(left, key=lambda at: points[at.ply])
            with_it = [at for at in left if _is_one_with(at, top)]
            found.append(Miss([at.ply for at in with_it], _saved(own, top, with_it)))
            joined = {at.ply for at in with_it}
            left = [at for at in left if at.ply not in joined]
    return found


def _taken(judged: Sequence[JudgedDecision], starts: Sequence[bool], seat: int) -> list[Taken]:
    own: list[Taken] = []
    turn = 0
    for one, start in zip(judged, starts, strict=True):
        if one.decision.seat == seat:
            turn += start
            own.append(Taken(turn, one))
    return own


def _is_one_with(at: Taken, top: Taken) -> bool:
    return abs(at.turn - top.turn) <= TOGETHER or (at.aim != "" and at.aim == top.aim)


def _saved(own: Sequence[Taken], top: Taken, missed: Sequence[Taken]) -> float:
    """What was made good: whoever does at last what was missed has lost only the delay."""
    aims = {at.aim for at in missed} - {""}
    end = missed[-1].turn + TOGETHER
    for at in own:
        if top.ply < at.ply and at.turn <= end:
            better = {aim_of(action): points for action, points in at.one.better.items()}
            done = aim_of(at.one.decision.played)
            if done in aims and done in better:
                return better[done]
    return 0.0


def _can_wait(decision: Decision) -> bool:
    """Whether the best action may come again, and is more than another way to pay."""
    aim = aim_of(decision.best)
    verb = decision.best.partition(" ")[0]
    return verb in WAITING and (not aim or aim != aim_of(decision.played))


def _told(miss: Miss, points: Sequence[float], looked: Collection[int]) -> int:
    """The decision that stands for a miss: the one that cost most, of those looked at. The first
    that cost nearly most would be another one, at another cost, with a little other luck."""
    plies = [ply for ply in miss.plies if ply in looked] or miss.plies
    return max(plies, key=lambda ply: points[ply])


def aim_of(action: str) -> str:
    """The place that an action is for, whatever is paid, or new tickets; nothing for the others."""
    verb, _, rest = action.partition(" ")
    if verb == "tickets":
        return verb
    if verb not in ("claim", "build"):
        return ""
    place = rest.partition(" ")[0]
    return f"{verb} {place.partition(':')[0].partition('#')[0]}"
