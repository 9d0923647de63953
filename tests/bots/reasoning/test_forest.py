"""Forests against exact ones, which two pairs of cities allow to be worked out."""

from itertools import combinations, product

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from whistlestop.boards.load import load_board
from whistlestop.bots.reasoning.forest import Forest, Pairs, bare_ground, join_all
from whistlestop.bots.reasoning.ways import FAR, Ways, separate_cities, spread, ways_at
from whistlestop.engine.lookup import codec_for
from whistlestop.engine.state.flat_board import FlatBoard
from whistlestop.engine.state.rng import seeded

Distances = list[list[int]]
PRICED = ["usa:classic", "europe", "london"]


def tables_of(board: str) -> FlatBoard:
    return codec_for(load_board(board), 2).flat


def distances(t: FlatBoard, price: vec[i64]) -> Distances:
    """Floyd and Warshall."""
    cities = range(t.cities)
    far = [[0 if i == j else FAR for j in cities] for i in cities]
    for route in range(t.routes):
        a, b = t.route_a[route], t.route_b[route]
        far[a][b] = far[b][a] = min(far[a][b], int(price[route]))
    for k, i, j in product(cities, repeat=3):
        far[i][j] = min(far[i][j], far[i][k] + far[k][j])
    return far


def exact(far: Distances, a: int, b: int, c: int, d: int) -> int:
    """The cheapest forest for a-b and c-d: apart, or one tree that meets in two cities."""
    best = far[a][b] + far[c][d]
    for u, v in product(range(len(far)), repeat=2):
        for one, two, three, four in ((a, b, c, d), (a, c, b, d), (a, d, b, c)):
            ends = far[one][u] + far[two][u] + far[v][three] + far[v][four]
            best = min(best, ends + far[u][v])
    return best


def joins(t: FlatBoard, forest: Forest, pairs: Pairs) -> bool:
    parts = separate_cities(t)
    for route in forest.routes():
        parts.join(t.route_a[route], t.route_b[route])
    return all(parts.joined(a, b) for a, b in zip(pairs.start, pairs.goal, strict=True))


def test_a_way_is_as_long_as_the_distance() -> None:
    t = tables_of("usa")
    far = distances(t, t.route_length)
    ways = Ways(t)
    for a, b in product(range(0, t.cities, 5), range(t.cities)):
        assert spread(ways, t.route_length, a, b) == far[a][b]


def some_prices(t: FlatBoard, seed: int) -> vec[i64]:
    """Few different ones, so that ways are often equally far; some routes free, some closed."""
    rng = seeded(seed, "prices")
    return vec[i64]([(0, 50, 100, 100, 150, FAR)[rng.below(6)] for _ in range(t.routes)])


def way_of(ways: Ways, start: int, goal: int) -> list[int]:
    """The routes of the way found last."""
    routes = []
    while goal != start:
        routes.append(int(ways.via[goal]))
        goal = ways.flat.route_a[routes[-1]] + ways.flat.route_b[routes[-1]] - goal
    return routes


@pytest.mark.parametrize("board", PRICED)
def test_a_search_that_leaves_out_what_is_useless_finds_the_same_way(board: str) -> None:
    t = tables_of(board)
    wide = Ways(t)
    for seed in range(6):
        price = some_prices(t, seed)
        narrow = ways_at(t, price)
        for a, b in product(range(0, t.cities, 4), range(t.cities)):
            far = spread(wide, price, a, b)
            assert spread(narrow, price, a, b, min(far + 1, FAR)) == far
            assert spread(narrow, price, a, b, far) == (0 if a == b else FAR)
            if far < FAR:
                spread(wide, price, a, -1)
                spread(narrow, price, a, b, far + 1)
                assert way_of(narrow, a, b) == way_of(wide, a, b)


@pytest.mark.parametrize("board", PRICED)
def test_a_forest_over_known_ways_is_the_same_as_a_new_one(board: str) -> None:
    t = tables_of(board)
    for seed in range(6):
        price = some_prices(t, seed)
        ground = bare_ground()
        for tickets in combinations(range(seed, seed + 5), 4):
            pairs = Pairs()
            for ticket in tickets:
                pairs.add(t.ticket_a[ticket], t.ticket_b[ticket])
            known = join_all(ways_at(t, price), price, pairs, ground)
            anew = join_all(Ways(t), price, pairs, bare_ground())
            assert list(known.routes()) == list(anew.routes())
            assert (known.price, known.whole) == (anew.price, anew.whole)


@pytest.mark.parametrize("board", PRICED)
def test_a_forest_has_no_route_that_no_pair_needs(board: str) -> None:
    t = tables_of(board)
    for first in range(0, t.tickets - 6, 2):
        pairs = Pairs()
        for ticket in range(first, first + 6):
            pairs.add(t.ticket_a[ticket], t.ticket_b[ticket])
        routes = list(join_all(Ways(t), t.route_length, pairs, bare_ground()).routes())
        for dropped in routes:
            parts = separate_cities(t)
            for route in routes:
                if route != dropped:
                    parts.join(t.route_a[route], t.route_b[route])
            assert not all(parts.joined(a, b) for a, b in zip(pairs.start, pairs.goal, strict=True))


@pytest.mark.parametrize("board", ["new-york", "usa:classic"])
def test_a_forest_for_two_tickets_is_nearly_always_the_cheapest(board: str) -> None:
    t = tables_of(board)
    far = distances(t, t.route_length)
    same = checked = 0
    for one, two in list(combinations(range(t.tickets), 2))[::3]:
        pairs = Pairs()
        for ticket in (one, two):
            pairs.add(t.ticket_a[ticket], t.ticket_b[ticket])
        forest = join_all(Ways(t), t.route_length, pairs, bare_ground())
        least = exact(far, pairs.start[0], pairs.goal[0], pairs.start[1], pairs.goal[1])
        assert joins(t, forest, pairs)
        assert forest.price == sum(t.route_length[route] for route in forest.routes())
        alone = (far[start][goal] for start, goal in zip(pairs.start, pairs.goal, strict=True))
        assert least <= forest.price <= sum(alone)
        same += forest.price == least
        checked += 1
    assert same > 0.9 * checked


def test_a_forest_for_many_tickets_shares_its_routes() -> None:
    """Twelve tickets over one network take far fewer trains than twelve ways."""
    t = tables_of("usa:classic")
    far = distances(t, t.route_length)
    pairs = Pairs()
    for ticket in range(12):
        pairs.add(t.ticket_a[ticket], t.ticket_b[ticket])
    forest = join_all(Ways(t), t.route_length, pairs, bare_ground())
    assert joins(t, forest, pairs)
    total = sum(far[a][b] for a, b in zip(pairs.start, pairs.goal, strict=True))
    assert int(forest.price) < 0.6 * total


def test_what_cannot_be_joined_is_left_out_and_said_so() -> None:
    t = tables_of("new-york")
    closed = vec[i64]([FAR] * t.routes)
    pairs = Pairs()
    pairs.add(0, 5)
    forest = join_all(Ways(t), closed, pairs, bare_ground())
    assert not forest.whole
    assert len(forest.routes()) == 0


def test_own_routes_cost_nothing_and_are_not_part_of_the_forest() -> None:
    t = tables_of("new-york")
    price = t.route_length[:]
    price[0] = 0
    pairs = Pairs()
    pairs.add(t.route_a[0], t.route_b[0])
    forest = join_all(Ways(t), price, pairs, bare_ground())
    assert (forest.whole, forest.price, len(forest.routes())) == (True, 0, 0)
