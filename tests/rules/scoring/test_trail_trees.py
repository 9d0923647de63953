"""The longest trail: routes without a loop, and what a search leaves behind (E4)."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from tests.rules.ask import seat_score
from tests.rules.brute_force import longest_trail as slow_longest_trail
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


# Two routes of different length between the same cities, the shorter one first.
PARALLEL = "a-f 6, e-f 6, b-c 6, b-f 1, d-f 6, b-d 8, d-f 2, b-f 6, c-e 1, b-c 8"
# The best trail lies on the near side of a bridge that is given up.
BRIDGE = "a-d 6, d-f 6, b-c 2, a-e 2, b-c 1, b-e 1, d-e 6"


@pytest.mark.parametrize(("routes", "spaces"), [(PARALLEL, 47), (BRIDGE, 20)])
def test_thinning_is_exact_on_maps_that_need_all_of_it(
    tmp_path: Path, routes: str, spaces: int
) -> None:
    """E4: found among thousands of small maps."""
    lines = [f"{route} gray" for route in routes.split(", ")]
    # All cities of a board must be joined; what joins them here is nobody's.
    joins = [f"z-{city} 8 gray" for city in "abcdef"]
    name = own_board(tmp_path, "\n".join([*lines, *joins]), trains=60)
    own = load_board(name).routes[: len(lines)]
    game = read(name, "Ann: routes " + " ".join(route.id for route in own))
    web = web_of(game.flat, game.state, 0)
    cities = sorted({city.index for route in own for city in (route.a, route.b)})
    search = Thinning(game.flat, web.free, web.degree, 0)
    thin(search, vec[i64]([i64(city) for city in cities]), len(cities))
    assert search.best == spaces
    assert spaces == slow_longest_trail([(r.a.index, r.b.index, r.length) for r in own])


def test_the_trail_shown_is_the_longest_though_a_larger_tree_is_looked_at_later(
    tmp_path: Path,
) -> None:
    """E4: nine spaces in three arms hold no trail of eight."""
    board = own_board(
        tmp_path, "a-b 8 red\nb-x 1 gray\nx-w 3 blue\nx-y 3 green\nx-z 3 white", trains=60
    )
    score = seat_score(read(board, "Ann: routes a-b x-w x-y x-z"))
    assert (score.longest_trail, [route.id for route in score.trail]) == (8, ["a-b"])
