"""Several pairs of cities joined at the least price: one forest, not a way for each.

The cheapest forest (a Steiner forest) is too hard to find at every decision. This module lays a way
for each pair over the ways already laid, in two orders, and then takes each pair out and lays it
anew while that saves something. It knows prices only, neither cards nor trains.

Since every way is a cheapest one, no two ways of a forest make a circle: a pair needs exactly the
routes of its own way.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from whistlestop.bots.reasoning.ways import FAR, Ways, other_end, spread
from whistlestop.engine.state.flat_board import FlatBoard, filled

# The most rounds of laying every pair anew: each costs a search for every pair.
ROUNDS: Final = 3


class LaidWay:
    """The way of one pair, given the ways laid before it: a node in a tree of known ways.

    Plans for nearly the same pairs begin with the same ways; the tree remembers them, so that each
    is searched for once.
    """

    def __init__(self, start: i64, goal: i64) -> None:
        self.start = start
        self.goal = goal
        # The routes that it takes and that cost something to begin with.
        self.routes = vec[i64](capacity=8)
        # What it costs in addition to the ways before it; `FAR` if there is no way.
        self.far: i64 = 0
        # The newest way laid after this one, and the next newest laid after the same one as this.
        self.over: LaidWay | None = None
        self.beside: LaidWay | None = None


def bare_ground() -> LaidWay:
    """The root of a tree of ways: nothing is laid yet."""
    return LaidWay(-1, -1)


class Forest:
    """The routes of a forest that cost something, and the sum of their prices."""

    def __init__(self, t: FlatBoard, price: vec[i64]) -> None:
        self.flat = t
        # What each route still costs: nothing once it is part of the forest.
        self.left = price[:]
        # How many ways take each route.
        self.uses = filled(t.routes, 0)
        self.price: i64 = 0
        # False if some pair cannot be joined at all; the forest leaves such pairs out.
        self.whole = True

    def routes(self) -> vec[i64]:
        """Its routes in the board's order."""
        listed = vec[i64]()
        route: i64 = 0
        while route < self.flat.routes:
            if self.uses[route]:
                listed = append(listed, route)
            route += 1
        return listed

    def add(self, way: LaidWay) -> None:
        """Add a way; its routes cost nothing from now on."""
        uses = self.uses
        for route in way.routes:
            if not uses[route]:
                self.price += self.left[route]
                self.left[route] = 0
            uses[route] = uses[route] + 1
        if way.far >= FAR:
            self.whole = False

    def take_out(self, way: LaidWay, price: vec[i64]) -> i64:
        """Take a way out again; returns the price of the routes that no other way needs."""
        uses = self.uses
        before = self.price
        for route in way.routes:
            uses[route] = uses[route] - 1
            if not uses[route]:
                self.left[route] = price[route]
                self.price -= price[route]
        return before - self.price


class Pairs:
    """Pairs of cities to join, and their distances once these are measured."""

    def __init__(self) -> None:
        self.start = vec[i64](capacity=8)
        self.goal = vec[i64](capacity=8)
        self.far = vec[i64](capacity=8)

    def add(self, start: i64, goal: i64) -> None:
        """Add a pair, its distance not yet measured."""
        self.start = append(self.start, start)
        self.goal = append(self.goal, goal)
        self.far = append(self.far, FAR)


def join_all(ways: Ways, price: vec[i64], pairs: Pairs, ground: LaidWay) -> Forest:
    """The cheapest forest found that joins all pairs; `ground` remembers ways between calls."""
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


def first_way(ways: Ways, price: vec[i64], ground: LaidWay, start: i64, goal: i64) -> LaidWay:
    """The cheapest way between two cities when no other is laid."""
    return _way_over(ways, price, price, ground, start, goal, FAR)


def _way_over(
    ways: Ways, price: vec[i64], left: vec[i64], before: LaidWay, start: i64, goal: i64, limit: i64
) -> LaidWay:
    """The cheapest way once those before it are laid; searched for unless it is known.

    `left` is what each route still costs then.
    """
    known = before.over
    while known is not None:
        if known.start == start and known.goal == goal:
            return known
        known = known.beside
    way = _found(ways, price, start, goal, spread(ways, left, start, goal, limit))
    way.beside = before.over
    before.over = way
    return way


def _found(ways: Ways, price: vec[i64], start: i64, goal: i64, far: i64) -> LaidWay:
    """The way that the last search found."""
    t = ways.flat
    way = LaidWay(start, goal)
    way.far = far
    if far < FAR:
        city = goal
        while city != start:
            route = ways.via[city]
            if price[route] > 0:
                way.routes = append(way.routes, route)
            city = other_end(t, route, city)
    return way


def _farthest_first(ways: Ways, price: vec[i64], pairs: Pairs, ground: LaidWay) -> vec[i64]:
    """The numbers of the pairs, those farthest apart first."""
    count = i64(len(pairs.start))
    far = pairs.far
    order = filled(count, 0)
    i: i64 = 0
    while i < count:
        far[i] = first_way(ways, price, ground, pairs.start[i], pairs.goal[i]).far
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
        # After others are laid it costs no more than alone.
        limit = pairs.far[pair] + 1 if pairs.far[pair] < FAR else FAR
        before = _way_over(
            ways, price, forest.left, before, pairs.start[pair], pairs.goal[pair], limit
        )
        forest.add(before)
        laid[pair] = before
    return laid


def _improve(ways: Ways, price: vec[i64], forest: Forest, laid: list[LaidWay], newest: i64) -> None:
    """Lay each pair anew, for some rounds or until nothing gets cheaper.

    The pair whose way is the newest has nothing to gain while the others stay as they are.
    """
    count = i64(len(laid))
    tries = ROUNDS * count
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
    """Lay one pair anew beside the others, if that is cheaper; says whether it was."""
    way = laid[pair]
    freed = forest.take_out(way, price)
    if freed:
        far = spread(ways, forest.left, way.start, way.goal, freed)
        if far < freed:
            laid[pair] = _found(ways, price, way.start, way.goal, far)
            forest.add(laid[pair])
            return True
    forest.add(way)
    return False
