"""The six styles as bots: characters with one idea each (see `planning.styles`).

They are here for playtesting, since what wins on a board says what the board rewards, and as
company at a table. Each has a parameter or two, so that its idea can be held more or less firmly.
"""

from __future__ import annotations

from whistlestop.bots.reasoning.from_view import action_of, facts_from_view, scale_of
from whistlestop.bots.reasoning.prices import Tuning
from whistlestop.bots.reasoning.seat_facts import SeatFacts
from whistlestop.bots.registry import Parameter, register
from whistlestop.bots.styles.characters import (
    Blocker,
    LongRoute,
    OneStep,
    RouteFocused,
    Rusher,
    TicketHungry,
)
from whistlestop.bots.styles.style import Style, decide
from whistlestop.engine.knowledge.view import View
from whistlestop.engine.state.rng import Rng
from whistlestop.model.actions import Action


class StyleBot:
    """Plays one style; it has no use for luck."""

    def __init__(self, style: Style) -> None:
        self.style = style
        self.tuning = Tuning()

    def choose(self, view: View) -> Action:
        return action_of(view, self.decide(facts_from_view(view)))

    def decide(self, facts: SeatFacts) -> int:
        return int(decide(self.style, facts, scale_of(facts.flat), self.tuning))


def _early(default: float) -> Parameter:
    says = "It draws tickets when all are complete and more than this share of its trains is left."
    return Parameter("early", default, says, low=0, high=1)


_LUCK = Parameter(
    "luck",
    0.02,
    "It draws tickets when at least this share of those left are complete already.",
    low=0,
    high=1,
)


@register(
    "one-step",
    "Ottilie: weighs every claim anew, points and how much nearer her tickets come.",
    Parameter("tickets", 1.0, "How much tickets count beside points.", low=0, high=5),
    _early(0.3),
)
def make_one_step(rng: Rng, tickets: float = 1.0, early: float = 0.3) -> StyleBot:
    return StyleBot(OneStep(tickets, early))


@register(
    "long-route",
    "Barnaby: loves the longest routes and takes no more tickets than he must.",
    Parameter("least", 0.8, "The shortest he likes, of the board's longest.", low=0, high=1),
    _LUCK,
)
def make_long_route(rng: Rng, least: float = 0.8, luck: float = 0.02) -> StyleBot:
    return StyleBot(LongRoute(least, luck))


@register(
    "route-focused",
    "Philippa: goes the shortest way for each ticket, contested routes first.",
    _early(0.4),
)
def make_route_focused(rng: Rng, early: float = 0.4) -> StyleBot:
    return StyleBot(RouteFocused(early))


@register(
    "ticket-hungry",
    "Horatio: fills his hand with tickets first and builds for all of them then.",
    Parameter("load", 0.7, "The share of his trains that tickets may ask for.", low=0, high=2),
    _early(0.4),
)
def make_ticket_hungry(rng: Rng, load: float = 0.7, early: float = 0.4) -> StyleBot:
    return StyleBot(TicketHungry(load, early))


@register(
    "rusher",
    "Zelda: places trains as fast as she can and ends the game on everybody.",
    Parameter("least", 0.5, "The shortest she bothers with, of the longest.", low=0, high=1),
    _LUCK,
)
def make_rusher(rng: Rng, least: float = 0.5, luck: float = 0.02) -> StyleBot:
    return StyleBot(Rusher(least, luck))


@register(
    "blocker",
    "Grimbald: goes his own ways, but rather takes what the leader needs.",
    Parameter("spite", 1.0, "How much the leader's loss counts.", low=0, high=5),
    _early(0.4),
)
def make_blocker(rng: Rng, spite: float = 1.0, early: float = 0.4) -> StyleBot:
    return StyleBot(Blocker(spite, early))
