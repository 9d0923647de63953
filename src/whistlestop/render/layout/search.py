"""From a start to a layout: grow the spaces, then press everything apart ever harder.

The spaces begin narrow, so that the lines of the start keep their order, and grow to their width
while the pull to geography fades. Then weights rise until nothing is violated. The same puzzle and
seed give the same layout.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib import import_module
from typing import TYPE_CHECKING, Any

import numpy as np

from whistlestop.render.layout.crossings import uncross
from whistlestop.render.layout.energy import Energy, Pressure, Stage
from whistlestop.render.layout.sides import choose_sides

if TYPE_CHECKING:
    from whistlestop.render.layout.puzzle import Array, LayoutPuzzle, LayoutState

Progress = Callable[[float, str], None]
CHUNK = 40
"""Rounds after which neighbours are looked for again."""


def growing() -> Iterator[Stage]:
    """From thin lines in the places of geography to spaces of full size."""
    steps = 12
    for i in range(steps):
        part = i / (steps - 1)
        yield Stage(
            width=0.15 + 0.85 * part,
            grown=min(1.0, 0.1 + 1.6 * part),
            keep=0.05,
            push=30.0,
            home=0.12 * (1 - part) ** 2 + 0.002,
            compass=1.0 - 0.5 * part,
            straight=1.2,
            sheet=0.15 + 0.85 * part,
            rounds=80,
        )


def settling(rounds: int = 8) -> Iterator[Stage]:
    """At full size: what is still violated weighs more and more."""
    for i in range(rounds):
        part = i / max(rounds - 1, 1)
        yield Stage(
            keep=0.06 + 0.03 * part,
            push=60.0 * 2.0**i,
            home=0.001 * (1 - part),
            compass=0.5 - 0.3 * part,
            straight=1.2 - 0.4 * part,
            sheet=1.0,
            rounds=120,
        )


def search(
    puzzle: LayoutPuzzle,
    state: LayoutState,
    home: Array,
    stages: list[Stage],
    progress: Progress | None = None,
) -> LayoutState:
    """The layout that the stages lead to, one after the other."""
    pressure = Pressure(puzzle, state)
    for i, stage in enumerate(stages):
        state = _settled(puzzle, state, home, stage, pressure, first=i == 0)
        if progress:
            progress((i + 1) / len(stages), "growing" if stage.width < 1 else "settling")
    return state


def _settled(
    puzzle: LayoutPuzzle,
    state: LayoutState,
    home: Array,
    stage: Stage,
    pressure: Pressure,
    first: bool,
) -> LayoutState:
    minimize: Any = import_module("scipy.optimize").minimize  # it comes without types
    if not puzzle.fixed.any():
        home = fitted(home, state.points)
    uncross(puzzle, state)
    energy = Energy(puzzle, state, home, stage)
    choose_sides(energy, state, all_of=first and stage.width < 1)
    for _ in range(-(-stage.rounds // CHUNK)):
        energy = Energy(puzzle, state, home, stage, pressure)
        options = {"maxiter": CHUNK, "maxcor": 20}
        found = minimize(energy, state.packed(), jac=True, method="L-BFGS-B", options=options)
        state = state.unpacked(found.x)
        if stage.width >= 1:
            energy.raise_pressure(state)
        if found.nit < CHUNK:
            break
    return state


def fitted(home: Array, points: Array) -> Array:
    """Home moved and scaled, never turned, to lie as near to the points as it can."""
    a, b = home - home.mean(0), points - points.mean(0)
    scale = max((a * b).sum() / max((a * a).sum(), 1e-9), 1e-3)
    return np.asarray(a * scale + points.mean(0), dtype=np.float64)
