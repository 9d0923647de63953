"""Cheapest ways over a board whose routes have prices, and what is joined to what.

Prices are whole numbers, one for each route; a price of `FAR` or more closes a route. Boards are
small, so the nearest city is found by looking at all of them.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from whistlestop.engine.tables import Tables, filled

FAR: Final = 1_000_000


class Ways:
    """Room for one search: how far every city is from the start, and by which route one comes."""

    def __init__(self, t: Tables) -> None:
        self.tables = t
        self.far = filled(t.cities, FAR)
        self.via = filled(t.cities, -1)
        # Cities reached whose own routes have not been looked at yet.
        self.edge = filled(t.cities, 0)


def spread(w: Ways, price: vec[i64], start: i64, goal: i64) -> i64:
    """Search from `start` until `goal` is reached (-1: everything); returns how far that is.

    Of cities equally far the one with the lower number comes first, so ways do not depend on how
    the search is carried out.
    """
    t = w.tables
    far = w.far
    via = w.via
    edge = w.edge
    a = t.route_a
    b = t.route_b
    routes = t.city_routes
    starts = t.city_start
    city: i64 = 0
    while city < t.cities:
        far[city] = FAR
        city += 1
    far[start] = 0
    via[start] = -1
    here = start
    count: i64 = 0
    while here != goal:
        so_far = far[here]
        at = starts[here]
        stop = starts[here + 1]
        while at < stop:
            route = routes[at]
            at += 1
            length = so_far + price[route]
            other = a[route] + b[route] - here
            if length < far[other]:
                if far[other] == FAR:
                    edge[count] = other
                    count += 1
                far[other] = length
                via[other] = route
        if count == 0:
            return FAR
        n: i64 = 0
        place: i64 = 0
        here = edge[0]
        least = far[here]
        while n < count:
            city = edge[n]
            if far[city] < least or (far[city] == least and city < here):
                least = far[city]
                here = city
                place = n
            n += 1
        count -= 1
        edge[place] = edge[count]
    return far[goal]


class Parts:
    """Which cities belong together."""

    def __init__(self, of: vec[i64]) -> None:
        self.of = of

    def copy(self) -> Parts:
        return Parts(self.of[:])

    def root(self, city: i64) -> i64:
        of = self.of
        while of[city] != city:
            of[city] = of[of[city]]
            city = of[city]
        return city

    def join(self, a: i64, b: i64) -> None:
        self.of[self.root(a)] = self.root(b)

    def joined(self, a: i64, b: i64) -> bool:
        return self.root(a) == self.root(b)


def apart(t: Tables) -> Parts:
    """Every city by itself."""
    of = filled(t.cities, 0)
    city: i64 = 0
    while city < t.cities:
        of[city] = city
        city += 1
    return Parts(of)
