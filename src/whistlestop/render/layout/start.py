"""Where a search starts: home, which is geography, a sketch or a drawing of the graph.

Home has the scale at which the median route is as long as its spaces need. A start has lines that
cross no other line wherever bows can do that, for the search keeps what lies left of what.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from whistlestop.render.geometry.drawing import SPACE
from whistlestop.render.geometry.projection import project, turned
from whistlestop.render.layout.crossings import crossings, untangled
from whistlestop.render.layout.puzzle import LayoutState

if TYPE_CHECKING:
    from whistlestop.render.layout.puzzle import Array, LayoutPuzzle

NOWHERE = (0.0, 0.0)
"""The latitude and longitude of a city that has only x and y."""
SMACOF = 300
"""Rounds of a drawing of the graph."""


def home_of(puzzle: LayoutPuzzle) -> Array:
    """Where the cities would be if nothing took any room."""
    flat = _flat(puzzle)
    way = flat[puzzle.b] - flat[puzzle.a]
    long = np.maximum(np.hypot(way[:, 0], way[:, 1]), 1e-9)
    home = flat * np.median(puzzle.needed / long)
    return _to_fixed(puzzle, home)


def _flat(puzzle: LayoutPuzzle) -> Array:
    cities = puzzle.board.cities
    places = [(c.lat, c.lon) for c in cities]
    sketch = np.array([(c.x, c.y) for c in cities])
    if len(set(places)) > len(places) / 2:
        return _geography(places, sketch, puzzle.wish.turn)
    if len(np.unique(sketch, axis=0)) > len(places) / 2:
        return np.array(turned([(x, y) for x, y in sketch.tolist()], puzzle.wish.turn))
    return graph_drawing(puzzle)


def _geography(places: list[tuple[float, float]], sketch: Array, turn: float) -> Array:
    """Places on a plane; a city that has none lies there as it does on the sketch."""
    known = np.array([place != NOWHERE for place in places])
    flat = np.zeros((len(places), 2))
    flat[known] = turned(project([place for place in places if place != NOWHERE]), turn)
    if not known.all():
        drawn, there = sketch @ (1, 1j), flat @ (1, 1j)
        a, b = drawn[known].mean(), there[known].mean()
        size = max(np.vdot(drawn[known] - a, drawn[known] - a).real, 1e-9)
        put = (drawn - a) * np.vdot(drawn[known] - a, there[known] - b) / size + b
        flat[~known] = np.stack([put.real, put.imag], 1)[~known]
    return flat


def _to_fixed(puzzle: LayoutPuzzle, home: Array) -> Array:
    """Home moved to where the fixed cities are; those themselves are exactly at home."""
    fixed = puzzle.fixed
    if not fixed.any():
        return home
    there = np.array([(c.x, c.y) for c in puzzle.board.cities])[fixed] / SPACE
    here = home[fixed]
    a, b = here - here.mean(0), there - there.mean(0)
    size = (a * a).sum()
    scale = max((a * b).sum() / size, 0.2) if size > 1e-6 else 1.0
    home = (home - here.mean(0)) * scale + there.mean(0)
    home[fixed] = there
    return home


def graph_drawing(puzzle: LayoutPuzzle) -> Array:
    """Cities as far apart as the shortest way between them, by stress majorisation.

    The best of a few starts is taken, the one with the fewest crossings.
    """
    far = _distances(puzzle)
    rng = np.random.default_rng(puzzle.wish.seed)
    drawings = [_majorised(far, rng.normal(size=(puzzle.cities, 2))) for _ in range(8)]
    return min(drawings, key=lambda points: (crossings(puzzle, points), _stress(far, points)))


def _distances(puzzle: LayoutPuzzle) -> Array:
    """The shortest ways between all cities, by Floyd and Warshall."""
    far = np.full((puzzle.cities, puzzle.cities), np.inf)
    np.fill_diagonal(far, 0.0)
    for a, b, long in zip(puzzle.a, puzzle.b, puzzle.needed, strict=True):
        far[a, b] = far[b, a] = min(far[a, b], long)
    for k in range(puzzle.cities):
        far = np.minimum(far, far[:, k : k + 1] + far[k : k + 1])
    return far


def _majorised(far: Array, points: Array) -> Array:
    weight = np.where(far > 0, 1 / np.maximum(far, 1e-9) ** 2, 0.0)
    laplace = np.diag(weight.sum(1)) - weight
    inverse = np.linalg.pinv(laplace)
    for _ in range(SMACOF):
        d = points[:, None] - points[None]
        now = np.maximum(np.hypot(d[..., 0], d[..., 1]), 1e-9)
        pull = -weight * far / now
        np.fill_diagonal(pull, 0.0)
        np.fill_diagonal(pull, -pull.sum(1))
        points = inverse @ (pull @ points)
    return points


def _stress(far: Array, points: Array) -> float:
    d = points[:, None] - points[None]
    now = np.hypot(d[..., 0], d[..., 1])
    return float((((now - far) / np.maximum(far, 1.0)) ** 2).sum())


def start_of(puzzle: LayoutPuzzle, home: Array, stir: float = 0.0) -> LayoutState:
    """A state at home, its lines untangled; `stir` moves cities a little, by the seed."""
    rng = np.random.default_rng(puzzle.wish.seed)
    points = home + stir * rng.normal(size=home.shape) * ~puzzle.fixed[:, None]
    low, high = points.min(0) - 1.0, points.max(0) + 1.0
    if puzzle.fixed.any():
        low = np.zeros(2)
    none = np.zeros((puzzle.cities, 2))
    bows = untangled(puzzle, points)
    stations = none.copy() if puzzle.wish.stations else np.zeros((0, 2))
    return LayoutState(points, bows, none, stations, np.concatenate([low, high]))


def here(puzzle: LayoutPuzzle) -> LayoutState:
    """The layout that the board has now, for a search that only improves it."""
    board = puzzle.board
    names = [c.label if not isinstance(c.label, str) else (0.0, 0.0) for c in board.cities]
    stations = [c.station or (0.0, 0.0) for c in board.cities] if puzzle.wish.stations else []
    return LayoutState(
        np.array([(c.x, c.y) for c in board.cities]) / SPACE,
        np.array([link.routes[0].bow for link in puzzle.links]) / SPACE,
        np.array(names) / SPACE,
        np.array(stations).reshape(-1, 2) / SPACE,
        np.array([0.0, 0.0, board.width, board.height]) / SPACE,
    )


def drift(home: Array, points: Array, puzzle: LayoutPuzzle) -> float:
    """How far, in degrees, routes point elsewhere than at home, on average."""
    a, b = home[puzzle.b] - home[puzzle.a], points[puzzle.b] - points[puzzle.a]
    turns = np.arctan2(a[:, 0] * b[:, 1] - a[:, 1] * b[:, 0], (a * b).sum(1))
    return math.degrees(float(np.abs(turns).mean()))
