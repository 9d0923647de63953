"""Whole games by clicks: against a bot on each board, between people, on one device, watched."""

import re
from collections.abc import Callable

import pytest

from tests.browser.visitor import Visitor, Visitors

ME, OPEN = {"kind": "me"}, {"kind": "open"}
SECRET = {"dealt", "drew", "offered", "kept", "refused"}


@pytest.mark.parametrize("board", ["usa", "europe", "new-york", "london"])
def test_a_whole_game_against_a_bot_by_clicks(ann: Visitor, board: str) -> None:
    ann.play_now(board)
    assert ann.play() > 10
    assert ann.over
    totals = ann.page.locator("[data-total]").all_inner_texts()
    assert len(totals) == 2
    assert all(re.fullmatch(r"[-\u2212]?\d+", total.strip()) for total in totals)


def test_two_browsers_play_against_each_other(visitors: Visitors) -> None:
    ann, bob = visitors.new("Ann"), visitors.new("Bob")
    link = ann.make_table([ME, OPEN], board="new-york")
    bob.join(link)
    ann.start()
    play_together(ann, bob)
    assert ann.page.locator("[data-total]").all_inner_texts() == (
        bob.page.locator("[data-total]").all_inner_texts()
    )
    for visitor, seat in ((ann, 0), (bob, 1)):
        assert_no_secrets_of_others(visitor, seat)


def test_three_browsers_on_europe_with_tunnels_ferries_and_stations(visitors: Visitors) -> None:
    people = [visitors.new(name) for name in ("Ann", "Bob", "Cy")]
    link = people[0].make_table([ME, OPEN, OPEN], board="europe")
    for guest in people[1:]:
        guest.join(link)
    people[0].start()
    facts = people[0].board("europe")
    ferries = {route["id"] for route in facts["routes"] if route["ferry"]}
    tunnels = {route["id"] for route in facts["routes"] if route["tunnel"]}
    for person in people:
        person.wishes, person.builds = ferries | tunnels, True

    def seen() -> bool:
        events = [event for entry in people[0].happened() for event in entry["events"]]
        claimed = {event["params"]["route"] for event in events if event["name"] == "claimed"}
        named = {event["name"] for event in events}
        return bool(claimed & ferries and claimed & tunnels and {"revealed", "built"} <= named)

    play_together(*people, until=seen)
    assert seen()
    for seat, person in enumerate(people):
        assert_no_secrets_of_others(person, seat)


def test_two_people_on_one_device(ann: Visitor) -> None:
    ann.make_table([ME, {"kind": "here", "name": "Bob"}], board="new-york")
    ann.start()
    covered = 0
    while ann.wait_for_turn_or_cover():
        if ann.sees(".cover"):
            assert not ann.sees("[data-hand-card]"), "a hand is seen under the cover"
            ann.press(".cover button")
            covered += 1
        elif ann.sees("[data-action=done]"):
            ann.press("[data-action=done]")
        else:
            ann.decide()
    assert covered > 5
    assert len(ann.page.locator("[data-total]").all_inner_texts()) == 2


def test_a_spectator_sees_the_game_and_no_hand(visitors: Visitors) -> None:
    ann, eve = visitors.new("Ann"), visitors.new("Eve")
    link = ann.make_table([ME, {"kind": "bot", "bot": "greedy"}], board="new-york", watch=True)
    ann.start()
    eve.open(link.partition("#")[0])
    eve.page.get_by_text("You need the link that the host sends.").first.wait_for()
    eve.open("/")
    eve.open(link)
    eve.table.wait_for()
    ann.play(decisions=6)
    eve.wait(f"Number(state.version) >= {ann.state()['version']}")
    assert not eve.sees("[data-hand-card]")
    assert eve.state()["decision"] == ""
    assert_no_secrets_of_others(eve, None)


def play_together(*people: Visitor, until: Callable[[], bool] = bool) -> None:
    """Whoever can decide does, until the game is over for everybody or enough was seen."""
    while not all(person.over for person in people) and not until():
        for person in people:
            if not person.over and person.state().get("decision"):
                person.decide()
        people[0].page.wait_for_timeout(10)


def assert_no_secrets_of_others(visitor: Visitor, seat: int | None) -> None:
    """Nothing that reached the page before the end was for another seat."""
    heard = visitor.heard()
    assert heard
    for message in heard:
        game = message.get("game") or message.get("changes") or {}
        if game.get("phase") == "over":
            return
        assert {own["seat"] for own in message.get("mine") or []} <= {seat}
        for event in (event for entry in message["happened"] for event in entry["events"]):
            if event["name"] in SECRET and event["params"]["seat"] != seat:
                assert not {"card", "tickets"} & set(event["params"]), event
        players = game.get("players") or []
        for player in players.values() if isinstance(players, dict) else players:
            assert player["hand"] is None
            assert player["held"] is None
