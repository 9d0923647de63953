"""The final score, item by item (E2, E3, E5, E6, E8, P15–P18), and against a second opinion."""

from __future__ import annotations

import random

import pytest

from tests.rules.ask import PLAYERS, TABLES, done, seat_score
from tests.rules.brute_force import SHEETS, Finished, random_text, score, winners
from tests.rules.positions import read
from whistlestop.boards.load import load_board
from whistlestop.engine.fast.rollout import deal_random, play_out
from whistlestop.engine.game import Game
from whistlestop.engine.knowledge.memory import Memory
from whistlestop.engine.lookup import codec_for
from whistlestop.engine.state.chance import Chance
from whistlestop.engine.state.rng import seeded

TICKETS = {
    "usa": ("denver-el_paso", "denver-santa_fe el_paso-santa_fe", 4),
    "europe": ("frankfurt-kobenhavn", "essen-frankfurt essen-kobenhavn", 5),
    "new-york": ("gramercy_park-chinatown", "gramercy_park-east_village", 4),
    "london": ("piccadilly_circus-waterloo", "trafalgar_square-waterloo", 3),
}
REST = {
    "usa": "",
    "europe": "",
    "new-york": "east_village-lower_east_side lower_east_side-chinatown",
    "london": "piccadilly_circus-trafalgar_square:blue",
}


# Tickets


def test_a_completed_ticket_scores_its_points(board: str) -> None:
    """E2, E3"""
    ticket, routes, points = TICKETS[board]
    score = seat_score(read(board, f"Ann: routes {routes} {REST[board]}; tickets {ticket}"))
    assert done(score) == {ticket}
    assert score.ticket_points == points


def test_an_incomplete_ticket_costs_its_points(board: str) -> None:
    """E2, E3"""
    ticket, routes, points = TICKETS[board]
    part = " ".join([*routes.split(), *REST[board].split()][:-1])
    score = seat_score(read(board, f"Ann: routes {part}; tickets {ticket}"))
    assert done(score) == set()
    assert score.ticket_points == -points


def test_a_ticket_is_not_completed_over_the_routes_of_others(board: str) -> None:
    """E3"""
    ticket, routes, points = TICKETS[board]
    first, *rest = [*routes.split(), *REST[board].split()]
    text = f"Ann: routes {first}; tickets {ticket}\nBob: routes {' '.join(rest)}"
    assert seat_score(read(board, text)).ticket_points == -points


def test_touching_both_cities_of_a_ticket_is_not_joining_them() -> None:
    """E3"""
    text = "Ann: routes boston-montreal charleston-miami; tickets boston-miami"
    assert seat_score(read("usa", text)).ticket_points == -12


def test_a_ticket_may_be_completed_the_long_way_round() -> None:
    """E3"""
    way = "denver-phoenix el_paso-phoenix"
    assert seat_score(read("usa", f"Ann: routes {way}; tickets denver-el_paso")).ticket_points == 4


def test_one_way_completes_every_ticket_along_it() -> None:
    """E2, E3"""
    way = "denver-santa_fe el_paso-santa_fe denver-helena"
    tickets = "denver-el_paso calgary-phoenix"
    score = seat_score(read("usa", f"Ann: routes {way}; tickets {tickets}"))
    assert score.ticket_points == 4 - 13


def test_completed_and_incomplete_tickets_add_up_with_everything_else() -> None:
    """E2, P15, P16, P17"""
    text = (
        "Ann: routes venezia-zurich budapest-zagrab; stations venezia;"
        " tickets zurich-budapest brest-petrograd\nBob: routes venezia-zagrab"
    )
    score = seat_score(read("europe", text))
    assert score.items() == {"routes": 4, "tickets": 6 - 20, "longest trail": 10, "stations": 8}
    assert score.total == 8


def test_a_total_may_be_negative(board: str) -> None:
    """E8"""
    tickets = " ".join(ticket.id for ticket in load_board(board).tickets[:4])
    game = read(board, f"Ann: tickets {tickets}")
    lost = sum(ticket.points for ticket in load_board(board).tickets[:4])
    assert seat_score(game).total == 3 * SHEETS[board].station - lost < 0
    assert game.score().winners == (1,)


