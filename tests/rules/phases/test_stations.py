"""Stations: building them, and what they let their owner use at the end (B1–B5, P3, P17)."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path

import pytest

from tests.rules.ask import done, refusal, seat_score, ways
from tests.rules.brute_force import Finished, parts, payments, random_text, settle, settle_with
from tests.rules.own_boards import own_board
from tests.rules.positions import hand, names, read, whole_deck
from whistlestop.boards.load import load_board
from whistlestop.engine.game import Game
from whistlestop.model.actions import Build

THREE = "players: Ann, Bob, Cy"


def builds(game: Game) -> list[str]:
    return sorted(str(action) for action in game.legal if isinstance(action, Build))


def borrowed(game: Game, seat: int = 0) -> dict[str, str]:
    """For each station in use, the route it borrows."""
    return {city.id: route.id for city, route in seat_score(game, seat).borrowed}


# Building


def test_a_station_may_be_built_in_any_city_without_one() -> None:
    """B1: no route is needed there."""
    game = read("europe", "Ann: hand 1 red\nBob: stations roma wien")
    free = {city.id for city in game.board.cities} - {"roma", "wien"}
    assert builds(game) == sorted(f"build {city} 1 red" for city in free)


def test_a_city_has_room_for_one_station() -> None:
    """B1: whoever owns it."""
    own = read("europe", "Ann: hand 2 red; stations paris")
    assert refusal(own, "build paris 2 red") == "station_taken"
    other = read("europe", "Ann: hand 1 red\nBob: stations paris")
    assert refusal(other, "build paris 1 red") == "station_taken"


def test_building_a_station_is_the_whole_turn() -> None:
    """B1"""
    game = read("europe", "Ann: hand 5 red")
    game.play("build paris 1 red")
    assert (game.turn, game.phase) == (1, "turn")
    city = game.board.city_by_id["paris"].index
    assert game.view(None).station_owners[city] == 0


def test_a_player_has_three_stations_in_all() -> None:
    """B1, P3"""
    game = read("europe", "Ann: hand 9 red; stations paris roma wien")
    assert builds(game) == []
    assert refusal(game, "build berlin 3 red") == "no_station_left"
    assert [p.stations for p in game.view(None).players] == [0, 3]


@pytest.mark.parametrize("board", ["usa", "new-york", "london"])
def test_the_other_boards_have_no_stations(board: str) -> None:
    """P3"""
    game = read(board, "Ann: hand 3 blue")
    assert builds(game) == []
    assert refusal(game, f"build {game.board.cities[0].id} 1 blue") == "no_stations"
    assert game.score().totals == (0, 0)


@pytest.mark.parametrize(("built", "cost"), [("", 1), ("roma", 2), ("roma wien", 3)])
def test_each_station_costs_one_card_more_than_the_one_before(built: str, cost: int) -> None:
    """B2"""
    game = read("europe", f"Ann: hand 9 red; stations {built}")
    assert ways(game, "paris") == [f"{cost} red"]
    for other in {1, 2, 3} - {cost}:
        assert refusal(game, f"build paris {other} red") == "wrong_number_of_cards"


def test_the_cards_of_a_station_are_of_one_colour_or_locomotives() -> None:
    """B2"""
    game = read("europe", "Ann: hand 2 red 1 blue 2 locomotive; stations roma wien")
    expected = ["1 blue 2 locomotive", "1 red 2 locomotive", "2 red 1 locomotive"]
    assert ways(game, "paris") == expected
    game = read("europe", "Ann: hand 1 red 1 blue 1 green; stations roma wien")
    assert builds(game) == []


def test_a_station_paid_with_locomotives_only_is_one_way_to_pay() -> None:
    """B2"""
    game = read("europe", "Ann: hand 1 red 1 locomotive")
    assert ways(game, "paris") == ["1 locomotive", "1 red"]
    game = read("europe", "Ann: hand 2 locomotive; stations roma")
    assert ways(game, "paris") == ["2 locomotive"]


@pytest.mark.parametrize("seed", range(9))
def test_the_builds_of_any_hand_are_exactly_those_of_the_rules(seed: int) -> None:
    """B1, B2"""
    rng = random.Random(seed)
    held = Counter(rng.sample(list(whole_deck(load_board("europe")).elements()), 9))
    cards = " ".join(f"{n} {card}" for card, n in held.items())
    cities = [city.id for city in load_board("europe").cities]
    taken = rng.sample(cities, seed % 3 + 2)
    mine, theirs = taken[: seed % 3], taken[seed % 3 :]
    text = f"Ann: hand {cards}; stations {' '.join(mine)}\nBob: stations {' '.join(theirs)}"
    expected = [
        f"build {city} {way}"
        for city in cities
        if city not in taken
        for way in payments(seed % 3 + 1, "gray", 0, held)
    ]
    assert builds(read("europe", text)) == sorted(expected)


def test_the_cards_of_a_station_are_discarded() -> None:
    """B2"""
    game = read("europe", "Ann: hand 2 red 2 locomotive; stations roma")
    game.play("build paris 1 red 1 locomotive")
    assert hand(game, 0) == {"red": 1, "locomotive": 1}
    assert game.view(None).discards == {"red": 1, "locomotive": 1}
    assert "built" in names(game, None)


def test_a_station_kept_earns_four_points() -> None:
    """P17, E2"""
    for built, points in (("", 12), ("paris", 8), ("paris roma", 4), ("paris roma wien", 0)):
        score = seat_score(read("europe", f"Ann: stations {built}"))
        assert (score.stations, score.total) == (points, points)


# Borrowing. Ann's way from Zürich to Budapest lacks Venezia–Zágráb, which is Bob's.

LACKING = "routes venezia-zurich budapest-zagrab; tickets zurich-budapest"


@pytest.mark.parametrize("city", ["venezia", "zagrab"])
def test_a_station_lends_a_route_that_ends_in_its_city(city: str) -> None:
    """B3: at either end of the route."""
    game = read("europe", f"Ann: {LACKING}; stations {city}\nBob: routes venezia-zagrab")
    assert done(seat_score(game)) == {"zurich-budapest"}
    assert seat_score(game).ticket_points == 6
    assert borrowed(game) == {city: "venezia-zagrab"}


def test_without_a_station_nothing_is_borrowed() -> None:
    """B3"""
    game = read("europe", f"Ann: {LACKING}\nBob: routes venezia-zagrab")
    assert seat_score(game).ticket_points == -6


def test_a_route_that_does_not_end_in_the_city_is_not_lent() -> None:
    """B3"""
    game = read("europe", f"Ann: {LACKING}; stations budapest\nBob: routes venezia-zagrab")
    assert seat_score(game).ticket_points == -6
    assert borrowed(game) == {}


def test_a_route_that_nobody_owns_is_not_lent() -> None:
    """B3"""
    game = read("europe", f"Ann: {LACKING}; stations venezia\nBob: routes roma-venezia")
    assert seat_score(game).ticket_points == -6


def test_the_station_of_another_player_is_of_no_use() -> None:
    """B3"""
    text = f"Ann: {LACKING}\nBob: routes venezia-zagrab; stations venezia zagrab"
    assert seat_score(read("europe", text)).ticket_points == -6


def test_each_station_lends_one_route_only() -> None:
    """B3"""
    bob = "Bob: routes paris-zurich venezia-zurich"
    one = read("europe", f"Ann: stations zurich; tickets brest-venezia; routes brest-paris\n{bob}")
    assert seat_score(one).ticket_points == -8
    two = read(
        "europe", f"Ann: stations zurich paris; tickets brest-venezia; routes brest-paris\n{bob}"
    )
    assert seat_score(two).ticket_points == 8


def test_a_station_lends_the_same_route_for_all_tickets() -> None:
    """B3, B4: Berlin–Roma needs one route at Venezia, Zürich–Budapest another."""
    own = "routes venezia-zurich budapest-zagrab munchen-venezia frankfurt-munchen"
    tickets = "tickets zurich-budapest berlin-roma"
    text = f"Ann: {own} berlin-frankfurt:red; {tickets}; stations venezia\n"
    game = read("europe", f"{text}Bob: routes venezia-zagrab roma-venezia")
    assert done(seat_score(game)) == {"berlin-roma"}
    assert seat_score(game).ticket_points == 9 - 6
    assert borrowed(game) == {"venezia": "roma-venezia"}


def test_one_borrowed_route_serves_every_ticket_that_needs_it() -> None:
    """B3"""
    own = "venezia-zurich brindisi-roma munchen-venezia frankfurt-munchen berlin-frankfurt:red"
    text = f"Ann: routes {own}; tickets zurich-brindisi berlin-roma; stations venezia\n"
    game = read("europe", f"{text}Bob: routes roma-venezia venezia-zagrab")
    assert done(seat_score(game)) == {"zurich-brindisi", "berlin-roma"}


def test_an_idle_station_does_not_cancel_the_others() -> None:
    """B3"""
    for stations in ("moskva venezia", "venezia moskva", "angora venezia moskva"):
        text = f"Ann: {LACKING}; stations {stations}\nBob: routes venezia-zagrab"
        assert seat_score(read("europe", text)).ticket_points == 6


def test_a_station_with_a_useless_route_does_not_cancel_the_others() -> None:
    """B3"""
    text = f"Ann: {LACKING}; stations brest venezia\nBob: routes venezia-zagrab brest-paris"
    game = read("europe", text)
    assert seat_score(game).ticket_points == 6
    assert borrowed(game) == {"venezia": "venezia-zagrab"}


def test_borrowed_routes_join_into_a_chain() -> None:
    """B3: even without a single route of one's own."""
    bob = "Bob: routes frankfurt-paris:white frankfurt-munchen munchen-wien"
    ticket = "tickets paris-wien"
    for stations in ("paris frankfurt munchen", "paris frankfurt wien", "frankfurt munchen wien"):
        game = read("europe", f"Ann: stations {stations}; {ticket}\n{bob}")
        assert seat_score(game).ticket_points == 8
        assert set(borrowed(game)) == set(stations.split())
    for stations in ("paris munchen", "paris frankfurt", "paris wien roma"):
        game = read("europe", f"Ann: stations {stations}; {ticket}\n{bob}")
        assert seat_score(game).ticket_points == -8


