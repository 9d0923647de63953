"""Cheapest ways over a board whose routes have prices, and what is joined to what.

Prices are whole numbers, one for each route; a price of `FAR` or more closes a route. Boards are
small, so the cities to be looked at next stand in a row that is kept in order.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from whistlestop.engine.scoring.parts import join, root, separate
from whistlestop.engine.state.flat_board import LINK, FlatBoard, filled

FAR: Final = 1_000_000
# The city in a link, or in a number that begins with how far it is.
CITY: Final = 0xFFFF


class Ways:
    """Room for one search: how far every city is from the start, and by which route one comes."""

    def __init__(self, t: FlatBoard) -> None:
        self.flat = t
        # Each city's routes with the cities beyond them, and for each city where they begin.
        self.links = t.city_links
        self.starts = t.city_start
        self.far = filled(t.cities, FAR)
        self.via = filled(t.cities, -1)
        # Cities reached whose own routes have not been looked at yet, the nearest first. A city
        # may stand there several times, but is found at most once from either end of a route.
        self.row = filled(2 * t.routes + 1, 0)


def ways_at(t: FlatBoard, price: vec[i64]) -> Ways:
    """Room for searches by these prices or lower ones: routes that no way would take are left out.

    That is, what is closed, and of two routes between the same cities the dearer one; so the
    price of a route that is left out must stay.
    """
    ways = Ways(t)
    out = filled(t.routes, 0)
    route: i64 = 0
    while route < t.routes:
        if price[route] >= FAR or _is_dearer(t, price, route):
            out[route] = 1
        route += 1
    starts = filled(t.cities + 1, 0)
    links = filled(2 * t.routes, 0)
    count: i64 = 0
    city: i64 = 0
    while city < t.cities:
        at = t.city_start[city]
        while at < t.city_start[city + 1]:
            if not out[t.city_routes[at]]:
                links[count] = t.city_links[at]
                count += 1
            at += 1
        city += 1
        starts[city] = count
    ways.starts = starts
    ways.links = links
    return ways


def _is_dearer(t: FlatBoard, price: vec[i64], route: i64) -> bool:
    """Whether the route beside it is cheaper, or as cheap and looked at first."""
    twin = t.route_twin[route]
    if twin < 0:
        return False
    return price[twin] < price[route] or (price[twin] == price[route] and twin < route)


def spread(ways: Ways, price: vec[i64], start: i64, goal: i64, limit: i64 = FAR) -> i64:
    """Search from `start` until `goal` is reached (-1: everything); returns how far that is.

    Nothing is looked for at `limit` or farther away; a goal that is not nearer counts as `FAR`.
    Of cities equally far the one with the lower number comes first, so ways do not depend on how
    the search is carried out.
    """
    t = ways.flat
    far = ways.far
    via = ways.via
    row = ways.row
    links = ways.links
    starts = ways.starts
    city: i64 = 0
    while city < t.cities:
        far[city] = limit
        city += 1
    far[start] = 0
    via[start] = -1
    here = start
    so_far: i64 = 0
    first: i64 = 0
    last: i64 = 0
    while here != goal:
        at = starts[here]
        stop = starts[here + 1]
        while at < stop:
            route = links[at] >> LINK
            other = links[at] & CITY
            length = so_far + price[route]
            if length < far[other] and length < limit:
                far[other] = length
                via[other] = route
                if other == goal:
                    # What is not nearer than the goal cannot lie on the way to it.
                    limit = length
                key = (length << LINK) + other
                n = last
                while n > first and row[n - 1] > key:
                    row[n] = row[n - 1]
                    n -= 1
                row[n] = key
                last += 1
            at += 1
        # What stands in the row from before a nearer way was found is passed over.
        passed = True
        while passed:
            if first == last:
                return FAR
            here = row[first] & CITY
            so_far = row[first] >> LINK
            passed = so_far != far[here]
            first += 1
    return far[goal]


class CityGroups:
    """Which cities belong together: the engine's union-find and the numbers it works on."""

    def __init__(self, of: vec[i64]) -> None:
        self.of = of

    def copy(self) -> CityGroups:
        return CityGroups(self.of[:])

    def root(self, city: i64) -> i64:
        return root(self.of, city)

    def join(self, a: i64, b: i64) -> None:
        join(self.of, a, b)

    def joined(self, a: i64, b: i64) -> bool:
        return root(self.of, a) == root(self.of, b)


def separate_cities(t: FlatBoard) -> CityGroups:
    """Every city by itself."""
    return CityGroups(separate(t.cities))
