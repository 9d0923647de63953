"""The boards as parameters of one engine, as they show in play (P1–P21)."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.rules.ask import refusal
from tests.rules.positions import line, market, read, routes_of, start, whole_deck
from whistlestop.boards.load import load_board
from whistlestop.engine.errors import SetupError
from whistlestop.engine.game import Game
from whistlestop.model.actions import Claim

FOUR = ["usa", "europe", "new-york", "london"]
L = "locomotive"


def by_board(*values: object) -> pytest.MarkDecorator:
    """The value that a parameter has on usa, europe, new-york and london."""
    return pytest.mark.parametrize(("board", "value"), list(zip(FOUR, values, strict=True)))


@by_board(5, 5, 4, 4)
def test_how_many_may_play(board: str, value: int) -> None:
    """P1"""
    for players in range(2, value + 1):
        assert len(Game(board, players, seed=1).view(0).players) == players
    for players in (0, 1, value + 1):
        with pytest.raises(SetupError, match=f"2 to {value} players") as error:
            Game(board, players)
        assert error.value.code == "bad_players"


@by_board(45, 45, 15, 17)
def test_pieces_of_every_player(board: str, value: int) -> None:
    """P2"""
    assert [player.trains for player in Game(board, 4).view(0).players] == [value] * 4


@by_board(0, 3, 0, 0)
def test_stations_of_every_player(board: str, value: int) -> None:
    """P3"""
    assert [player.stations for player in Game(board, 4).view(0).players] == [value] * 4


@by_board(8 * (12,), 8 * (12,), 6 * (6,), 6 * (6,))
def test_colours_and_copies(board: str, value: tuple[int, ...]) -> None:
    """P4"""
    unseen = Counter(read(board, "market: - - - - -").view(None).unseen())
    del unseen[L]
    assert tuple(unseen.values()) == value


@by_board(14, 14, 8, 8)
def test_wild_cards(board: str, value: int) -> None:
    """P5"""
    assert read(board, "market: - - - - -").view(None).unseen()[L] == value


@by_board(110, 110, 44, 44)
def test_cards_in_the_deck(board: str, value: int) -> None:
    """P6"""
    game = Game(board, 3, seed=1)
    view = game.view(0)
    hands = sum(player.cards for player in view.players)
    assert view.pile + 5 + sum(view.discards.values()) + hands == value
    assert sum(whole_deck(game.board).values()) == value


@by_board(4, 4, 2, 2)
def test_starting_hand(board: str, value: int) -> None:
    """P7"""
    game = Game(board, 4, seed=1)
    assert [player.cards for player in game.view(0).players] == [value] * 4
    assert [sum(game.view(seat).hand.values()) for seat in range(4)] == [value] * 4


def test_five_cards_lie_face_up(board: str) -> None:
    """P8"""
    assert [len(Game(board, seed=seed).view(None).market) for seed in range(5)] == [5] * 5
    assert None not in Game(board).view(None).market


@pytest.mark.parametrize(("wilds", "wiped"), [(1, False), (2, True)])
def test_three_face_up_wilds_wipe_the_market_and_two_do_not(
    board: str, wilds: int, wiped: bool
) -> None:
    """P9"""
    cards, new = " ".join([L] * wilds + ["green"] * (4 - wilds)), "black black black black black"
    game = read(board, f"market: blue {cards}\npile: {L} {new} ...")
    game.play("draw blue")
    assert (market(game) == new) == wiped


@by_board((0, 69), (6, 40), (0, 18), (0, 20))
def test_tickets_long_and_regular(board: str, value: tuple[int, int]) -> None:
    """P10"""
    tickets = load_board(board).tickets
    long = sum(ticket.long for ticket in tickets)
    assert (long, len(tickets) - long) == value


def test_classic_is_a_variant_of_usa_with_thirty_tickets() -> None:
    """P10, V1"""
    assert len(load_board("usa:classic").tickets) == 30


@by_board((3, 2), (4, 2), (2, 1), (2, 1))
def test_tickets_dealt_at_the_start_and_how_many_must_be_kept(
    board: str, value: tuple[int, int]
) -> None:
    """P11"""
    game = Game(board, 4, seed=1)
    dealt, least = value
    for seat in range(4):
        assert len(game.view(seat).offer) == dealt
        assert {len(str(a).split()) - 1 for a in game.legal_for(seat)} == {*range(least, dealt + 1)}


@by_board(69 - 2 * 2, 34, 18 - 2, 20 - 2)
def test_tickets_in_the_deck_once_everyone_has_kept_the_minimum(board: str, value: int) -> None:
    """P12"""
    game = Game(board, seed=1)
    least = game.board.rules.opening_keep
    for seat in (0, 1):
        game.play("keep 1 2" if least == 2 else "keep 1", seat)
    assert len(line(game, "tickets")) == value


@by_board(3, 3, 2, 2)
def test_tickets_drawn_in_a_turn(board: str, value: int) -> None:
    """P13"""
    game = start(board)
    game.play("tickets")
    assert len(game.view(0).offer) == value
    game.play(f"keep {value}")
    assert game.turn == 1


DOUBLE = {
    "usa": ("atlanta-new_orleans:orange", "atlanta-new_orleans:yellow", "4 yellow"),
    "europe": ("berlin-frankfurt:black", "berlin-frankfurt:red", "3 red"),
    "new-york": ("chelsea-greenwich_village:green", "chelsea-greenwich_village:red", "3 red"),
    "london": ("st_pauls-tower_of_london:pink", "st_pauls-tower_of_london:yellow", "3 yellow"),
}


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@by_board(3, 3, 2, 2)
def test_with_how_many_players_only_one_side_of_a_double_route_can_be_used(
    board: str, value: int, players: int
) -> None:
    """P14, C7"""
    if players > load_board(board).rules.max_players:
        return
    taken, other, cards = DOUBLE[board]
    seats = ", ".join(["Ann", "Bob", "Cy", "Di", "Ed"][:players])
    game = read(board, f"players: {seats}\nAnn: hand {cards}\nBob: routes {taken}")
    action = f"claim {other} {cards}"
    assert (action in map(str, game.legal)) == (players > value)
    if players <= value:
        assert refusal(game, action) == "other_side_closed"


@by_board(
    {1: 1, 2: 2, 3: 4, 4: 7, 5: 10, 6: 15},
    {1: 1, 2: 2, 3: 4, 4: 7, 6: 15, 8: 21},
    {1: 1, 2: 2, 3: 4, 4: 7},
    {1: 1, 2: 2, 3: 4, 4: 7},
)
def test_points_by_length_of_route(board: str, value: dict[int, int]) -> None:
    """P15"""
    routes = load_board(board).routes
    assert {route.length for route in routes} == set(value)
    for route in routes:
        assert read(board, f"Ann: routes {route.id}").score().seats[0].routes == value[route.length]


@by_board(10, 10, 0, 0)
def test_bonus_for_the_longest_trail(board: str, value: int) -> None:
    """P16"""
    ann, bob = routes_of(board, 8), DOUBLE[board][0]
    score = read(board, f"Ann: routes {ann}\nBob: routes {bob}").score()
    longer = max(score.seats, key=lambda seat: seat.longest_trail)
    assert [seat.trail_bonus for seat in score.seats if seat is longer] == [value]
    assert [seat.trail_bonus for seat in score.seats if seat is not longer] == [0]


@pytest.mark.parametrize(("built", "points"), [("", 12), ("roma", 8), ("roma paris wien", 0)])
def test_points_for_each_station_kept(built: str, points: int) -> None:
    """P17"""
    score = read("europe", f"Ann: stations {built}").score()
    assert [seat.stations for seat in score.seats] == [points, 12]
    assert score.totals == (points, 12)


@pytest.mark.parametrize("board", ["usa", "new-york", "london"])
def test_no_points_for_stations_where_there_are_none(board: str) -> None:
    """P17"""
    assert read(board).score().totals == (0, 0)


def test_a_point_for_each_attraction_touched_in_new_york() -> None:
    """P18: times_square and central_park are attractions, lincoln_center is none."""
    text = "Ann: routes central_park-times_square:red lincoln_center-times_square:blue"
    score = read("new-york", text).score()
    assert [seat.attractions for seat in score.seats] == [2, 0]
    assert score.totals[0] == 2 + 2 + 2


def test_no_attractions_elsewhere(board: str) -> None:
    """P18"""
    score = read(board, f"Ann: routes {routes_of(board, 10)}").score()
    assert (score.seats[0].attractions > 0) == (board == "new-york")


@pytest.mark.parametrize(("left", "starts"), [(3, False), (2, True), (1, True), (0, True)])
def test_the_last_round_starts_with_two_trains_left(board: str, left: int, starts: bool) -> None:
    """P19, E1"""
    trains = load_board(board).rules.trains
    before = routes_of(board, trains - left - 1, least=2)
    game = read(board, f"Ann: hand 1 blue 1 black 1 orange 1 green; routes {before}")
    game.play(next(a for a in game.legal if isinstance(a, Claim) and a.payment.total == 1))
    assert game.view(None).players[0].trains == left
    assert game.view(None).turns_left == (2 if starts else None)


# Ties

CY_USA = (
    "Cy: routes calgary-winnipeg sault_st_marie-winnipeg;"
    " tickets los_angeles-miami seattle-new_york los_angeles-new_york"
)
CY_EUROPE = "Cy: routes petrograd-stockholm; tickets cadiz-stockholm edinburgh-athina"


def decided(board: str, ann: str, bob: str, cy: str = "") -> tuple[tuple[int, ...], str]:
    """Who wins a tie on points between Ann and Bob, and by what; Cy has the longest trail."""
    players = "Ann, Bob, Cy" if cy else "Ann, Bob"
    score = read(board, f"players: {players}\nAnn: {ann}\nBob: {bob}\n{cy}").score()
    assert score.totals[0] == score.totals[1] == max(score.totals)
    return score.winners, score.decided_by


@by_board(
    (
        "routes seattle-vancouver portland-seattle; tickets vancouver-portland",
        "routes atlanta-charleston raleigh-washington",
    ),
    (
        "routes athina-smyrna angora-smyrna; tickets athina-angora",
        "routes essen-frankfurt berlin-frankfurt:red lisboa-madrid amsterdam-bruxelles",
    ),
    (
        "routes chinatown-wall_street:pink lower_east_side-chinatown;"
        " tickets lower_east_side-wall_street",
        "routes lower_east_side-brooklyn east_village-lower_east_side",
    ),
    (
        "routes british_museum-piccadilly_circus; tickets british_museum-piccadilly_circus",
        "routes regents_park-kings_cross",
    ),
)
def test_a_tie_on_points_goes_to_most_tickets_completed(board: str, value: tuple[str, str]) -> None:
    """P20"""
    ann, bob = value
    assert decided(board, ann, bob) == ((0,), "tickets")
    assert decided(board, bob, ann) == ((1,), "tickets")


def test_then_in_europe_to_fewest_stations_built_before_the_longer_trail() -> None:
    """P20, E10"""
    ann = "routes lisboa-madrid"
    bob = "routes berlin-frankfurt:red frankfurt-paris:white; stations roma"
    assert decided("europe", ann, bob, CY_EUROPE) == ((0,), "stations")


def test_then_in_europe_to_the_longer_trail() -> None:
    """P20"""
    bob = "routes amsterdam-bruxelles bruxelles-frankfurt berlin-frankfurt:red"
    assert decided("europe", "routes athina-sarajevo", bob, CY_EUROPE) == ((1,), "trail")


def test_then_in_usa_to_the_longer_trail_even_if_another_player_has_the_bonus() -> None:
    """P20; our decision, the trail among the tied and not the bonus decides."""
    bob = "routes nashville-raleigh atlanta-raleigh atlanta-nashville"
    assert decided("usa", "routes denver-omaha", bob, CY_USA) == ((1,), "trail")


def test_a_tied_player_who_has_the_bonus_has_the_longer_trail_too() -> None:
    """P20"""
    bob = (
        "routes boston-montreal charleston-raleigh dallas-little_rock denver-santa_fe"
        " duluth-omaha las_vegas-los_angeles portland-seattle"
    )
    assert decided("usa", "routes atlanta-nashville nashville-saint_louis", bob) == ((0,), "trail")


@pytest.mark.parametrize(
    ("board", "ann", "bob"),
    [
        (
            "new-york",
            "wall_street-brooklyn:blue",
            "lincoln_center-midtown_west east_village-lower_east_side soho-wall_street",
        ),
        (
            "london",
            "regents_park-kings_cross",
            "regents_park-baker_street kings_cross-british_museum",
        ),
    ],
)
def test_in_the_city_games_the_trail_breaks_no_tie(board: str, ann: str, bob: str) -> None:
    """P20, E7"""
    trails = [read(board, f"Ann: routes {r}").score().seats[0].longest_trail for r in (ann, bob)]
    assert trails[0] != trails[1]
    assert decided(board, f"routes {ann}", f"routes {bob}") == ((0, 1), "shared")


# Who starts


@pytest.mark.parametrize("first", [0, 1, 2, 3])
def test_the_host_may_pick_the_first_seat(board: str, first: int) -> None:
    """P21; our decision."""
    game = start(board, 4, first=first)
    assert (game.turn, game.view(None).first) == (first, first)


def test_the_host_may_leave_the_first_seat_to_chance(board: str) -> None:
    """P21; our decision: the seed decides, and nothing else in the deal changes by it."""
    seats: Counter[int] = Counter()
    for seed in range(60):
        game = Game(board, 3, seed=seed, first="chance")
        assert game.first == Game(board, 3, seed=seed, first="chance").first
        assert game.cards == Game(board, 3, seed=seed).cards
        seats[game.first] += 1
    assert sorted(seats) == [0, 1, 2]
    assert min(seats.values()) > 8


@pytest.mark.parametrize("first", [-1, 3, "host", None])
def test_a_first_seat_that_does_not_exist_is_refused(first: object) -> None:
    """P21"""
    with pytest.raises(SetupError) as error:
        Game("usa", 3, first=first)  # type: ignore[arg-type]
    assert error.value.code == "bad_first"


@by_board("most travelled", "most European countries", "youngest", "youngest")
def test_who_starts_at_a_real_table_is_a_hint(board: str, value: str) -> None:
    """P21"""
    assert value in load_board(board).starter
