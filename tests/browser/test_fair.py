"""Fairness by clicks: seats that are somebody's own, a rematch between people, and proven deals."""

from __future__ import annotations

import json
from typing import Any

from tests.browser.hasten import hasten
from tests.browser.visitor import Visitor, Visitors

ME = {"kind": "me"}


def test_a_player_goes_on_with_another_device_by_a_link_of_their_own(visitors: Visitors) -> None:
    ann, phone = visitors.new("Ann"), visitors.new("Phone")
    ann.make_table([ME, {"kind": "bot", "bot": "greedy"}], board="new-york")
    ann.start()
    ann.wait_for_turn()
    ann.page.locator('[aria-haspopup="menu"]').first.click()
    ann.page.get_by_role("menuitem", name="Continue on another device").click()
    link = ann.page.locator("dialog[open] input").input_value()
    phone.open(link[link.index("/t/") :])
    phone.page.get_by_role("button", name="Take over the seat of Ann").click()
    assert phone.wait_for_turn()
    ann.wait('state.decision === ""')
    assert not ann.sees("[data-hand-card]")


def test_a_rematch_is_an_offer_and_the_host_stays_host(visitors: Visitors) -> None:
    ann, bob = visitors.new("Ann"), visitors.new("Bob")
    bob.join(ann.make_table([ME, {"kind": "open"}], board="new-york"))
    ann.page.get_by_text("Bob").first.wait_for()
    ann.start()
    hasten(ann, bob)
    bob.page.get_by_role("button", name="Rematch").click()
    ann.page.get_by_role("link", name="Go to the rematch").click()
    ann.page.get_by_role("button", name="Sit here").first.click()
    bob.page.get_by_text("Ann").first.wait_for()
    assert not bob.sees('button:has-text("Start the game")')
    ann.start()
    bob.table.wait_for()


def found(visitor: Visitor) -> str:
    """What the check of the deal says."""
    visitor.page.get_by_role("button", name="Check the deal").click()
    text = visitor.page.locator("dialog[open]").inner_text()
    visitor.page.keyboard.press("Escape")
    return text


def test_every_browser_adds_to_the_luck_and_checks_the_deal_afterwards(visitors: Visitors) -> None:
    ann, bob, eve = (visitors.new(name) for name in ("Ann", "Bob", "Eve"))
    link = ann.make_table([ME, {"kind": "open"}], board="new-york")
    bob.join(link)
    ann.page.locator("summary", has_text="Fair deal").click()
    ann.page.get_by_text("Values added by Ann and Bob.").wait_for()
    ann.start()
    bob.wait_for_turn()
    eve.open(link)
    eve.table.wait_for()
    eve.page.locator('[aria-haspopup="menu"]').first.click()
    eve.page.get_by_role("menuitem", name="Fair deal").click()
    promised = eve.page.locator("dialog[open] code").inner_text()
    assert {message["table"]["deal"]["commitment"] for message in tables(bob)} == {promised}
    eve.page.keyboard.press("Escape")
    hasten(ann, bob)
    for visitor in (ann, bob):
        said = found(visitor)
        assert "The deal was fair" in said
        assert "fits the fingerprint that this browser saw before the start" in said
        assert "the values of Ann and Bob" in said
        assert "The value that this browser added is in it." in said
        assert "This browser worked out the hashes itself." in said
    eve.page.locator(".ending").wait_for()
    assert "This browser did not see it before the start." in found(eve)
    no_values_before_the_end(ann, bob, eve)
    # A server that promised something else before the start.
    bob.page.evaluate(
        "localStorage['whistlestop.deals'] ="
        " localStorage['whistlestop.deals'].replace(/(commitment\":\")../, '$1zz')"
    )
    assert "The deal does not add up" in found(bob)
    bob.open(f"{link.partition('#')[0]}/0")
    bob.page.locator(".replay").wait_for()
    assert "does not fit the fingerprint" in found(bob)