def test_routes_may_be_borrowed_from_several_players() -> None:
    """B3"""
    ann = "Ann: routes budapest-zagrab; tickets zurich-budapest; stations zurich venezia"
    game = read("europe", f"{THREE}\n{ann}\nBob: routes venezia-zagrab\nCy: routes venezia-zurich")
    assert seat_score(game).ticket_points == 6
    assert borrowed(game) == {"zurich": "venezia-zurich", "venezia": "venezia-zagrab"}


def test_a_route_may_be_borrowed_by_several_and_still_serves_its_owner() -> None:
    """B3"""
    bob = "Bob: routes venezia-zagrab roma-venezia brindisi-roma; tickets zagrab-brindisi"
    cy = "Cy: routes munchen-venezia frankfurt-munchen frankfurt-paris:white; tickets paris-zagrab"
    text = f"{THREE}\nAnn: {LACKING}; stations venezia\n{bob}\n{cy}; stations zagrab"
    assert [seat.ticket_points for seat in read("europe", text).score().seats] == [6, 6, 7]


# The choice


STAR = "hub-a 2 red\nhub-b 2 blue\nhub-x 2 green\nhub-y 2 black\nhub-c 2 gray"


def star(folder: Path, tickets: str, stations: str = "hub") -> Game:
    """Ann owns hub–x and hub–y, Bob hub–a, hub–b and hub–c; Ann holds all tickets given."""
    board = own_board(folder, STAR, tickets, stations=3, station_points=4)
    held = " ".join(line.split()[0] for line in tickets.split("\n"))
    text = f"Ann: routes hub-x hub-y; stations {stations}; tickets {held}\n"
    return read(board, f"{text}Bob: routes hub-a hub-b hub-c")


