"""Whole games by chance with a choice of two ways: among all legal actions, or first among kinds.

A kind of action (drawing tickets, a card, claiming …) is a stretch of the legal actions, which are
in ascending order of their codes; so the number of each kind is enough, and no list is written.
Each seat has a generator of its own, and what is drawn from it is what the bots of the library draw
from theirs. The shortest loop, for simulations that keep only results, is in `uniform`.
"""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

from whistlestop.engine.phases.cards import seek_draw
from whistlestop.engine.phases.moves import BEYOND, apply, count_legal, seek_legal, to_act
from whistlestop.engine.phases.routes import seek_claim
from whistlestop.engine.phases.stations import seek_build
from whistlestop.engine.state.chance import Chance
from whistlestop.engine.state.flat_board import MAIN, OVER, PHASE, TICKETS, TUNNEL, FlatBoard
from whistlestop.engine.state.rng import Rng
from whistlestop.engine.state.state import State


def play_by_chance(
    t: FlatBoard, s: State, choosers: list[Rng], by_kind: list[bool], chance: Chance
) -> tuple[list[int], int]:
    """Play to the end, each seat choosing its own way with its own generator.

    Returns the codes of all actions and the number of turns.
    """
    codes: list[int] = []
    turns = 0
    while i64(s.bytes[PHASE]) != OVER:
        seat = to_act(t, s)
        if i64(s.bytes[PHASE]) == MAIN:
            turns += 1
        rng = choosers[seat]
        code = pick_by_kind(t, s, seat, rng) if by_kind[seat] else pick_uniformly(t, s, seat, rng)
        apply(t, s, seat, code, chance)
        codes.append(code)
    return codes, turns


def pick_uniformly(t: FlatBoard, s: State, seat: i64, rng: Rng) -> i64:
    """The code of any legal action."""
    return seek_legal(t, s, seat, rng.below(count_legal(t, s, seat)))


def pick_by_kind(t: FlatBoard, s: State, seat: i64, rng: Rng) -> i64:
    """First a kind, then the code of an action of that kind."""
    edges = kind_edges(t, s, seat)
    kind = rng.below(len(edges) - 1)
    start = edges[kind]
    return seek_legal(t, s, seat, start + rng.below(edges[kind + 1] - start))


def kind_edges(t: FlatBoard, s: State, seat: i64) -> vec[i64]:
    """Where each kind begins among the legal actions, and at last how many there are."""
    d = s.bytes
    edges = append(vec[i64](capacity=5), 0)
    phase = i64(d[PHASE])
    if phase != MAIN:
        count = count_legal(t, s, seat)
        if phase == TUNNEL and count > 1:
            edges = append(edges, 1)  # declining comes first, and is always legal
        return append(edges, count)
    edges = _noted(edges, i64(d[TICKETS] != 0))
    edges = _noted(edges, -1 - seek_draw(t, s, BEYOND))
    if t.stations:
        edges = _noted(edges, -1 - seek_build(t, s, seat, BEYOND))
    edges = _noted(edges, -1 - seek_claim(t, s, seat, BEYOND))
    return edges if len(edges) > 1 else append(edges, 1)  # there is nothing but to pass


def _noted(edges: vec[i64], count: i64) -> vec[i64]:
    """One kind more, if there are any actions of it."""
    return append(edges, edges[len(edges) - 1] + count) if count else edges
