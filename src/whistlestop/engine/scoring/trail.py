"""The longest trail over one player's routes, exactly (E4).

A trail may visit a city again, a route never. Two facts keep the search small. A longest trail
that is open ends in two cities with an odd number of the player's routes, since anywhere else it
could go on. And a component with at most two such cities can be walked whole (Euler). What is left
is searched depth first with a bound: every odd city but the two ends must leave a route unused.
A part in which that takes long goes to `trail_search`, which searches over the routes left out.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64, u8

from whistlestop.engine.scoring.trail_search import Thinning, thin
from whistlestop.engine.state.flat_board import FlatBoard, filled
from whistlestop.engine.state.state import State, blank

# Steps of walking in one part before `trail_search` takes over; few positions are hard for both.
PATIENCE: Final = 3000


class Web:
    """One player's routes as a graph, with room for the search."""

    def __init__(self, t: FlatBoard, s: State, seat: i64) -> None:
        self.flat = t
        self.free = vec[u8]([u8(0)] * t.routes)
        self.degree = filled(t.cities, 0)
        # The shortest route at each city: what leaving one unused costs at least.
        self.lightest = filled(t.cities, 0)
        self.seen = vec[u8]([u8(0)] * t.cities)
        self.members = filled(t.cities, 0)
        self.routes: i64 = 0
        self.best: i64 = 0
        self.steps: i64 = 0
        self.enough: i64 = 0
        self.patience: i64 = 0
        self.heaviest: i64 = 0
        self.depth: i64 = 0
        self.weight: i64 = 0
        self.reach: i64 = 0
        self.far: i64 = 0
        # Only a drawing or a person wants to know the way; a score does without.
        self.keep_path = True
        d = s.bytes
        owner = t.o_owner
        end = owner + t.routes
        at = owner
        while at < end:
            if i64(d[at]) == seat:
                route = at - owner
                self.free[route] = u8(1)
                self.routes += 1
                length = t.route_length[route]
                self._meet(t.route_a[route], length)
                self._meet(t.route_b[route], length)
            at += 1
        self.walk = filled(self.routes, 0)
        self.path = vec[i64]()

    def _meet(self, city: i64, length: i64) -> None:
        self.degree[city] = self.degree[city] + 1
        least = self.lightest[city]
        if least == 0 or length < least:
            self.lightest[city] = length


def web_of(t: FlatBoard, s: State, seat: i64) -> Web:
    """The routes of a seat as a graph."""
    return Web(t, s, seat)


def trail_length(t: FlatBoard, s: State, seat: i64) -> i64:
    """The length of a seat's longest trail; which way it goes is not worked out."""
    web = web_of(t, s, seat)
    web.keep_path = False
    return longest_trail(web)


def trail_among(t: FlatBoard, owner: vec[i64], seat: i64) -> i64:
    """The same where each route has this owner; -1 is nobody."""
    s = blank(t)
    route: i64 = 0
    while route < t.routes:
        if owner[route] >= 0:
            s.bytes[t.o_owner + route] = u8(owner[route])
        route += 1
    return trail_length(t, s, seat)


def longest_trail(web: Web) -> i64:
    """The number of spaces of the longest trail; its routes are left in `web.path`."""
    city: i64 = 0
    while city < web.flat.cities:
        if web.degree[city] and web.seen[city] == 0:
            _try_part(web, city)
        city += 1
    return web.best


def _try_part(web: Web, first: i64) -> None:
    """Look at one connected part of the web."""
    count = _gather(web, first)
    joins: i64 = 0
    odd: i64 = 0
    penalty: i64 = 0
    heaviest: i64 = 0
    begin = first
    i: i64 = 0
    while i < count:
        city = web.members[i]
        joins += web.degree[city]
        if web.degree[city] & 1:
            odd += 1
            begin = city
            least = web.lightest[city]
            penalty += least
            if least > heaviest:
                heaviest = least
        i += 1
    weight = web.weight
    if weight <= web.best:
        return
    if odd <= 2:
        web.best = weight
        if web.keep_path:
            web.path = _walk_whole(web, begin)
        return
    if joins == 2 * count - 2:
        _measure_tree(web, begin)
        return
    # No trail is longer than this: all odd cities but two leave something unused.
    web.enough = weight - ((penalty - 2 * heaviest + 1) >> 1)
    web.patience = web.steps + PATIENCE
    i = 0
    while i < count and web.best < web.enough and web.steps < web.patience:
        city = web.members[i]
        i += 1
        if web.degree[city] & 1:
            # A trail to a city that was begun at has been found from its other end.
            web.heaviest = _heaviest_end(web, i, count)
            if web.heaviest:
                _extend(web, city, 0, weight, penalty - web.lightest[city])
    if web.best < web.enough and web.steps >= web.patience:
        _thin(web, count)


