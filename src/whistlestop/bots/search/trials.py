"""Trying actions out: planners play on from each in the same worlds, and a judge rates the outcome.

What counts is the difference to the first candidate, the planner's own choice, world by world;
candidates that are clearly worse are dropped. In each world planners play some turns, then a judge
says what the position is worth; a game that ends before that is scored. Where there are many
candidates they get a glance first, in a few worlds and judged at the seat's next turn, and only the
best of them are tried in earnest. Values lie between -1 and 1. The caller brings the worlds, and
nothing here knows more of what is hidden. `bots/evaluation` tries its actions in the same way.
"""

from __future__ import annotations

from math import sqrt, tanh
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from whistlestop.bots.planner.choice import choose
from whistlestop.bots.reasoning.seat_facts import facts_from_state
from whistlestop.bots.search.judge import (
    PositionJudge,
    all_traits,
    chance_to_win,
    expect_margin,
    inputs_from,
    inputs_of,
)
from whistlestop.engine.phases.moves import apply, to_act
from whistlestop.engine.scoring.scoring import final_totals
from whistlestop.engine.state.chance import Chance
from whistlestop.engine.state.flat_board import MAIN, OVER, PHASE, FlatBoard, filled
from whistlestop.engine.state.rng import Rng
from whistlestop.engine.state.state import State

# The part of a value that is for winning; the rest is for the margin, which tells more about single
# worlds. The other constant is the margin, in points per train, beyond which more hardly counts.
WINNING: Final = 0.3
MARGIN: Final = 1.33
# Worlds for a glance, and how many candidates besides the first are then tried in earnest.
GLANCE: Final = 12
CHOSEN: Final = 4
# Worlds before the first candidates are dropped, and the standard errors that a difference needs:
# low, since dropping a good candidate costs less than trying bad ones.
FIRST: Final = 16
CLEAR: Final = 1.5
# From so many worlds on a difference of so many standard errors ends the trials.
ENOUGH_WORLDS: Final = 48
SURE: Final = 4.0
# Instead of the code of an action: planners play on from the world as it stands.
NO_ACTION: Final = -1
# Lower than any score.
NO_SCORE: Final = -100_000


class Outcome:
    """What one world came to for a seat: the margin in points, the chance to win, one number."""

    def __init__(self, judge: PositionJudge, margin: float, win: float) -> None:
        self.margin = margin
        self.win = win
        share = margin / float(judge.flat.trains)
        # Between -1 and 1.
        self.value = WINNING * (2.0 * win - 1.0) + (1.0 - WINNING) * tanh(share / MARGIN)


class CandidateTrials:
    """Candidates with their results so far; the first is the one to beat."""

    def __init__(self, judge: PositionJudge, seat: i64, codes: vec[i64], turns: i64) -> None:
        count = i64(len(codes))
        self.judge = judge
        self.seat = seat
        self.codes = codes
        # How many more turns of the seat planners play before a position is judged in earnest.
        self.turns = turns
        self.earnest = count <= CHOSEN + 1
        self.alive = filled(count, 1)
        self.left: i64 = count
        self.worlds: i64 = 0
        # The number of worlds after which candidates are dropped next.
        self.due: i64 = FIRST
        # Differences to the first candidate, summed, and their squares; then the newest values.
        self.sum = vec[float]([0.0] * count)
        self.squares = vec[float]([0.0] * count)
        self.values = vec[float]([0.0] * count)
        # In how many worlds each was tried.
        self.tried = filled(count, 0)

    def _forget(self, place: i64) -> None:
        """Forget the results of a candidate."""
        self.tried[place] = 0
        self.sum[place] = 0.0
        self.squares[place] = 0.0

    def begin_earnest(self) -> None:
        """Keep the best at a glance, and forget the results of the glance."""
        while self.left > CHOSEN + 1:
            worst: i64 = 0
            n: i64 = 1
            while n < i64(len(self.codes)):
                if self.alive[n] and (worst == 0 or self.mean(n) < self.mean(worst)):
                    worst = n
                n += 1
            self.alive[worst] = 0
            self.left -= 1
        self.earnest = True
        self.worlds = 0
        n = 0
        while n < i64(len(self.codes)):
            if self.alive[n]:
                self._forget(n)
            n += 1

    def mean(self, place: i64) -> float:
        """The mean difference of a candidate to the first."""
        return self.sum[place] / float(self.tried[place]) if self.tried[place] else 0.0

    def error(self, place: i64) -> float:
        """The standard error of that mean."""
        count = float(self.tried[place])
        if count < 2.0:
            return 1.0
        mean = self.sum[place] / count
        spread = (self.squares[place] / count - mean * mean) * count / (count - 1.0)
        return sqrt(spread / count) if spread > 0.0 else 0.0


