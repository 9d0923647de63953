"""Seats that are somebody's own, by clicks: another device, and a rematch between people."""

from __future__ import annotations

import pytest

from tests.browser.test_games import play_together
from tests.browser.visitor import Visitors

ME = {"kind": "me"}


@pytest.mark.slow
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


@pytest.mark.slow
def test_a_rematch_is_an_offer_and_the_host_stays_host(visitors: Visitors) -> None:
    ann, bob = visitors.new("Ann"), visitors.new("Bob")
    bob.join(ann.make_table([ME, {"kind": "open"}], board="new-york"))
    ann.page.get_by_text("Bob").first.wait_for()
    ann.start()
    play_together(ann, bob)
    bob.page.get_by_role("button", name="Rematch").click()
    ann.page.get_by_role("link", name="Go to the rematch").click()
    ann.page.get_by_role("button", name="Sit here").first.click()
    bob.page.get_by_text("Ann").first.wait_for()
    assert not bob.sees('button:has-text("Start the game")')
    ann.start()
    bob.table.wait_for()
