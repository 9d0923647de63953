"""The planner as a bot: takes a view, answers with an action, and can say why.

How it decides is in `planner/choice`. This module reads its constants from parameters and hands its
thoughts to advice. The planner is deterministic: it ignores its seed.
"""

from __future__ import annotations

from whistlestop.bots.advice.advice import Advice
from whistlestop.bots.advice.explaining import explain_choices
from whistlestop.bots.planner.choice import choose
from whistlestop.bots.reasoning.board_scale import scale_of
from whistlestop.bots.reasoning.from_view import action_of, facts_from_view
from whistlestop.bots.reasoning.prices import Tuning
from whistlestop.bots.reasoning.seat_facts import SeatFacts
from whistlestop.bots.registry import Parameter, register
from whistlestop.bots.tuned import make_tuning
from whistlestop.engine.knowledge.view import View
from whistlestop.engine.lookup import codec_for
from whistlestop.engine.state.flat_board import FlatBoard
from whistlestop.engine.state.rng import Rng
from whistlestop.model.actions import Action

_SAYS = {
    "points": "How much of a route's points counts when ways are compared.",
    "credit": "How much of the cards in hand counts when ways are compared.",
    "cards": "Useful cards expected from a turn of drawing when ways are compared.",
    "idle": "What a spare turn is worth, of the board's best points per turn.",
    "train": "What a spare train is worth, of the board's best points per train.",
    "slack": "The share of the turns left that a plan must leave free.",
    "soft": "How uncertain the end of the game is, as a share of the turns left.",
    "doubt": "By how much plans take longer than they look.",
    "peril": "How often the hottest route of a plan is lost to a rival.",
    "haste": "Rivals end the game sooner (below 1) or later than the clock says.",
    "appetite": "Tickets are drawn when they promise more than this many turns' worth.",
    "risk": "Tickets are drawn unless the chance is higher than this that none offered fits.",
    "hurry": "What claiming at once is worth over waiting, in turns.",
    "worry": "How likely a hot route next to a rival is taken within a turn.",
    "nerve": "A tunnel is tried with at least this chance of success.",
    "spare": "How much routes for spare trains count when cards are drawn.",
    "trail": "The share of the prize for the longest trail that goes to routes at its end.",
}


@register(
    "planner",
    "Plans all its tickets as one network by turns, and ends the game in good time.",
    Parameter("tuned", True, "Whether constants that are not set are those found for the board."),
    *(
        Parameter(name, float(getattr(Tuning(), name)), says, low=-1, high=5)
        for name, says in _SAYS.items()
    ),
    strength=4,
)
class PlannerBot:
    """Makes its whole plan anew at every ply."""

    def __init__(self, rng: Rng, *, tuned: bool = True, **constants: float) -> None:
        usual = Tuning()
        self.changed = {n: v for n, v in constants.items() if not tuned or v != getattr(usual, n)}
        self.tunings: dict[FlatBoard, Tuning] = {}

    def choose(self, view: View) -> Action:
        """The action it takes."""
        return action_of(view, self.decide(facts_from_view(view)))

    def decide(self, facts: SeatFacts) -> int:
        """The same from facts, as a code, for games played inside the engine."""
        t = facts.flat
        return int(choose(facts, scale_of(t), self.tuning_for(t)))

    def advise(self, view: View, count: int) -> tuple[Advice, ...]:
        """Its choice first, then what else it considered."""
        t = codec_for(view.board, len(view.players)).flat
        return explain_choices(view, self.tuning_for(t), count)

    def tuning_for(self, t: FlatBoard) -> Tuning:
        """The constants for a board: the tuned ones, except where a parameter says otherwise."""
        if t not in self.tunings:
            self.tunings[t] = make_tuning(t, self.changed)
        return self.tunings[t]
