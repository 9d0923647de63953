"""What the planner does in positions made for it, and what the reference does in a few of them."""

from itertools import combinations

import pytest

from whistlestop.bots import advise, make_bot
from whistlestop.bots.planner.last_turn import tickets_at_once
from whistlestop.bots.reasoning.board_scale import scale_of
from whistlestop.bots.reasoning.from_view import facts_from_view
from whistlestop.bots.reasoning.prices import Prices
from whistlestop.bots.tuned import tuning_of
from whistlestop.engine.game import Game

STEADY = "planner:risk=-1,points=0"
"""Never draws tickets and goes the shortest way, where a test is about something else."""


def choice(position: str, bot: str = "planner") -> str:
    game = Game.from_text(position)
    return str(make_bot(bot, seed=1).choose(game.view(game.turn)))


def test_it_keeps_what_it_can_still_finish_when_the_end_is_near() -> None:
    """Bob has nine trains left; from Portland to Phoenix only one route is missing."""
    position = (
        "board: usa:classic\nphase: tickets\n"
        "Ann: hand 3 red; offer seattle-new_york portland-phoenix boston-miami;"
        " routes portland-san_francisco:green los_angeles-san_francisco:yellow\n"
        "Bob: hand 9 blue; routes calgary-winnipeg duluth-toronto el_paso-houston"
        " miami-new_orleans sault_st_marie-winnipeg duluth-helena\n"
    )
    assert choice(position) == "keep 2"


def test_it_keeps_what_is_complete_already() -> None:
    position = (
        "board: usa\nphase: tickets\n"
        "Ann: routes denver-santa_fe el_paso-santa_fe;"
        " offer seattle-new_york denver-el_paso boston-miami\n"
        "Bob: hand 2 red\n"
    )
    assert "2" in choice(position).split()


LAST = "board: usa\nlast round: 2\n"


def test_in_its_last_turn_it_turns_a_ticket_around() -> None:
    """Two points and a ticket count more than the fifteen points of a long route."""
    position = (
        "Ann: hand 6 white; tickets duluth-el_paso;"
        " routes duluth-omaha:gray denver-omaha denver-santa_fe\n"
    )
    assert choice(LAST + position) == "claim el_paso-santa_fe 2 white"


def test_in_its_last_turn_it_takes_the_most_points_where_no_ticket_can_be_had() -> None:
    assert choice(LAST + "Ann: hand 6 white 2 red; tickets boston-miami") == (
        "claim calgary-winnipeg 6 white"
    )


def test_in_its_last_turn_it_takes_the_prize_for_the_longest_trail() -> None:
    """Seven points and a trail of sixteen, one more than Bob's, beat the ten points of a route."""
    position = (
        "Ann: hand 2 white 5 red; routes denver-santa_fe denver-helena helena-seattle"
        " el_paso-los_angeles\nBob: routes montreal-toronto duluth-helena duluth-toronto\n"
    )
    assert choice(LAST + position) == "claim calgary-seattle 4 red"
    shorter = position.replace(" duluth-toronto", "")
    assert choice(LAST + shorter) == "claim helena-omaha 5 red"


WIDE = (
    "Ann: {}; routes seattle-vancouver:gray portland-seattle:gray helena-seattle denver-helena"
    " denver-santa_fe el_paso-santa_fe denver-kansas_city:black kansas_city-saint_louis:blue"
    " little_rock-saint_louis dallas-little_rock dallas-houston:gray nashville-saint_louis"
    " atlanta-nashville chicago-saint_louis:green chicago-pittsburgh:orange"
    " new_york-pittsburgh:white"
)


def test_in_its_last_turn_it_draws_tickets_that_its_network_may_have_made_already() -> None:
    """Seventeen cities are joined; one point is all that a claim would bring."""
    assert choice(LAST + WIDE.format("hand 1 red")) == "tickets"
    assert choice(LAST + WIDE.format("hand 6 white")).startswith("claim")
    assert choice(LAST + "Ann: hand 1 red; routes portland-seattle:gray") != "tickets"


def test_what_tickets_bring_at_once_is_the_mean_over_all_that_may_be_drawn() -> None:
    view = Game.from_text(LAST + WIDE.format("hand 1 red")).view(0)
    facts = facts_from_view(view)
    prices = Prices(facts, scale_of(facts.flat), tuning_of(facts.flat))
    worth = [
        t.points if prices.own.joined(t.a.index, t.b.index) else -t.points
        for t in view.board.tickets
    ]
    drawn = list(combinations(worth, view.board.rules.draw_tickets))
    kept = [sum(p for p in offer if p > 0) or max(offer) for offer in drawn]
    assert tickets_at_once(prices) == pytest.approx(sum(kept) / len(kept))
    assert 0 < tickets_at_once(prices) < 10


def test_it_keeps_only_what_is_made_when_no_turn_is_left() -> None:
    position = (
        "board: usa\nlast round: 2\nphase: tickets\nAnn: hand 2 red; routes denver-santa_fe;"
        " offer denver-el_paso kansas_city-houston duluth-houston\nBob: hand 1 red\n"
    )
    assert choice(position) == "keep 1"
    made = position.replace("routes denver", "routes el_paso-santa_fe denver")
    assert choice(made.replace("kansas_city-houston", "seattle-new_york")) == "keep 1"


