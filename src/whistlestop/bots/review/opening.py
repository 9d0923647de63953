"""The luck of the deal: how the seats stand after it, against how they stand after any other deal.

Other deals are dealt anew on the same board, so the mean over games is zero, whichever seat begins
and however many play.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count, islice

from whistlestop.bots.contract import Seed
from whistlestop.bots.evaluation.trying import TURNS
from whistlestop.bots.review.luck import margins_in, mean_of
from whistlestop.bots.search.trials import play_round
from whistlestop.bots.search.worlds import possible_states
from whistlestop.bots.tuned import judge_of
from whistlestop.engine.game import Game
from whistlestop.engine.state.chance import Chance
from whistlestop.engine.state.rng import Rng, seeded
from whistlestop.engine.state.state import State, shuffle_pile

WORLDS = 128
"""Deals, and worlds of each deal: more than for a ply, since all parts rest on them."""


@dataclass(frozen=True, slots=True)
class Opening:
    """What the deal gave each seat, in points of its margin: by its own eyes, and by all."""

    own: tuple[float, ...]
    all: tuple[float, ...]


def look_at_deal(game: Game, seed: Seed, worlds: int = WORLDS) -> Opening:
    """The luck of the deal of a game that has just been dealt."""
    assert game.ply == 0
    usual = _margins(game, _other_deals(game, seed), worlds)
    real = _margins(game, _this_deal(game, seed), worlds)
    seats = range(len(game.names))
    seen = [
        _margins(
            game, possible_states(game.view(s), seeded(seed, f"deal/{s}"), suited=True), worlds
        )
        for s in seats
    ]
    own = tuple(seen[seat][seat] - usual[seat] for seat in seats)
    return Opening(own, tuple(real[seat] - usual[seat] for seat in seats))


def _seen(game: Game, seat: int, seed: Seed) -> Iterator[tuple[State, Rng]]:
    """What a seat holds possible."""
    return possible_states(game.view(seat), seeded(seed, f"deal/{seat}"), suited=True)


def _other_deals(game: Game, seed: Seed) -> Iterator[tuple[State, Rng]]:
    rng = seeded(seed, "other deals")
    for number in count():
        other = Game(game.board, len(game.names), seed=f"{seed}/{number}", first=game.first)
        yield other.state, Rng(rng.next32() | 1, rng.next32(), rng.next32(), rng.next32())


def _this_deal(game: Game, seed: Seed) -> Iterator[tuple[State, Rng]]:
    """What really was dealt, each time with the pile in another order."""
    rng = seeded(seed, "this deal")
    while True:
        state = game.state.copy()
        shuffle_pile(game.flat, state, rng)
        yield state, Rng(rng.next32() | 1, rng.next32(), rng.next32(), rng.next32())


def _margins(game: Game, dealt: Iterator[tuple[State, Rng]], worlds: int) -> tuple[float, ...]:
    judge, players = judge_of(game.flat), len(game.names)
    rows = [
        margins_in(play_round(judge, state, TURNS * players, Chance(luck)))
        for state, luck in islice(dealt, worlds)
    ]
    return mean_of(rows, players)
