"""Games between uniformly random bots, played inside the engine without views.

The deal, the luck of each bot and the order of legal actions are those of `Game` and of
`UniformBot`, so a game has the same result either way; a test compares both. There is no loop over
plies here: the engine has a compiled one for uniform bots, which asks Python for nothing before the
end.
"""

from __future__ import annotations

from whistlestop.engine.fast.uniform import uniform_game
from whistlestop.engine.lookup import codec_for
from whistlestop.lab.games.make_result import comparisons_of
from whistlestop.lab.games.plan import SimulationPlan
from whistlestop.lab.games.results import GameResult


def play_uniform_games(plan: SimulationPlan, start: int, stop: int) -> list[GameResult]:
    """Games `start` up to `stop` of a plan whose bots are uniform and nothing more."""
    t = codec_for(plan.board, plan.players).flat
    seatings = [plan.seating(number) for number in range(plan.players)]
    comparisons = comparisons_of(plan.board)
    make, players, seed = GameResult._make, plan.players, f"{plan.seed}/"
    deals = range(start, stop) if not plan.paired else [n // players for n in range(start, stop)]
    return [
        make(uniform_game(t, n, f"{seed}{deal}", seatings[n % players], comparisons))
        for n, deal in enumerate(deals, start)
    ]
