"""`hint`: what the planner would do in the player's place, and why, in words.

The advice comes from the same view that the player sees. What it says can be typed as it stands.
"""

from __future__ import annotations

from whistlestop.bots.advice.advice import Advice, advise
from whistlestop.engine.knowledge.view import View
from whistlestop.render.summary import counted

ADVISER = "planner"
SHOWN = 3

# One for each reason; tests hold them against the adviser's list.
WORDS = {
    "only_action": "it is all you can do",
    "keep_tickets": "they go well together",
    "claim_for_plan": "it leads to your tickets",
    "claim_for_points": "it brings points",
    "build_for_plan": "it lends a route that your tickets can use",
    "build_in_vain": "it lends no route that your tickets need",
    "draw_for_plan": "it helps to claim what your tickets need",
    "draw_for_points": "it is for spare routes, not for tickets",
    "draw_in_vain": "it is your last turn, and cards bring nothing more",
    "draw_tickets": "more tickets may bring points",
    "pay_tunnel": "the tunnel is worth the price",
    "decline_tunnel": "the cards are worth more than the tunnel",
    "last_turn": "it is your last turn",
    "points_now": "it brings points at once",
}


def hint_lines(view: View) -> list[str]:
    """The best action and two others, each with its reason."""
    return [_line(place, advice) for place, advice in enumerate(advise(view, ADVISER, SHOWN))]


def _line(place: int, advice: Advice) -> str:
    start = f"The {ADVISER} would type" if place == 0 else "or else"
    points = advice.params.get("points")
    worth = f" ({counted(points, 'point')})" if isinstance(points, int) and points > 0 else ""
    return f"{start} `{advice.action}`: {WORDS[advice.reason]}{worth}."
