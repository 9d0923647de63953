"""Reasons: a reader holds every fact they state against the position, on every board."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from math import comb

import pytest

from tests.bots.advice.reader import Reader
from tests.bots.playing import TABLES, decisions
from whistlestop.bots.advice.advice import REASONS, Advice, Param
from whistlestop.bots.advice.coach import counsel
from whistlestop.bots.advice.explaining import explain_action
from whistlestop.bots.advice.thoughts import Thoughts
from whistlestop.bots.evaluation import evaluate
from whistlestop.bots.tuned import tuning_of
from whistlestop.engine.game import Game
from whistlestop.engine.knowledge.view import View
from whistlestop.engine.lookup import codec_for
from whistlestop.model.actions import parse_action


def read_advice(view: View) -> list[str]:
    """Read the coach's three best actions; their order, values and chances must agree."""
    reader = Reader(view)
    advice = counsel(view, evaluate(view, worlds=1))
    assert 1 <= len(advice) <= 3
    for each in advice:
        try:
            reader.read(each)
        except AssertionError as wrong:
            raise AssertionError(f"{view.board.name} ply {view.ply}: {each}: {wrong}") from wrong
    values = [each.value for each in advice]
    chances = [float(each.params["win"]) for each in advice]
    assert values == sorted(values, reverse=True)
    assert chances == sorted(chances, reverse=True)
    return [each.reason for each in advice]


