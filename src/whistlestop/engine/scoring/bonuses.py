"""Bonuses (clauses E4–E6, E8, E11, P16–P18, V1): what each counts, and what the count earns.

`counted` is the only place that tells the kinds of counting apart: one of `model.bonuses.COUNTED`
is one function here. What a bonus is called, which board has it and what it is worth, the board
says. Tickets and loans have been settled before, for a bonus may count tickets.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from whistlestop.engine.scoring.districts import district_points
from whistlestop.engine.scoring.tally import Tally
from whistlestop.engine.scoring.trail import trail_length
from whistlestop.engine.state.flat_board import FlatBoard
from whistlestop.engine.state.state import State

# The places of the kinds in `model.bonuses.COUNTED`.
CITIES: Final = 0
DISTRICTS: Final = 1
STATIONS: Final = 2
TICKETS: Final = 3
TRAIL: Final = 4


def count_bonuses(t: FlatBoard, s: State, tally: Tally) -> None:
    """Count every bonus for every seat, and give the points for it."""
    bonus: i64 = 0
    while bonus < t.bonuses:
        at = bonus * t.players
        best: i64 = 0
        seat: i64 = 0
        while seat < t.players:
            count = counted(t, s, tally, bonus, seat)
            tally.counts[at + seat] = count
            tally.bonuses[at + seat] = count * t.bonus_points[bonus]
            if count > best:
                best = count
            seat += 1
        if t.bonus_most[bonus]:
            _give_to_most(t, tally, bonus, best)
        bonus += 1


def _give_to_most(t: FlatBoard, tally: Tally, bonus: i64, best: i64) -> None:
    """E4, E5, V1: everyone who ties for the most gets all points; who has nothing gets none."""
    at = bonus * t.players
    seat: i64 = 0
    while seat < t.players:
        won = best > 0 and tally.counts[at + seat] == best
        tally.bonuses[at + seat] = t.bonus_points[bonus] if won else 0
        seat += 1


def counted(t: FlatBoard, s: State, tally: Tally, bonus: i64, seat: i64) -> i64:
    """How many a seat has of what a bonus counts."""
    kind = t.bonus_counts[bonus]
    if kind == CITIES:
        return _cities(t, tally, bonus, seat)
    if kind == DISTRICTS:
        return district_points(t, tally.part, seat * t.cities)
    if kind == STATIONS:
        return i64(s.bytes[t.o_stations + seat])
    if kind == TICKETS:
        return tally.completed[seat]
    return _trail(t, s, tally, seat)


def _cities(t: FlatBoard, tally: Tally, bonus: i64, seat: i64) -> i64:
    """E6: those of its cities that have an own route."""
    count: i64 = 0
    city: i64 = 0
    while city < t.cities:
        if t.bonus_city[bonus * t.cities + city] and tally.touched[seat * t.cities + city]:
            count += 1
        city += 1
    return count


def _trail(t: FlatBoard, s: State, tally: Tally, seat: i64) -> i64:
    """E4: the spaces of the seat's longest trail, searched for once."""
    if tally.trail[seat] < 0:
        tally.trail[seat] = trail_length(t, s, seat)
    return tally.trail[seat]


def place_points(t: FlatBoard, tally: Tally, seat: i64) -> i64:
    """What a seat has for places alone: cities reached and districts linked."""
    points: i64 = 0
    bonus: i64 = 0
    while bonus < t.bonuses:
        if t.bonus_counts[bonus] <= DISTRICTS and not t.bonus_most[bonus]:
            points += tally.bonuses[bonus * t.players + seat]
        bonus += 1
    return points
