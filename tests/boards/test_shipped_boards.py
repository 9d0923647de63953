"""The shipped boards against the totals of the printed ones: a slip in one row changes a total."""

from __future__ import annotations

import heapq
from collections import Counter
from dataclasses import dataclass

import pytest

from whistlestop.boards.load import board_names, load_board, options_of
from whistlestop.model.board import Board, Ticket

SHIPPED = ("usa", "europe", "new-york", "london")
EVERY_WAY = tuple(
    f"{name}:{option}".rstrip(":") for name in SHIPPED for option in ("", *options_of(name))
)
EIGHT = ("purple", "blue", "orange", "white", "green", "yellow", "black", "red")


@dataclass(frozen=True)
class Totals:
    """What can be counted on a printed board."""

    cities: int
    pairs: int
    doubles: int
    colours: dict[str, int]
    spaces: dict[str, int]
    lengths: dict[int, int]
    worth: int
    degrees: tuple[int, int]


TOTALS = {
    "usa": Totals(
        cities=36,
        pairs=78,
        doubles=22,
        colours=dict.fromkeys(EIGHT, 7) | {"gray": 44},
        spaces=dict.fromkeys(EIGHT, 27) | {"gray": 93},
        lengths={1: 9, 2: 36, 3: 20, 4: 16, 5: 10, 6: 9},
        worth=508,
        degrees=(2, 9),
    ),
    "europe": Totals(
        cities=47,
        pairs=90,
        doubles=11,
        colours=dict.fromkeys(EIGHT, 8) | {"gray": 37},
        spaces=dict.fromkeys(EIGHT, 22) | {"blue": 23, "green": 23, "gray": 122},
        lengths={1: 4, 2: 35, 3: 30, 4: 29, 6: 2, 8: 1},
        worth=448,
        degrees=(2, 10),
    ),
    "new-york": Totals(
        cities=15,
        pairs=30,
        doubles=11,
        colours={"blue": 6, "green": 5, "black": 5, "pink": 5, "red": 5, "orange": 5, "gray": 10},
        spaces={
            **{"blue": 11, "green": 11, "black": 10, "pink": 11, "red": 11, "orange": 10},
            "gray": 20,
        },
        lengths={1: 9, 2: 22, 3: 9, 4: 1},
        worth=96,
        degrees=(3, 9),
    ),
    "london": Totals(
        cities=17,
        pairs=35,
        doubles=9,
        colours=dict.fromkeys(("blue", "green", "black", "pink", "yellow", "orange"), 5)
        | {"gray": 14},
        spaces={
            **{"blue": 11, "green": 11, "black": 12, "pink": 11, "yellow": 11, "orange": 11},
            "gray": 28,
        },
        lengths={1: 15, 2: 12, 3: 12, 4: 5},
        worth=122,
        degrees=(3, 9),
    ),
}

# tickets, points, long tickets, points of the long ones
TICKETS = {
    "usa": (69, 754, 0, 0),
    "usa:classic": (30, 349, 0, 0),
    "usa:1910": (35, 391, 0, 0),
    "usa:mega": (69, 754, 0, 0),
    "usa:big-cities": (35, 389, 0, 0),
    "europe": (46, 444, 6, 123),
    "europe:big-cities": (45, 502, 0, 0),
    "europe:mega": (101, 1087, 12, 230),
    "europe:expanded": (65, 607, 6, 123),
    "new-york": (18, 92, 0, 0),
    "london": (20, 108, 0, 0),
}

# The few tickets that are worth something else than the shortest way: (id, points) to spaces.
UNEVEN = {
    ("los_angeles-chicago", 16): 15,
    ("las_vegas-miami", 21): 20,
    ("los_angeles-miami", 20): 19,
    ("los_angeles-new_york", 21): 20,
    ("sault_st_marie-oklahoma_city", 9): 8,
    ("seattle-new_york", 22): 20,
    ("edinburgh-athina", 21): 20,
    ("london-wien", 10): 9,
    ("essen-angora", 16): 15,
    ("bucuresti-erzurum", 7): 8,
    ("london-angora", 20): 19,
    ("paris-berlin", 7): 6,
    ("paris-roma", 10): 7,
    ("sochi-smyrna", 9): 8,
}

NINE = {"angora", "athina", "berlin", "london", "madrid", "moskva", "paris", "roma", "wien"}
SEVEN = {"chicago", "dallas", "houston", "los_angeles", "miami", "new_york", "seattle"}


@pytest.fixture(params=SHIPPED)
def board(request: pytest.FixtureRequest) -> Board:
    return load_board(request.param)


@pytest.fixture
def totals(board: Board) -> Totals:
    return TOTALS[board.id]


