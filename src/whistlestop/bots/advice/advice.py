"""Advice: what a bot would do, what else it considered, what each promises, and why.

A reason is a code with parameters, never a sentence: whoever shows it brings the words. Values are
the points that the bot expects for the seat from here on; they compare the actions of one piece of
advice and nothing else. Like a bot, advice knows no more than the view.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol, runtime_checkable

from whistlestop.bots.advice.network import Network
from whistlestop.bots.contract import Bot, action_of
from whistlestop.bots.registry import make_bot
from whistlestop.engine.knowledge.view import View
from whistlestop.model.actions import Action, Build, Claim, Keep, Pay

# Several names are one text, separated by spaces.
Param = str | int | float

REASONS = (
    "only_action",
    "keep_tickets",
    "claim_for_plan",
    "claim_for_points",
    "build_for_plan",
    "build_in_vain",
    "draw_for_plan",
    "draw_for_points",
    "draw_in_vain",
    "draw_tickets",
    "pay_tunnel",
    "decline_tunnel",
    "last_turn",
    "points_now",
)
"""Every code that a reason can have."""


@dataclass(frozen=True, slots=True)
class Advice:
    """One action with what it promises and why, as a code with parameters.

    Attributes:
        action: The action advised.
        value: Points that the bot expects from here on; they compare the actions of one advice.
        reason: One of `REASONS`; whoever shows it brings the words.
        params: What the sentence speaks of.
    """

    action: Action
    value: float
    reason: str
    params: Mapping[str, Param] = field(default_factory=dict)


@runtime_checkable
class Adviser(Protocol):
    """A bot that can say what it thinks."""

    def advise(self, view: View, count: int) -> tuple[Advice, ...]:
        """Up to `count` actions, its own choice first."""
        ...


def advise(view: View, bot: Bot | str, count: int = 3) -> tuple[Advice, ...]:
    """Up to `count` actions, the bot's own choice first; nothing while the seat has to wait.

    `bot` is a bot or a text such as `planner`.

    >>> from whistlestop import Game
    >>> view = Game("usa", 2, seed=1).view(0)
    >>> [advice.reason for advice in advise(view, "planner", 2)]
    ['keep_tickets', 'keep_tickets']
    """
    if not view.legal or count < 1:
        return ()
    if isinstance(bot, str):
        bot = make_bot(bot, seed=0)
    if isinstance(bot, Adviser):
        return bot.advise(view, count)
    return _by_points(view, action_of(bot.choose(view)), count)


def _by_points(view: View, chosen: Action, count: int) -> tuple[Advice, ...]:
    """Advice for a bot that gives no reasons: the points that each action brings at once."""
    net = Network(view, view.seat if view.seat is not None else -1)
    listed = [_now(view, net, action) for action in _one_of_each(view, chosen)]
    listed.sort(key=lambda advice: -advice.value)
    first = _now(view, net, chosen)
    return (first, *listed)[:count]


def _one_of_each(view: View, chosen: Action) -> list[Action]:
    """The other actions, but only one of all ways to pay for the same thing."""
    others = {_thing(chosen): chosen}
    for action in view.legal:
        others.setdefault(_thing(action), action)
    return list(others.values())[1:]


def _thing(action: Action) -> str:
    match action:
        case Claim(route, _):
            return f"claim {route}"
        case Build(city, _):
            return f"build {city}"
        case Pay():
            return "pay"
        case _:
            return str(action)


def _now(view: View, net: Network, action: Action) -> Advice:
    points = 0
    match action:
        case Claim(name, _):
            route = view.board.route_by_id[name]
            ends = {net.part(route.a), net.part(route.b)}
            points = view.board.rules.points[route.length]
            if len(ends) == 2:
                turned = [t for t in view.tickets if {net.part(t.a), net.part(t.b)} == ends]
                points += sum(2 * ticket.points for ticket in turned)
        case Build():
            points = -view.board.rules.station_points
        case Keep(places):
            kept = [view.offer[place - 1] for place in places]
            points = sum(t.points if net.joins(t) else -t.points for t in kept)
    return Advice(action, float(points), "points_now", {"points": points})
