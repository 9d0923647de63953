"""Games between random bots, played inside the engine without views.

A random bot looks at nothing but its legal actions, and those have an order: it needs their number
and where one kind ends, never a list. The deal, the luck of each bot and the order of actions are
those of `Game`, `UniformBot` and `KindsBot`, so a game has the same result either way; a test
compares both. Games of uniform bots alone have a compiled loop of their own, in `uniform`.
"""

from __future__ import annotations

from collections.abc import Callable

from whistlestop.bots.random import KindsBot, UniformBot
from whistlestop.engine.phases.moves import apply, count_legal, seek_legal, to_act
from whistlestop.engine.state.flat_board import (
    DECLINE_CODE,
    MAIN,
    OVER,
    PHASE,
    TICKETS,
    TUNNEL,
    FlatBoard,
)
from whistlestop.engine.state.rng import Rng
from whistlestop.engine.state.state import State
from whistlestop.lab.games.dealt import deal_game
from whistlestop.lab.games.plan import SimulationPlan
from whistlestop.lab.games.results import Played

Picker = Callable[[FlatBoard, State, int, Rng], int]
"""The code of an action for a seat."""


def play_chance_bots(plan: SimulationPlan, number: int) -> Played:
    """Game `number` of a plan whose bots are all random, by kinds of action or by actions."""
    game = deal_game(plan, number)
    t, state = game.flat, game.state
    seats = [_picker(plan, number, bot) for bot in plan.seating(number)]
    codes: list[int] = []
    turns = 0
    while (phase := state.bytes[PHASE]) != OVER:
        turns += phase == MAIN
        seat = to_act(t, state)
        pick, rng = seats[seat]
        code = pick(t, state, seat, rng)
        apply(t, state, seat, code, game.chance)
        codes.append(code)
    return game.played(codes, turns)


def _picker(plan: SimulationPlan, number: int, bot: int) -> tuple[Picker, Rng]:
    made = plan.bots[bot].make(plan.bot_seed(number, bot))
    assert isinstance(made, UniformBot | KindsBot)
    return picker_of(made), made.rng


def picker_of(bot: UniformBot | KindsBot) -> Picker:
    """What picks as a random bot chooses."""
    return pick_by_kind if isinstance(bot, KindsBot) else pick_uniformly


def pick_uniformly(t: FlatBoard, s: State, seat: int, rng: Rng) -> int:
    """What `UniformBot` chooses."""
    return seek_legal(t, s, seat, rng.below(count_legal(t, s, seat)))


def pick_by_kind(t: FlatBoard, s: State, seat: int, rng: Rng) -> int:
    """What `KindsBot` chooses: first a kind, then one of that kind."""
    edges = kind_edges(t, s, seat)
    kind = rng.below(len(edges) - 1)
    start = edges[kind]
    return seek_legal(t, s, seat, start + rng.below(edges[kind + 1] - start))


def kind_edges(t: FlatBoard, s: State, seat: int) -> list[int]:
    """Where each kind begins among the legal actions, and at last how many there are."""
    d = s.bytes
    count = count_legal(t, s, seat)
    if d[PHASE] == TUNNEL:
        declines = count > 1 and seek_legal(t, s, seat, 0) == DECLINE_CODE
        return [0, 1, count] if declines else [0, count]
    if d[PHASE] != MAIN:
        return [0, count]
    edges = [0, 1] if d[TICKETS] else [0]
    # Draws come first, and there are no more of them than kinds of cards and the deck.
    edge = _before(t, s, seat, t.keep_code, edges[-1], min(count, t.kinds + 2))
    _note(edges, edge)
    if t.stations:
        _note(edges, _before(t, s, seat, t.claim_code, edge, count))
    _note(edges, count)
    return edges


def _note(edges: list[int], edge: int) -> None:
    if edge > edges[-1]:
        edges.append(edge)


def _before(t: FlatBoard, s: State, seat: int, code: int, low: int, high: int) -> int:
    """How many legal actions come before a code; between `low` and `high`."""
    while low < high:
        middle = (low + high) >> 1
        if seek_legal(t, s, seat, middle) < code:
            low = middle + 1
        else:
            high = middle
    return low
