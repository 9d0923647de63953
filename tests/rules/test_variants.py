"""The ways to play beyond the sheets: ticket sets, their deals and their bonus (V1)."""

from __future__ import annotations

import pytest

from tests.rules.positions import line, read
from whistlestop.boards.load import load_board
from whistlestop.engine.game import Game

# Tickets in the deck and their points; dealt and kept at least at the start; drawn in a turn.
DEALS = {
    "usa": (69, 754, 3, 2, 3),
    "usa:classic": (30, 349, 3, 2, 3),
    "usa:1910": (35, 391, 3, 2, 3),
    "usa:mega": (69, 754, 5, 3, 4),
    "usa:big-cities": (35, 389, 4, 2, 4),
    "europe": (46, 444, 4, 2, 3),
    "europe:big-cities": (45, 502, 3, 2, 3),
    "europe:expanded": (65, 607, 4, 2, 3),
    "europe:mega": (101, 1087, 4, 2, 3),
}
BIG_USA = {"chicago", "dallas", "houston", "los_angeles", "miami", "new_york", "seattle"}
BIG_EUROPE = {"angora", "athina", "berlin", "london", "madrid", "moskva", "paris", "roma", "wien"}


@pytest.mark.parametrize("board", DEALS)
def test_a_variant_has_its_own_tickets(board: str) -> None:
    """V1, P10"""
    tickets = load_board(board).tickets
    assert (len(tickets), sum(t.points for t in tickets)) == DEALS[board][:2]
    assert len({t.id for t in tickets}) == len(tickets)


@pytest.mark.parametrize("board", DEALS)
def test_a_variant_has_its_own_deal_at_the_start(board: str) -> None:
    """V1, P11"""
    _, _, dealt, least, _ = DEALS[board]
    game = Game(board, 5, seed=2)
    for seat in range(5):
        assert len(game.view(seat).offer) == dealt
        assert game.view(seat).keep_at_least == least
        assert min(len(str(action).split()) - 1 for action in game.legal_for(seat)) == least


@pytest.mark.parametrize("board", DEALS)
def test_a_variant_has_its_own_number_of_tickets_drawn_in_a_turn(board: str) -> None:
    """V1, P13"""
    drawn = DEALS[board][4]
    game = read(board)
    game.play("tickets")
    assert len(game.view(0).offer) == drawn
    game.play(f"keep {drawn}")
    assert len(game.view(0).tickets) == 1
    assert len(line(game, "tickets")) == len(game.board.tickets) - 1


@pytest.mark.parametrize(
    ("ticket", "before", "now"),
    [
        ("los_angeles-miami", 20, 19),
        ("los_angeles-new_york", 21, 20),
        ("sault_st_marie-oklahoma_city", 9, 8),
        ("seattle-new_york", 22, 20),
    ],
)
def test_four_tickets_were_worth_more_in_the_first_printing(
    ticket: str, before: int, now: int
) -> None:
    """V1"""
    assert load_board("usa:classic").ticket_by_id[ticket].points == before
    assert load_board("usa").ticket_by_id[ticket].points == now


def test_1910_plays_only_its_own_tickets() -> None:
    """V1"""
    ids = {board: {t.id for t in load_board(board).tickets} for board in DEALS}
    assert not ids["usa:1910"] & ids["usa:classic"]
    assert ids["usa:1910"] | ids["usa:classic"] < ids["usa"] == ids["usa:mega"]


@pytest.mark.parametrize(
    ("board", "cities"), [("usa:big-cities", BIG_USA), ("europe:big-cities", BIG_EUROPE)]
)
def test_big_cities_plays_exactly_the_regular_tickets_that_name_one(
    board: str, cities: set[str]
) -> None:
    """V1"""
    everything = load_board("usa" if board.startswith("usa") else "europe:mega").tickets
    naming = {t.id for t in everything if {t.a.id, t.b.id} & cities and not t.long}
    assert {t.id for t in load_board(board).tickets} == naming


