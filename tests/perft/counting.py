"""Perft: how many sequences of so many actions there are from a position.

Chance answers the same way in every branch, because each branch has its own copy of the
generator; at the opening the seats answer in order. `measure` and `legal_texts` make the committed
numbers (`python -m tools.records.perft`) and the tests compare with them.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.records.shelf import NAMES, record_of, replayed
from whistlestop.engine.game import Game
from whistlestop.engine.phases.moves import apply, list_legal, to_act
from whistlestop.engine.state.chance import Chance
from whistlestop.engine.state.flat_board import FlatBoard
from whistlestop.engine.state.rng import Luck
from whistlestop.engine.state.state import State

COUNTS = Path(__file__).parent / "counts.json"
ORDER = Path(__file__).parent / "order.json"
RICH = (
    *("europe/rare-tunnel-no-pile", "london/rare-last-ticket", "new-york/rare-pile-empty"),
    *("usa/rare-wiped-twice", "usa/rare-passes"),
)
DEEPEST = 4
# So many actions are carried out at most for one position; deeper counts are left out.
MOST_ACTIONS = 12_000


def perft(t: FlatBoard, s: State, rng: Luck, depth: int) -> int:
    """The number of sequences of exactly `depth` actions."""
    seat = to_act(t, s)
    codes = list_legal(t, s, seat)
    if depth == 1:
        return len(codes)
    total = 0
    for code in codes:
        after, chance = s.copy(), Chance(rng.copy())
        apply(t, after, seat, code, chance)
        total += perft(t, after, chance.rng, depth - 1)
    return total


def counts_of(game: Game) -> list[int]:
    """Perft for depth 1, 2, … as far as that is quick."""
    counts: list[int] = []
    while len(counts) < DEEPEST and sum(counts) <= MOST_ACTIONS:
        rng = game.chance.rng
        counts.append(perft(game.flat, game.state, rng, len(counts) + 1))
    return counts


def positions() -> Iterator[tuple[str, int]]:
    """For every board and number of players: after the deal, and at two plies of a game."""
    for name in NAMES:
        if "/default-" in name and name.endswith("-actions"):
            plies = len(record_of(name))
            yield from ((name, ply) for ply in (0, plies // 3, plies * 2 // 3))
    yield from rich()


def rich() -> Iterator[tuple[str, int]]:
    """Where seats have drawn for long and could claim almost anything."""
    for name in RICH:
        yield name, len(record_of(name)) // 2


def moments() -> Iterator[tuple[str, int]]:
    """For every board and number of players: the middle ply of each phase of a game."""
    for name in NAMES:
        if "/default-" in name and name.endswith("-kinds"):
            phases: dict[str, list[int]] = {}
            for game in replayed(name):
                phases.setdefault(game.phase, []).append(game.ply)
            del phases["over"]
            yield from ((name, plies[len(plies) // 2]) for plies in phases.values())
    yield from rich()


def legal_texts(game: Game) -> list[str]:
    return [str(action) for action in game.legal]


def measure() -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """The committed numbers, made anew."""
    counts = [
        {"record": name, "ply": ply, "counts": counts_of(record_of(name).at(ply))}
        for name, ply in positions()
    ]
    order = []
    for name, ply in moments():
        game = record_of(name).at(ply)
        order.append({"record": name, "ply": ply, "phase": game.phase, "legal": legal_texts(game)})
    return counts, order