def shortest(board: Board, ticket: Ticket) -> int:
    """The fewest spaces between the two cities of a ticket."""
    near: dict[str, list[tuple[int, str]]] = {city.id: [] for city in board.cities}
    for route in board.routes:
        near[route.a.id].append((route.length, route.b.id))
        near[route.b.id].append((route.length, route.a.id))
    waiting, done = [(0, ticket.a.id)], set[str]()
    while waiting:
        spaces, city = heapq.heappop(waiting)
        if city == ticket.b.id:
            return spaces
        if city not in done:
            done.add(city)
            for length, other in near[city]:
                heapq.heappush(waiting, (spaces + length, other))
    raise AssertionError(f"{ticket} cannot be completed")


def test_four_boards_are_shipped() -> None:
    assert sorted(board_names()) == sorted(SHIPPED)
    assert sorted(EVERY_WAY) == sorted(TICKETS)


def test_a_board_is_found_by_its_own_name(board: Board) -> None:
    assert load_board(board.name) is board


def test_cities_routes_and_double_routes_are_as_many_as_printed(
    board: Board, totals: Totals
) -> None:
    pairs = Counter(frozenset((r.a.id, r.b.id)) for r in board.routes)
    assert len(board.cities) == totals.cities
    assert len(board.routes) == totals.pairs + totals.doubles
    assert len(pairs) == totals.pairs
    assert Counter(pairs.values())[2] == totals.doubles


def test_routes_and_spaces_are_balanced_over_the_colours(board: Board, totals: Totals) -> None:
    spaces: Counter[str] = Counter()
    for route in board.routes:
        spaces[route.colour] += route.length
    assert Counter(r.colour for r in board.routes) == totals.colours
    assert spaces == totals.spaces
    assert set(totals.colours) == {*board.colours, "gray"}


def test_routes_of_each_length_and_their_points_are_as_many_as_printed(
    board: Board, totals: Totals
) -> None:
    assert Counter(r.length for r in board.routes) == totals.lengths
    assert sum(board.rules.points[r.length] for r in board.routes) == totals.worth


def test_every_length_with_points_is_the_length_of_some_route(board: Board) -> None:
    assert {r.length for r in board.routes} == set(board.rules.points)


def test_the_loneliest_and_the_busiest_city_have_the_printed_number_of_routes(
    board: Board, totals: Totals
) -> None:
    degrees = Counter(city for r in board.routes for city in (r.a.id, r.b.id))
    assert set(degrees) == {city.id for city in board.cities}
    assert (min(degrees.values()), max(degrees.values())) == totals.degrees


def test_routes_of_the_same_two_cities_and_length_are_double_and_no_others(board: Board) -> None:
    """C6, C8"""
    for one in board.routes:
        for other in board.routes:
            same_cities = {one.a.id, one.b.id} == {other.a.id, other.b.id}
            double = one is not other and same_cities and one.length == other.length
            assert (one.twin == other.index) == double


def test_the_sides_of_a_double_route_are_named_by_colour_or_by_number(board: Board) -> None:
    """C6"""
    for route in board.routes:
        pair = f"{route.a.id}-{route.b.id}"
        if route.twin is None:
            assert route.id == pair
        elif route.colour != board.routes[route.twin].colour:
            assert route.id == f"{pair}:{route.colour}"
        else:
            assert route.id == (pair if route.index < route.twin else f"{pair}#2")
    assert len(board.route_by_id) == len(board.routes)


def test_indices_are_positions(board: Board) -> None:
    for things in (board.cities, board.routes, board.tickets):
        assert [thing.index for thing in things] == list(range(len(things)))


def test_every_city_has_a_place_of_its_own_on_the_canvas(board: Board) -> None:
    places = {(c.x, c.y) for c in board.cities}
    assert len(places) == len(board.cities)
    assert all(0 < x < board.width and 0 < y < board.height for x, y in places)


@pytest.mark.parametrize("name", EVERY_WAY)
def test_ticket_sets_have_the_printed_number_of_tickets_and_points(name: str) -> None:
    """P10, V1"""
    tickets = load_board(name).tickets
    long = [t for t in tickets if t.long]
    found = (len(tickets), sum(t.points for t in tickets), len(long), sum(t.points for t in long))
    assert found == TICKETS[name]


@pytest.mark.parametrize("name", EVERY_WAY)
def test_no_ticket_set_names_a_pair_of_cities_twice(name: str) -> None:
    board = load_board(name)
    assert len({frozenset((t.a.id, t.b.id)) for t in board.tickets}) == len(board.tickets)
    assert len(board.ticket_by_id) == len(board.tickets)


@pytest.mark.parametrize("name", EVERY_WAY)
def test_tickets_are_worth_the_shortest_way_with_few_known_exceptions(name: str) -> None:
    board = load_board(name)
    spaces = {(t.id, t.points): shortest(board, t) for t in board.tickets}
    for (id, points), fewest in spaces.items():
        assert fewest == UNEVEN.get((id, points), points), id


