"""Who wins (clauses E7, E10 and P20): most points, then the tie-breaks of the board."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from whistlestop.engine.scoring.tally import Tally
from whistlestop.engine.scoring.trail import trail_length
from whistlestop.engine.state.flat_board import FlatBoard
from whistlestop.engine.state.state import State

BY_TICKETS: Final = 0
BY_STATIONS: Final = 1
BY_TRAIL: Final = 2


def tie_value(t: FlatBoard, s: State, tally: Tally, seat: i64, rule: i64) -> i64:
    """What a tie-break compares; more is better (P20, E10)."""
    if rule == BY_TICKETS:
        return tally.completed[seat]
    if rule == BY_STATIONS:
        return i64(s.bytes[t.o_stations + seat])
    if tally.trail[seat] < 0:
        tally.trail[seat] = trail_length(t, s, seat)
    return tally.trail[seat]


def rank(t: FlatBoard, s: State, tally: Tally) -> tuple[list[int], int]:
    """E7: the seats that win, and how many tie-breaks it took to tell."""
    best = max(tally.total)
    tied = [seat for seat in range(t.players) if tally.total[seat] == best]
    used = 0
    for rule in t.tie_breaks:
        if len(tied) == 1:
            break
        values = [tie_value(t, s, tally, seat, rule) for seat in tied]
        most = max(values)
        tied = [seat for seat, value in zip(tied, values, strict=True) if value == most]
        used += 1
    return tied, used
