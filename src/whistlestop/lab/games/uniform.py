"""Games between uniformly random bots, played inside the engine without views.

The deal, the luck of each bot and the order of legal actions are those of `Game` and of
`UniformBot`, so a game has the same result either way; a test compares both. There is no loop here:
the engine has a compiled one for uniform bots, which asks Python for nothing before the end.
"""

from __future__ import annotations

from whistlestop.bots.random import UniformBot
from whistlestop.engine.fast.rollout import deal_seeded, play_uniform, shuffles_of
from whistlestop.engine.lookup import codec_for
from whistlestop.engine.state.event_kinds import RawEvent
from whistlestop.engine.state.rng import Rng
from whistlestop.lab.games.details import details_of
from whistlestop.lab.games.make_result import make_result
from whistlestop.lab.games.plan import SimulationPlan
from whistlestop.lab.games.results import Played


def play_uniform_bots(plan: SimulationPlan, number: int) -> Played:
    """Game `number` of a plan whose bots are all uniform."""
    t = codec_for(plan.board, plan.players).flat
    chance = shuffles_of(plan.seed_of(number))
    log: list[RawEvent] = []
    if plan.detailed:
        chance.events = log
    state = deal_seeded(t, plan.seed_of(number), 0, chance)
    lucks = [_luck(plan, number, bot) for bot in plan.seating(number)]
    codes, turns = play_uniform(t, state, lucks, chance)
    result = make_result(plan, number, t, state, len(codes), turns)
    return Played(result, (), details_of(t, state, log) if plan.detailed else None)


def _luck(plan: SimulationPlan, number: int, bot: int) -> Rng:
    made = plan.bots[bot].make(plan.bot_seed(number, bot))
    assert isinstance(made, UniformBot)
    return made.rng
