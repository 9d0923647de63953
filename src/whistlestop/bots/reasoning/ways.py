"""Cheapest ways over a board whose routes have prices, and which cities are joined.

This is the one shortest path of compiled code; its one union-find is `engine/scoring/parts`, which
`CityGroups` wraps. Prices are whole numbers, one for each route; a price of `FAR` or more closes a
route. Boards are small, so a sorted row of the cities to visit next beats a heap. Nothing here
knows seats or cards.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from whistlestop.engine.scoring.parts import join, root, separate
from whistlestop.engine.state.flat_board import LINK, FlatBoard, filled

# Dearer than any way: the longest has some fifty routes of a few thousand each.
FAR: Final = 1_000_000
# Masks the city in a link, and in a key of the row, whose higher bits are the distance.
CITY: Final = 0xFFFF


class Ways:
    """What one search finds: each city's distance from the start, and the route that leads there.

    Searches reuse these vectors, since allocating them would take as long as a search.
    """

    def __init__(self, t: FlatBoard) -> None:
        self.flat = t
        # Each city's routes with the cities beyond them, and for each city where they begin.
        self.links = t.city_links
        self.starts = t.city_start
        self.far = filled(t.cities, FAR)
        self.via = filled(t.cities, -1)
        # Cities reached but not yet left, the nearest first. A city may stand there several times,
        # but the search reaches it at most once over each route.
        self.row = filled(2 * t.routes + 1, 0)


def ways_at(t: FlatBoard, price: vec[i64]) -> Ways:
    """Ways that skip routes no search by these prices or lower ones would take, to search faster.

    Those are closed routes, and of two sides of a double route the dearer one. The caller must not
    lower the price of a route left out here.
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
    """Whether the other side is cheaper, or as cheap and earlier in the order."""
    twin = t.route_twin[route]
    if twin < 0:
        return False
    return price[twin] < price[route] or (price[twin] == price[route] and twin < route)


def spread(ways: Ways, price: vec[i64], start: i64, goal: i64, limit: i64 = FAR) -> i64:
    """Search from `start` until `goal` is reached (-1: everywhere); returns the goal's distance.

    The search stops at `limit`; a goal that is not nearer counts as `FAR`. Of cities equally far
    the one with the lower number comes first, so the way found depends on prices alone.
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
                    # Cities that are not nearer than the goal cannot lie on the way to it.
                    limit = length
                key = (length << LINK) + other
                n = last
                while n > first and row[n - 1] > key:
                    row[n] = row[n - 1]
                    n -= 1
                row[n] = key
                last += 1
            at += 1
        # Skip entries from before a nearer way was found.
        passed = True
        while passed:
            if first == last:
                return FAR
            here = row[first] & CITY
            so_far = row[first] >> LINK
            passed = so_far != far[here]
            first += 1
    return far[goal]


def other_end(t: FlatBoard, route: i64, city: i64) -> i64:
    """The city at the other end of a route."""
    return t.route_a[route] + t.route_b[route] - city


class CityGroups:
    """Which cities are joined: the engine's union-find, whose roots stand for their groups."""

    def __init__(self, parent: vec[i64]) -> None:
        self.parent = parent

    def root(self, city: i64) -> i64:
        """The city that stands for the group of this one."""
        return root(self.parent, city)

    def join(self, one: i64, two: i64) -> None:
        """Make one group of the groups of two cities."""
        join(self.parent, one, two)

    def joined(self, one: i64, two: i64) -> bool:
        """Whether two cities are in one group."""
        return root(self.parent, one) == root(self.parent, two)


def separate_cities(t: FlatBoard) -> CityGroups:
    """Every city in a group of its own."""
    return CityGroups(separate(t.cities))
