"""The two random players. They look at nothing but the list of legal actions.

`random` first chooses a kind of action (draw, claim, tickets, station …) and then one of that kind;
`uniform` chooses among all legal actions at once, which makes it far weaker, because on most turns
nearly all actions are of one kind. The lab relies on how `uniform` uses its luck: for each decision
one number below the number of legal actions.
"""

from __future__ import annotations

from whistlestop.bots.contract import by_kind
from whistlestop.bots.registry import Parameter, register
from whistlestop.engine.knowledge.view import View
from whistlestop.engine.state.rng import Rng
from whistlestop.model.actions import Action


@register("uniform", "Any legal action, all equally likely.")
class UniformBot:
    """Uniform over legal actions."""

    def __init__(self, rng: Rng) -> None:
        self.rng = rng

    def choose(self, view: View) -> Action:
        """The action it takes."""
        return view.legal[int(self.rng.below(len(view.legal)))]


class KindsBot:
    """Uniform over the kinds of action, then uniform inside the kind."""

    def __init__(self, rng: Rng) -> None:
        self.rng = rng

    def choose(self, view: View) -> Action:
        """The action it takes."""
        kinds = list(by_kind(view.legal).values())
        actions = kinds[int(self.rng.below(len(kinds)))]
        return actions[int(self.rng.below(len(actions)))]


@register(
    "random",
    "Any kind of action, then any action of that kind, all equally likely.",
    Parameter(
        "by",
        "kinds",
        "kinds: first a kind of action, then one of that kind; actions: the same as uniform.",
        choices=("kinds", "actions"),
    ),
    strength=1,
)
def make_random(rng: Rng, by: str = "kinds") -> UniformBot | KindsBot:
    """The random player that chooses by kinds of action, or by single actions."""
    return UniformBot(rng) if by == "actions" else KindsBot(rng)