def test_the_borrowed_route_is_the_one_that_gives_most_points(tmp_path: Path) -> None:
    """B4: not the most tickets."""
    game = star(tmp_path, "x-a 10\nx-b 4\ny-b 4")
    assert done(seat_score(game)) == {"x-a"}
    assert seat_score(game).ticket_points == 10 - 4 - 4


def test_among_equal_points_the_choice_completes_most_tickets(tmp_path: Path) -> None:
    """B4"""
    for tickets in ("x-a 8\nx-b 4\ny-b 4", "x-b 8\nx-a 4\ny-a 4"):
        game = star(tmp_path, tickets)
        assert seat_score(game).completed == 2
        assert seat_score(game).ticket_points == 0


def test_a_ticket_worth_nothing_is_completed_if_a_station_can(tmp_path: Path) -> None:
    """B4: it still counts as a ticket completed."""
    assert seat_score(star(tmp_path, "x-a 0")).completed == 1
    both = star(tmp_path, "x-a 8\nx-b 0", stations="hub b")
    assert done(seat_score(both)) == {"x-a", "x-b"}


def test_two_stations_choose_together(tmp_path: Path) -> None:
    """B4: the best route of each alone is not the best pair."""
    board = own_board(
        tmp_path,
        "m-a 2 red\nm-n 2 blue\nn-b 2 green\nn-c 2 white\nx-m 1 gray",
        "x-a 5\nx-b 9\nn-c 1",
        stations=3,
        station_points=4,
    )
    text = "Ann: routes x-m; stations m n; tickets x-a x-b n-c\nBob: routes m-a m-n n-b n-c"
    game = read(board, text)
    assert borrowed(game) == {"m": "m-n", "n": "n-b"}
    assert seat_score(game).ticket_points == 9 - 5 - 1


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("seeds", [range(10), pytest.param(range(10, 160), marks=pytest.mark.slow)])
def test_the_choice_is_the_best_of_all_choices(players: int, seeds: range) -> None:
    """B3, B4: against every combination, on random positions."""
    for seed in seeds:
        game = Game.from_text(random_text(load_board("europe"), players, random.Random(seed)))
        finished, scores = Finished.of(game), game.score().seats
        for seat in range(players):
            assert (scores[seat].ticket_points, scores[seat].completed) == settle(finished, seat)


