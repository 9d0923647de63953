"""Games between random bots, played inside the engine without views.

A random bot looks at nothing but its legal actions, and those have an order: it needs their number
and where one kind ends, never a list. The deal, the luck of each bot and the order of actions are
those of `Game`, `UniformBot` and `KindsBot`, so a game has the same result either way; a test
compares both. Games of uniform bots of which only results are kept have a loop of their own, in
`uniform`.
"""

from __future__ import annotations

from collections.abc import Callable

from whistlestop.bots.random import KindsBot, UniformBot
from whistlestop.engine.fast.kinds import pick_by_kind, pick_uniformly, play_by_chance
from whistlestop.engine.state.flat_board import FlatBoard
from whistlestop.engine.state.rng import Rng
from whistlestop.engine.state.state import State
from whistlestop.lab.games.dealt import deal_game
from whistlestop.lab.games.plan import SimulationPlan
from whistlestop.lab.games.results import Played

Picker = Callable[[FlatBoard, State, int, Rng], int]
"""The code of an action for a seat."""


def play_chance_bots(plan: SimulationPlan, number: int) -> Played:
    """Game `number` of a plan whose bots are all random, by kinds of action or by actions."""
    game = deal_game(plan, number)
    bots = [_made(plan, number, bot) for bot in plan.seating(number)]
    by_kind = [isinstance(bot, KindsBot) for bot in bots]
    lucks = [bot.rng for bot in bots]
    return game.played(*play_by_chance(game.flat, game.state, lucks, by_kind, game.chance))


def _made(plan: SimulationPlan, number: int, bot: int) -> UniformBot | KindsBot:
    made = plan.bots[bot].make(plan.bot_seed(number, bot))
    assert isinstance(made, UniformBot | KindsBot)
    return made


def picker_of(bot: UniformBot | KindsBot) -> Picker:
    """What picks as a random bot chooses."""
    return pick_by_kind if isinstance(bot, KindsBot) else pick_uniformly
