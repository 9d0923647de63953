"""Whole games inside the compiled module: uniformly random play to the final score.

The n-th legal action is drawn from the count, so no list is written. The rules are those of
`phases.moves` and `scoring`, not one of them skipped; tests replay these games through `Game`.
"""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

from whistlestop.engine.phases.moves import apply, count_legal, seek_legal, to_act
from whistlestop.engine.scoring.scoring import final_totals
from whistlestop.engine.state.chance import Chance
from whistlestop.engine.state.flat_board import OVER, PHASE, FlatBoard
from whistlestop.engine.state.rng import Rng, seeded
from whistlestop.engine.state.setup import card_order, deal, ticket_order
from whistlestop.engine.state.state import State


def deal_seeded(t: FlatBoard, seed: object, first: i64, chance: Chance) -> State:
    """The deal of `Game(..., seed=seed, first=first)`; `chance` is `shuffles_of(seed)`."""
    cards = card_order(t, seeded(seed, "cards"))
    return deal(t, cards, ticket_order(t, seeded(seed, "tickets")), first, chance)


def shuffles_of(seed: object) -> Chance:
    """The chance that reshuffles in a game with this seed."""
    return Chance(seeded(seed, "shuffles"))


def deal_random(t: FlatBoard, chance: Chance) -> State:
    """A new game, everything from one generator."""
    rng = chance.rng
    assert isinstance(rng, Rng), "rollouts shuffle by the fast generator"
    cards = card_order(t, rng)
    return deal(t, cards, ticket_order(t, rng), 0, chance)


def play_out(t: FlatBoard, s: State, rng: Rng, chance: Chance) -> i64:
    """Play uniformly random legal actions to the end; returns the number of plies."""
    plies: i64 = 0
    while i64(s.bytes[PHASE]) != OVER:
        seat = to_act(t, s)
        n = rng.below(count_legal(t, s, seat))
        apply(t, s, seat, seek_legal(t, s, seat, n), chance)
        plies += 1
    return plies


def random_games(t: FlatBoard, games: i64, rng: Rng) -> vec[i64]:
    """Play many random games; returns how many plies they had and the sum of all totals."""
    chance = Chance(rng)
    plies: i64 = 0
    total: i64 = 0
    game: i64 = 0
    while game < games:
        s = deal_random(t, chance)
        plies += play_out(t, s, rng, chance)
        for points in final_totals(t, s):
            total += points
        game += 1
    result = vec[i64]()
    result = append(result, plies)
    return append(result, total)
