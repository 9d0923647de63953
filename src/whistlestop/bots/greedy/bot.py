"""The greedy player: takes what is worth most now and plans nothing.

It keeps the tickets that take fewest trains, claims the best route it can pay, and otherwise
collects the colour it has most of. Its thresholds are shares of what the board gives, so that they
mean the same on every board. It is deterministic: it ignores its seed. How it decides is in
`greedy/choice`.
"""

from __future__ import annotations

from whistlestop.bots.greedy.choice import choose
from whistlestop.bots.reasoning.from_view import action_of, facts_from_view
from whistlestop.bots.reasoning.seat_facts import SeatFacts
from whistlestop.bots.registry import Parameter, register
from whistlestop.engine.knowledge.view import View
from whistlestop.engine.state.rng import Rng
from whistlestop.model.actions import Action


@register(
    "greedy",
    "Claims the route worth most that it can pay, else draws what it holds most of.",
    # Other greedy bots take a half, which is never reached on boards with long tickets (europe).
    Parameter(
        "tickets",
        0.3,
        "It draws tickets when all are complete and more than this share of its trains is left.",
        low=0,
        high=1,
    ),
    Parameter(
        "reserve",
        0.3,
        "It tries a tunnel with cards left for at least this share of what may be turned up.",
        low=0,
        high=1,
    ),
    strength=2,
)
class GreedyBot:
    """Looks one action ahead."""

    def __init__(self, rng: Rng, *, tickets: float = 0.3, reserve: float = 0.3) -> None:
        self.tickets = tickets
        self.reserve = reserve

    def choose(self, view: View) -> Action:
        """The action it takes."""
        return action_of(view, self.decide(facts_from_view(view)))

    def decide(self, facts: SeatFacts) -> int:
        """The same from facts, as a code, for games played inside the engine."""
        return int(choose(facts, self.tickets, self.reserve))
