"""What is pressed answers, keys work wherever the focus is, and my tickets stay on the map."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.visitor import Visitor, Visitors

FOCUS = "document.activeElement.tagName"


def seated(ann: Visitor, board: str = "europe") -> None:
    ann.play_bots(board, decisions=1)
    ann.wait_for_turn()


def draws(ann: Visitor) -> None:
    """The key for the deck draws a card."""
    before = ann.state()["decision"]
    ann.page.keyboard.press("d")
    ann.wait(f'state.decision !== "{before}"')


def press_greyed(ann: Visitor, selector: str) -> None:
    """Press what says that it cannot be pressed."""
    found = ann.page.locator(selector).first
    if ann.fingers:
        found.tap(force=True)
    else:
        found.click(force=True)


def test_keys_work_wherever_the_focus_is(ann: Visitor) -> None:
    seated(ann)
    assert ann.page.evaluate(FOCUS) != "H1"
    draws(ann)  # right after the opening
    ann.wait_for_turn()
    ann.page.reload()
    ann.table.wait_for()
    ann.wait_for_turn()
    assert ann.page.evaluate(FOCUS) == "BODY"
    draws(ann)  # after a reload
    ann.wait_for_turn()
    ann.page.mouse.click(700, 840)  # the paper beside the hand
    draws(ann)
    ann.wait_for_turn()
    ann.page.locator(".right h2").first.click()
    draws(ann)


def test_keys_are_left_to_dialogs_and_fields(ann: Visitor) -> None:
    seated(ann)
    ann.page.keyboard.press("a")
    dialog = ann.page.locator("dialog[open]")
    dialog.wait_for()
    before = ann.state()["decision"]
    ann.page.keyboard.press("d")
    ann.page.evaluate("document.activeElement.blur()")
    ann.page.keyboard.press("d")
    ann.page.wait_for_timeout(300)
    assert ann.state()["decision"] == before


@pytest.mark.parametrize("fingers", [False, True])
def test_greyed_things_say_why(visitors: Visitors, fingers: bool) -> None:
    ann = visitors.new("Ann", has_touch=fingers)
    seated(ann)
    toast = ann.page.locator(".toast").last
    before = ann.state()["decision"]
    ann.press('[data-pile="deck"]')  # the first of two cards
    ann.wait(f'!["", "{before}"].includes(state.decision)')  # the server has answered
    ann.page.locator('[data-pile="tickets"][aria-disabled="true"]').wait_for()
    press_greyed(ann, '[data-pile="tickets"]')
    toast.filter(has_text="First take your second card").wait_for()
    press_greyed(ann, ".station")
    toast.filter(has_text="First take your second card").wait_for()


def test_my_tickets_stay_on_the_map(ann: Visitor) -> None:
    seated(ann)
    held = ann.page.locator(".right [data-ticket]").count()
    assert held > 0
    marks = ann.page.locator("[data-ticket-mark]")
    expect(marks).to_have_count(2 * held)
    signs = ann.page.eval_on_selector_all(
        "[data-ticket-mark] .sign", "all => new Set(all.map((sign) => sign.getAttribute('d'))).size"
    )
    assert signs == held
    ann.page.locator(".right button:has([data-ticket])").first.click()
    ann.page.locator(".way .missing").first.wait_for(state="attached")
    words = ann.page.locator(".needs").inner_text()
    assert "trains to lay" in words, words
    ann.page.reload()
    expect(marks).to_have_count(2 * held)


def test_a_phone_held_sideways_shows_the_hand(visitors: Visitors) -> None:
    ann = visitors.new("Ann", viewport={"width": 844, "height": 390}, has_touch=True)
    seated(ann)
    hand = ann.page.locator("[data-hand-card]").first.bounding_box()
    assert hand
    assert hand["y"] + hand["height"] <= 390, hand
    board = ann.page.locator(".map").bounding_box()
    assert board
    assert board["height"] >= 230, board