def test_near_the_end_it_claims_what_it_can_rather_than_draw_for_more() -> None:
    """Bob, with one route to go, may end the game: three red cards are four points now."""
    position = (
        "board: usa\nAnn: hand 3 red 2 blue; routes calgary-winnipeg duluth-toronto"
        " el_paso-houston el_paso-los_angeles miami-new_orleans helena-seattle\n"
        "Bob: hand 6 green; routes denver-helena duluth-helena portland-salt_lake_city"
        " dallas-el_paso atlanta-miami chicago-toronto helena-omaha pittsburgh-saint_louis"
        " kansas_city-saint_louis:blue\n"
    )
    assert choice(position).endswith("3 red")


def test_it_claims_when_it_can_pay_for_the_whole_plan() -> None:
    position = (
        "board: usa\nAnn: hand 2 white 2 red; tickets denver-el_paso; routes dallas-houston\n"
    )
    claimed = choice(position, STEADY)
    assert claimed.split()[1] in ("denver-santa_fe", "el_paso-santa_fe")


def test_it_waits_with_a_route_that_nobody_wants_while_the_plan_misses_cards() -> None:
    """Claiming tells the others and saves no turn."""
    position = "board: usa\nAnn: hand 4 red; tickets seattle-los_angeles boston-miami\n{}"
    assert choice(position.format("")).startswith("draw")


def test_it_draws_a_colour_that_its_plan_misses() -> None:
    """From Winnipeg to Calgary takes six white cards, or a long way around."""
    position = (
        "board: usa\nphase: second card\nmarket: white green green blue yellow\n"
        "Ann: hand 4 white 1 green; tickets vancouver-montreal;"
        " routes calgary-vancouver sault_st_marie-winnipeg montreal-sault_st_marie\n"
    )
    assert choice(position, STEADY) == "draw white"


TUNNEL = (
    "board: europe\nphase: tunnel\ntunnel: venezia-zurich 2 green\n"
    "revealed: green white black\nAnn: hand {}; tickets {}"
)


def test_it_pays_for_a_tunnel_on_its_way_and_declines_what_it_cannot_pay() -> None:
    assert choice(TUNNEL.format("1 green 1 red", "zurich-brindisi")) == "pay 1 green"
    assert choice(TUNNEL.format("1 red", "zurich-brindisi")) == "decline"


def test_it_tries_a_tunnel_only_with_a_fair_chance() -> None:
    """Without a card to spare about half of all tunnels fail."""
    position = (
        "board: europe\nAnn: hand {} green; tickets zurich-brindisi;"
        " routes roma-venezia brindisi-roma\n"
    )
    tunnel = "claim venezia-zurich 2 green"
    assert choice(position.format(2), STEADY) != tunnel
    assert choice(position.format(3), STEADY) == tunnel
    assert choice(position.format(2), f"{STEADY},nerve=0.1") == tunnel


STATION = (
    "board: europe\n{}"
    "Ann: hand 1 blue; tickets paris-wien; routes frankfurt-paris:white munchen-wien\n"
    "Bob: routes frankfurt-munchen\n"
)


@pytest.mark.parametrize("bot", [STEADY, "reference"])
def test_it_builds_a_station_where_a_borrowed_route_is_all_that_is_missing(bot: str) -> None:
    """B3: there is no other way, and nothing else left to do."""
    around = (
        "berlin-wien budapest-wien:red warszawa-wien wien-zagrab munchen-venezia munchen-zurich"
    )
    position = STATION.format("").replace("Bob: routes", f"Bob: routes {around}")
    assert choice(position, bot) in ("build frankfurt 1 blue", "build munchen 1 blue")


def test_it_builds_a_station_in_its_last_turn_for_a_ticket() -> None:
    built = choice(STATION.format("last round: 2\n"))
    assert built in ("build frankfurt 1 blue", "build munchen 1 blue")


def test_it_builds_no_station_that_saves_nothing() -> None:
    last = STATION.format("last round: 2\n").replace("paris-wien", "athina-wilno")
    assert not choice(last).startswith("build")


def test_it_draws_tickets_when_its_own_are_complete_early() -> None:
    position = "board: usa\nAnn: tickets denver-el_paso; routes denver-santa_fe el_paso-santa_fe\n"
    assert choice(position) == "tickets"
    assert choice(position, STEADY) != "tickets"


def test_it_draws_no_tickets_with_hardly_a_train_left() -> None:
    position = (
        "board: usa\nAnn: tickets denver-el_paso; routes denver-santa_fe el_paso-santa_fe"
        " calgary-winnipeg duluth-toronto el_paso-houston el_paso-los_angeles miami-new_orleans"
        " seattle-helena\n"
    ).replace("seattle-helena", "helena-seattle")
    assert choice(position) != "tickets"


def test_a_route_next_to_a_rival_is_in_more_danger_than_one_far_away() -> None:
    position = (
        "board: usa\nAnn: hand 2 white 2 red; tickets denver-el_paso; routes dallas-houston\n"
        "Bob: hand 8 blue; routes {}\n"
    )

    def danger(routes: str) -> float:
        view = Game.from_text(position.format(routes)).view(0)
        return float(advise(view, STEADY, 1)[0].params["danger"])

    assert danger("el_paso-phoenix dallas-el_paso denver-oklahoma_city") > danger(
        "montreal-toronto"
    )
