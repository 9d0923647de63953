"""The longest trail over one player's routes, exactly (E4).

A trail may visit a city again, a route never. Two facts keep the search small. A longest trail
that is open ends in two cities with an odd number of the player's routes, since anywhere else it
could go on. And a component with at most two such cities can be walked whole (Euler). What is left
is searched depth first with a bound: every odd city but the two ends must leave a route unused.
"""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64, u8

from whistlestop.engine.state import State
from whistlestop.engine.tables import Tables, filled


class Web:
    """One player's routes as a graph, with room for the search."""

    def __init__(self, cities: i64) -> None:
        self.edges: i64 = 0
        self.route = vec[i64]()
        self.a = vec[i64]()
        self.b = vec[i64]()
        self.length = vec[i64]()
        self.used = vec[u8]()
        self.start = filled(cities + 1, 0)
        self.ends = vec[i64]()
        self.degree = filled(cities, 0)
        self.lightest = filled(cities, 0)
        self.part = filled(cities, -1)
        self.best: i64 = 0
        self.enough: i64 = 0
        self.steps: i64 = 0
        self.heaviest: i64 = 0
        self.walk = vec[i64]()
        self.depth: i64 = 0
        self.path = vec[i64]()

    def add(self, route: i64, a: i64, b: i64, length: i64) -> None:
        self.route = append(self.route, route)
        self.a = append(self.a, a)
        self.b = append(self.b, b)
        self.length = append(self.length, length)
        self.used = append(self.used, u8(0))
        self.degree[a] = self.degree[a] + 1
        self.degree[b] = self.degree[b] + 1
        self.edges += 1

    def link(self) -> None:
        """List the edges at each city once all are added."""
        cities = i64(len(self.degree))
        total: i64 = 0
        city: i64 = 0
        while city < cities:
            self.start[city] = total
            total += self.degree[city]
            city += 1
        self.start[cities] = total
        self.ends = filled(total, 0)
        self.walk = filled(self.edges, 0)
        edge: i64 = 0
        while edge < self.edges:
            self._link_end(self.a[edge], edge)
            self._link_end(self.b[edge], edge)
            edge += 1

    def _link_end(self, city: i64, edge: i64) -> None:
        """`lightest` holds the number of edges listed so far until the weights are known."""
        self.ends[self.start[city] + self.lightest[city]] = edge
        self.lightest[city] = self.lightest[city] + 1

    def weigh(self) -> None:
        """The shortest route at each city: what leaving one unused costs at least."""
        city: i64 = 0
        while city < i64(len(self.degree)):
            least: i64 = 0
            at = self.start[city]
            while at < self.start[city + 1]:
                length = self.length[self.ends[at]]
                if least == 0 or length < least:
                    least = length
                at += 1
            self.lightest[city] = least
            city += 1


def web_of(t: Tables, s: State, seat: i64) -> Web:
    """The routes of a seat as a graph."""
    web = Web(t.cities)
    route: i64 = 0
    while route < t.routes:
        if i64(s.bytes[t.o_owner + route]) == seat:
            web.add(route, t.route_a[route], t.route_b[route], t.route_length[route])
        route += 1
    web.link()
    return web


def longest_trail(web: Web) -> i64:
    """The number of spaces of the longest trail."""
    web.weigh()
    city: i64 = 0
    part: i64 = 0
    while city < i64(len(web.degree)):
        if web.degree[city] and web.part[city] < 0:
            _try_part(web, city, part)
            part += 1
        city += 1
    return web.best


def _try_part(web: Web, first: i64, part: i64) -> None:
    """Look at one connected part of the web."""
    members = _members(web, first, part)
    weight: i64 = 0
    odd: i64 = 0
    penalty: i64 = 0
    heaviest: i64 = 0
    begin = first
    for city in members:
        at = web.start[city]
        while at < web.start[city + 1]:
            weight += web.length[web.ends[at]]
            at += 1
        if web.degree[city] & 1:
            odd += 1
            begin = city
            penalty += web.lightest[city]
            if web.lightest[city] > heaviest:
                heaviest = web.lightest[city]
    weight //= 2
    if weight <= web.best:
        return
    if odd <= 2:
        web.best = weight
        _walk_whole(web, begin)
        return
    _search_part(web, members, weight, penalty, heaviest)


