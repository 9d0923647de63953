"""The two random players. They look at nothing but the list of legal actions.

`random` first chooses a kind of action (draw, claim, tickets, station …) and then one of that kind;
`uniform` chooses among all legal actions at once, which makes it far weaker, because on most turns
nearly all actions are of one kind. The lab relies on how `uniform` uses its luck: for each decision
one number below the number of legal actions.
"""

from __future__ import annotations

from bisect import bisect_left

from whistlestop.bots.contract import by_kind
from whistlestop.bots.reasoning.seat_facts import SeatFacts
from whistlestop.bots.registry import Parameter, register
from whistlestop.engine.knowledge.view import View
from whistlestop.engine.state.flat_board import DECK_CODE, DECLINE_CODE, TICKETS_CODE
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

    def decide(self, facts: SeatFacts) -> int:
        """The same from facts, as a code, for games played inside the engine."""
        return int(facts.codes[self.rng.below(len(facts.codes))])


class KindsBot:
    """Uniform over the kinds of action, then uniform inside the kind."""

    def __init__(self, rng: Rng) -> None:
        self.rng = rng

    def choose(self, view: View) -> Action:
        """The action it takes."""
        kinds = list(by_kind(view.legal).values())
        actions = kinds[int(self.rng.below(len(kinds)))]
        return actions[int(self.rng.below(len(actions)))]

    def decide(self, facts: SeatFacts) -> int:
        """The same from facts, as a code, for games played inside the engine."""
        edges = _kind_edges(facts)
        kind = int(self.rng.below(len(edges) - 1))
        start = edges[kind]
        return int(facts.codes[start + self.rng.below(edges[kind + 1] - start)])


def _kind_edges(facts: SeatFacts) -> list[int]:
    """Where each kind of action begins among the codes, and at last how many there are."""
    t, codes = facts.flat, list(facts.codes)
    starts = (TICKETS_CODE, DECLINE_CODE, DECK_CODE)
    later = (int(t.keep_code), int(t.pay_code), int(t.build_code), int(t.claim_code))
    edges = {bisect_left(codes, start) for start in (*starts, *later)}
    return sorted(edges | {0, len(codes)})


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
