"""Parts of a map and cheapest ways over it, on maps small enough to check by hand."""

from itertools import product
from math import inf

import pytest

from whistlestop.boards.graph import cheapest_ways, links_of, parts_of
from whistlestop.boards.load import load_board

# A square 0-1-2-3 with a tail 3-4, and a city 5 that nothing leads to.
SQUARE = [(0, 1), (1, 2), (0, 3), (3, 2), (3, 4)]


def test_cities_that_edges_join_are_one_part() -> None:
    part = parts_of(6, SQUARE)
    assert len({part[city] for city in range(5)}) == 1
    assert part[5] not in part[:5]
    assert parts_of(3, []) == [0, 1, 2]


def test_of_two_ways_that_cost_the_same_the_first_one_found_stays() -> None:
    """Both ways from 0 to 2 cost 2; city 1 is reached before city 3."""
    ways = cheapest_ways(links_of(6, SQUARE), [1] * 5, [0])
    assert ways.edges_to(2) == [0, 1]
    turned = [SQUARE[i] for i in (2, 1, 0, 3, 4)]
    assert cheapest_ways(links_of(6, turned), [1] * 5, [0]).edges_to(2) == [0, 3]


def test_the_cheapest_way_goes_round_what_is_dear_or_closed() -> None:
    links = links_of(6, SQUARE)
    assert cheapest_ways(links, [1, 5, 1, 1, 1], [0]).edges_to(2) == [2, 3]
    closed = cheapest_ways(links, [1, inf, inf, 1, 1], [0])
    assert closed.costs == [0, 1, inf, inf, inf, inf]
    assert closed.edges_to(4) == []


def test_a_way_begins_at_the_nearest_start() -> None:
    ways = cheapest_ways(links_of(6, SQUARE), [1] * 5, [1, 4])
    assert ways.costs == [1, 0, 1, 1, 0, inf]
    assert ways.edges_to(3) == [4]


@pytest.mark.parametrize("board", ["usa", "europe", "new-york", "london"])
def test_distances_on_boards_are_the_shortest_there_are(board: str) -> None:
    """Against Floyd and Warshall, and the same with a goal as without."""
    loaded = load_board(board)
    count = len(loaded.cities)
    ends = [(route.a.index, route.b.index) for route in loaded.routes]
    lengths = [route.length for route in loaded.routes]
    far = [[0.0 if i == j else inf for j in range(count)] for i in range(count)]
    for (a, b), length in zip(ends, lengths, strict=True):
        far[a][b] = far[b][a] = min(far[a][b], length)
    for k, i, j in product(range(count), repeat=3):
        far[i][j] = min(far[i][j], far[i][k] + far[k][j])
    links = links_of(count, ends)
    for start in range(count):
        ways = cheapest_ways(links, lengths, [start])
        assert ways.costs == far[start]
        for goal in range(count):
            edges = ways.edges_to(goal)
            assert sum(lengths[edge] for edge in edges) == far[start][goal]
            stopped = cheapest_ways(links, lengths, [start], goal)
            assert stopped.edges_to(goal) == edges
