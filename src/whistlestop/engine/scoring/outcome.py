"""What came of a game that is over, in the few numbers that simulations keep of it.

Seats are in order, points and tickets by seat. The itemised score for people is in `results`; who
wins is decided in `ranking`. Nothing here changes a state.
"""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from whistlestop.engine.scoring.ranking import rank
from whistlestop.engine.scoring.scoring import tally_scores
from whistlestop.engine.scoring.tally import Tally
from whistlestop.engine.state.flat_board import LAST, PASSES, FlatBoard
from whistlestop.engine.state.state import State

BySeat = tuple[int, ...]

# Totals, winners, tickets completed, tickets held, why it ended, and tie-breaks used.
Outcome = tuple[BySeat, BySeat, BySeat, BySeat, str, int]


def outcome_of(t: FlatBoard, s: State) -> Outcome:
    """The outcome of a game that ended in this state."""
    tally = tally_scores(t, s)
    winners, used = _winners(t, s, tally)
    held = [int(s.bytes[t.o_held + seat]) for seat in range(t.players)]
    return (
        _by_seat(tally.total),
        winners,
        _by_seat(tally.completed),
        tuple(held),
        _ended(t, s),
        used,
    )


def _winners(t: FlatBoard, s: State, tally: Tally) -> tuple[BySeat, int]:
    """The seats that win, and the tie-breaks it took; most games need none."""
    best = tally.total[0]
    first: i64 = 0
    tied: i64 = 1
    seat: i64 = 1
    while seat < t.players:
        if tally.total[seat] > best:
            best = tally.total[seat]
            first = seat
            tied = 1
        elif tally.total[seat] == best:
            tied += 1
        seat += 1
    if tied == 1:
        return (int(first),), 0
    winners, used = rank(t, s, tally)
    return tuple(winners), used


def _by_seat(numbers: vec[i64]) -> BySeat:
    return tuple([int(number) for number in numbers])


def _ended(t: FlatBoard, s: State) -> str:
    """Why the game is over, in the words of the event that says so."""
    if i64(s.bytes[PASSES]) == t.players:
        return "passes"
    return "last round" if i64(s.bytes[LAST]) == 0 else "standstill"