# The longest trail as a bonus


@pytest.mark.parametrize(("board", "bonus"), [("usa", 10), ("europe", 10), ("usa:mega", 10)])
def test_the_longest_trail_earns_its_bonus(board: str, bonus: int) -> None:
    """E4, P16"""
    name = "vancouver-calgary" if board.startswith("usa") else "brest-pamplona"
    short = "portland-seattle" if board.startswith("usa") else "brest-paris"
    game = read(board, f"Ann: routes {short}\nBob: routes {name}")
    assert [seat.trail_bonus for seat in game.score().seats] == [0, bonus]


@pytest.mark.parametrize("board", ["usa:1910", "new-york", "london"])
def test_boards_without_the_bonus_give_none(board: str) -> None:
    """P16"""
    route = load_board(board).routes[0].id
    score = seat_score(read(board, f"Ann: routes {route}"))
    assert score.longest_trail > 0
    assert score.trail_bonus == 0


@pytest.mark.parametrize("board", ["usa", "europe"])
def test_everyone_who_ties_for_the_longest_trail_gets_the_bonus(board: str) -> None:
    """E4"""
    threes = [r.id for r in load_board(board).routes if r.length == 3 and r.twin is None]
    two = next(r.id for r in load_board(board).routes if r.length == 2)
    lines = [f"{name}: routes {route}" for name, route in zip(PLAYERS, threes, strict=False)]
    text = f"players: {', '.join(PLAYERS)}\n" + "\n".join([*lines[:3], f"Dee: routes {two}"])
    assert [seat.trail_bonus for seat in read(board, text).score().seats] == [10, 10, 10, 0, 0]


@pytest.mark.parametrize("board", ["usa", "europe"])
def test_a_trail_of_length_zero_earns_no_bonus(board: str) -> None:
    """E5"""
    game = read(board)
    assert [seat.longest_trail for seat in game.score().seats] == [0, 0]
    assert [seat.trail_bonus for seat in game.score().seats] == [0, 0]
    assert game.score().totals == (3 * SHEETS[board].station,) * 2


# Attractions and districts


def test_an_attraction_counts_once_for_each_player_who_touches_it() -> None:
    """E6, P18: Times Square is touched by two of Ann's routes and by one of Bob's."""
    text = (
        "Ann: routes lincoln_center-times_square:blue midtown_west-times_square\n"
        "Bob: routes central_park-times_square:red"
    )
    game = read("new-york", text)
    assert [seat.attractions for seat in game.score().seats] == [1, 2]
    assert game.score().totals == (2 + 1 + 1, 2 + 2)


def test_an_attraction_counts_only_by_a_route_of_ones_own() -> None:
    """E6"""
    game = read("new-york", "Ann: routes lincoln_center-midtown_west\nBob: routes soho-wall_street")
    assert [seat.attractions for seat in game.score().seats] == [0, 1]


@pytest.mark.parametrize(
    "city", [c for c in load_board("new-york").cities if c.attraction], ids=str
)
def test_every_attraction_is_worth_one_point(city: object) -> None:
    """E6, P18"""
    for route in load_board("new-york").routes:
        if city in (route.a, route.b):
            expected = route.a.attraction + route.b.attraction
            score = seat_score(read("new-york", f"Ann: routes {route.id}"))
            assert score.attractions == expected


FIFTH = "regents_park-kings_cross regents_park-baker_street baker_street-hyde_park"


@pytest.mark.parametrize(
    ("routes", "points"),
    [
        ("british_museum-covent_garden", 1),
        ("piccadilly_circus-trafalgar_square:blue trafalgar_square-big_ben", 0),
        (
            "piccadilly_circus-trafalgar_square:blue trafalgar_square-big_ben"
            " piccadilly_circus-buckingham_palace",
            2,
        ),
        ("waterloo-globe_theatre waterloo-elephant_and_castle", 3),
        ("the_charterhouse-st_pauls brick_lane-tower_of_london", 0),
        (
            "the_charterhouse-st_pauls brick_lane-tower_of_london st_pauls-tower_of_london:pink",
            4,
        ),
        (FIFTH, 5),
        (f"{FIFTH} british_museum-covent_garden", 6),
    ],
)
def test_a_district_linked_by_own_routes_scores_its_number(routes: str, points: int) -> None:
    """E2, E11: every place of the district, and all of them together."""
    assert seat_score(read("london", f"Ann: routes {routes}")).districts == points


