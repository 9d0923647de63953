"""Games between uniformly random bots, played inside the engine without views.

The deal, the luck of each bot and the order of legal actions are those of `Game` and of
`UniformBot`, so a game has the same result either way; a test compares both. There is no loop here:
the engine has a compiled one for uniform bots, which asks Python for nothing before the end.
"""

from __future__ import annotations

from whistlestop.bots.random import UniformBot
from whistlestop.engine.fast.rollout import play_uniform
from whistlestop.engine.state.rng import Rng
from whistlestop.lab.games.dealt import deal_game
from whistlestop.lab.games.plan import SimulationPlan
from whistlestop.lab.games.results import Played


def play_uniform_bots(plan: SimulationPlan, number: int) -> Played:
    """Game `number` of a plan whose bots are all uniform."""
    game = deal_game(plan, number)
    lucks = [_luck(plan, number, bot) for bot in plan.seating(number)]
    codes, turns = play_uniform(game.flat, game.state, lucks, game.chance)
    return game.played(codes, turns)


def _luck(plan: SimulationPlan, number: int, bot: int) -> Rng:
    made = plan.bots[bot].make(plan.bot_seed(number, bot))
    assert isinstance(made, UniformBot)
    return made.rng
