"""How fast the engine is on this machine, and whether it is the compiled one.

A short measurement for a first impression; figures to compare come from `make bench`.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib.machinery import EXTENSION_SUFFIXES
from time import perf_counter

from whistlestop.bots.contract import Seed
from whistlestop.engine.fast.rollout import random_games
from whistlestop.engine.lookup import codec_for
from whistlestop.engine.phases import moves
from whistlestop.engine.state.rng import seeded
from whistlestop.model.board import Board

NOT_COMPILED = (
    "the engine is not compiled in this installation: results are the same, but far slower"
)


def is_compiled() -> bool:
    """Whether the rules run as machine code."""
    return str(moves.__file__).endswith(tuple(EXTENSION_SUFFIXES))


@dataclass(frozen=True, slots=True)
class Speed:
    """Uniformly random games to the final score, one after the other on one core.

    Attributes:
        board: The name of the board.
        players: How many played.
        games: How many games were finished.
        plies: How many decisions were taken.
        seconds: How long that took.
    """

    board: str
    players: int
    games: int
    plies: int
    seconds: float

    @property
    def games_per_second(self) -> float:
        """Games by the seconds they took."""
        return self.games / self.seconds

    @property
    def plies_per_second(self) -> float:
        """Decisions by the seconds they took."""
        return self.plies / self.seconds


def measure_speed(board: Board, players: int, seconds: float, seed: Seed) -> Speed:
    """Play random games for about this long."""
    t = codec_for(board, players).flat
    rng = seeded(seed, f"bench/{board.name}/{players}")
    games = plies = batch = 0
    spent = 0.0
    while spent < seconds:
        # Ever larger batches, as far as the time left allows, make the clock's own cost vanish.
        left = int(games / spent * (seconds - spent)) if spent else 1
        batch = max(1, min(2 * batch, left))
        started = perf_counter()
        plies += int(random_games(t, batch, rng)[0])
        spent += perf_counter() - started
        games += batch
    return Speed(board.name, players, games, plies, spent)
