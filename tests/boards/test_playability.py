"""What is said about a sound board before anyone plays it: figures that add up, and remarks."""

from __future__ import annotations

from importlib.resources import files
from itertools import permutations

import pytest

from whistlestop.boards.load import load_board, parse_board
from whistlestop.boards.playability import Playability
from whistlestop.model.board import Board

STARTER = (
    (files("whistlestop.cli") / "starter_board.txt").read_text("utf-8").replace("NAME", "isle")
)
SHIPPED = ("usa", "europe", "new-york", "london")


def said(*changes: tuple[str, str]) -> list[tuple[str, str, str]]:
    text = STARTER
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new)
    found = Playability(parse_board(text, "isle.toml"))
    return [(r.about, str(r.thing or ""), r.says) for r in found.remarks]


def test_the_board_to_begin_with_needs_no_remark() -> None:
    assert said() == []


def test_of_the_shipped_boards_only_the_narrow_places_of_europe_are_remarked_on() -> None:
    remarks = {name: Playability(load_board(name)).remarks for name in SHIPPED}
    assert [(r.about, str(r.thing)) for r in remarks.pop("europe")] == [
        ("bottleneck", "edinburgh-london:black"),
        ("bottleneck", "madrid"),
    ]
    assert not any(remarks.values())


def test_tickets_with_the_same_ends_are_remarked_on_whichever_way_they_are_written() -> None:
    line = '  { cities = "gull_rock-fernhill", points = 6 },\n'
    more = line + '  { cities = "fernhill-gull_rock", points = 7 },\n'
    assert said((line, more)) == [
        (
            "tickets",
            "fernhill-gull_rock#2",
            "brings 7 points, and another ticket joins the same cities for 6; one way completes"
            " both",
        )
    ]


def test_parallel_routes_of_unequal_length_are_remarked_on() -> None:
    side = '{ cities = "crossways-fernhill", length = 2, colour = "yellow" }'
    remarks = said((side, side.replace("2", "3")))
    assert [(about, thing) for about, thing, _ in remarks] == [("routes", "crossways-fernhill#2")]
    assert remarks[0][2].startswith("3 spaces beside a route of 2: they are no double route")


def shortest(board: Board, a: int, b: int) -> int:
    """By trying every way, which only a small board bears."""
    best = 10**9

    def walk(at: int, spaces: int, seen: frozenset[int]) -> None:
        nonlocal best
        if at == b:
            best = min(best, spaces)
            return
        for route in board.routes:
            for here, there in permutations((route.a.index, route.b.index)):
                if here == at and there not in seen and spaces + route.length < best:
                    walk(there, spaces + route.length, seen | {there})

    walk(a, 0, frozenset({a}))
    return best


def test_distances_are_the_shortest_ways() -> None:
    board = parse_board(STARTER, "isle.toml")
    found = Playability(board)
    for ticket in board.tickets:
        assert found.distances[ticket.id] == shortest(board, ticket.a.index, ticket.b.index)


@pytest.mark.parametrize("name", SHIPPED)
def test_figures_add_up(name: str) -> None:
    board = load_board(name)
    found = Playability(board)
    assert sum(share.spaces for share in found.shares) == sum(r.length for r in board.routes)
    assert sum(share.routes for share in found.shares) == len(board.routes)
    twins = [r for r in board.routes if r.twin is not None]
    for room in found.rooms:
        closed = len(twins) // 2 if room.players <= board.rules.single_track_players else 0
        half = sum(r.length for r in twins) // 2 if closed else 0
        assert room.spaces == sum(r.length for r in board.routes) - half


def without(*pairs: str) -> list[tuple[str, str]]:
    lines = [line for line in STARTER.splitlines(keepends=True) if "length =" in line]
    return [(line, "") for line in lines if any(f'"{pair}"' in line for pair in pairs)]


def test_a_route_that_alone_leads_somewhere_is_remarked_on_with_the_tickets_it_closes() -> None:
    [remark] = said(*without("gull_rock-north_end"))
    assert remark == (
        "bottleneck",
        "gull_rock-old_mill",
        "it alone leads to Gull Rock, and whoever claims it closes 3 tickets to others who have no"
        " station",
    )


