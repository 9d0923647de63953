"""Trying actions out: each is played on by light players in the same worlds, and compared.

An action is judged by the difference it makes to the first one, the planner's own, in one world
after the other; what is clearly worse is tried no further. The worlds come from outside and are
all that is known of what is hidden. Values are between -1 and 1: a share for winning, the rest for
the margin.
"""

from __future__ import annotations

from math import sqrt, tanh
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from whistlestop.bots.planning.rides import ride_out, step
from whistlestop.bots.planning.riding import Rider, Track, set_out, settle_in
from whistlestop.engine.rng import Rng
from whistlestop.engine.scoring import final_totals
from whistlestop.engine.state import State
from whistlestop.engine.tables import OPENING, PHASE, Tables, filled
from whistlestop.engine.trace import Chance

# The part of a value that is for winning, and the margin in points per train that counts most.
WINNING: Final = 0.3
MARGIN: Final = 1.33
# Worlds before the first candidates are dropped, and how many standard errors are clear.
FIRST: Final = 16
CLEAR: Final = 1.5
# From so many worlds on a difference of so many standard errors ends the trying.
SETTLED: Final = 48
SURE: Final = 4.0


class Trial:
    """Candidates with what has come of them so far; the first is the one to beat."""

    def __init__(self, track: Track, seat: i64, codes: vec[i64], riders: list[Rider]) -> None:
        count = i64(len(codes))
        self.track = track
        self.seat = seat
        self.codes = codes
        self.riders = riders
        self.alive = filled(count, 1)
        self.left: i64 = count
        self.worlds: i64 = 0
        self.due: i64 = FIRST
        self.sum = vec[float]([0.0] * count)
        self.squares = vec[float]([0.0] * count)
        self.values = vec[float]([0.0] * count)
        # What came of the first one: games won, and margins.
        self.won = vec[float]([0.0] * count)
        self.margin = vec[float]([0.0] * count)
        self.tried = filled(count, 0)

    def rows(self) -> list[list[float]]:
        """What has come of each candidate, for another process to add."""
        return [
            [
                float(self.alive[n]),
                float(self.tried[n]),
                self.sum[n],
                self.squares[n],
                self.won[n],
                self.margin[n],
            ]
            for n in range(len(self.codes))
        ]

    def add(self, rows: list[list[float]]) -> None:
        """Add what another process has tried of the same candidates."""
        for n, row in enumerate(rows):
            if row[0] > 0.0:
                self.alive[n] = 1
            self.tried[n] = self.tried[n] + i64(int(row[1]))
            self.sum[n] = self.sum[n] + row[2]
            self.squares[n] = self.squares[n] + row[3]
            self.won[n] = self.won[n] + row[4]
            self.margin[n] = self.margin[n] + row[5]
        self.worlds = self.tried[0]

    def mean(self, n: i64) -> float:
        """The mean difference of a candidate to the first."""
        return self.sum[n] / float(self.tried[n]) if self.tried[n] else 0.0

    def error(self, n: i64) -> float:
        """The standard error of that mean."""
        count = float(self.tried[n])
        if count < 2.0:
            return 1.0
        mean = self.sum[n] / count
        spread = (self.squares[n] / count - mean * mean) * count / (count - 1.0)
        return sqrt(spread / count) if spread > 0.0 else 0.0


def try_world(trial: Trial, s: State, rng: Rng) -> None:
    """Play every candidate that is left in one world, with the same luck."""
    track = trial.track
    t = track.tables
    base: list[Rider] = []
    seat: i64 = 0
    while seat < t.players:
        rider = Rider(t, seat)
        settle_in(track, s, rider)
        if seat != trial.seat and i64(s.bytes[PHASE]) != OPENING:
            set_out(track, s, rider)
        base.append(rider)
        seat += 1
    n: i64 = 0
    while n < i64(len(trial.codes)):
        if trial.alive[n]:
            trial.values[n] = _play(trial, s, base, n, rng)
            difference = trial.values[n] - trial.values[0]
            trial.sum[n] = trial.sum[n] + difference
            trial.squares[n] = trial.squares[n] + difference * difference
            trial.tried[n] = trial.tried[n] + 1
        n += 1
    trial.worlds += 1
    if trial.worlds >= trial.due:
        trial.due = trial.due + trial.due // 2
        _drop_worst(trial)


def _play(trial: Trial, s: State, base: list[Rider], n: i64, rng: Rng) -> float:
    """The value of one candidate in one world."""
    track = trial.track
    t = track.tables
    world = s.copy()
    chance = Chance(rng.copy())
    riders: list[Rider] = []
    for rider in base:
        own = trial.riders[n] if rider.seat == trial.seat else rider
        riders.append(own.copy(t))
    step(track, world, riders, trial.seat, trial.codes[n], chance)
    if trial.riders[n].ready and t.keep_code <= trial.codes[n] < t.pay_code:
        # What it will go for with these tickets has been planned with care already.
        riders[trial.seat].ready = True
    ride_out(track, world, riders, chance)
    margin = _margin(t, world, trial.seat)
    won = 1.0 if margin > 0.0 else (0.5 if margin == 0.0 else 0.0)
    trial.won[n] = trial.won[n] + won
    trial.margin[n] = trial.margin[n] + margin
    scaled = tanh(margin / (MARGIN * float(t.trains)))
    return WINNING * (2.0 * won - 1.0) + (1.0 - WINNING) * scaled


def play_on(track: Track, s: State, seat: i64, rng: Rng) -> float:
    """The margin of a seat when light players go on from here; the state is used up."""
    t = track.tables
    riders: list[Rider] = []
    who: i64 = 0
    while who < t.players:
        rider = Rider(t, who)
        settle_in(track, s, rider)
        riders.append(rider)
        who += 1
    ride_out(track, s, riders, Chance(rng))
    return _margin(t, s, seat)


def _margin(t: Tables, s: State, seat: i64) -> float:
    """How many points a seat is ahead of its best rival."""
    totals = final_totals(t, s)
    best: i64 = -100_000
    who: i64 = 0
    while who < t.players:
        if who != seat and totals[who] > best:
            best = totals[who]
        who += 1
    return float(totals[seat] - best)


def _drop_worst(trial: Trial) -> None:
    """Drop what is clearly worse than the best; the first one always stays."""
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


def is_settled(trial: Trial) -> bool:
    """Whether more worlds would hardly change what is chosen."""
    if trial.worlds < SETTLED:
        return False
    n: i64 = 1
    while n < i64(len(trial.codes)):
        if trial.alive[n] and trial.mean(n) + SURE * trial.error(n) >= 0.0:
            return trial.left == 2 and trial.mean(n) > SURE * trial.error(n)
        n += 1
    return True
