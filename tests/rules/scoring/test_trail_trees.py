"""The longest trail: routes without a loop, and what a search leaves behind (E4)."""

from __future__ import annotations

import json
import random
from itertools import combinations
from pathlib import Path

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from tests.rules.ask import seat_score
from tests.rules.brute_force import longest_trail as slow_longest_trail
from tests.rules.brute_force import parts
from tests.rules.own_boards import own_board
from tests.rules.positions import read
from whistlestop.boards.load import load_board
from whistlestop.engine.scoring.trail import longest_trail, web_of
from whistlestop.engine.scoring.trail_search import Thinning, thin
from whistlestop.model.board import Board, Route


def some_tree(board: Board, first: Route, count: int, rng: random.Random) -> list[Route]:
    """A route and others that each join one more city to it."""
    chosen, cities = [first], {first.a, first.b}
    for route in rng.sample(board.routes, len(board.routes)) * 2:
        if len(chosen) < count and len({route.a, route.b} & cities) == 1:
            chosen.append(route)
            cities |= {route.a, route.b}
    return chosen


def test_the_longest_trail_is_exact_on_trees_through_any_route(board: str) -> None:
    """E4: the first routes of the board too, wherever in the tree they are."""
    rng = random.Random(f"trees {board}")
    map_ = load_board(board)
    for number in range(240):
        first = map_.routes[number % 6]
        own = some_tree(map_, first, rng.randint(3, 7), rng)
        text = "players: Ann, Bob, Cy, Dee\nAnn: routes " + " ".join(route.id for route in own)
        if sum(route.length for route in own) > map_.rules.trains:
            continue
        game = read(board, text)
        edges = [(route.a.index, route.b.index, route.length) for route in own]
        assert longest_trail(web_of(game.flat, game.state, 0)) == slow_longest_trail(edges)


WORST = json.loads(Path(__file__).with_name("worst_trails.json").read_text())
HARD = [(board, i) for board, sets in WORST.items() for i in range(len(sets))]


@pytest.mark.parametrize(("board", "number"), HARD)
def test_the_search_for_a_trail_leaves_the_web_as_it_was(board: str, number: int) -> None:
    """E4: also where it gives up walking and thins the web instead."""
    game = read(board, f"Ann: routes {' '.join(WORST[board][number]['routes'])}")
    web = web_of(game.flat, game.state, 0)
    before = list(web.free), list(web.degree)
    longest_trail(web)
    assert (list(web.free), list(web.degree), web.depth) == (*before, 0)


def test_thinning_is_exact_where_two_routes_of_different_length_join_the_same_cities(
    tmp_path: Path,
) -> None:
    """E4: the distance between two cities is that of the shorter one, whichever comes first."""
    rng = random.Random("parallel")
    pairs = [f"{a}-{b}" for a, b in combinations("abcde", 2)]
    for _ in range(60):
        lengths = [(pair, length) for pair in pairs for length in rng.sample(range(1, 7), 2)]
        lines = "\n".join(f"{pair} {length} gray" for pair, length in lengths)
        name = own_board(tmp_path, lines, trains=200)
        own = rng.sample(load_board(name).routes, rng.randint(8, 12))
        edges = [(route.a.index, route.b.index, route.length) for route in own]
        game = read(name, "Ann: routes " + " ".join(route.id for route in own))
        web, joined = web_of(game.flat, game.state, 0), parts(edges)
        best = 0
        for part in set(joined.values()):
            cities = [i64(city) for city, first in joined.items() if first == part]
            search = Thinning(game.flat, web.free, web.degree, best)
            thin(search, vec[i64](cities), len(cities))
            best = search.best
        assert best == slow_longest_trail(edges)


def test_the_trail_shown_is_the_longest_though_a_larger_tree_is_looked_at_later(
    tmp_path: Path,
) -> None:
    """E4: nine spaces in three arms hold no trail of eight."""
    board = own_board(
        tmp_path, "a-b 8 red\nb-x 1 gray\nx-w 3 blue\nx-y 3 green\nx-z 3 white", trains=60
    )
    score = seat_score(read(board, "Ann: routes a-b x-w x-y x-z"))
    assert (score.longest_trail, [route.id for route in score.trail]) == (8, ["a-b"])