def try_world(trial: CandidateTrials, s: State, rng: Rng) -> None:
    """Play every candidate that is left in one world, with the same luck."""
    turns = trial.turns if trial.earnest else 0
    n: i64 = 0
    while n < i64(len(trial.codes)):
        if trial.alive[n]:
            chance = Chance(rng.copy())
            code = trial.codes[n]
            outcome = play_action(trial.judge, s.copy(), trial.seat, code, turns, chance)
            trial.values[n] = outcome.value
            difference = trial.values[n] - trial.values[0]
            trial.sum[n] = trial.sum[n] + difference
            trial.squares[n] = trial.squares[n] + difference * difference
            trial.tried[n] = trial.tried[n] + 1
        n += 1
    trial.worlds += 1
    if not trial.earnest:
        if trial.worlds == GLANCE:
            trial.begin_earnest()
    elif trial.worlds >= trial.due:
        trial.due = trial.due + trial.due // 2
        _drop_worst(trial)


def play_action(
    judge: PositionJudge, s: State, seat: i64, code: i64, turns: i64, chance: Chance
) -> Outcome:
    """What one world comes to for a seat after its action; the state is used up.

    Planners play on until the seat begins one more turn than `turns`. Without an action
    (`NO_ACTION`) they play on from the world as it stands.
    """
    t = judge.flat
    if code != NO_ACTION:
        apply(t, s, seat, code, chance)
    while i64(s.bytes[PHASE]) != OVER:
        who = to_act(t, s)
        if who == seat and i64(s.bytes[PHASE]) == MAIN:
            if turns == 0:
                return judge_seat(judge, s, seat)
            turns -= 1
        apply(t, s, who, choose(facts_from_state(t, s, who), judge.scale, judge.tuning), chance)
    return score_seat(judge, s, seat)


def play_round(judge: PositionJudge, s: State, turns: i64, chance: Chance) -> list[Outcome]:
    """What one world comes to for every seat after so many turns in all; uses up the state."""
    t = judge.flat
    while i64(s.bytes[PHASE]) != OVER:
        if i64(s.bytes[PHASE]) == MAIN:
            if turns == 0:
                return judge_all(judge, s)
            turns -= 1
        who = to_act(t, s)
        apply(t, s, who, choose(facts_from_state(t, s, who), judge.scale, judge.tuning), chance)
    return [score_seat(judge, s, seat) for seat in range(t.players)]


def judge_all(judge: PositionJudge, s: State) -> list[Outcome]:
    """What a judge expects for every seat: each is looked at once for all of them."""
    rows = all_traits(judge, s)
    return [_outcome(judge, inputs_from(judge, rows, who)) for who in range(judge.flat.players)]


def judge_seat(judge: PositionJudge, s: State, seat: i64) -> Outcome:
    """What a judge expects for a seat."""
    return _outcome(judge, inputs_of(judge, s, seat))


def _outcome(judge: PositionJudge, row: vec[float]) -> Outcome:
    margin = expect_margin(judge, row)
    return Outcome(judge, margin * float(judge.flat.trains), chance_to_win(judge, row, margin))


def score_seat(judge: PositionJudge, s: State, seat: i64) -> Outcome:
    """How a game that is over ended for a seat."""
    points = margin_of(judge.flat, s, seat)
    return Outcome(judge, points, 1.0 if points > 0.0 else (0.5 if points == 0.0 else 0.0))


def margin_of(t: FlatBoard, s: State, seat: i64) -> float:
    """How many points a seat is ahead of its best rival at the end."""
    totals = final_totals(t, s)
    best: i64 = NO_SCORE
    who: i64 = 0
    while who < t.players:
        if who != seat and totals[who] > best:
            best = totals[who]
        who += 1
    return float(totals[seat] - best)


def _drop_worst(trial: CandidateTrials) -> None:
    """Drop candidates that are clearly worse than the best; the first always stays."""
    most = 0.0
    n: i64 = 1
    while n < i64(len(trial.codes)):
        if trial.alive[n] and trial.mean(n) - CLEAR * trial.error(n) > most:
            most = trial.mean(n) - CLEAR * trial.error(n)
        n += 1
    n = 1
    while n < i64(len(trial.codes)):
        if trial.alive[n] and trial.mean(n) + CLEAR * trial.error(n) < most:
            trial.alive[n] = 0
            trial.left -= 1
        n += 1


def is_decided(trial: CandidateTrials) -> bool:
    """Whether more worlds would hardly change the choice."""
    if trial.worlds < ENOUGH_WORLDS or not trial.earnest:
        return False
    n: i64 = 1
    while n < i64(len(trial.codes)):
        if trial.alive[n] and trial.mean(n) + SURE * trial.error(n) >= 0.0:
            return trial.left == 2 and trial.mean(n) > SURE * trial.error(n)
        n += 1
    return True
