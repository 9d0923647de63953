"""The lab: many games between bots, and results that print themselves.

>>> from whistlestop.lab import simulate
>>> result = simulate(["uniform", "uniform"], board="new-york", games=10, seed=1)
>>> [standing.bot for standing in result.standings]
['uniform #1', 'uniform #2']
"""

from whistlestop.lab.errors import LabError
from whistlestop.lab.intervals import wilson
from whistlestop.lab.results import FailedGame, GameResult, Simulation, Standing
from whistlestop.lab.simulation import simulate
from whistlestop.lab.speed import Speed, is_compiled, measure_speed

__all__ = [
    "FailedGame",
    "GameResult",
    "LabError",
    "Simulation",
    "Speed",
    "Standing",
    "is_compiled",
    "measure_speed",
    "simulate",
    "wilson",
]
