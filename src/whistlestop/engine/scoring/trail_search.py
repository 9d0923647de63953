"""The longest trail by what it leaves unused: the search for positions too hard for `trail`.

A trail is what remains of a part when the routes it does not use are given up. So while more than
two cities have an odd number of routes, one such city is either an end of the trail or gives up one
of its routes; a route that was tried is kept in all branches after it, so nothing is met twice. The
bound: what is given up joins the odd cities in pairs, so it weighs at least half the sum of their
distances to the nearest other one. This module knows no seats and no scores, and leaves the routes
and degrees it is given as they were.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64, u8

from whistlestop.engine.state.flat_board import FlatBoard, filled

# Farther than any trail is long.
FAR: Final = 1000

# What a city may be to the trail.
MAYBE: Final = 0
END: Final = 1
PASSED: Final = 2


class Thinning:
    """One part of a player's routes, the choices made so far, and the best trail found."""

    def __init__(self, t: FlatBoard, free: vec[u8], degree: vec[i64], best: i64) -> None:
        self.flat = t
        self.free = free
        self.degree = degree
        self.best = best
        self.begin: i64 = -1
        self.left = vec[u8]()
        self.steps: i64 = 0
        self.kept = vec[u8]([u8(0)] * t.routes)
        self.keeps: i64 = 0
        self.role = filled(t.cities, PASSED)
        self.ends: i64 = 0
        self.mark: i64 = 0
        self.seen = filled(t.cities, 0)
        self.place = filled(t.cities, 0)
        self.size: i64 = 0
        self.distance = vec[i64]()
        # Of the component looked at last.
        self.weight: i64 = 0
        self.whole = False
        self.odd = vec[i64]()


def thin(x: Thinning, members: vec[i64], count: i64) -> None:
    """Search the part with these cities; a better trail is left in `best`, `left` and `begin`.

    A longest trail ends in odd cities: anywhere else it could go on.
    """
    i: i64 = 0
    while i < count:
        city = members[i]
        x.place[city] = i
        if x.degree[city] & 1:
            x.role[city] = MAYBE
        i += 1
    _measure(x, members, count)
    _look(x, members[0])


def _measure(x: Thinning, members: vec[i64], count: i64) -> None:
    """The distances between all cities of the part (Floyd and Warshall)."""
    t = x.flat
    x.size = count
    d = filled(count * count, FAR)
    route: i64 = 0
    while route < t.routes:
        if x.free[route] != 0:
            a = x.place[t.route_a[route]]
            b = x.place[t.route_b[route]]
            # A route of another part lands on places that are not its own.
            if members[a] == t.route_a[route] and t.route_length[route] < d[a * count + b]:
                d[a * count + b] = t.route_length[route]
                d[b * count + a] = t.route_length[route]
        route += 1
    k: i64 = 0
    while k < count:
        if x.degree[members[k]] > 1:
            _shorten(d, count, k)
        k += 1
    x.distance = d


def _shorten(d: vec[i64], count: i64, k: i64) -> None:
    """Use the city at place k as a way between all others."""
    i: i64 = 0
    while i < count:
        to = d[i * count + k]
        if to < FAR and i != k:
            j: i64 = 0
            while j < count:
                if to + d[k * count + j] < d[i * count + j]:
                    d[i * count + j] = to + d[k * count + j]
                j += 1
        i += 1


def _look(x: Thinning, first: i64) -> None:
    """Judge the component of `first` as it is now, and branch if it may hold a longer trail."""
    x.steps += 1
    _spread(x, first)
    if x.weight <= x.best or not x.whole:
        return
    odd = x.odd
    spare = 2 - x.ends
    if i64(len(odd)) <= spare:
        x.best = x.weight
        x.left = x.free[:]
        _note_begin(x, first)
        return
    city = _tightest(x, odd, spare)
    if city >= 0 and x.weight - _least_unused(x, odd, spare) > x.best:
        _branch(x, city, spare)


def _note_begin(x: Thinning, first: i64) -> None:
    """A trail with ends begins at one of them; `seen` still shows the component."""
    x.begin = first
    city: i64 = 0
    while city < x.flat.cities:
        if x.seen[city] == x.mark and x.degree[city] & 1:
            x.begin = city
        city += 1


