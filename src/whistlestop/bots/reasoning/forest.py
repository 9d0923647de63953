"""Several pairs of cities joined at the least price: one forest, not a way for each.

Exact forests are hard; this one grows a way for each pair over what is there already, in several
orders, and then takes each pair out and puts it back while that helps. Routes that no pair needs
are cut away. It knows prices only, neither cards nor trains.

Since a way never costs more than it has to, no two ways of a forest make a circle: a pair needs
exactly the routes of its own way.
"""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

from whistlestop.bots.reasoning.ways import FAR, Ways, spread
from whistlestop.engine.state.flat_board import FlatBoard, filled


class LaidWay:
    """A pair's way, laid over others before it, and the ways laid over all of them since.

    Plans for nearly the same pairs begin with the same ways, which are searched for only once.
    """

    def __init__(self, a: i64, b: i64) -> None:
        self.a = a
        self.b = b
        # The routes that it takes, those left out that cost nothing to begin with.
        self.routes = vec[i64](capacity=8)
        # What it costs over the others; `FAR` if there is no way.
        self.far: i64 = 0
        # The newest way over this one, and the next newest over the same as this one.
        self.over: LaidWay | None = None
        self.beside: LaidWay | None = None


def bare_ground() -> LaidWay:
    """What the first way is laid over."""
    return LaidWay(-1, -1)


class Forest:
    """The routes of a forest, those that cost nothing left out, and the sum of their prices."""

    def __init__(self, t: FlatBoard, price: vec[i64]) -> None:
        self.flat = t
        # What routes still cost: nothing more once they are part of the forest.
        self.left = price[:]
        # How many ways take each route.
        self.uses = filled(t.routes, 0)
        self.price: i64 = 0
        # False if some pair cannot be joined at all; such pairs are left out.
        self.whole = True

    def routes(self) -> vec[i64]:
        listed = vec[i64]()
        route: i64 = 0
        while route < self.flat.routes:
            if self.uses[route]:
                listed = append(listed, route)
            route += 1
        return listed

    def add(self, way: LaidWay) -> None:
        uses = self.uses
        for route in way.routes:
            if not uses[route]:
                self.price += self.left[route]
                self.left[route] = 0
            uses[route] = uses[route] + 1
        if way.far >= FAR:
            self.whole = False

    def take_out(self, way: LaidWay, price: vec[i64]) -> i64:
        """Take a way out again; returns what the routes cost that nothing else needs."""
        uses = self.uses
        before = self.price
        for route in way.routes:
            uses[route] = uses[route] - 1
            if not uses[route]:
                self.left[route] = price[route]
                self.price -= price[route]
        return before - self.price


class Pairs:
    """Pairs of cities to be joined, and how far they are apart once that is measured."""

    def __init__(self) -> None:
        self.a = vec[i64](capacity=8)
        self.b = vec[i64](capacity=8)
        self.far = vec[i64](capacity=8)

    def add(self, a: i64, b: i64) -> None:
        self.a = append(self.a, a)
        self.b = append(self.b, b)
        self.far = append(self.far, FAR)


def join_all(ways: Ways, price: vec[i64], pairs: Pairs, ground: LaidWay) -> Forest:
    """The cheapest forest found that joins all pairs; ways over `ground` are laid only once."""
    order = _farthest_first(ways, price, pairs, ground)
    best = Forest(ways.flat, price)
    laid = _grow(ways, price, pairs, ground, order, best)
    if len(order) < 2:
        return best
    turned = _turned_round(order)
    other = Forest(ways.flat, price)
    others = _grow(ways, price, pairs, ground, turned, other)
    if other.price < best.price:
        best = other
        laid = others
        order = turned
    if best.whole:
        _improve(ways, price, best, laid, order[-1])
    return best


def first_way(ways: Ways, price: vec[i64], ground: LaidWay, a: i64, b: i64) -> LaidWay:
    """The cheapest way between two cities, laid over nothing else."""
    return _way_over(ways, price, price, ground, a, b, FAR)


def _way_over(
    ways: Ways, price: vec[i64], left: vec[i64], before: LaidWay, a: i64, b: i64, limit: i64
) -> LaidWay:
    """The cheapest way over those before it, searched for unless it was laid already.

    `left` is what still has to be paid over them.
    """
    known = before.over
    while known is not None:
        if known.a == a and known.b == b:
            return known
        known = known.beside
    way = _found(ways, price, a, b, spread(ways, left, a, b, limit))
    way.beside = before.over
    before.over = way
    return way


def _found(ways: Ways, price: vec[i64], a: i64, b: i64, far: i64) -> LaidWay:
    """The way that was searched for last."""
    t = ways.flat
    way = LaidWay(a, b)
    way.far = far
    if far < FAR:
        city = b
        while city != a:
            route = ways.via[city]
            if price[route] > 0:
                way.routes = append(way.routes, route)
            city = t.route_a[route] + t.route_b[route] - city
    return way


def _farthest_first(ways: Ways, price: vec[i64], pairs: Pairs, ground: LaidWay) -> vec[i64]:
    """The pairs in order, those farthest apart first."""
    count = i64(len(pairs.a))
    far = pairs.far
    order = filled(count, 0)
    i: i64 = 0
    while i < count:
        far[i] = first_way(ways, price, ground, pairs.a[i], pairs.b[i]).far
        at = i
        while at > 0 and far[order[at - 1]] < far[i]:
            order[at] = order[at - 1]
            at -= 1
        order[at] = i
        i += 1
    return order


def _turned_round(order: vec[i64]) -> vec[i64]:
    turned = vec[i64]()
    n = i64(len(order)) - 1
    while n >= 0:
        turned = append(turned, order[n])
        n -= 1
    return turned


def _grow(
    ways: Ways, price: vec[i64], pairs: Pairs, ground: LaidWay, order: vec[i64], forest: Forest
) -> list[LaidWay]:
    """Lay a way for each pair in order; returns them in the order of the pairs."""
    laid = [ground] * len(order)
    before = ground
    for pair in order:
        # Over others it costs no more than alone.
        limit = pairs.far[pair] + 1 if pairs.far[pair] < FAR else FAR
        before = _way_over(ways, price, forest.left, before, pairs.a[pair], pairs.b[pair], limit)
        forest.add(before)
        laid[pair] = before
    return laid


def _improve(ways: Ways, price: vec[i64], forest: Forest, laid: list[LaidWay], newest: i64) -> None:
    """Take each pair out and put it back, for three rounds or until nothing gets cheaper.

    The pair whose way is the newest has nothing to gain while the others stay as they are.
    """
    count = i64(len(laid))
    tries = 3 * count
    others = count - 1
    pair: i64 = 0
    while tries > 0 and others > 0:
        if pair != newest:
            others -= 1
            if _replace(ways, price, forest, laid, pair):
                newest = pair
                others = count - 1
        tries -= 1
        pair = pair + 1 if pair + 1 < count else 0


def _replace(ways: Ways, price: vec[i64], forest: Forest, laid: list[LaidWay], pair: i64) -> bool:
    """Join one pair anew over what the others need; the forest only ever gets cheaper."""
    way = laid[pair]
    freed = forest.take_out(way, price)
    if freed:
        far = spread(ways, forest.left, way.a, way.b, freed)
        if far < freed:
            laid[pair] = _found(ways, price, way.a, way.b, far)
            forest.add(laid[pair])
            return True
    forest.add(way)
    return False
