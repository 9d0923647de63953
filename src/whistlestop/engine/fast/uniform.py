"""Simulations between uniformly random bots: whole games by their numbers, and what came of them.

A game's seed is the seed of the simulation and a number, a bot's luck is that seed and the bot's
number: the names of `lab`'s plans, so that a game goes here as it goes there. Nothing but results
is kept: `kinds` keeps the actions. The bare loop for rollouts is in `rollout`.
"""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64, u8

from whistlestop.engine.fast.rollout import deal_seeded, shuffles_of
from whistlestop.engine.phases.moves import apply, count_legal, seek_legal, to_act
from whistlestop.engine.scoring.outcome import outcome_of
from whistlestop.engine.state.chance import Chance
from whistlestop.engine.state.flat_board import MAIN, OVER, PHASE, FlatBoard
from whistlestop.engine.state.rng import Rng, seeded
from whistlestop.engine.state.state import State


class LateChance(Chance):
    """The chance of a seed, made when something has to be shuffled: most games never come to it."""

    def __init__(self, seed: str) -> None:
        super().__init__(Rng(1, 0, 0, 0))
        self.seed = seed
        self.made = False

    def shuffle_pile(self, cards: vec[u8], start: i64, count: i64) -> None:
        """Shuffle a new pile."""
        if not self.made:
            self.rng = shuffles_of(self.seed).rng
            self.made = True
        super().shuffle_pile(cards, start, count)


Seats = tuple[int, ...]

# Number, seed, bots, totals, winners, completed, tickets, plies, turns, ended, decided by.
UniformRow = tuple[int, str, Seats, Seats, Seats, Seats, Seats, int, int, str, str]


def uniform_game(
    t: FlatBoard, number: int, seed: str, bots: Seats, comparisons: tuple[str, ...]
) -> UniformRow:
    """Game `number` of a simulation, dealt by `seed`; `bots` are numbers by seat.

    `comparisons` are the names of what tells the winner: points, then the board's tie-breaks.
    """
    choosers = [seeded(f"{seed}/{bot}", "bot") for bot in bots]
    chance = LateChance(seed)
    s = deal_seeded(t, seed, 0, chance)
    plies, turns = _play(t, s, choosers, chance)
    totals, winners, completed, tickets, ended, used = outcome_of(t, s)
    decided = "shared" if len(winners) > 1 else comparisons[used]
    return number, seed, bots, totals, winners, completed, tickets, plies, turns, ended, decided


def _play(t: FlatBoard, s: State, choosers: list[Rng], chance: Chance) -> tuple[i64, i64]:
    """Play to the end by a generator for each seat; returns the numbers of plies and turns."""
    plies: i64 = 0
    turns: i64 = 0
    while True:
        phase = i64(s.bytes[PHASE])
        if phase == OVER:
            return plies, turns
        if phase == MAIN:
            turns += 1
        seat = to_act(t, s)
        n = choosers[seat].below(count_legal(t, s, seat))
        apply(t, s, seat, seek_legal(t, s, seat, n), chance)
        plies += 1
