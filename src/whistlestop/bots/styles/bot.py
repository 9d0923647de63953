"""The six styles as registered bots; what each does is in `styles/characters`.

They serve playtesting, since the style that wins on a board says what the board rewards, and they
are company at a table. One or two parameters set how firmly each holds its idea.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from whistlestop.bots.reasoning.board_scale import scale_of
from whistlestop.bots.reasoning.from_view import action_of, facts_from_view
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
from whistlestop.bots.styles.style import Style, choose_in_style
from whistlestop.engine.knowledge.view import View
from whistlestop.engine.state.rng import Rng
from whistlestop.model.actions import Action


class StyleBot:
    """Plays one style; it ignores its seed."""

    def __init__(self, style: Style) -> None:
        self.style = style
        self.tuning = Tuning()

    def choose(self, view: View) -> Action:
        """The action it takes."""
        return action_of(view, self.decide(facts_from_view(view)))

    def decide(self, facts: SeatFacts) -> int:
        """The same from facts, as a code, for games played inside the engine."""
        return int(choose_in_style(self.style, facts, scale_of(facts.flat), self.tuning))


@dataclass(frozen=True, slots=True)
class StyleMaker:
    """Makes bots of one style, whose parameters are those of its class."""

    kind: Callable[..., Style]

    def __call__(self, rng: Rng, **values: float) -> StyleBot:
        return StyleBot(self.kind(**values))


def _register(name: str, says: str, kind: Callable[..., Style], *parameters: Parameter) -> None:
    register(name, says, *parameters)(StyleMaker(kind))


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

_register(
    "one-step",
    "Ottilie: weighs every claim anew, points and how much nearer her tickets come.",
    OneStep,
    Parameter("tickets", 1.0, "How much tickets count beside points.", low=0, high=5),
    _early(0.3),
)
_register(
    "long-route",
    "Barnaby: loves the longest routes and takes no more tickets than he must.",
    LongRoute,
    Parameter("least", 0.8, "The shortest he likes, of the board's longest.", low=0, high=1),
    _LUCK,
)
_register(
    "route-focused",
    "Philippa: goes the shortest way for each ticket, contested routes first.",
    RouteFocused,
    _early(0.4),
)
_register(
    "ticket-hungry",
    "Horatio: fills his hand with tickets first and builds for all of them then.",
    TicketHungry,
    Parameter("load", 0.7, "The share of his trains that tickets may ask for.", low=0, high=2),
    _early(0.4),
)
_register(
    "rusher",
    "Zelda: places trains as fast as she can and ends the game on everybody.",
    Rusher,
    Parameter("least", 0.5, "The shortest she bothers with, of the longest.", low=0, high=1),
    _LUCK,
)
_register(
    "blocker",
    "Grimbald: goes his own ways, but rather takes what the leader needs.",
    Blocker,
    Parameter("spite", 1.0, "How much the leader's loss counts.", low=0, high=5),
    _early(0.4),
)
