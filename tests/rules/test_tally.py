"""What the tally counts where points alone would not show it (B3, P20, V1)."""

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
