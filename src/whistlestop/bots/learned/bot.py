"""The learned player as a bot: a network that imitated `planner` and then played against itself.

Weights lie beside this module, one file for each map. Where there is none for a board, it plays as
`greedy` does, so that it can sit at every table. It is deterministic: it ignores its seed.
"""

from __future__ import annotations

from functools import cache
from importlib import resources

from whistlestop.bots.greedy.bot import GreedyBot
from whistlestop.bots.learned.inputs import width_of
from whistlestop.bots.learned.network import PolicyNetwork, read_network
from whistlestop.bots.reasoning.from_view import action_of, facts_from_view
from whistlestop.bots.reasoning.seat_facts import SeatFacts
from whistlestop.bots.registry import register
from whistlestop.bots.tuned import map_of
from whistlestop.engine.knowledge.view import View
from whistlestop.engine.state.flat_board import FlatBoard
from whistlestop.engine.state.rng import Rng
from whistlestop.model.actions import Action


@register("learned", "A small network, trained on new-york; elsewhere it plays as greedy does.")
class LearnedBot:
    """Scores every legal action and takes the best."""

    def __init__(self, rng: Rng) -> None:
        self.elsewhere = GreedyBot(rng)

    def choose(self, view: View) -> Action:
        """The action it takes."""
        return action_of(view, self.decide(facts_from_view(view)))

    def decide(self, facts: SeatFacts) -> int:
        """The same from facts, as a code, for games played inside the engine."""
        network = network_for(facts.flat)
        return self.elsewhere.decide(facts) if network is None else int(network.choose(facts))


@cache
def network_for(t: FlatBoard) -> PolicyNetwork | None:
    """The network trained for a board, or None; one that does not fit the board is none of its."""
    file = resources.files("whistlestop.bots.learned") / f"{map_of(t)}.weights"
    if not file.is_file():
        return None
    network = read_network(file.read_bytes())
    fits = network.inputs == width_of(t) and network.actions == t.actions
    return network if fits else None