def test_a_district_may_be_linked_through_other_districts() -> None:
    """E11"""
    routes = "british_museum-piccadilly_circus piccadilly_circus-covent_garden:green"
    assert seat_score(read("london", f"Ann: routes {routes}")).districts == 1


def test_a_district_is_not_linked_by_the_routes_of_others() -> None:
    """E11"""
    text = "Ann: routes waterloo-globe_theatre\nBob: routes waterloo-elephant_and_castle"
    assert [seat.districts for seat in read("london", text).score().seats] == [0, 0]


# Most tickets as a bonus


ANN = "Ann: routes chicago-pittsburgh:black new_york-pittsburgh:white boston-new_york:red"
BOB = "Bob: routes raleigh-washington atlanta-raleigh; tickets washington-atlanta"


@pytest.mark.parametrize("board", ["usa:1910", "usa:mega"])
def test_most_tickets_completed_earns_a_bonus_for_everyone_who_ties(board: str) -> None:
    """V1"""
    text = f"players: Ann, Bob, Cy\n{ANN}; tickets chicago-new_york\n{BOB}"
    tied = read(board, f"{text}\nCy: tickets omaha-new_orleans montreal-raleigh")
    assert [seat.globetrotter for seat in tied.score().seats] == [15, 15, 0]
    alone = read(board, text.replace("chicago-new_york", "chicago-new_york chicago-boston"))
    assert [seat.globetrotter for seat in alone.score().seats] == [15, 0, 0]


def test_without_a_completed_ticket_nobody_has_the_most() -> None:
    """V1"""
    game = read("usa:1910", "Ann: tickets washington-atlanta\nBob: tickets chicago-boston")
    assert [seat.globetrotter for seat in game.score().seats] == [0, 0]


# Against a second opinion


def assert_scored_by_the_rules(game: Game) -> None:
    """Compare every item, the winners and the reason with the slow scorer."""
    finished, result = Finished.of(game), game.score()
    expected = score(finished)
    for seat, items in zip(result.seats, expected, strict=True):
        assert {name: getattr(seat, name) for name in items} == items, game.position
    assert (result.winners, result.decided_by) == winners(finished, expected), game.position
    assert [seat.winner for seat in result.seats] == [
        seat.seat in result.winners for seat in result.seats
    ]


def random_finish(name: str, players: int, seed: int) -> Game:
    """A game played to its end by uniformly random actions."""
    board = load_board(name)
    t = codec_for(board, players).flat
    chance = Chance(seeded(seed, "chance"))
    state = deal_random(t, chance)
    play_out(t, state, seeded(seed, "choices"), chance)
    return Game.from_state(board, PLAYERS[:players], state, chance, Memory.blank(t))


MANY = pytest.mark.parametrize(
    "seeds", [range(4), pytest.param(range(4, 30), marks=pytest.mark.slow)], ids=["few", "many"]
)


@MANY
@pytest.mark.parametrize(("name", "players"), [*TABLES, ("usa:1910", 3), ("usa:mega", 4)])
def test_random_games_score_as_the_rules_say(name: str, players: int, seeds: range) -> None:
    """E2–E8, B3–B5, P15–P18, P20"""
    for seed in seeds:
        game = random_finish(name, players, seed)
        assert game.over
        assert_scored_by_the_rules(game)


@MANY
@pytest.mark.parametrize(("name", "players"), [*TABLES, ("usa:1910", 3), ("usa:mega", 4)])
def test_random_positions_score_as_the_rules_say(name: str, players: int, seeds: range) -> None:
    """E2–E8, B3–B5, P15–P18, P20: with more routes, tickets and stations than random games have."""
    for seed in seeds:
        text = random_text(load_board(name), players, random.Random(seed))
        assert_scored_by_the_rules(Game.from_text(text))
