"""A map as a graph: which cities hang together, and the cheapest ways between them.

It serves all code that is not compiled; the compiled engine and bots search over flat vectors of
their own. Cities and edges are numbers, and the caller says what each edge costs; whether a route
may be claimed is no business of this module. Invariant: of two ways that cost the same, the one
found first stays, and cities that are equally far are left in the order in which they were reached,
so that the same map always gives the same ways.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from heapq import heappop, heappush
from math import inf
from typing import NamedTuple

from whistlestop.model.board import Route

Ends = tuple[int, int]
"""The two cities that an edge joins."""

Links = Sequence[Sequence[tuple[int, int]]]
"""For every city its neighbours, each with the number of the edge that leads there."""


def ends_of(routes: Iterable[Route]) -> list[Ends]:
    """Routes as edges, in their order."""
    return [(route.a.index, route.b.index) for route in routes]


def first_side(route: Route) -> int:
    """The number that stands for both sides of a double route: that of the one listed first."""
    return route.index if route.twin is None else min(route.index, route.twin)


def one_side(routes: Iterable[Route]) -> tuple[Route, ...]:
    """Of each double route only the side that comes first: one player may claim but one."""
    kept: dict[int, Route] = {}
    for route in routes:
        kept.setdefault(first_side(route), route)
    return tuple(kept.values())


def links_of(cities: int, edges: Iterable[Ends]) -> Links:
    """The links of a map whose edges are numbered in the order given."""
    links: list[list[tuple[int, int]]] = [[] for _ in range(cities)]
    for number, (a, b) in enumerate(edges):
        links[a].append((b, number))
        links[b].append((a, number))
    return links


def parts_of(cities: int, edges: Iterable[Ends]) -> list[int]:
    """For every city the number of its part; cities that edges join are in the same part.

    >>> parts_of(4, [(0, 1), (3, 1)])
    [1, 1, 2, 1]
    """
    part = list(range(cities))
    for a, b in edges:
        while part[a] != a:
            a = part[a]
        while part[b] != b:
            b = part[b]
        part[a] = b
    for city, root in enumerate(part):
        if root != city:
            while part[root] != root:
                root = part[root]
            part[city] = root
    return part


class CheapestWays(NamedTuple):
    """What it costs to reach every city, and the last step there: from which city by which edge."""

    costs: list[float]
    steps: list[tuple[int, int] | None]

    def edges_to(self, city: int) -> list[int]:
        """The edges of the cheapest way to a city, the first one first."""
        edges = []
        step = self.steps[city]
        while step is not None:
            edges.append(step[1])
            step = self.steps[step[0]]
        return edges[::-1]


def cheapest_ways(
    links: Links, costs: Sequence[float], starts: Iterable[int], goal: int | None = None
) -> CheapestWays:
    """From the nearest of some cities to every other one, or only as far as a goal.

    An edge that costs `inf` cannot be used; a city that cannot be reached costs `inf`.
    """
    found = CheapestWays([inf] * len(links), [None] * len(links))
    best, steps = found
    heap = []
    for pushed, city in enumerate(starts):
        best[city] = 0
        heap.append((0.0, pushed, city))
    pushed = len(heap)
    while heap:
        so_far, _, city = heappop(heap)
        if city == goal:
            break
        if so_far > best[city]:
            continue
        for other, edge in links[city]:
            there = so_far + costs[edge]
            if there < best[other]:
                best[other] = there
                steps[other] = city, edge
                pushed += 1
                heappush(heap, (there, pushed, other))
    return found
