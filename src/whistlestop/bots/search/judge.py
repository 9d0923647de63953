"""Judges positions: the margin that planners would win by from here, and the chance to win.

The margin is a weighted sum of the seats' traits (see `traits`), and the chance is a curve over the
margin. Weights and curve change with the trains left. tools/fit_judges.py fits them to the results
of many games. A judge looks at whole states, so only sampled worlds may be shown to it.
"""

from __future__ import annotations

from math import exp, tanh
from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from whistlestop.bots.planner.ticket_plan import TicketPlan, best_plan
from whistlestop.bots.reasoning.board_scale import BoardScale
from whistlestop.bots.reasoning.prices import Prices, Tuning
from whistlestop.bots.reasoning.seat_facts import facts_from_state
from whistlestop.bots.search.traits import PROMISED, TRAIL, TRAINS, TRAITS, traits_of
from whistlestop.engine.scoring.scoring import tally_scores
from whistlestop.engine.state.flat_board import FlatBoard, filled
from whistlestop.engine.state.state import State

# The curve of the chance rises in steps at these margins, in points per train.
STEPS: Final = (-1.0, -0.5, 0.0, 0.5, 1.0)
# How many numbers the curve has: three for no margin, for the margin itself and for each step.
CURVE: Final = 21
# How steep a step is: it is done within about a point per train.
STEEP: Final = 2.0
# Beyond these log odds a game is decided, and `exp` would only lose digits.
DECIDED: Final = 30.0
# Spaces by which a trail must lead for the lead to count nearly in full.
CLEAR_LEAD: Final = 4.0


class PositionJudge:
    """The weights of the traits for one board with one number of players."""

    def __init__(
        self, t: FlatBoard, scale: BoardScale, tuning: Tuning, weights: list[float]
    ) -> None:
        self.flat = t
        self.scale = scale
        self.tuning = tuning
        # The chance by the margin: see `chance_to_win`.
        self.curve = vec[float](weights[:CURVE])
        # For each input its weight at the end of a game, then what all trains left add to that.
        self.weights = vec[float](weights[CURVE:])


def expect_margin(judge: PositionJudge, row: vec[float]) -> float:
    """The margin of the first seat, in points per train, by all inputs; the first is always 1."""
    left = row[len(row) - 1]
    total = 0.0
    n: i64 = 0
    while n < i64(len(row)):
        total += (judge.weights[2 * n] + judge.weights[2 * n + 1] * left) * row[n]
        n += 1
    return total


def chance_to_win(judge: PositionJudge, row: vec[float], margin: float) -> float:
    """How likely the seat wins if it can expect this margin."""
    left = row[len(row) - 1]
    odds = _curve(judge, 0, left) + _curve(judge, 1, left) * margin
    n: i64 = 2
    for step in STEPS:
        odds += _curve(judge, n, left) * tanh(STEEP * (margin - step))
        n += 1
    if odds > DECIDED or odds < -DECIDED:
        return 1.0 if odds > 0.0 else 0.0
    return 1.0 / (1.0 + exp(-odds))


def _curve(judge: PositionJudge, term: i64, left: float) -> float:
    """What a term of the curve counts with this share of trains left.

    Its three numbers are for the end, the middle and the beginning of a game; the result is never
    below the smallest of them, so a curve that rises at all three rises everywhere.
    """
    n = 3 * term
    gone = 1.0 - left
    late, middle = judge.curve[n] * gone, judge.curve[n + 1] * left
    return (late + 2.0 * middle) * gone + judge.curve[n + 2] * left * left


def inputs_of(judge: PositionJudge, s: State, seat: i64) -> vec[float]:
    """The inputs that a judge weighs, for one seat.

    They are: 1, the seat's traits, those of the rival who stands best, with several rivals the mean
    of all, the lead in the longest trail, and the share of trains that the fastest has left.
    """
    return inputs_from(judge, all_traits(judge, s), seat)


def inputs_from(judge: PositionJudge, all_rows: list[vec[float]], seat: i64) -> vec[float]:
    """The same from the traits of all seats."""
    t = judge.flat
    rows = [all_rows[(seat + n) % t.players] for n in range(t.players)]
    best: i64 = 1
    trail = 0.0
    trains = rows[0][TRAINS]
    n: i64 = 1
    while n < t.players:
        if _forecast(rows[n]) > _forecast(rows[best]):
            best = n
        if rows[n][TRAIL] > trail:
            trail = rows[n][TRAIL]
        if rows[n][TRAINS] < trains:
            trains = rows[n][TRAINS]
        n += 1
    found = vec[float](capacity=3 * TRAITS + 3)
    found = append(found, 1.0)
    found = _join(found, rows[0])
    found = _join(found, rows[best])
    if t.players > 2:
        found = _join(found, _mean(rows))
    found = append(found, tanh((rows[0][TRAIL] - trail) * float(t.trains) / CLEAR_LEAD))
    return append(found, trains)


def _join(row: vec[float], more: vec[float]) -> vec[float]:
    for value in more:
        row = append(row, value)
    return row


def _mean(rows: list[vec[float]]) -> vec[float]:
    """The mean of all rows but the first."""
    mean = vec[float](capacity=TRAITS)
    k: i64 = 0
    while k < TRAITS:
        total = 0.0
        n: i64 = 1
        while n < i64(len(rows)):
            total += rows[n][k]
            n += 1
        mean = append(mean, total / float(len(rows) - 1))
        k += 1
    return mean


def _forecast(row: vec[float]) -> float:
    """What a seat's own plan promises: points so far, and points to come."""
    total = 0.0
    for place in PROMISED:
        total += row[place]
    return total


def promised(players: int) -> list[float]:
    """The weights of a judge that believes what plans promise.

    With more players the chance changes faster with the margin: any of them may get ahead.
    """
    seats = 2 if players == 2 else 3
    weights = [0.0] * (CURVE + 2 * (seats * TRAITS + 3))
    for n in range(3):
        weights[3 + n] = float(players)
    for place in PROMISED:
        weights[CURVE + 2 * (1 + place)] = 1.0
        weights[CURVE + 2 * (1 + TRAITS + place)] = -1.0
    return weights


def all_traits(judge: PositionJudge, s: State) -> list[vec[float]]:
    """The traits of every seat."""
    t = judge.flat
    tally = tally_scores(t, s)
    priced: list[Prices] = []
    plans: list[TicketPlan] = []
    wanted = filled(t.routes, 0)
    n: i64 = 0
    while n < t.players:
        facts = facts_from_state(t, s, n)
        prices = Prices(facts, judge.scale, judge.tuning)
        plan = best_plan(prices, facts.tickets)
        for route in plan.routes:
            wanted[route] = wanted[route] + 1
        priced.append(prices)
        plans.append(plan)
        n += 1
    rows: list[vec[float]] = []
    n = 0
    while n < t.players:
        rows.append(traits_of(priced[n], plans[n], tally, wanted))
        n += 1
    return rows