def test_no_city_of_the_full_usa_deck_is_without_a_ticket() -> None:
    """P10"""
    board = load_board("usa")
    assert {c.id for c in board.cities} == {c.id for t in board.tickets for c in (t.a, t.b)}


def test_the_69_usa_tickets_are_35_of_1910_and_34_others_of_which_26_kept_their_value() -> None:
    """P10, V1"""
    sets = {
        option: {(t.id, t.points) for t in load_board("usa", option).tickets}
        for option in ("", "classic", "1910", "mega")
    }
    assert sets["1910"] < sets[""] == sets["mega"]
    assert len(sets["classic"] & sets[""]) == 26
    assert not sets["classic"] & sets["1910"]
    lowered = {id for id, _ in sets["classic"] - sets[""]}
    assert lowered == {
        "los_angeles-miami",
        "los_angeles-new_york",
        "sault_st_marie-oklahoma_city",
        "seattle-new_york",
    }
    assert lowered < {id for id, _ in sets[""]}


def test_big_cities_of_usa_are_exactly_the_tickets_that_name_one_of_seven() -> None:
    """V1"""
    named = {t.id for t in load_board("usa").tickets if {t.a.id, t.b.id} & SEVEN}
    assert {t.id for t in load_board("usa:big-cities").tickets} == named


def test_big_cities_of_europe_are_exactly_the_regular_tickets_that_name_one_of_nine() -> None:
    regular = [t for t in load_board("europe:mega").tickets if not t.long]
    named = {t.id for t in regular if {t.a.id, t.b.id} & NINE}
    chosen = load_board("europe:big-cities").tickets
    assert {t.id for t in chosen} == named
    both = [t for t in chosen if {t.a.id, t.b.id} <= NINE]
    assert len(both) == 36  # every pair of the nine


def test_europe_expanded_adds_nineteen_regular_tickets_without_big_cities() -> None:
    classic = set(load_board("europe").ticket_by_id)
    expanded = load_board("europe:expanded")
    new = [t for t in expanded.tickets if t.id not in classic]
    assert (len(new), sum(t.points for t in new), any(t.long for t in new)) == (19, 163, False)
    assert classic < set(expanded.ticket_by_id) < set(load_board("europe:mega").ticket_by_id)


def test_regular_europe_tickets_have_the_printed_spread_of_values() -> None:
    """P10"""
    spread = Counter(t.points for t in load_board("europe").tickets if not t.long)
    assert spread == {5: 5, 6: 5, 7: 5, 8: 13, 9: 2, 10: 5, 11: 2, 12: 2, 13: 1}


def test_new_york_tickets_have_the_printed_spread_of_values() -> None:
    """P10"""
    spread = Counter(t.points for t in load_board("new-york").tickets)
    assert spread == {2: 1, 3: 4, 4: 4, 5: 1, 6: 3, 7: 1, 8: 4}


def test_europe_has_eighteen_tunnels_one_of_each_colour_and_ten_gray() -> None:
    tunnels = [r for r in load_board("europe").routes if r.tunnel]
    assert Counter(r.colour for r in tunnels) == dict.fromkeys(EIGHT, 1) | {"gray": 10}
    assert sum(r.length for r in tunnels) == 55
    assert len({(r.a.id, r.b.id) for r in tunnels}) == 17


def test_europe_has_thirteen_gray_ferries_with_seventeen_locomotives() -> None:
    ferries = [r for r in load_board("europe").routes if r.ferry]
    assert {r.colour for r in ferries} == {"gray"}
    assert Counter(r.ferry for r in ferries) == {1: 9, 2: 4}
    assert len({(r.a.id, r.b.id) for r in ferries}) == 11


def test_only_europe_has_tunnels_and_ferries() -> None:
    for name in ("usa", "new-york", "london"):
        assert not any(r.tunnel or r.ferry for r in load_board(name).routes)


def test_usa_has_ten_gray_double_routes_and_no_mixed_ones() -> None:
    routes = load_board("usa").routes
    doubles = [{r.colour, routes[r.twin].colour} for r in routes if r.twin is not None]
    assert sum(colours == {"gray"} for colours in doubles) == 20
    assert all(colours == {"gray"} or "gray" not in colours for colours in doubles)


def test_new_york_has_nine_attractions() -> None:
    """P18"""
    attractions = {c.id for c in load_board("new-york").cities if c.attraction}
    assert attractions == {
        *("central_park", "times_square", "united_nations", "empire_state_building", "chelsea"),
        *("greenwich_village", "chinatown", "wall_street", "brooklyn"),
    }


def test_london_has_five_districts() -> None:
    sizes = Counter(c.district for c in load_board("london").cities)
    assert sizes == {1: 2, 2: 4, 3: 3, 4: 4, 5: 4}
    assert not any(c.attraction for c in load_board("london").cities)