def _spread(x: Thinning, first: i64) -> None:
    """Weigh the component of `first`, list its odd cities, and see if it holds all choices made."""
    t = x.flat
    x.mark += 1
    mark = x.mark
    seen = x.seen
    seen[first] = mark
    members = vec[i64](capacity=32)
    members = append(members, first)
    odd = vec[i64](capacity=16)
    weight: i64 = 0
    keeps: i64 = 0
    ends: i64 = 0
    i: i64 = 0
    while i < i64(len(members)):
        city = members[i]
        i += 1
        at = t.city_start[city]
        stop = t.city_start[city + 1]
        while at < stop:
            route = t.city_routes[at]
            at += 1
            if x.free[route] == 0:
                continue
            weight += t.route_length[route]
            keeps += i64(x.kept[route])
            other = t.route_a[route] + t.route_b[route] - city
            if seen[other] != mark:
                seen[other] = mark
                members = append(members, other)
        if x.role[city] == END:
            ends += 1
        elif x.degree[city] & 1:
            odd = append(odd, city)
    # Every route was met from both its ends.
    x.weight = weight >> 1
    x.whole = keeps == 2 * x.keeps and ends == x.ends
    x.odd = odd


def _tightest(x: Thinning, odd: vec[i64], spare: i64) -> i64:
    """The odd city with the fewest choices; -1 if one of them has none."""
    t = x.flat
    fewest: i64 = FAR
    found: i64 = -1
    for city in odd:
        choices: i64 = 0
        if spare and x.role[city] == MAYBE:
            choices = 1
        at = t.city_start[city]
        stop = t.city_start[city + 1]
        while at < stop:
            route = t.city_routes[at]
            if x.free[route] != 0 and x.kept[route] == 0:
                choices += 1
            at += 1
        if choices == 0:
            return -1
        if choices < fewest:
            fewest = choices
            found = city
    return found


def _least_unused(x: Thinning, odd: vec[i64], spare: i64) -> i64:
    """How many spaces must still be given up at least; `spare` odd cities may become ends."""
    total: i64 = 0
    first: i64 = 0
    second: i64 = 0
    for city in odd:
        near: i64 = FAR
        row = x.place[city] * x.size
        for other in odd:
            if other != city and x.distance[row + x.place[other]] < near:
                near = x.distance[row + x.place[other]]
        total += near
        if x.role[city] == MAYBE:
            if near > first:
                second = first
                first = near
            elif near > second:
                second = near
    if spare > 0:
        total -= first
    if spare > 1:
        total -= second
    return (total + 1) >> 1


def _branch(x: Thinning, city: i64, spare: i64) -> None:
    """The city is an end, or gives up its first route, or keeps that and gives up its second …"""
    t = x.flat
    role = x.role[city]
    if spare and role == MAYBE:
        x.role[city] = END
        x.ends += 1
        _look(x, city)
        x.ends -= 1
    x.role[city] = PASSED
    tried = vec[i64](capacity=8)
    at = t.city_start[city]
    stop = t.city_start[city + 1]
    while at < stop:
        route = t.city_routes[at]
        at += 1
        if x.free[route] != 0 and x.kept[route] == 0:
            _give_up(x, city, route)
            x.kept[route] = u8(1)
            x.keeps += 1
            tried = append(tried, route)
    for route in tried:
        x.kept[route] = u8(0)
    x.keeps -= i64(len(tried))
    x.role[city] = role


def _give_up(x: Thinning, city: i64, route: i64) -> None:
    """Look on without a route; if it was a bridge, on both sides of it."""
    other = x.flat.route_a[route] + x.flat.route_b[route] - city
    x.free[route] = u8(0)
    x.degree[city] = x.degree[city] - 1
    x.degree[other] = x.degree[other] - 1
    mark = x.mark + 1
    _look(x, city)
    # Deeper looks have newer marks, so an older mark shows that the first did not get there.
    if x.seen[other] < mark:
        _look(x, other)
    x.degree[city] = x.degree[city] + 1
    x.degree[other] = x.degree[other] + 1
    x.free[route] = u8(1)
