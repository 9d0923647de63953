"""The lab: many games between bots, and results that print themselves.

`games` plays one game, `runs` many; `matches` finds out who is better, `study` what a board is
like, `review` what decisions were worth, and `show` draws and prints. Beside them stand the best
network a board allows, the inspection of bots, and small statistics. The lab makes no bots and
knows no rules: those are in `bots` and `engine`.

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
