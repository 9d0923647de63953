"""How all seats stand, for a spectator or for whoever reads a finished record.

All seats are judged in the same worlds: a spectator's worlds are dealt from what everybody can see,
a record's are the real position with the piles shuffled. Invariant: exactly one of them wins each
world, so their chances add up to 1. This shows what a seat cannot know and is no advice to it.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from whistlestop.bots.contract import Seed
from whistlestop.bots.evaluation.evaluation import WORLDS
from whistlestop.bots.evaluation.trying import TURNS
from whistlestop.bots.evaluation.value import Value, agreeing, final_value
from whistlestop.bots.search.trials import Outcome, play_round
from whistlestop.bots.search.worlds import possible_states
from whistlestop.bots.tuned import judge_of
from whistlestop.engine.game import Game
from whistlestop.engine.knowledge.view import View
from whistlestop.engine.lookup import codec_for
from whistlestop.engine.state.chance import Chance
from whistlestop.engine.state.rng import Rng, seeded
from whistlestop.engine.state.state import State, shuffle_pile


def standing(seen: Game | View, *, worlds: int = WORLDS, seed: Seed = 0) -> tuple[Value, ...]:
    """The value of the position to each seat, by what a spectator sees or by all there is.

    >>> round(sum(value.win for value in standing(Game("new-york", 3, seed=1), worlds=4)), 9)
    1.0
    """
    players = len(seen.names) if isinstance(seen, Game) else len(seen.players)
    if seen.over:
        score = seen.score() if isinstance(seen, Game) else seen.score
        assert score is not None
        return tuple(final_value(score, seat) for seat in range(players))
    rng = seeded(seed, "standing")
    dealt = _real(seen, rng) if isinstance(seen, Game) else possible_states(seen, rng, suited=True)
    turns = TURNS * players
    judge = judge_of(codec_for(seen.board, players).flat)
    played = [
        play_round(judge, state, turns, Chance(luck)) for state, luck in islice(dealt, worlds)
    ]
    return _values(played)


def _real(game: Game, rng: Rng) -> Iterator[tuple[State, Rng]]:
    """The real position without end, each time with the piles in another order."""
    while True:
        state = game.state.copy()
        shuffle_pile(game.flat, state, rng)
        yield state, Rng(rng.next32() | 1, rng.next32(), rng.next32(), rng.next32())


def _values(worlds: list[list[Outcome]]) -> tuple[Value, ...]:
    seats = range(len(worlds[0]))
    margins = [sum(world[seat].margin for world in worlds) / len(worlds) for seat in seats]
    wins = [sum(_shares(world)[seat] for world in worlds) / len(worlds) for seat in seats]
    if len(margins) == 2:
        lead = (margins[0] - margins[1]) / 2.0
        margins = [lead, -lead]
    return tuple(agreeing(margin, win) for margin, win in zip(margins, wins, strict=True))


def _shares(world: list[Outcome]) -> list[float]:
    """The chances of all seats in one world, made to add up to 1."""
    total = sum(outcome.win for outcome in world)
    if total == 0.0:
        return [1.0 / len(world)] * len(world)
    return [outcome.win / total for outcome in world]
