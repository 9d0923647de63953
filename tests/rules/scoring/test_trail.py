"""The longest trail, exactly: through loops and repeated cities, and never slowly (E4, B5)."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from librt.vecs import vec
from mypy_extensions import i64

from tests.rules.ask import seat_score
from tests.rules.brute_force import Edge, longest_trail_by_sets, parts
from tests.rules.brute_force import longest_trail as slow_longest_trail
from tests.rules.own_boards import own_board
from tests.rules.positions import read
from whistlestop.boards.load import load_board
from whistlestop.engine.game import Game
from whistlestop.engine.scoring.trail import longest_trail, web_of
from whistlestop.engine.scoring.trail_search import Thinning, thin
from whistlestop.model.board import Board, Route
from whistlestop.model.score import SeatScore

WORST = json.loads(Path(__file__).with_name("worst_trails.json").read_text())
# Less than a millisecond when compiled. Found by climbing over sets of routes of one seat.
MOST_STEPS = 6_000


def trail(routes: str, board: str = "usa") -> int:
    return seat_score(read(board, f"Ann: routes {routes}")).longest_trail


# The rule, by example


def test_without_routes_there_is_no_trail(board: str) -> None:
    """E4, E5"""
    assert trail("", board) == 0


def test_a_chain_of_routes_is_one_trail() -> None:
    """E4"""
    assert trail("denver-santa_fe el_paso-santa_fe el_paso-houston") == 2 + 2 + 6


def test_routes_that_do_not_meet_are_separate_trails() -> None:
    """E4"""
    assert trail("denver-santa_fe boston-montreal portland-san_francisco:green") == 5


def test_the_longest_trail_counts_spaces_not_routes() -> None:
    """E4"""
    assert trail("portland-seattle seattle-vancouver el_paso-houston") == 6


def test_a_fork_uses_its_two_longest_arms() -> None:
    """E4"""
    assert trail("denver-helena denver-phoenix denver-santa_fe") == 4 + 5


def test_a_trail_may_close_into_a_loop() -> None:
    """E4"""
    assert trail("el_paso-phoenix el_paso-santa_fe phoenix-santa_fe") == 3 + 2 + 3


def test_a_trail_goes_round_a_loop_and_on() -> None:
    """E4: the city where the loop closes is visited twice."""
    loop = "el_paso-phoenix el_paso-santa_fe phoenix-santa_fe"
    assert trail(f"{loop} denver-santa_fe") == 8 + 2


def test_a_loop_in_the_middle_of_a_trail_is_walked_too() -> None:
    """E4"""
    loop = "el_paso-phoenix el_paso-santa_fe phoenix-santa_fe"
    assert trail(f"denver-santa_fe {loop} oklahoma_city-santa_fe") == 2 + 8 + 3


def test_two_loops_that_share_a_city_are_one_trail() -> None:
    """E4"""
    first = "el_paso-phoenix el_paso-santa_fe phoenix-santa_fe"
    second = "denver-santa_fe denver-oklahoma_city oklahoma_city-santa_fe"
    assert trail(f"{first} {second}") == 8 + 9


def test_a_train_is_never_counted_twice() -> None:
    """E4: of a star two arms, of a loop with an arm at each corner not everything."""
    arms = "helena-salt_lake_city las_vegas-salt_lake_city portland-salt_lake_city"
    assert trail(f"{arms} denver-salt_lake_city:red") == 6 + 3
    loop = "el_paso-phoenix el_paso-santa_fe phoenix-santa_fe"
    arms = "dallas-el_paso oklahoma_city-santa_fe los_angeles-phoenix"
    assert trail(f"{loop} {arms}") == 4 + 3 + 3 + 3


def test_the_routes_of_others_are_no_part_of_a_trail() -> None:
    """E4"""
    game = read("usa", "Ann: routes denver-santa_fe el_paso-houston\nBob: routes el_paso-santa_fe")
    assert [seat.longest_trail for seat in game.score().seats] == [6, 2]


def test_both_routes_between_two_cities_are_walked_there_and_back(tmp_path: Path) -> None:
    """E4: where they are not a double route, one player may own both."""
    board = own_board(tmp_path, "a-b 2 red\na-b 3 blue\nb-c 4 green")
    assert trail("a-b a-b#2 b-c", board) == 9


def test_a_web_without_loose_ends_leaves_out_as_little_as_it_can(tmp_path: Path) -> None:
    """E4: four cities, each joined to each: one route stays unused, the shortest."""
    board = own_board(
        tmp_path, "a-b 5 red\na-c 4 blue\na-d 6 green\nb-c 6 white\nb-d 3 black\nc-d 5 orange"
    )
    assert trail("a-b a-c a-d b-c b-d c-d", board) == 29 - 3


# The trail that is shown


def assert_is_trail(score: SeatScore, own: set[str]) -> None:
    """The routes named can be walked one after the other, each once, and have the length told."""
    walked = [route.id for route in score.trail]
    assert sum(route.length for route in score.trail) == score.longest_trail
    assert len(set(walked)) == len(walked)
    assert set(walked) <= own
    ends = [{route.a.id, route.b.id} for route in score.trail]
    assert not ends or any(_walks(ends, city) for city in ends[0])


def _walks(ends: list[set[str]], city: str) -> bool:
    for pair in ends:
        if city not in pair:
            return False
        (city,) = pair - {city}
    return True


# Against slow searches


def edges(routes: list[Route]) -> list[Edge]:
    return [(r.a.index, r.b.index, r.length) for r in routes]


def some_routes(board: Board, count: int, rng: random.Random) -> list[Route]:
    """Routes that hang together where they can, one side of a double route, within the trains."""
    chosen: list[Route] = []
    for route in rng.sample(board.routes, len(board.routes)) * 3:
        twins = {r.twin for r in chosen} | {r.index for r in chosen}
        near = {city for r in chosen for city in (r.a, r.b)}
        fits = sum(r.length for r in chosen) + route.length <= board.rules.trains
        joins = not near or route.a in near or route.b in near or rng.random() < 0.02
        if len(chosen) < count and fits and joins and route.index not in twins:
            chosen.append(route)
    return chosen


@pytest.mark.parametrize("seeds", [range(25), pytest.param(range(25, 300), marks=pytest.mark.slow)])
def test_the_longest_trail_is_exact_on_random_routes(board: str, seeds: range) -> None:
    """E4"""
    for seed in seeds:
        rng = random.Random(seed)
        own = some_routes(load_board(board), rng.randint(4, 14), rng)
        score = seat_score(read(board, "Ann: routes " + " ".join(r.id for r in own)))
        assert score.longest_trail == slow_longest_trail(edges(own))
        assert_is_trail(score, {r.id for r in own})


@pytest.mark.parametrize("seeds", [range(20), pytest.param(range(20, 200), marks=pytest.mark.slow)])
def test_thinning_alone_is_exact_and_leaves_no_trace(board: str, seeds: range) -> None:
    """E4: the search for hard positions, on easy ones that it would never be asked about."""
    for seed in seeds:
        rng = random.Random(seed)
        own = some_routes(load_board(board), rng.randint(4, 14), rng)
        game = read(board, "Ann: routes " + " ".join(r.id for r in own))
        web = web_of(game.flat, game.state, 0)
        before = list(web.free), list(web.degree)
        best = 0
        for part in set(parts(edges(own)).values()):
            cities = [city for city, first in parts(edges(own)).items() if first == part]
            search = Thinning(game.flat, web.free, web.degree, best)
            thin(search, vec[i64]([i64(city) for city in cities]), len(cities))
            best = search.best
        assert best == slow_longest_trail(edges(own))
        assert (list(web.free), list(web.degree)) == before


CITIES = "abcdef"
ROUTE = st.tuples(
    st.sampled_from(CITIES), st.sampled_from(CITIES), st.sampled_from((1, 2, 3, 4, 5, 6))
).filter(lambda route: route[0] < route[1])
ROUTES = st.lists(ROUTE, min_size=1, max_size=12, unique=True)


def at_most_two_between(routes: list[tuple[str, str, int]]) -> list[tuple[str, str, int]]:
    kept: list[tuple[str, str, int]] = []
    for route in routes:
        if sum(other[:2] == route[:2] for other in kept) < 2:
            kept.append(route)
    return kept


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("boards")


@given(routes=ROUTES)
def test_the_longest_trail_is_exact_on_any_small_map(
    folder: Path, routes: list[tuple[str, str, int]]
) -> None:
    """E4: two routes of different length may join the same cities."""
    routes = at_most_two_between(routes)
    lines = [f"{a}-{b} {length} gray" for a, b, length in routes]
    # All cities of a board must be joined; what joins them here is Bob's.
    chain = [f"z-{city} 8 gray" for city in CITIES]
    name = own_board(folder, "\n".join([*lines, *chain]), trains=200)
    board = load_board(name)
    own = list(board.routes[: len(routes)])
    game = read(name, "Ann: routes " + " ".join(route.id for route in own))
    assert seat_score(game).longest_trail == slow_longest_trail(edges(own))
    assert_is_trail(seat_score(game), {route.id for route in own})


@given(routes=st.lists(ROUTE, max_size=9))
def test_the_two_slow_searches_agree(routes: list[tuple[str, str, int]]) -> None:
    """E4: walking every trail, and trying every set of routes."""
    map_ = [(ord(a), ord(b), length) for a, b, length in routes]
    assert slow_longest_trail(map_) == longest_trail_by_sets(map_)


# The hardest positions known


HARD = [(board, i) for board, sets in WORST.items() for i in range(len(sets))]


def hard(board: str, number: int) -> Game:
    return read(board, f"Ann: routes {' '.join(WORST[board][number]['routes'])}")


def test_hard_positions_of_every_board_are_kept(board: str) -> None:
    """E4"""
    assert len(WORST[board]) >= 2


@pytest.mark.parametrize(("board", "number"), HARD)
def test_the_longest_trail_of_a_hard_position_is_found_in_few_steps(
    board: str, number: int
) -> None:
    """E4"""
    game = hard(board, number)
    web = web_of(game.flat, game.state, 0)
    assert longest_trail(web) == WORST[board][number]["trail"]
    assert web.steps <= MOST_STEPS


@pytest.mark.slow
@pytest.mark.parametrize(("board", "number"), HARD)
def test_the_longest_trail_of_a_hard_position_is_exact(board: str, number: int) -> None:
    """E4"""
    game = hard(board, number)
    own = [game.board.route_by_id[name] for name in WORST[board][number]["routes"]]
    assert seat_score(game).longest_trail == slow_longest_trail(edges(own))
    assert_is_trail(seat_score(game), {route.id for route in own})