def test_a_double_route_is_a_bottleneck_only_where_one_side_is_closed() -> None:
    apart = without("north_end-old_mill", "north_end-high_moor", "gull_rock-north_end")
    [double] = [says for _, thing, says in said(*apart) if thing == "north_end-lantern_bay:red"]
    assert double.startswith("it alone leads to North End with up to 2 players, and")
    both = said(*apart, ("single_track_players = 2", "single_track_players = 1"))
    assert [thing for about, thing, _ in both if about == "bottleneck"] == ["gull_rock-old_mill"]


def test_a_city_that_all_ways_lead_through_is_remarked_on() -> None:
    found = said(*without("gull_rock-old_mill", "north_end-old_mill", "north_end-high_moor"))
    assert (
        "bottleneck",
        "lantern_bay",
        "all ways to Gull Rock and North End lead through Lantern Bay",
    ) in found


def test_a_colour_with_too_many_or_too_few_spaces_is_remarked_on() -> None:
    found = said(('length = 4, colour = "blue"', 'length = 4, colour = "red"'))
    assert [says for about, _, says in found if about == "colours"] == [
        "red has 14 spaces on 5 routes; the mean of a colour is 10.0",
        "blue has 7 spaces on 3 routes; the mean of a colour is 10.0",
    ]


def test_a_route_longer_than_there_are_cards_of_its_colour_is_remarked_on() -> None:
    found = said(("copies = 8", "copies = 3"), ("locomotives = 8", "locomotives = 40"))
    assert [(thing, says) for about, thing, says in found if about == "colours"] == [
        (
            "high_moor-east_quay",
            "4 spaces, and there are only 3 blue cards, so that it always takes locomotives",
        )
    ]


def test_a_ticket_off_the_usual_rate_is_remarked_on_whatever_that_rate_is() -> None:
    odd = ('"gull_rock-fernhill", points = 6', '"gull_rock-fernhill", points = 9')
    expected = (
        "tickets",
        "gull_rock-fernhill",
        "brings 9 points for 6 spaces, where 6 would be usual here",
    )
    assert said(odd) == [expected]
    doubled = [(f"points = {n} }}", f"points = {2 * n} }}") for n in (8, 7, 6, 5, 4)]
    assert said(*doubled) == []


def test_a_ticket_that_nobody_can_complete_is_remarked_on() -> None:
    found = said(("trains = 14", "trains = 7"))
    assert "takes at least 8 trains, and a player has only 7" in [says for _, _, says in found]


def test_cities_that_no_ticket_names_are_remarked_on_together() -> None:
    found = said(
        ('{ cities = "high_moor-westhaven", points = 5 },', ""),
        ('{ cities = "east_quay-crossways", points = 4 },', ""),
    )
    assert ("tickets", "", "no ticket begins or ends in High Moor and Crossways") in found


def test_too_few_and_too_many_trains_are_remarked_on() -> None:
    many = said(("trains = 14", "trains = 20"))
    assert [(about, says) for about, _, says in many] == [
        (
            "trains",
            "72 spaces for 4 players are 0.9 for each train: the board may be full before anyone"
            " runs out of trains",
        )
    ]
    few = said(("trains = 14", "trains = 8"))
    assert "60 spaces for 2 players are 3.8 for each train: they will hardly meet" in [
        says for _, _, says in few
    ]


def test_a_deck_that_is_soon_empty_is_remarked_on() -> None:
    found = said(("copies = 8", "copies = 5"))
    assert [(about, says) for about, _, says in found] == [
        ("cards", "with 4 players only 20 cards in the deck after the deal: it will often run out")
    ]


def test_too_few_tickets_for_the_players_are_remarked_on() -> None:
    found = said(("draw_tickets = 2", "draw_tickets = 5"))
    assert [says for _, _, says in found] == [
        "with 4 players tickets can be drawn only 2 times, not once by everyone"
    ]


def test_a_board_of_gray_routes_alone_is_measured() -> None:
    text = STARTER
    for colour in ("red", "blue", "green", "yellow", "black"):
        text = text.replace(f'colour = "{colour}"', 'colour = "gray"')
    found = Playability(parse_board(text, "isle.toml"))
    assert found.remarks == ()
    assert found.shares[-1].spaces == 72