@pytest.mark.parametrize("seed", range(10))
def test_the_borrowed_routes_named_are_those_that_complete_the_tickets(seed: int) -> None:
    """B3, B4: what the score says of each station is true and enough."""
    game = Game.from_text(random_text(load_board("europe"), 5, random.Random(1000 + seed)))
    finished = Finished.of(game)
    for seat, score in enumerate(game.score().seats):
        loans = [(city.index, route) for city, route in score.borrowed]
        assert len({city for city, _ in loans}) == len(loans)
        for city, route in loans:
            assert city in (route.a.index, route.b.index)
            assert finished.stations[city] == seat
            assert finished.owners[route.index] not in (None, seat)
        edges = [(route.a.index, route.b.index, route.length) for _, route in loans]
        own = parts(finished.edges(seat))
        for ticket, complete in score.tickets:
            one = [(ticket.a.index, ticket.b.index, ticket.points)]
            assert settle_with(own, edges, one)[1] == complete


# What borrowing is not


def test_borrowed_routes_never_count_for_the_longest_trail() -> None:
    """B5"""
    text = f"Ann: {LACKING}; stations venezia\nBob: routes venezia-zagrab roma-venezia"
    game = read("europe", text)
    assert [seat.longest_trail for seat in game.score().seats] == [2, 4]
    assert [seat.trail_bonus for seat in game.score().seats] == [0, 10]


def test_borrowed_routes_score_no_route_points() -> None:
    """B3, E2"""
    game = read("europe", f"Ann: {LACKING}; stations venezia\nBob: routes venezia-zagrab")
    assert [seat.routes for seat in game.score().seats] == [4, 2]
    assert seat_score(game).stations == 8
