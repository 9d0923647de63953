"""The lab: many games between bots, and results that print themselves.

Examples:
    >>> from whistlestop.lab import simulate
    >>> result = simulate(["uniform", "uniform"], board="new-york", games=10, seed=1)
    >>> [standing.bot for standing in result.standings]
    ['uniform #1', 'uniform #2']
"""

from whistlestop.lab.errors import LabError
from whistlestop.lab.games.results import FailedGame, GameResult, Simulation, Standing
from whistlestop.lab.intervals import wilson
from whistlestop.lab.matches.match import Match
from whistlestop.lab.matches.ratings import Rating
from whistlestop.lab.matches.tournament import Terms, Tournament, ladder, rate_bot, tournament
from whistlestop.lab.matches.tune import Tuned, tune
from whistlestop.lab.runs.simulation import simulate
from whistlestop.lab.speed import Speed, is_compiled, measure_speed

__all__ = [
    "FailedGame",
    "GameResult",
    "LabError",
    "Match",
    "Rating",
    "Simulation",
    "Speed",
    "Standing",
    "Terms",
    "Tournament",
    "Tuned",
    "is_compiled",
    "ladder",
    "measure_speed",
    "rate_bot",
    "simulate",
    "tournament",
    "tune",
    "wilson",
]
