"""Judging a position: the margin that planners would bring home, by where their plans stand.

For every seat some traits are taken from its plan and from what it owns, as shares of what the
board gives; the margin is a weighted sum of them, and a curve over the margin is the chance to win.
Weights and curve change with the trains that are left. They were fitted to what came of many games
(tools/fit_judges.py). A judge looks at whole states, so it is for sampled worlds only.
"""

from __future__ import annotations

from math import exp, tanh
from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from whistlestop.bots.planner.ticket_plan import TicketPlan, best_plan
from whistlestop.bots.reasoning.board_scale import BoardScale
from whistlestop.bots.reasoning.card_needs import UNPAYABLE, best_payment
from whistlestop.bots.reasoning.prices import Prices, Tuning, turns_to_end
from whistlestop.bots.reasoning.seat_facts import facts_from_state
from whistlestop.engine.scoring.scoring import tally_scores
from whistlestop.engine.scoring.tally import Tally
from whistlestop.engine.state.flat_board import FlatBoard, filled
from whistlestop.engine.state.state import State

# How many traits a seat has, and the places of some.
TRAITS: Final = 27
TRAIL: Final = 1
TRAINS: Final = 15
# The traits that add up to the points that a plan promises: so far, and to come.
PROMISED: Final = (0, 2, 3, 21)
# Beyond this many points a train no plan is worse than another.
HOPELESS: Final = -4.0
# The curve of the chance rises in steps at these margins, in points a train.
STEPS: Final = (-1.0, -0.5, 0.0, 0.5, 1.0)
# How many numbers it has: for no margin, for the margin itself and for each step three.
CURVE: Final = 21
# Beyond these odds, as a logarithm, a game is as good as decided.
DECIDED: Final = 30.0


class PositionJudge:
    """The weights for one board with one number of players."""

    def __init__(
        self, t: FlatBoard, scale: BoardScale, tuning: Tuning, weights: list[float]
    ) -> None:
        self.flat = t
        self.scale = scale
        self.tuning = tuning
        # The chance by the margin, see chance_to_win.
        self.curve = vec[float](weights[:CURVE])
        # For each input the weight at the end, then what is added with all trains left.
        self.weights = vec[float](weights[CURVE:])


def expect_margin(judge: PositionJudge, row: vec[float]) -> float:
    """The margin of the first seat, in points a train, by all inputs; the first is always 1."""
    left = row[len(row) - 1]
    total = 0.0
    n: i64 = 0
    while n < i64(len(row)):
        total += (judge.weights[2 * n] + judge.weights[2 * n + 1] * left) * row[n]
        n += 1
    return total


def chance_to_win(judge: PositionJudge, row: vec[float], margin: float) -> float:
    """How likely the seat wins if this margin is expected of it."""
    left = row[len(row) - 1]
    odds = _curve(judge, 0, left) + _curve(judge, 1, left) * margin
    n: i64 = 2
    for step in STEPS:
        odds += _curve(judge, n, left) * tanh(2.0 * (margin - step))
        n += 1
    if odds > DECIDED or odds < -DECIDED:
        return 1.0 if odds > 0.0 else 0.0
    return 1.0 / (1.0 + exp(-odds))


def _curve(judge: PositionJudge, term: i64, left: float) -> float:
    """What a term of the curve counts with so many trains left, by its three numbers: at the end,
    in the middle and at the beginning of a game. It is never below the smallest of them.
    """
    n = 3 * term
    gone = 1.0 - left
    late, middle = judge.curve[n] * gone, judge.curve[n + 1] * left
    return (late + 2.0 * middle) * gone + judge.curve[n + 2] * left * left


def inputs_of(judge: PositionJudge, s: State, seat: i64) -> vec[float]:
    """What a judge weighs: 1, own traits, those of the rival who stands best, with more rivals the
    mean of all, the lead in the longest trail, and the share of trains that the fastest has left.
    """
    t = judge.flat
    rows = _traits(judge, s, seat)
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
    found = append(found, tanh((rows[0][TRAIL] - trail) * float(t.trains) / 4.0))
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
    """What a seat's own plan promises: points so far, and to come."""
    total = 0.0
    for place in PROMISED:
        total += row[place]
    return total


def promised(players: int) -> list[float]:
    """The weights of a judge that believes the plans; the more players, the sooner one is lost."""
    seats = 2 if players == 2 else 3
    weights = [0.0] * (CURVE + 2 * (seats * TRAITS + 3))
    for n in range(3):
        weights[3 + n] = float(players)
    for place in PROMISED:
        weights[CURVE + 2 * (1 + place)] = 1.0
        weights[CURVE + 2 * (1 + TRAITS + place)] = -1.0
    return weights


def _traits(judge: PositionJudge, s: State, seat: i64) -> list[vec[float]]:
    """The traits of every seat, beginning with one."""
    t = judge.flat
    tally = tally_scores(t, s)
    outlooks: list[Prices] = []
    plans: list[TicketPlan] = []
    wanted = filled(t.routes, 0)
    n: i64 = 0
    while n < t.players:
        prices = Prices(facts_from_state(t, s, (seat + n) % t.players), judge.scale, judge.tuning)
        plan = best_plan(prices, prices.facts.tickets)
        for route in plan.routes:
            wanted[route] = wanted[route] + 1
        outlooks.append(prices)
        plans.append(plan)
        n += 1
    rows: list[vec[float]] = []
    n = 0
    while n < t.players:
        rows.append(_traits_of(outlooks[n], plans[n], tally, wanted))
        n += 1
    return rows


def _traits_of(prices: Prices, plan: TicketPlan, tally: Tally, wanted: vec[i64]) -> vec[float]:
    """Points and trains a train, turns as shares of a full game, and what has no measure."""
    facts, t = prices.facts, prices.flat
    seat = facts.seat
    train = 1.0 / float(t.trains)
    turn = 1.0 / prices.scale.full_turns
    claim = prices.scale.mean_length * train
    size: i64 = 0
    longest: i64 = 0
    for count in facts.hand:
        size += count
    kind: i64 = 0
    while kind < t.colours:
        if facts.hand[kind] > longest:
            longest = facts.hand[kind]
        kind += 1
    ready = 0.0
    heat = 0.0
    shared = 0.0
    for route in plan.routes:
        if best_payment(prices.balance, route, plan.routes).missing < UNPAYABLE:
            ready += claim
        heat += prices.scale.heat[route]
        if wanted[route] > 1:
            shared += 1.0
    value = plan.value * train
    return vec[float](
        [
            float(tally.routes[seat]) * train,
            float(tally.trail[seat] if tally.trail[seat] > 0 else 0) * train,
            float(tally.attractions[seat] + tally.districts[seat]) * train,
            float(facts.stations[seat] * t.station_points) * train,
            plan.settled * train,
            plan.stake * train,
            plan.stake * plan.chance * train,
            plan.chance,
            plan.turns * turn,
            plan.points * train,
            plan.points * plan.chance * train,
            float(plan.missing) * train,
            float(plan.trains) * train,
            float(plan.given_up),
            float(len(plan.borrowed)),
            float(facts.trains[seat]) * train,
            float(size) * train,
            float(facts.hand[t.wild]) * train,
            float(longest) * train,
            prices.turns_left * turn,
            turns_to_end(facts, prices.scale, seat) * turn,
            value if value > HOPELESS else HOPELESS,
            float(len(plan.routes)) * claim,
            ready,
            heat,
            shared,
            float(len(facts.tickets)),
        ]
    )
