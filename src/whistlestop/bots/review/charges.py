"""What decisions cost once each: what planners miss turn after turn counts once.

Values suppose that planners play on, so a cost has two parts. What a planner would have done better
in that place is lost for good, and such losses add up. What a planner would have missed too is
another matter: the planners who play on miss it again, or miss what comes of it, so the same points
seem to be lost at every turn until the thing is done or gone. A route left open for three turns
seems to cost its points three times; and while a planner follows a wrong plan, each of its turns
seems to cost about what leaving that plan is worth, whatever action would leave it. The value of an
action holds what planners miss in the turns that they play on. So whatever they miss within so many
turns of each other is one miss, and it is charged to the first of its decisions that cost nearly
most. Of two different things missed that close together only one counts: rather too little than too
much. Tickets given back and tunnels left are gone at once: each counts.

The coach cannot tell actions apart that are about as good: what seems to cost less than a little
costs nothing. Invariant: no decision is charged more than the value of its best action less that of
the one played.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace

from whistlestop.bots.evaluation.trying import TURNS
from whistlestop.bots.review.form import Decision
from whistlestop.bots.review.judging import JudgedDecision

LITTLE = 0.04
"""Points per train below which two actions count as equally good."""
NEARLY = 2 / 3
"""A miss counts the first time that it cost this share of the most it cost."""

WAITING = ("claim", "build", "tickets", "draw")
"""What can still be done at the next turn, or something like it."""


@dataclass(slots=True)
class Miss:
    """Something that planners miss: the decisions that missed it, and the places it is about.

    `wanted` is the last turn at which it was missed, or at which one of the places was still better
    than the planner's own choice. `saved` are the points that doing it at last brought.
    """

    wanted: int
    plies: list[int] = field(default_factory=list)
    aims: set[str] = field(default_factory=set)
    saved: float = 0.0
    over: bool = False


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
    """What was missed in a game, seat by seat; `points` says how much each decision missed."""
    found: list[Miss] = []
    for seat in sorted({one.decision.seat for one in judged}):
        miss, turn = Miss(0, over=True), 0
        for one, start, missed in zip(judged, starts, points, strict=True):
            if one.decision.seat == seat:
                turn += start
                _go_on(miss, one, turn)
                if missed > 0.0 and _can_wait(one.decision):
                    if miss.over:
                        miss = Miss(turn)
                        found.append(miss)
                    _add(miss, one.decision, turn)
    return found


def _go_on(miss: Miss, one: JudgedDecision, turn: int) -> None:
    """End a miss that is made good or past; whoever does it at last has lost only the delay."""
    better = {aim_of(action): points for action, points in one.better.items()}
    done = aim_of(one.decision.played)
    if miss.over or turn - miss.wanted > TURNS:
        miss.over = True
    elif done in miss.aims and done in better:
        miss.over, miss.saved = True, better[done]
    elif miss.aims & better.keys():
        miss.wanted = turn


def _add(miss: Miss, decision: Decision, turn: int) -> None:
    miss.wanted = turn
    miss.plies.append(decision.ply)
    miss.aims |= {aim_of(decision.best)} - {""}


def _can_wait(decision: Decision) -> bool:
    """Whether the best action may come again, and is more than another way to pay."""
    aim = aim_of(decision.best)
    verb = decision.best.partition(" ")[0]
    return verb in WAITING and (not aim or aim != aim_of(decision.played))


def _told(miss: Miss, points: Sequence[float], looked: Collection[int]) -> int:
    """The decision that stands for a miss: the first that cost nearly most, of those looked at."""
    plies = [ply for ply in miss.plies if ply in looked] or miss.plies
    most = max(points[ply] for ply in plies)
    return next(ply for ply in plies if points[ply] >= NEARLY * most)


def aim_of(action: str) -> str:
    """The place that an action is for, whatever is paid, or new tickets; nothing for the others."""
    verb, _, rest = action.partition(" ")
    if verb == "tickets":
        return verb
    if verb not in ("claim", "build"):
        return ""
    place = rest.partition(" ")[0]
    return f"{verb} {place.partition(':')[0].partition('#')[0]}"
