"""Moves: actions as a puzzle asks for them, whatever is paid and on whichever side of two tracks.

A claim is the pair of cities, a station is its city; anything else is the action itself. Each move
of a position has one action that stands for it: the one that the search would try, else the one
that spends the fewest locomotives and then the colour held most.
"""

from __future__ import annotations

from whistlestop.bots.reasoning.from_view import action_of, facts_from_view
from whistlestop.bots.search.shortlist import shortlist
from whistlestop.engine.knowledge.view import View
from whistlestop.model.actions import Action, Build, Claim, Payment


def move_of(action: Action | str) -> str:
    """The move that an action is one way to make; of a move, the move itself.

    >>> move_of("claim boston-montreal#2 2 red")
    'claim boston-montreal'
    """
    verb, _, rest = str(action).partition(" ")
    if verb not in ("claim", "build"):
        return str(action)
    place = rest.partition(" ")[0]
    return f"{verb} {place.partition('#')[0].partition(':')[0]}"


def moves_of(view: View) -> dict[str, Action]:
    """Every move that a seat may make, each with the action that stands for it."""
    tried = [action_of(view, code) for code in shortlist(facts_from_view(view))]
    found = {move_of(action): action for action in reversed(tried)}
    others: dict[str, Action] = {}
    for action in view.legal:
        move = move_of(action)
        if move not in others or _price(view, action) < _price(view, others[move]):
            others[move] = action
    return {move: found.get(move, action) for move, action in others.items()}


def _price(view: View, action: Action) -> tuple[int, int]:
    """How much it hurts to pay so; nothing where nothing is paid."""
    match action:
        case Claim(_, payment) | Build(_, payment):
            return payment.locomotives, -_held(view, payment)
        case _:
            return 0, 0


def _held(view: View, payment: Payment) -> int:
    return view.hand.get(payment.colour, 0) if payment.colour else 0
