"""What the tally counts where points alone would not show it (B3, E6, E7, E11, P20, V1)."""

from __future__ import annotations

from pathlib import Path

from tests.rules.own_boards import own_board
from tests.rules.positions import read

ROUTES = """\
north-south 3 red
east-west 3 blue
south-east 1 green
"""
TICKETS = """\
north-south 5
east-west 13
"""
STATIONS = {"stations": 3, "station_points": 4}
# Ann joins her two cities herself; Bob borrows the route of Cy.
POSITION = (
    "players: Ann, Bob, Cy\n"
    "Ann: routes north-south; tickets north-south\n"
    "Bob: stations west; tickets east-west\n"
    "Cy: routes east-west"
)


def test_a_ticket_counts_as_one_for_the_most_tickets_whether_borrowed_or_not(
    tmp_path: Path,
) -> None:
    """B3, V1: one ticket completed alone and one with a station tie for the bonus."""
    board = own_board(tmp_path, ROUTES, TICKETS, **STATIONS, globetrotter=15)
    score = read(board, POSITION).score()
    assert [seat.globetrotter for seat in score.seats] == [15, 15, 0]


def test_a_ticket_counts_as_one_to_break_a_tie_whether_borrowed_or_not(tmp_path: Path) -> None:
    """B3, P20: equal on points and on tickets, so the stations built decide."""
    order = '["tickets", "stations"]'
    score = read(own_board(tmp_path, ROUTES, TICKETS, **STATIONS, tie_breaks=order), POSITION)
    assert score.score().totals == (4 + 5 + 12, 13 + 8, 4 + 12)
    assert (score.score().winners, score.score().decided_by) == ((0,), "stations")


def test_a_district_is_linked_only_if_all_its_places_are_in_one_web(tmp_path: Path) -> None:
    """E11: the first place of a board is linked to others like any other place."""
    routes = "bay-alp 2 red\ncape-bay 2 blue\ndell-cape 2 green\neast-dell 2 white"
    board = Path(own_board(tmp_path, routes, "alp-dell 9", districts="true"))
    text = board.read_text()
    for city, number in {"alp": 1, "bay": 2, "cape": 2, "dell": 1, "east": 1}.items():
        text = text.replace(f'name = "{city}"', f'name = "{city}", district = {number}')
    board.write_text(text)
    apart = read(str(board), "Ann: routes bay-alp east-dell\nBob: routes cape-bay")
    assert [seat.districts for seat in apart.score().seats] == [0, 2]
    whole = read(str(board), "Ann: routes bay-alp cape-bay dell-cape east-dell")
    assert [seat.districts for seat in whole.score().seats] == [3, 0]


def test_the_first_route_of_a_board_is_shown_as_borrowed_like_any_other(tmp_path: Path) -> None:
    """B3"""
    routes = "east-west 3 blue\nsouth-east 1 green\nnorth-south 3 red"
    game = read(own_board(tmp_path, routes, TICKETS, **STATIONS), POSITION)
    loans = [{c.id: r.id for c, r in seat.borrowed} for seat in game.score().seats]
    assert loans == [{}, {"west": "east-west"}, {}]


def test_where_the_longest_trail_earns_nothing_it_still_breaks_a_tie(tmp_path: Path) -> None:
    """E7, P20: equal on points and tickets, Bob's routes hang together and Ann's do not."""
    routes = "a-b 2 red\nb-c 2 blue\nc-d 2 green\nd-e 2 white\ne-f 2 black"
    game = read(own_board(tmp_path, routes), "Ann: routes a-b c-d\nBob: routes d-e e-f")
    score = game.score()
    assert score.totals == (4, 4)
    assert [seat.trail_bonus for seat in score.seats] == [0, 0]
    assert (score.winners, score.decided_by) == ((1,), "trail")


def test_the_first_place_of_a_board_may_be_an_attraction_like_any_other(tmp_path: Path) -> None:
    """E6, P18"""
    board = Path(own_board(tmp_path, "bay-alp 2 red\ncape-bay 2 blue", attraction_points=3))
    text = board.read_text()
    for city in ("alp", "cape"):
        text = text.replace(f'name = "{city}"', f'name = "{city}", attraction = true')
    board.write_text(text)
    score = read(str(board), "Ann: routes bay-alp\nBob: routes cape-bay").score()
    assert [seat.attractions for seat in score.seats] == [3, 3]