def _heaviest_end(web: Web, i: i64, count: i64) -> i64:
    """The most that one of the odd cities from place `i` on saves by being an end; 0 if none."""
    most: i64 = 0
    while i < count:
        city = web.members[i]
        if web.degree[city] & 1 and web.lightest[city] > most:
            most = web.lightest[city]
        i += 1
    return most


def _thin(web: Web, count: i64) -> None:
    """Search the part gathered last for a trail longer than the best so far by thinning it."""
    x = Thinning(web.flat, web.free, web.degree, web.best)
    thin(x, web.members, count)
    web.steps += x.steps
    if x.best > web.best:
        web.best = x.best
        if web.keep_path:
            free = web.free
            web.free = x.left
            web.path = _walk_whole(web, x.begin)
            web.free = free


def _gather(web: Web, first: i64) -> i64:
    """List the cities joined to `first` in `members` and weigh them; returns how many."""
    t = web.flat
    members = web.members
    free = web.free
    seen = web.seen
    starts = t.city_start
    routes = t.city_routes
    weight: i64 = 0
    members[0] = first
    seen[first] = u8(1)
    count: i64 = 1
    i: i64 = 0
    while i < count:
        city = members[i]
        at = starts[city]
        stop = starts[city + 1]
        while at < stop:
            route = routes[at]
            at += 1
            if free[route] != 0:
                # Every route is met from both its ends.
                weight += t.route_length[route]
                other = t.route_a[route] + t.route_b[route] - city
                if seen[other] == 0:
                    seen[other] = u8(1)
                    members[count] = other
                    count += 1
        i += 1
    web.weight = weight >> 1
    return count


def _extend(web: Web, city: i64, done: i64, left: i64, penalty: i64) -> None:
    """Go on from `city`: `done` spaces walked, `left` not; `penalty` sums over other odd cities."""
    web.steps += 1
    if done > web.best:
        web.best = done
        if web.keep_path:
            web.path = web.walk[: web.depth]
    t = web.flat
    free = web.free
    degree = web.degree
    routes = t.city_routes
    at = t.city_start[city]
    stop = t.city_start[city + 1]
    while at < stop:
        route = routes[at]
        at += 1
        if free[route] == 0:
            continue
        other = t.route_a[route] + t.route_b[route] - city
        length = t.route_length[route]
        after = penalty
        # Seen from `other`: `city` counts if an odd number is left there, `other` no longer.
        if degree[city] & 1 == 0:
            after += web.lightest[city]
        if degree[other] & 1:
            after -= web.lightest[other]
        rest = after - web.heaviest
        if rest < 0:
            rest = 0
        if done + left - (rest >> 1) > web.best:
            degree[city] = degree[city] - 1
            degree[other] = degree[other] - 1
            free[route] = u8(0)
            web.walk[web.depth] = route
            web.depth += 1
            _extend(web, other, done + length, left - length, after)
            web.depth -= 1
            free[route] = u8(1)
            degree[other] = degree[other] + 1
            degree[city] = degree[city] + 1
            if web.best >= web.enough or web.steps >= web.patience:
                return


def _measure_tree(web: Web, begin: i64) -> None:
    """In a tree the city farthest from anywhere is an end of the longest trail."""
    web.far = begin
    web.reach = -1
    _go_far(web, begin, -1, 0, False)
    first = web.far
    web.reach = web.best
    _go_far(web, first, -1, 0, web.keep_path)
    if web.reach > web.best:
        web.best = web.reach


def _go_far(web: Web, city: i64, came: i64, done: i64, note: bool) -> None:
    """Walk a tree and note the farthest city, and the way there if asked to."""
    if done > web.reach:
        web.reach = done
        web.far = city
        if note:
            web.path = web.walk[: web.depth]
    t = web.flat
    at = t.city_start[city]
    stop = t.city_start[city + 1]
    while at < stop:
        route = t.city_routes[at]
        at += 1
        if web.free[route] != 0 and route != came:
            web.walk[web.depth] = route
            web.depth += 1
            other = t.route_a[route] + t.route_b[route] - city
            _go_far(web, other, route, done + t.route_length[route], note)
            web.depth -= 1


def _walk_whole(web: Web, begin: i64) -> vec[i64]:
    """Hierholzer's walk: the routes of a part that can be walked whole, in order."""
    t = web.flat
    free = web.free[:]
    cities = filled(web.routes + 1, begin)
    routes = filled(web.routes + 1, -1)
    path = vec[i64]()
    depth: i64 = 1
    while depth > 0:
        city = cities[depth - 1]
        route = _free_route(t, free, city)
        if route >= 0:
            free[route] = u8(0)
            cities[depth] = t.route_a[route] + t.route_b[route] - city
            routes[depth] = route
            depth += 1
        else:
            depth -= 1
            if depth:
                path = append(path, routes[depth])
    return path


def _free_route(t: FlatBoard, free: vec[u8], city: i64) -> i64:
    at = t.city_start[city]
    while at < t.city_start[city + 1]:
        if free[t.city_routes[at]] != 0:
            return t.city_routes[at]
        at += 1
    return -1
