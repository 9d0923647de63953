"""The shortlist of a decision: the candidates that the search and the evaluation try out.

`candidates` lists what the planner would consider; this module leaves out what never pays. It tries
nothing itself.
"""

from __future__ import annotations

from whistlestop.bots.planner.ticket_choice import draw_gain
from whistlestop.bots.planner.ticket_plan import best_plan
from whistlestop.bots.reasoning.board_scale import scale_of
from whistlestop.bots.reasoning.prices import Prices
from whistlestop.bots.reasoning.seat_facts import SeatFacts
from whistlestop.bots.search.candidates import list_candidates
from whistlestop.bots.tuned import tuning_of
from whistlestop.engine.state.flat_board import TICKETS_CODE

# Drawing tickets is tried only with a plan that has at least this chance.
FIRM = 0.7


def shortlist(facts: SeatFacts) -> list[int]:
    """The codes of the actions worth trying, the planner's own choice first."""
    prices = Prices(facts, scale_of(facts.flat), tuning_of(facts.flat))
    first, *others = (int(code) for code in list_candidates(prices).codes)
    return [first, *(code for code in others if _is_sane(prices, code))]


def _is_sane(prices: Prices, code: int) -> bool:
    """Whether to try an action at all: tickets only with a firm plan.

    Else a seat that is behind would gamble on tickets and fall further behind.
    """
    if code != TICKETS_CODE:
        return True
    plan = best_plan(prices, prices.facts.tickets)
    return not plan.given_up and plan.chance > FIRM and draw_gain(prices, plan) > 0.0
