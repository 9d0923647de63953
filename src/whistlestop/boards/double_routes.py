"""The two sides of a double route, taken as one connection between two cities.

Whether a side may still be claimed is a rule of the game and no business of this module.
"""

from __future__ import annotations

from collections.abc import Iterable

from whistlestop.model.board import Route


def first_side(route: Route) -> int:
    """The number that stands for both sides: that of the side which the board lists first."""
    return route.index if route.twin is None else min(route.index, route.twin)


def one_side(routes: Iterable[Route]) -> tuple[Route, ...]:
    """Of each double route only the side that comes first, since one player may claim but one."""
    kept: dict[int, Route] = {}
    for route in routes:
        kept.setdefault(first_side(route), route)
    return tuple(kept.values())
