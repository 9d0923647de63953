"""Two people on one device: each sees what came of a move, says so, and only then comes the cover.

The map stays in sight under the cover; nobody's cards or tickets are on the page then.
"""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.visitor import Visitor, Visitors

SEATS = [{"kind": "me"}, {"kind": "here", "name": "Bea"}]
DONE = "[data-action=done]"
SIZES = [(390, 844), (820, 1180), (1440, 900)]
# The names of both cities of each ticket in the list, and how much of the map can be looked at.
TICKETS = """() => [...document.querySelectorAll("[data-ticket-mark]")]
  .map((mark) => mark.dataset.ticketMark)"""
SEEN = """() => {
  const {left, top, width, height} = document.querySelector(".map").getBoundingClientRect();
  let seen = 0;
  for (let i = 1; i < 10; i++) for (let j = 1; j < 10; j++) {
    const at = document.elementFromPoint(left + (width * i) / 10, top + (height * j) / 10);
    if (at?.closest(".map")) seen++;
  }
  return seen / 81 * width * height / (innerWidth * innerHeight);
}"""


def hand(visitor: Visitor) -> int:
    """How many cards the hand on the page says it has."""
    words = visitor.page.locator("[data-hand]").first.get_attribute("aria-label") or ""
    return int("".join(c for c in words if c.isdigit()) or 0)


def chosen(visitor: Visitor) -> None:
    """Both choose their first tickets."""
    for _ in SEATS:
        visitor.wait_for_turn_or_cover()
        visitor.press(".cover button")
        visitor.decide()
        visitor.press(DONE)


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_i_see_my_card_press_done_and_then_comes_the_cover(
    visitors: Visitors, width: int, height: int
) -> None:
    ann = visitors.new("Ann", viewport={"width": width, "height": height})
    ann.make_table(SEATS, board="europe", first=0)
    ann.start()
    chosen(ann)
    ann.press(".cover button")
    ann.wait_for_turn()
    before = hand(ann)
    for _ in range(2):
        ann.wait('state.decision !== ""')  # the card before has come
        decision = ann.state()["decision"]
        ann.press('[data-pile="deck"]')
        ann.wait(f'state.decision !== "{decision}"')
    ann.page.locator(DONE).wait_for()
    assert hand(ann) == before + 2, "the cards drawn are in sight"
    assert not ann.sees(".cover")
    expect(ann.page.locator("header .ask")).to_contain_text("Ann drew")
    tickets = ann.page.evaluate(TICKETS)
    assert tickets
    ann.press(DONE)
    expect(ann.page.locator(".cover")).to_contain_text("Bea")
    assert ann.page.evaluate(SEEN) > 0.25, "the map is in sight"
    for secret in ("[data-hand]", "[data-ticket-mark]", "[data-hand-card]", "header .ask"):
        assert not ann.sees(secret), secret
    page = ann.page.locator("#app").inner_html()
    assert not [ticket for ticket in tickets if ticket in page]
