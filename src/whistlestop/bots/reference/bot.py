"""The reference player: the zero of the ratings, with the profile of the strongest public bot.

On usa:classic with two players it scores about 93 against itself, the winner about 116; it keeps
4.9 tickets, completes 3.8 of them and takes 43 turns. How it decides is in `reference/choice`, and
frozen positions pin it: a change of it would change every rating.
"""

from __future__ import annotations

from whistlestop.bots.reasoning.board_scale import scale_of
from whistlestop.bots.reasoning.from_view import action_of, facts_from_view
from whistlestop.bots.reasoning.seat_facts import SeatFacts
from whistlestop.bots.reference.choice import choose
from whistlestop.bots.reference.scene import Habits
from whistlestop.bots.registry import register
from whistlestop.engine.knowledge.view import View
from whistlestop.engine.state.rng import Rng
from whistlestop.model.actions import Action


@register(
    "reference",
    "Plans all tickets together and scores every action in points; the zero of the ratings.",
    strength=3,
)
class ReferenceBot:
    """Never changes, so it has no parameters; it ignores its seed."""

    def __init__(self, rng: Rng) -> None:
        self.habits = Habits()

    def choose(self, view: View) -> Action:
        """The action it takes."""
        return action_of(view, self.decide(facts_from_view(view)))

    def decide(self, facts: SeatFacts) -> int:
        """The same from facts, as a code, for games played inside the engine."""
        return int(choose(facts, scale_of(facts.flat), self.habits))
