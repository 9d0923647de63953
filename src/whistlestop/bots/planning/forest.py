"""Several pairs of cities joined at the least price: one forest, not a way for each.

Exact forests are hard; this one grows a way for each pair over what is there already, in several
orders, and then takes each pair out and puts it back while that helps. Routes that no pair needs
are cut away. It knows prices only, neither cards nor trains.
"""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

from whistlestop.bots.planning.ways import FAR, Parts, Ways, apart, spread
from whistlestop.engine.tables import Tables, filled


class Forest:
    """The routes of a forest, those that cost nothing left out, and the sum of their prices."""

    def __init__(self, t: Tables) -> None:
        self.tables = t
        self.has = filled(t.routes, 0)
        self.price: i64 = 0
        # False if some pair cannot be joined at all; such pairs are left out.
        self.whole = True

    def routes(self) -> vec[i64]:
        listed = vec[i64]()
        route: i64 = 0
        while route < self.tables.routes:
            if self.has[route]:
                listed = append(listed, route)
            route += 1
        return listed


class Pairs:
    """Pairs of cities to be joined, and how far they are apart (-1: not measured)."""

    def __init__(self) -> None:
        self.a = vec[i64]()
        self.b = vec[i64]()
        self.far = vec[i64]()

    def add(self, a: i64, b: i64, far: i64 = -1) -> None:
        self.a = append(self.a, a)
        self.b = append(self.b, b)
        self.far = append(self.far, far)


def join_all(w: Ways, price: vec[i64], pairs: Pairs) -> Forest:
    """The cheapest forest found that joins all pairs."""
    count = i64(len(pairs.a))
    orders = _orders(w, price, pairs)
    best = _grow(w, price, pairs, orders, 0)
    start = count
    while start < i64(len(orders)):
        other = _grow(w, price, pairs, orders, start)
        if other.price < best.price:
            best = other
        start += count
    if count > 1:
        _improve(w, price, pairs, best, _joined_for_nothing(w.tables, price))
    return best


def _joined_for_nothing(t: Tables, price: vec[i64]) -> Parts:
    """What routes without a price join."""
    parts = apart(t)
    route: i64 = 0
    while route < t.routes:
        if price[route] == 0:
            parts.join(t.route_a[route], t.route_b[route])
        route += 1
    return parts


def _orders(w: Ways, price: vec[i64], pairs: Pairs) -> vec[i64]:
    """Orders to try, one behind the other: farthest first, then nearest first."""
    count = i64(len(pairs.a))
    far = pairs.far
    order = filled(count, 0)
    i: i64 = 0
    while i < count:
        if far[i] < 0 and count > 1:
            far[i] = spread(w, price, pairs.a[i], pairs.b[i])
        at = i
        while at > 0 and far[order[at - 1]] < far[i]:
            order[at] = order[at - 1]
            at -= 1
        order[at] = i
        i += 1
    if count > 1:
        i = count - 1
        while i >= 0:
            order = append(order, order[i])
            i -= 1
    return order


def _grow(w: Ways, price: vec[i64], pairs: Pairs, orders: vec[i64], start: i64) -> Forest:
    forest = Forest(w.tables)
    now = price[:]
    i: i64 = 0
    while i < i64(len(pairs.a)):
        pair = orders[start + i]
        _add_way(w, price, now, forest, pairs.a[pair], pairs.b[pair])
        i += 1
    return forest


def _add_way(
    w: Ways, price: vec[i64], now: vec[i64], forest: Forest, start: i64, goal: i64
) -> None:
    """Add the cheapest way, where `now` are the prices that still have to be paid."""
    t = w.tables
    if spread(w, now, start, goal) >= FAR:
        forest.whole = False
        return
    city = goal
    while city != start:
        route = w.via[city]
        if now[route] > 0:
            forest.has[route] = 1
            forest.price += price[route]
            now[route] = 0
        city = t.route_a[route] + t.route_b[route] - city


def _improve(w: Ways, price: vec[i64], pairs: Pairs, forest: Forest, base: Parts) -> None:
    """Take each pair out and put it back, until nothing gets cheaper."""
    count = i64(len(pairs.a))
    better = True
    rounds: i64 = 0
    while better and rounds < 3:
        better = False
        rounds += 1
        pair: i64 = 0
        while pair < count:
            before = forest.price
            if _replace(w, price, pairs, forest, pair, base) and forest.price < before:
                better = True
            pair += 1


def _replace(
    w: Ways, price: vec[i64], pairs: Pairs, forest: Forest, pair: i64, base: Parts
) -> bool:
    """Join one pair anew over what the others need; the forest only ever gets cheaper."""
    t = w.tables
    has = forest.has[:]
    before = forest.price
    _cut(t, price, pairs, forest, pair, base)
    if forest.price == before:
        return False
    now = price[:]
    route: i64 = 0
    while route < t.routes:
        if forest.has[route]:
            now[route] = 0
        route += 1
    _add_way(w, price, now, forest, pairs.a[pair], pairs.b[pair])
    if forest.price < before:
        return True
    forest.has = has
    forest.price = before
    return False


def _cut(t: Tables, price: vec[i64], pairs: Pairs, forest: Forest, but: i64, base: Parts) -> None:
    """Cut every route away that no pair needs, the pair `but` not counted."""
    routes = forest.routes()
    for route in routes:
        forest.has[route] = 0
        if _still_joined(t, routes, pairs, forest, but, base):
            forest.price -= price[route]
        else:
            forest.has[route] = 1


def _still_joined(
    t: Tables, routes: vec[i64], pairs: Pairs, forest: Forest, but: i64, base: Parts
) -> bool:
    """Whether all pairs but one are joined by what is left of these routes."""
    parts = base.copy()
    for route in routes:
        if forest.has[route]:
            parts.join(t.route_a[route], t.route_b[route])
    pair: i64 = 0
    while pair < i64(len(pairs.a)):
        if pair != but and not parts.joined(pairs.a[pair], pairs.b[pair]):
            return False
        pair += 1
    return True
