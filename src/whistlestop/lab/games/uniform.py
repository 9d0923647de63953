"""Games between uniformly random bots, played inside the engine without views.

The deal, the luck of each bot and the order of legal actions are those of `Game` and of
`UniformBot`, so a game has the same result either way; a test compares both. There is no loop over
plies here: the engine has a compiled one for uniform bots, which asks Python for nothing before the
end.
"""

from __future__ import annotations

from whistlestop.bots.random import UniformBot
from whistlestop.engine.fast.rollout import play_uniform
from whistlestop.engine.fast.uniform import uniform_game
from whistlestop.engine.lookup import codec_for
from whistlestop.engine.state.rng import Rng
from whistlestop.lab.games.dealt import deal_game
from whistlestop.lab.games.make_result import comparisons_of
from whistlestop.lab.games.plan import SimulationPlan
from whistlestop.lab.games.results import GameResult, Played


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


def play_uniform_bots(plan: SimulationPlan, number: int) -> Played:
    """Game `number` of a plan whose bots are all uniform, whatever makes them."""
    game = deal_game(plan, number)
    lucks = [_luck(plan, number, bot) for bot in plan.seating(number)]
    codes, turns = play_uniform(game.flat, game.state, lucks, game.chance)
    return game.played(codes, turns)


def _luck(plan: SimulationPlan, number: int, bot: int) -> Rng:
    made = plan.bots[bot].make(plan.bot_seed(number, bot))
    assert isinstance(made, UniformBot)
    return made.rng