def tables(visitor: Visitor) -> list[dict[str, Any]]:
    """The messages that had the table in them."""
    return [message for message in visitor.heard() if message.get("table")]


def no_values_before_the_end(*people: Visitor) -> None:
    """What the browsers have added stays with them and the server."""
    deals = [person.page.evaluate("localStorage['whistlestop.deals']") for person in people]
    values = [
        value for deal in deals for one in json.loads(deal or "[]") for value in one["values"]
    ]
    assert len(values) == 2
    for person in people:
        assert not any(value in frame for value in values for frame in person.frames)


def test_a_quick_game_and_its_rematch_have_the_players_value_in_them(ann: Visitor) -> None:
    ann.play_now("new-york")
    assert started(ann) == [0]
    hasten(ann)
    assert "The value that this browser added is in it." in found(ann)
    ann.page.get_by_role("button", name="Rematch").click()
    ann.wait_for_turn()
    assert started(ann) == [0]


def started(visitor: Visitor) -> list[int]:
    """Whose values are in the newest deal."""
    seats: list[int] = [e for e in visitor.happened() if e["kind"] == "started"][-1]["params"][
        "values"
    ]
    return seats


def test_the_id_of_a_finished_private_game_leads_to_its_replay(visitors: Visitors) -> None:
    ann, eve = visitors.new("Ann"), visitors.new("Eve")
    bot = {"kind": "bot", "bot": "greedy"}
    link = ann.make_table([ME, bot], board="new-york")
    path = link.partition("#")[0]
    eve.open(path)
    eve.page.get_by_text("You need the link that the host sends.").wait_for()
    # The link, pasted into the tab that was refused, opens the table without loading the page.
    eve.page.evaluate("link => { location.hash = link }", link.partition("#")[2])
    eve.page.get_by_role("heading", name="Seats").wait_for()
    ann.start()
    hasten(ann)
    stranger = visitors.new("Stranger")
    stranger.open(path)
    stranger.page.locator(".replay").wait_for()
    assert stranger.page.url.endswith(f"{path}/0")


def test_a_new_table_says_when_a_seat_may_be_taken_over(ann: Visitor) -> None:
    ann.open("/new")
    ann.page.get_by_label("Whoever stays away loses the seat after").select_option("1 hour")
    ann.page.get_by_role("button", name="Make the table").click()
    ann.page.get_by_text("whoever stays away loses the seat after 1 hour").wait_for()


def test_a_card_that_was_seen_goes_back_only_if_the_other_agrees(visitors: Visitors) -> None:
    ann, bob = visitors.new("Ann"), visitors.new("Bob")
    link = ann.make_table([ME, {"kind": "open"}], board="new-york", take_back=True, first=0)
    bob.join(link)
    ann.page.get_by_text("Bob").first.wait_for()
    ann.start()
    for person in (ann, bob):
        person.wait_for_turn()
        person.decide()
    ann.wait_for_turn()
    for answer in ("Do not agree", "Agree"):
        ann.press('[data-pile="deck"][aria-disabled="false"]')
        ann.wait('state.phase === "second card"' if answer != "Agree" else 'state.decision === ""')
        ann.page.get_by_role("button", name="Take back").click()
        ann.page.get_by_role("button", name="Ask the others").click()
        ann.page.get_by_text("Waiting for Bob to agree.").wait_for()
        bob.page.get_by_text("Ann would like to take this back: Ann drew a card").wait_for()
        bob.page.get_by_role("button", name=answer, exact=True).click()
        ann.page.get_by_text("Waiting for Bob to agree.").wait_for(state="detached")
    ann.wait('state.phase === "second card"')
    bob.page.get_by_text("Ann would like to take this back").wait_for(state="detached")
    assert [entry["kind"] for entry in bob.happened()[-5:]] == [
        *("asked_back", "answered_back", "did", "asked_back", "took_back")
    ]
    ann.page.get_by_role("button", name="Take back").click()
    # The card before may be asked about next.
    ann.page.get_by_role("button", name="Ask the others").wait_for()
