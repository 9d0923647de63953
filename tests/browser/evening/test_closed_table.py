"""A table that the operator closes: the page says so, offers nothing, and goes on afterwards."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.visitor import Visitor, Visitors
from tests.cli.running import program
from tests.server.faults.program import Program

BANNER = '[data-line="closed"]'
# What the first two decisions are made with: the offer, then the deck.
CHOICES = ".choice", '[data-pile="deck"][aria-disabled="false"]'


def give(visitor: Visitor, server: Program, order: str, *options: str) -> None:
    """Close or reopen the table that a visitor is at, by the command line."""
    found = re.search(r"/t/([^/#?]+)", visitor.page.url)
    assert found
    done = program("admin", order, found[1], *options, "--store", server.store)
    assert done.returncode == 0, done.stderr


def test_a_closed_table_offers_nothing_to_decide_until_it_is_reopened(
    ann: Visitor, server: Program
) -> None:
    """First before the offer, then before a turn; the way to other pages is not covered."""
    ann.play_bots("new-york")
    for choice in CHOICES:
        assert ann.wait_for_turn()
        shown = ann.page.locator(choice)
        expect(shown.first).to_be_visible()
        give(ann, server, "close", "--yes")
        expect(ann.page.locator(BANNER)).to_contain_text("has closed this table")
        expect(shown).to_have_count(0)
        assert ann.state()["decision"] == ""
        ann.page.set_viewport_size({"width": 390, "height": 844})
        ann.page.get_by_role("button", name="Menu").click(trial=True)
        assert_below(ann, ".players")
        ann.page.set_viewport_size({"width": 1440, "height": 900})
        give(ann, server, "reopen")
        expect(ann.page.locator(BANNER)).to_have_count(0)
        ann.play(decisions=1)


def test_nobody_is_asked_to_talk_sit_arrange_or_start_at_a_table_that_is_closed(
    ann: Visitor, visitors: Visitors, server: Program
) -> None:
    seats = [{"kind": "me"}, {"kind": "open"}]
    bob = visitors.new("Bob")
    bob.open(ann.make_table(seats, board="new-york"))
    start = ann.page.get_by_role("button", name="Start the game")
    sit = bob.page.get_by_role("button", name=re.compile("^Sit"))
    arrange = ann.page.locator("[data-seat] :is(button, select, input)")
    talks = [visitor.page.locator(".chat form") for visitor in (ann, bob)]
    for asked in (start, sit.first, arrange.first, *talks):
        expect(asked).to_be_visible()
    give(ann, server, "close", "--yes")
    for visitor in (ann, bob):
        expect(visitor.page.locator(BANNER)).to_be_visible()
        expect(visitor.page.locator(".chat form")).to_have_count(0)
    for asked in (start, sit, arrange):
        expect(asked).to_have_count(0)
    assert_nothing_lies_under(ann)


def assert_nothing_lies_under(visitor: Visitor) -> None:
    """The banner stands above the page: no link of the header, and no title, is covered by it."""
    for width in (390, 820, 1440):
        visitor.page.set_viewport_size({"width": width, "height": 844})
        banner = visitor.page.locator(BANNER).bounding_box()
        assert banner is not None
        for other in ("header", "main h1"):
            box = visitor.page.locator(other).first.bounding_box()
            assert box is not None
            assert box["y"] >= banner["y"] + banner["height"]


def assert_below(visitor: Visitor, other: str) -> None:
    """The banner lies below something, and covers nothing of it."""
    banner = visitor.page.locator(BANNER).bounding_box()
    box = visitor.page.locator(other).bounding_box()
    assert banner is not None
    assert box is not None
    assert banner["y"] >= box["y"] + box["height"]