def _members(web: Web, first: i64, part: i64) -> vec[i64]:
    """The cities joined to `first`."""
    members = vec[i64]()
    members = append(members, first)
    web.part[first] = part
    i: i64 = 0
    while i < i64(len(members)):
        city = members[i]
        at = web.start[city]
        while at < web.start[city + 1]:
            edge = web.ends[at]
            other = web.a[edge] + web.b[edge] - city
            if web.part[other] < 0:
                web.part[other] = part
                members = append(members, other)
            at += 1
        i += 1
    return members


def _search_part(
    web: Web, members: vec[i64], weight: i64, penalty: i64, heaviest: i64
) -> None:
    """Search from every odd city; stop when no trail of this part can be longer."""
    web.heaviest = heaviest
    web.enough = weight - (penalty - 2 * heaviest + 1) // 2
    for city in members:
        if web.degree[city] & 1 and web.best < web.enough:
            _extend(web, city, 0, weight, penalty - web.lightest[city])


def _extend(web: Web, city: i64, done: i64, left: i64, penalty: i64) -> None:
    """Go on from `city`: `done` spaces walked, `left` not; `penalty` sums over other odd cities."""
    web.steps += 1
    if done > web.best:
        web.best = done
        web.path = web.walk[: web.depth]
    ends = web.ends
    at = web.start[city]
    stop = web.start[city + 1]
    while at < stop:
        edge = ends[at]
        at += 1
        if web.used[edge] != 0:
            continue
        other = web.a[edge] + web.b[edge] - city
        length = web.length[edge]
        web.degree[city] = web.degree[city] - 1
        after = penalty
        # Seen from `other`: `city` counts if its remaining degree is odd, `other` no longer.
        if web.degree[city] & 1:
            after += web.lightest[city]
        if web.degree[other] & 1:
            after -= web.lightest[other]
        rest = after - web.heaviest
        if rest < 0:
            rest = 0
        if done + left - (rest >> 1) > web.best:
            web.degree[other] = web.degree[other] - 1
            web.used[edge] = u8(1)
            web.walk[web.depth] = web.route[edge]
            web.depth += 1
            _extend(web, other, done + length, left - length, after)
            web.depth -= 1
            web.used[edge] = u8(0)
            web.degree[other] = web.degree[other] + 1
        web.degree[city] = web.degree[city] + 1
        if web.best >= web.enough:
            return


def _walk_whole(web: Web, begin: i64) -> None:
    """Hierholzer's walk over a part that can be walked whole; leaves its routes in `path`."""
    cities = vec[i64]()
    cities = append(cities, begin)
    edges = vec[i64]()
    edges = append(edges, -1)
    path = vec[i64]()
    depth: i64 = 1
    while depth > 0:
        city = cities[depth - 1]
        edge = _unused_edge(web, city)
        if edge >= 0:
            web.used[edge] = u8(1)
            other = web.a[edge] + web.b[edge] - city
            if depth == i64(len(cities)):
                cities = append(cities, other)
                edges = append(edges, edge)
            else:
                cities[depth] = other
                edges[depth] = edge
            depth += 1
        else:
            depth -= 1
            if edges[depth] >= 0:
                path = append(path, web.route[edges[depth]])
    for edge in range(web.edges):
        web.used[edge] = u8(0)
    web.path = path


def _unused_edge(web: Web, city: i64) -> i64:
    at = web.start[city]
    while at < web.start[city + 1]:
        if web.used[web.ends[at]] == 0:
            return web.ends[at]
        at += 1
    return -1
