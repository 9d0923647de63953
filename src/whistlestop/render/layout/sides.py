"""On which side of its city a name or a station's place stands: the side that is least in the way.

The search moves names smoothly but cannot carry one across a route; this can. It tries a few places
around each city whose name or station is in trouble, and takes a better one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from whistlestop.render.layout.apart import Boxes, gaps, to_discs
from whistlestop.render.layout.energy import CITY, NAME_NEAR, STATION, STATION_NEAR

if TYPE_CHECKING:
    from whistlestop.render.layout.energy import Energy
    from whistlestop.render.layout.puzzle import Array, LayoutState

RINGS, FARTHER = (0.02, 0.12), (0.25, 0.38)
"""How much farther than it must be a box may be from its city; stations may be farther still."""
FAR = 9.0
"""What is farther away than this cannot be in the way of a name."""


def around(size: Array, near: float) -> Array:
    """Ways from a city to the middle of a box beside it, the best first."""
    w, h = size / 2
    x, y = CITY + near + 0.02 + w, CITY + near + 0.02 + h
    sides = [(s * x, k * h * 0.9) for k in (0, -1, 1) for s in (1, -1)]
    ends = [(k * w * 0.95, s * y) for k in (0, 0.5, -0.5, 1, -1) for s in (-1, 1)]
    return np.concatenate([np.array(sides + ends), *(_ring(size / 2, near + far) for far in RINGS)])


def _ring(half: Array, near: float) -> Array:
    """All round a city, at this distance from its disc."""
    turn = np.linspace(0, 2 * np.pi, 24, endpoint=False)
    way = np.stack([np.cos(turn), np.sin(turn)], 1)
    reach = (half / np.maximum(np.abs(way), 1e-9)).min(1) + CITY + near
    return np.asarray(way * reach[:, None], dtype=np.float64)


def choose_sides(energy: Energy, state: LayoutState, sweeps: int = 3, all_of: bool = False) -> None:
    """Give each name and station in trouble, or each one, the place with the least trouble."""
    puzzle, width = energy.puzzle, energy.stage.width
    places = max(width, 0.3)
    names = [around(size * places, NAME_NEAR) for size in puzzle.names]
    room = np.array(STATION) * places
    ways = [around(room, STATION_NEAR), *(_ring(room / 2, STATION_NEAR + far) for far in FARTHER)]
    stations = [np.concatenate(ways)] * len(state.stations)
    for sweep in range(sweeps):
        fresh = all_of and sweep == 0
        for city in range(puzzle.cities):
            _choose(energy, state, (city, state.names), names[city], fresh)
        for city in range(len(state.stations)):
            _choose(energy, state, (city, state.stations), stations[city], fresh)


def _choose(
    energy: Energy, state: LayoutState, which: tuple[int, Array], options: Array, fresh: bool
) -> None:
    city, ways = which
    _, boxes = energy.bodies(state)
    row = energy.spaces + city + (energy.puzzle.cities if ways is state.stations else 0)
    now = trouble(energy, boxes, state, row, ways[city][None])[0]
    if now < 1e-4 and not fresh:
        return
    costs = trouble(energy, boxes, state, row, options) + 1e-4 * np.arange(len(options))
    best = int(costs.argmin())
    if fresh or costs[best] < 0.7 * now:
        ways[city] = options[best]


def trouble(energy: Energy, boxes: Boxes, state: LayoutState, row: int, ways: Array) -> Array:
    """How much one box would be in the way at each of these ways from its city."""
    city = energy.owner[row] - len(energy.puzzle.links)
    spots = state.points[city] + ways
    d = boxes.middle - state.points[city]
    near = np.flatnonzero((np.hypot(d[:, 0], d[:, 1]) < FAR) & (np.arange(len(d)) != row))
    count, others = len(spots), len(near)
    probe = Boxes(
        np.concatenate([spots, boxes.middle[near]]),
        np.concatenate([np.zeros(count), boxes.angle[near]]),
        np.concatenate([np.tile(boxes.half[row], (count, 1)), boxes.half[near]]),
    )
    i = np.repeat(np.arange(count), others)
    j = count + np.tile(np.arange(others), count)
    lack = np.maximum(0.05 - gaps(probe, i, j)[0], 0.0)
    cost = (lack**2).reshape(count, others).sum(1)
    at = np.repeat(np.arange(count), len(state.points))
    keep = CITY + (NAME_NEAR if row < energy.spaces + energy.puzzle.cities else STATION_NEAR)
    away = to_discs(probe, at, np.tile(state.points, (count, 1)))[0]
    cost += (np.maximum(keep - away, 0.0) ** 2).reshape(count, -1).sum(1)
    left, top, right, bottom = state.sheet
    reach = boxes.half[row]
    out = np.maximum(np.array([left, top]) - (spots - reach), 0.0)
    out += np.maximum(spots + reach - np.array([right, bottom]), 0.0)
    return np.asarray(cost + 0.3 * (out**2).sum(1), dtype=np.float64)
