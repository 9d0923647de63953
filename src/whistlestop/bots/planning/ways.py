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
        self.done = filled(t.cities, 0)


def spread(w: Ways, price: vec[i64], start: i64, goal: i64) -> i64:
    """Search from `start` until `goal` is reached (-1: everything); returns how far that is."""
    t = w.tables
    far = w.far
    via = w.via
    done = w.done
    city: i64 = 0
    while city < t.cities:
        far[city] = FAR
        done[city] = 0
        city += 1
    far[start] = 0
    via[start] = -1
    here = start
    while here >= 0:
        if here == goal:
            return far[goal]
        done[here] = 1
        _step(w, price, here)
        here = _nearest(w)
    return FAR


def _nearest(w: Ways) -> i64:
    """The nearest city that is reached and not done; -1 if there is none."""
    far = w.far
    done = w.done
    best: i64 = -1
    least: i64 = FAR
    city: i64 = 0
    while city < w.tables.cities:
        if far[city] < least and done[city] == 0:
            least = far[city]
            best = city
        city += 1
    return best


def _step(w: Ways, price: vec[i64], here: i64) -> None:
    t = w.tables
    far = w.far
    so_far = far[here]
    at = t.city_start[here]
    stop = t.city_start[here + 1]
    while at < stop:
        route = t.city_routes[at]
        at += 1
        length = so_far + price[route]
        other = t.route_a[route] + t.route_b[route] - here
        if length < far[other]:
            far[other] = length
            w.via[other] = route


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