@pytest.mark.slow
def test_what_the_reasons_of_2000_advices_say_is_true() -> None:
    """Of positions of games between planners and greedy bots, spread over all tables."""
    found = Counter[str]()
    each = -(-2000 // len(TABLES))
    for board, players in TABLES:
        bots = [("planner", "greedy")[(seat + len(board)) % 2] for seat in range(players)]
        views = [view for _, view, _ in decisions(bots, board, seed=f"slow/{board}/{players}")]
        for n in range(each):
            found.update(read_advice(views[n * len(views) // each]))
    assert found.total() > 4000
    assert {*found} >= {*REASONS} - {"points_now", "only_action", "build_in_vain"}


def falsified(params: Mapping[str, Param], key: str, view: View) -> dict[str, Param]:
    """The same parameters with one of them false."""
    value = params[key]
    if key in ("last_way", "route", "city", "card", "threat", "near"):
        return {
            **params,
            key: "nothing" if key in ("last_way", "card", "near", "city") else "elsewhere",
        }
    if key in ("routes", "then", "shared", "borrowed", "then_lent", "serves"):
        taken = [r.id for r in view.board.routes if view.owners[r.index] == view.seat]
        return {**params, key: " ".join([str(value), *taken[:1]]).strip()} if taken else {}
    if key == "need":
        first, _, rest = (str(value) or "0 red").partition(" ")
        return {**params, key: f"{int(first) + 1} {rest}"}
    if key in ("tickets", "for", "done", "open", "kept", "dropped", "costly"):
        other = next(t for t in view.board.tickets if t not in (*view.tickets, *view.offer))
        return {**params, key: f"{value} {other}".strip()}
    if key == "rival":
        return {**params, key: view.seat or 0}
    if key == "helps":
        return {**params, key: 1 - int(value)}
    return {**params, key: float(value) + (0.05 if key in ("risk", "hit") else 1)}


# Estimates: the reader can only ask that they are possible.
ESTIMATES = {"turns", "left", "danger", "gain", "worlds", "win", "chance"}


@pytest.mark.slow
def test_the_reader_notices_every_false_fact() -> None:
    """Otherwise the tests above would prove nothing."""
    noticed = Counter[str]()
    for board, players in (("europe", 3), ("usa", 2), ("london", 4)):
        bots = ["planner", "greedy", "planner", "greedy"][:players]
        for _, view, _ in list(decisions(bots, board, seed="false"))[::3]:
            reader = Reader(view)
            for each in counsel(view, evaluate(view, worlds=1)):
                for key in {*each.params} - ESTIMATES:
                    if wrong := falsified(each.params, key, view):
                        with pytest.raises((AssertionError, KeyError)):
                            reader.read(replace(each, params=wrong))
                        noticed[key] += 1
    facts = {"need", "for", "done", "then", "points", "trains", "helps", "hit", "open", "risk"}
    assert {*noticed} >= facts | {"detour", "rival", "near", "threat", "kept", "tickets", "routes"}


def explained(text: str, action: str) -> Advice:
    """An action of a position that is written down, as the reader found it true."""
    view = Game.from_text(text).view(0)
    tuning = tuning_of(codec_for(view.board, len(view.players)).flat)
    advice = explain_action(Thoughts(view, tuning), parse_action(action))
    Reader(view).read(advice)
    return advice


def test_a_claim_names_the_ticket_it_completes_and_the_rival_who_is_near() -> None:
    advice = explained(
        "board: usa\nAnn: hand 3 orange; tickets boston-washington; routes boston-new_york:red\n"
        "Bob: hand 9 red; routes raleigh-washington\n",
        "claim new_york-washington:orange 2 orange",
    )
    told = {key: advice.params[key] for key in ("done", "rival", "near", "detour")}
    assert advice.reason == "claim_for_plan"
    assert told == {"done": "boston-washington", "rival": 1, "near": "washington", "detour": 2}


STATION = (
    "board: europe\n{}Ann: hand 4 green 1 locomotive; tickets paris-wien; "
    "routes munchen-wien frankfurt-munchen\n"
    "Bob: hand 9 red; routes frankfurt-paris:white dieppe-paris\n"
)


def test_a_station_names_the_route_it_lends_and_its_four_points() -> None:
    advice = explained(STATION.format(""), "build frankfurt 1 green")
    told = {key: advice.params[key] for key in ("route", "rival", "done", "cost")}
    expected = {"route": "frankfurt-paris:white", "rival": 1, "done": "paris-wien", "cost": 4}
    assert (advice.reason, told) == ("build_for_plan", expected)
    assert explained(STATION.format(""), "build lisboa 1 green").reason == "build_in_vain"


def test_in_the_last_turn_nobody_is_told_to_save_cards() -> None:
    assert explained(STATION.format("last round: 1\n"), "draw deck").reason == "draw_in_vain"


def test_a_tunnel_fails_as_often_as_the_cards_say() -> None:
    """With nothing left in hand, any hit among three cards is too much."""
    text = "board: europe\nAnn: hand 2 green; tickets paris-wien\nBob: hand 2 red\n"
    view = Game.from_text(text).view(0)
    unseen = view.unseen()
    misses = sum(unseen.values()) - unseen["green"] - unseen["locomotive"]
    claim = next(str(a) for a in view.legal if str(a).startswith("claim venezia-zurich"))
    risk = 1 - comb(misses, 3) / comb(sum(unseen.values()), 3)
    assert explained(text, claim).params["risk"] == pytest.approx(risk, abs=0.001)


def test_who_can_pay_for_every_ticket_is_not_told_that_cards_are_missing() -> None:
    advice = explained(
        "board: usa\nAnn: hand 2 orange; tickets boston-washington; routes boston-new_york:red\n"
        "Bob: hand 2 red\n",
        "draw deck",
    )
    assert (advice.reason, advice.params["tickets"]) == ("draw_for_points", "boston-washington")


TRAIL = (
    "board: usa\n{}Ann: hand 1 yellow; tickets boston-washington; routes {}\n"
    "Bob: hand 2 red; routes duluth-helena\n"
)


@pytest.mark.parametrize(
    ("last", "own", "prize"),
    [
        ("last round: 1\n", "portland-san_francisco:green", 10),
        ("last round: 1\n", "calgary-seattle", None),
        ("last round: 1\n", "portland-salt_lake_city", None),
        ("", "portland-san_francisco:green", None),
    ],
)
def test_a_last_claim_names_the_prize_for_the_longest_trail_if_it_wins_it(
    last: str, own: str, prize: int | None
) -> None:
    """Six is as long as the rival's; five is less, and a trail of six had a share before."""
    advice = explained(TRAIL.format(last, own), "claim portland-seattle 1 yellow")
    assert advice.params.get("trail") == prize


def test_a_claim_counts_the_attractions_that_it_reaches() -> None:
    text = (
        "board: new-york\nAnn: hand 3 red; tickets central_park-chelsea; routes {}\n"
        "Bob: hand 2 red\n"
    )
    claim = "claim lower_east_side-brooklyn 3 red"
    assert explained(text.format("soho-wall_street"), claim).params["beside"] == 1
    assert "beside" not in explained(text.format("wall_street-brooklyn:black"), claim).params


def test_a_claim_counts_the_district_that_it_links() -> None:
    """British Museum and Covent Garden are all there is of district 1."""
    text = (
        "board: london\nlast round: 1\nAnn: hand 1 red; tickets brick_lane-globe_theatre; "
        "routes {}\nBob: hand 2 yellow\n"
    ).replace("1 red", "1 yellow")
    claim = "claim british_museum-covent_garden 1 yellow"
    assert explained(text.format("trafalgar_square-big_ben"), claim).params["beside"] == 1
    around = "british_museum-piccadilly_circus piccadilly_circus-covent_garden:green"
    assert "beside" not in explained(text.format(around), claim).params


def test_what_hardly_pays_is_told_apart_from_what_can_hardly_be_completed() -> None:
    """Two trains, six turns and cards in the deck: it could be done, but costs more than it is."""
    text = (
        "board: new-york\nAnn: hand 1 red; tickets {}; "
        "routes chelsea-gramercy_park lincoln_center-midtown_west soho-wall_street\n"
        "Bob: hand 2 red; routes east_village-lower_east_side midtown_west-times_square "
        "gramercy_park-east_village lower_east_side-brooklyn\n"
    )
    short = explained(text.format("lower_east_side-wall_street"), "draw deck")
    assert (short.params["open"], short.params["tickets"]) == ("lower_east_side-wall_street", "")
    assert short.params["costly"] == "lower_east_side-wall_street"
    far = explained(text.format("times_square-brooklyn"), "draw deck")
    assert (far.params["tickets"], far.params["costly"]) == ("", "")


@pytest.mark.parametrize("card", ["yellow", "red"])
def test_a_card_that_helps_is_among_those_that_are_said_to_be_missing(card: str) -> None:
    """The locomotive in hand does for either colour, so one card of either is missing."""
    text = (
        "board: europe\nmarket: yellow red black purple white\n"
        "Ann: hand 3 yellow 2 red 1 locomotive; tickets berlin-moskva; "
        "routes moskva-smolensk kyiv-warszawa\nBob: hand 2 green; routes dieppe-paris\n"
    )
    told = explained(text, f"draw {card}").params
    assert (told["helps"], told["need"]) == (1, f"1 {card}")
