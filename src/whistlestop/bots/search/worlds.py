"""Possible worlds: states that a seat cannot tell from the true one, as it believes them to be.

`View.sample` deals a world that the view allows; `beliefs` exchanges hidden tickets in it. This
module decides nothing: the search and the coach play on in the worlds.
"""

from __future__ import annotations

from collections.abc import Iterator

from librt.vecs import vec
from mypy_extensions import i64

from whistlestop.bots.search.beliefs import Beliefs, deal_again, suit_rivals
from whistlestop.bots.tuned import judge_of
from whistlestop.engine.knowledge.view import View
from whistlestop.engine.state.rng import Rng
from whistlestop.engine.state.state import State

# Dealing a world from the view takes longer than playing on in it, so each world is used several
# times, with the pile shuffled and hidden tickets exchanged. Rivals hold the same cards each time,
# so where those decide, four uses tell little more than one.
USES = 4
# A seat that does not exist, for those who only watch.
NOBODY = -1


def possible_states(
    view: View, rng: Rng, suited: bool = False, uses: int = USES
) -> Iterator[tuple[State, Rng]]:
    """States that the seat cannot tell from the true one, without end, each with its own luck.

    With `suited` rivals hold tickets that suit their plans. That takes longer; without it worlds
    are kinder to the viewer. To a spectator everybody is a rival. Each dealt world has so many
    `uses`.
    """
    viewer = NOBODY if view.seat is None else view.seat
    beliefs: Beliefs | None = None
    while True:
        world = view.sample(rng)
        if beliefs is None:
            beliefs = Beliefs(judge_of(world.flat), world.state, viewer, _seen(view))
        for _ in range(uses):
            state = world.state.copy()
            deal_again(beliefs, state, rng)
            if suited:
                suit_rivals(beliefs, state, rng)
            yield state, Rng(rng.next32() | 1, rng.next32(), rng.next32(), rng.next32())


def _seen(view: View) -> vec[i64]:
    """For each ticket whether the viewer has ever seen it."""
    names = {name for draw in view.draws for name in draw.tickets or ()}
    return vec[i64]([int(ticket.id in names) for ticket in view.board.tickets])
