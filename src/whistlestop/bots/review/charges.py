"""What decisions cost once each: an action that is missed several times in a row counts once.

The value of an action supposes that planners play on, who may miss the same again. So if a seat
leaves a route that it should claim, and leaves it again at its next turn, both decisions have the
same cost, though the points are lost only once. And the coach cannot tell actions apart that are
about as good: what seems to cost less than a little costs nothing. Invariant: no decision is
charged more than the value of its best action less that of the one played.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from whistlestop.bots.review.form import Decision
from whistlestop.bots.review.judging import JudgedDecision

LITTLE = 0.04
"""Points per train below which two actions count as equally good."""
NEARLY = 2 / 3
"""What is missed in a row counts the first time that it cost this share of the most it cost."""

PAST = 3
"""Turns after which an action that nobody wants any more has become another opportunity."""


def charged(
    judged: Sequence[JudgedDecision], starts: Sequence[bool], trains: int
) -> list[Decision]:
    """All decisions of a game, each with what it is charged; `starts` says which begin a turn."""
    lost = [one.decision.lost for one in judged]
    lost = [points if points >= LITTLE * trains else 0.0 for points in lost]
    for seat in {one.decision.seat for one in judged}:
        own = [ply for ply, one in enumerate(judged) if one.decision.seat == seat and starts[ply]]
        _charge_seat(judged, own, lost)
    return [replace(one.decision, lost=points) for one, points in zip(judged, lost, strict=True)]


def _charge_seat(judged: Sequence[JudgedDecision], own: Sequence[int], lost: list[float]) -> None:
    """Go through the turns of a seat, and settle what was missed as soon as it is done or past."""
    missed: dict[str, list[int]] = {}
    wanted: dict[str, int] = {}
    for turn, ply in enumerate(own):
        one = judged[ply]
        better = {aim_of(action): points for action, points in one.better.items()}
        done = aim_of(one.decision.played)
        wanted |= dict.fromkeys(better, turn)
        for aim in [aim for aim in missed if aim == done or turn - wanted[aim] >= PAST]:
            # Whoever does it at last has lost only what the delay cost.
            _settle(missed.pop(aim), better.get(aim, 0.0) if aim == done else 0.0, lost)
        aim = aim_of(one.decision.best)
        if aim and lost[ply] > 0.0 and aim != done:
            missed.setdefault(aim, []).append(ply)
            wanted[aim] = turn
    for plies in missed.values():
        _settle(plies, 0.0, lost)


def _settle(plies: list[int], saved: float, lost: list[float]) -> None:
    """Charge what was missed once, where it first cost nearly most, less what was saved at last."""
    most = max(lost[ply] for ply in plies)
    first = next(ply for ply in plies if lost[ply] >= NEARLY * most)
    for ply in plies:
        lost[ply] = max(0.0, lost[ply] - saved) if ply == first else 0.0


def aim_of(action: str) -> str:
    """What an action is for, whatever is paid for it; nothing for what cannot wait, as draws."""
    verb, _, rest = action.partition(" ")
    if verb == "tickets":
        return verb
    if verb not in ("claim", "build"):
        return ""
    place = rest.partition(" ")[0]
    return f"{verb} {place.partition(':')[0].partition('#')[0]}"