@pytest.mark.parametrize(("board", "longs"), [("europe:mega", 12), ("europe:expanded", 6)])
def test_europe_with_1912_deals_its_long_tickets_apart_too(board: str, longs: int) -> None:
    """V1, S2; the numbers dealt are our decision."""
    game = Game(board, 2, seed=8)
    assert sum(ticket.long for ticket in game.board.tickets) == longs
    for seat in (0, 1):
        assert [t.long for t in game.view(seat).offer] == [True, False, False, False]
        game.play("keep 1 2", seat)
    deck = [game.board.ticket_by_id[ticket] for ticket in line(game, "tickets")]
    assert not [ticket for ticket in deck if ticket.long]
    assert len(deck) == len(game.board.tickets) - longs - 6


def test_europe_big_cities_deals_three_regular_tickets_and_no_long_one() -> None:
    """V1; our decision. Refused tickets leave the game as they do otherwise."""
    game = Game("europe:big-cities", 2, seed=8)
    for seat in (0, 1):
        assert [t.long for t in game.view(seat).offer] == [False] * 3
        game.play("keep 1 2", seat)
    assert game.view(0).ticket_pile == 45 - 6


# Bonuses


def bonuses(board: str, ann: str = "", bob: str = "", cy: str = "") -> list[tuple[int, int]]:
    """For each player: the longest trail bonus and the Globetrotter bonus."""
    text = f"players: Ann, Bob, Cy\nAnn: {ann}\nBob: {bob}\nCy: {cy}"
    score = read(board, text).score()
    for seat in score.seats:
        assert seat.total == sum(seat.items().values())
    return [(seat.trail_bonus, seat.globetrotter) for seat in score.seats]


DONE = (
    "tickets duluth-dallas;"
    " routes duluth-omaha kansas_city-omaha kansas_city-oklahoma_city dallas-oklahoma_city"
)
FAILED = "tickets chicago-boston"
TRAIL = "routes calgary-winnipeg sault_st_marie-winnipeg"


@pytest.mark.parametrize(
    ("board", "ann", "bob"),
    [
        ("usa", (0, 0), (10, 0)),
        ("usa:1910", (0, 15), (0, 0)),
        ("usa:mega", (0, 15), (10, 0)),
        ("usa:big-cities", (0, 0), (0, 0)),
    ],
)
def test_each_variant_gives_its_own_bonuses(
    board: str, ann: tuple[int, int], bob: tuple[int, int]
) -> None:
    """V1, P16; that big-cities gives neither is our decision."""
    assert bonuses(board, DONE, f"{TRAIL}; {FAILED}") == [ann, bob, (0, 0)]


def test_the_first_printing_gives_the_longest_trail_bonus_only() -> None:
    """V1, P16"""
    ann = "routes dallas-houston; tickets duluth-houston"
    assert bonuses("usa:classic", ann, TRAIL) == [(0, 0), (10, 0), (0, 0)]


def test_globetrotter_counts_completed_tickets_and_not_their_points_or_the_failed_ones() -> None:
    """V1"""
    two = "tickets new_york-miami los_angeles-calgary portland-houston"
    assert bonuses("usa:1910", DONE, two) == [(0, 15), (0, 0), (0, 0)]


def test_globetrotter_goes_to_everyone_who_ties_for_it() -> None:
    """V1; our decision."""
    bob = "tickets washington-atlanta; routes raleigh-washington atlanta-raleigh"
    assert bonuses("usa:1910", DONE, bob, FAILED) == [(0, 15), (0, 15), (0, 0)]


def test_globetrotter_is_not_given_for_no_ticket_at_all() -> None:
    """V1; our decision."""
    assert [bonus for _, bonus in bonuses("usa:mega", FAILED, TRAIL)] == [0, 0, 0]


def test_globetrotter_points_are_part_of_the_total() -> None:
    """V1, E2"""
    text = f"Ann: {DONE}\nBob: {FAILED}"
    plain, bonus = read("usa:big-cities", text).score(), read("usa:1910", text).score()
    assert [b - p for p, b in zip(plain.totals, bonus.totals, strict=True)] == [15, 0]
    assert bonus.seats[0].items()["globetrotter"] == 15
