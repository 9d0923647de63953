"""Loops for the benchmarks, inside the compiled module so that they time the engine alone."""

from __future__ import annotations

from mypy_extensions import i64

from whistlestop.engine.phases.moves import list_legal, to_act
from whistlestop.engine.scoring.scoring import final_totals
from whistlestop.engine.state.flat_board import FlatBoard
from whistlestop.engine.state.state import State


def copy_often(s: State, times: i64) -> State:
    """Copy a state many times."""
    n: i64 = 0
    copy = s
    while n < times:
        copy = s.copy()
        n += 1
    return copy


def list_often(t: FlatBoard, s: State, times: i64) -> i64:
    """List the legal actions of a state many times; returns how many there are."""
    n: i64 = 0
    seat = to_act(t, s)
    found: i64 = 0
    while n < times:
        found = i64(len(list_legal(t, s, seat)))
        n += 1
    return found


def score_often(t: FlatBoard, s: State, times: i64) -> i64:
    """Score a state many times; returns the first seat's total."""
    n: i64 = 0
    total: i64 = 0
    while n < times:
        total = final_totals(t, s)[0]
        n += 1
    return total
