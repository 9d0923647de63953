"""What the greedy bot does in positions made for it."""

import pytest

from whistlestop.bots import make_bot
from whistlestop.engine.game import Game


def choice(position: str, bot: str = "greedy") -> str:
    game = Game.from_text(position)
    return str(make_bot(bot, seed=1).choose(game.view(game.turn)))


def test_it_claims_the_route_worth_most() -> None:
    position = "board: usa\nAnn: hand 6 white 3 red; tickets boston-miami"
    assert choice(position) == "claim calgary-winnipeg 6 white"


@pytest.mark.parametrize("hand", ["6 white 2 locomotive", "6 white 5 blue 1 locomotive"])
def test_among_equal_routes_it_spares_locomotives(hand: str) -> None:
    """There is a route of six spaces in either colour."""
    position = f"board: usa\nAnn: hand {hand}; tickets boston-miami"
    assert choice(position) == "claim calgary-winnipeg 6 white"


def test_a_ticket_completed_now_counts_with_the_route() -> None:
    """Two points and a ticket turned around beat a route of four points."""
    position = (
        "board: usa\nAnn: hand 2 white 3 blue; tickets denver-el_paso; routes denver-santa_fe\n"
    )
    assert choice(position) == "claim el_paso-santa_fe 2 white"


def test_among_equals_it_takes_a_route_on_the_way_of_a_ticket() -> None:
    position = "board: usa\nAnn: hand 2 white; tickets denver-el_paso"
    assert choice(position).split()[1] in ("denver-santa_fe", "el_paso-santa_fe")


@pytest.mark.parametrize(
    ("phase", "hand", "market", "drawn"),
    [
        ("turn", "1 blue", "green locomotive blue blue white", "draw locomotive"),
        ("turn", "1 blue", "green green blue yellow white", "draw blue"),
        ("turn", "1 blue", "green green white white black", "draw deck"),
        ("second card", "2 red 1 blue", "blue blue red blue blue", "draw red"),
        ("second card", "2 red 1 blue", "locomotive blue red blue blue", "draw red"),
        ("second card", "2 red", "locomotive blue blue blue blue", "draw deck"),
    ],
)
def test_it_draws_a_locomotive_or_what_it_holds_most_of_or_blind(
    phase: str, hand: str, market: str, drawn: str
) -> None:
    position = f"board: europe\nphase: {phase}\nmarket: {market}\nAnn: hand {hand}"
    assert choice(f"{position}; tickets berlin-roma") == drawn


def test_it_keeps_the_tickets_that_take_fewest_trains() -> None:
    offers = (
        "Ann: offer seattle-new_york denver-el_paso kansas_city-houston\n"
        "Bob: offer boston-miami dallas-new_york chicago-atlanta\n"
    )
    assert choice(f"board: usa\nphase: opening\n{offers}") == "keep 2 3"


def test_it_keeps_every_ticket_that_is_complete_already_and_no_other() -> None:
    position = (
        "board: usa\nphase: tickets\n"
        "Ann: routes denver-santa_fe el_paso-santa_fe dallas-el_paso dallas-houston;"
        " offer {} denver-el_paso {}\n"
    )
    assert choice(position.format("seattle-new_york", "boston-washington")) == "keep 2"


def test_a_ticket_out_of_reach_is_dearer_than_any_other() -> None:
    """With two players the last open side of every way out of a city can be gone."""
    around_miami = "Bob: routes atlanta-miami charleston-miami miami-new_orleans"
    position = (
        f"board: usa\nphase: tickets\nAnn: offer boston-miami seattle-new_york\n{around_miami}\n"
    )
    assert choice(position) == "keep 2"


DONE = "board: usa\nAnn: tickets denver-el_paso; routes denver-santa_fe el_paso-santa_fe"


def test_it_draws_tickets_when_all_are_complete_and_enough_trains_are_left() -> None:
    assert choice(DONE) == "tickets"


def test_it_draws_no_tickets_while_one_is_not_complete() -> None:
    assert choice(
        DONE.replace("tickets denver-el_paso", "tickets denver-el_paso boston-miami")
    ) != ("tickets")


def test_how_many_trains_are_enough_for_tickets_is_a_share_of_all() -> None:
    """Four of 45 are placed: 0.911 of them are left."""
    assert choice(DONE, "greedy:tickets=0.9") == "tickets"
    assert choice(DONE, "greedy:tickets=0.92") != "tickets"


@pytest.mark.parametrize(
    ("hand", "answer"),
    [
        ("1 green", "pay 1 green"),
        ("1 green 1 locomotive", "pay 1 green"),
        ("1 locomotive", "pay 1 locomotive"),
        ("1 red", "decline"),
    ],
)
def test_it_pays_for_a_tunnel_when_it_can(hand: str, answer: str) -> None:
    position = (
        "board: europe\nphase: tunnel\ntunnel: venezia-zurich 2 green\n"
        f"revealed: green white black\nAnn: hand {hand}; tickets berlin-roma"
    )
    assert choice(position) == answer


def test_it_tries_a_tunnel_only_with_cards_in_reserve() -> None:
    """The share is of the cards turned up: 0.3 of three is one card to spare."""
    tunnel = "claim munchen-venezia 2 blue"
    position = (
        "board: europe\n"
        "Ann: hand {} blue; routes munchen-wien; tickets venezia-constantinople\n"
        "Bob: routes constantinople-sofia\n"
    )
    assert choice(position.format(2), "greedy:reserve=0") == tunnel
    assert choice(position.format(2)) != tunnel
    assert choice(position.format(3)) == tunnel


STATION = (
    "board: europe\n"
    "Ann: hand 1 blue; tickets paris-wien; routes frankfurt-paris:white munchen-wien\n"
    "Bob: routes frankfurt-munchen\n"
)


def test_it_builds_a_station_where_one_borrowed_route_completes_a_ticket() -> None:
    """B3: the route of Bob between Ann's two pieces is worth borrowing."""
    assert choice(STATION) in ("build frankfurt 1 blue", "build munchen 1 blue")


def test_it_builds_no_station_that_saves_nothing() -> None:
    assert not choice(STATION.replace("Bob: routes frankfurt-munchen\n", "")).startswith("build")
    assert not choice(STATION.replace("paris-wien", "athina-wilno")).startswith("build")


def test_it_builds_no_second_station_for_the_same_route() -> None:
    built = STATION.replace("Ann: hand 1 blue", "Ann: hand 2 blue; stations frankfurt")
    assert not choice(built).startswith("build")
