"""A game of a plan inside the engine: how it begins, and what is kept of it at its end.

The deal and the luck are those of `Game` by the same seed. Who plays, and how, is not known here.
"""

from __future__ import annotations

from typing import NamedTuple

from whistlestop.engine.fast.rollout import deal_seeded, shuffles_of
from whistlestop.engine.lookup import codec_for
from whistlestop.engine.state.chance import Chance
from whistlestop.engine.state.event_kinds import RawEvent
from whistlestop.engine.state.flat_board import FlatBoard
from whistlestop.engine.state.state import State
from whistlestop.lab.games.details import details_of
from whistlestop.lab.games.make_result import make_result
from whistlestop.lab.games.plan import SimulationPlan
from whistlestop.lab.games.results import Played


class Dealt(NamedTuple):
    """A game that begins; its events are noted if the plan wants details."""

    plan: SimulationPlan
    number: int
    flat: FlatBoard
    state: State
    chance: Chance
    log: list[RawEvent]

    def played(self, codes: list[int], turns: int) -> Played:
        """What is kept of it after its last ply."""
        result = make_result(self.plan, self.number, self.flat, self.state, len(codes), turns)
        details = details_of(self.flat, self.state, self.log) if self.plan.detailed else None
        return Played(result, (), details, (), tuple(codes) if self.plan.kept else ())


def deal_game(plan: SimulationPlan, number: int) -> Dealt:
    """Game `number` of a plan before its first ply."""
    t = codec_for(plan.board, plan.players).flat
    chance = shuffles_of(plan.seed_of(number))
    log: list[RawEvent] = []
    if plan.detailed:
        chance.events = log
    state = deal_seeded(t, plan.seed_of(number), 0, chance)
    return Dealt(plan, number, t, state, chance, log)
