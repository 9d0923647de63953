"""What waits for me: first on the start page, counted in the title, and told in the background.

Lists follow what happens without a reload, and people talk before the game starts.
"""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.visitor import Visitor, Visitors

ME = {"kind": "me"}
OPEN = {"kind": "open"}
BOT = {"kind": "bot", "bot": "level:1"}
MAIL = {"type": "mail", "days": 3}
PHONE = {"width": 390, "height": 844}

# A badge cannot be looked at: what the page asked for is written down.
BADGES = """
window.badges = [];
navigator.setAppBadge = (count) => { window.badges.push(count); return Promise.resolve(); };
navigator.clearAppBadge = () => { window.badges.push(0); return Promise.resolve(); };
"""
# Notifications are real ones: those that the browser has shown are written down, and whether the
# page asked for leave.
LOOKED_AT = """
window.notes = [];
window.Notification = class extends Notification {
  static requestPermission() { window.asked = true; return super.requestPermission(); }
  constructor(title, options) {
    super(title, options);
    this.addEventListener("show", () => window.notes.push([this.title, this.body, this.tag]));
  }
};
"""
# On phones a page may not make one by itself. That the worker has shown one is written down: asked
# for its notifications while it is still showing one, the browser forgets that one for good.
AS_ON_PHONES = """
window.Notification = class extends Notification {
  constructor() { throw new TypeError("Illegal constructor"); }
};
const show = ServiceWorkerRegistration.prototype.showNotification;
ServiceWorkerRegistration.prototype.showNotification = async function (...told) {
  await show.apply(this, told);
  window.shown = true;
};
"""
BY_THE_WORKER = """async () => {
  const worker = await navigator.serviceWorker.ready;
  const shown = await worker.getNotifications();
  return shown.map(({title, body, tag, data}) => [title, body, tag, data]);
}"""
LEAVE = ["notifications"]
HIDE = """() => {
  Object.defineProperty(document, "hidden", {configurable: true, get: () => true});
  document.dispatchEvent(new Event("visibilitychange"));
}"""


def started(visitor: Visitor, seats: list[dict[str, Any]], **options: Any) -> str:
    """A table whose game runs; gives its path."""
    link = visitor.make_table(seats, **options)
    visitor.start()
    return link.partition("#")[0]


def test_what_waits_for_me_comes_first_with_its_time(visitors: Visitors) -> None:
    ann = visitors.new("Ann", viewport=PHONE)
    path = started(ann, [ME, BOT], board="new-york", pace=MAIL)
    ann.open("/")
    card = ann.page.locator(f'[data-table="{path.rpartition("/")[2]}"]')
    expect(card.locator(".left")).to_have_text(re.compile(r"^\s*2 days left\s*$"))
    button = card.get_by_role("link", name="Continue").bounding_box()
    assert button is not None
    assert button["y"] + button["height"] < PHONE["height"]
    expect(ann.page).to_have_title("(1) Play · Whistlestop")


def test_the_title_counts_the_tables_that_wait_and_the_badge_follows(visitors: Visitors) -> None:
    ann = visitors.new("Ann")
    ann.context.add_init_script(BADGES)
    started(ann, [ME, BOT], board="new-york")
    expect(ann.page).to_have_title(re.compile("^Your turn · New York"))
    started(ann, [ME, BOT], board="london")
    expect(ann.page).to_have_title(re.compile(r"^\(2\) Your turn · London"))
    ann.open("/rules")
    expect(ann.page).to_have_title("(2) Rules · Whistlestop")
    assert ann.page.evaluate("window.badges.at(-1)") == 2


def turn_comes_in_the_background(ann: Visitor, bea: Visitor) -> str:
    """A table where Bea begins; Ann's page is in the background when her turn comes."""
    link = ann.make_table([ME, OPEN], board="new-york", first=1)
    bea.join(link)
    ann.start()
    bea.table.wait_for()
    ann.decide()  # the first tickets are chosen by both
    ann.page.evaluate(HIDE)
    bea.decide()
    bea.wait_for_turn()
    while bea.state()["decision"]:
        bea.decide()
    expect(ann.page).to_have_title(re.compile("^Your turn"))
    return link.partition("#")[0]


@pytest.mark.parametrize("wished", [True, False])
def test_a_page_in_the_background_tells_when_it_is_my_turn(
    visitors: Visitors, wished: bool
) -> None:
    ann = visitors.new("Ann", settings={"notify": wished}, permissions=LEAVE)
    ann.context.add_init_script(LOOKED_AT)
    path = turn_comes_in_the_background(ann, visitors.new("Bea"))
    if wished:
        ann.page.wait_for_function("() => window.notes.length")
    notes = ann.page.evaluate("window.notes")
    told = [["Your turn", "New York · Bea", path.rpartition("/")[2]]]
    assert notes == (told if wished else [])
    assert not ann.page.evaluate("window.asked")


def test_where_a_page_may_not_notify_the_worker_does(visitors: Visitors) -> None:
    ann = visitors.new("Ann", settings={"notify": True}, permissions=LEAVE)
    ann.context.add_init_script(AS_ON_PHONES)
    path = turn_comes_in_the_background(ann, visitors.new("Bea"))
    ann.page.wait_for_function("() => window.shown")
    told = [["Your turn", "New York · Bea", path.rpartition("/")[2], path]]
    assert ann.page.evaluate(BY_THE_WORKER) == told


@pytest.mark.parametrize("leave", [True, False])
def test_notifications_are_asked_for_by_a_switch_and_by_nothing_else(
    visitors: Visitors, leave: bool
) -> None:
    ann = visitors.new("Ann", permissions=LEAVE if leave else [])
    ann.context.add_init_script(LOOKED_AT)
    ann.open("/")
    ann.page.get_by_role("button", name="Settings").click()
    assert not ann.page.evaluate("window.asked")
    ann.page.get_by_label("Notify me when it is my turn").click(force=True)
    ann.page.wait_for_function("() => window.asked")
    kept = "JSON.parse(localStorage['whistlestop.settings']).notify"
    ann.page.wait_for_function(f"() => {kept} === {str(leave).lower()}")


def test_the_public_list_is_live_and_a_full_table_offers_no_seat(visitors: Visitors) -> None:
    ann, bea, carl = (visitors.new(name) for name in ("Ann", "Bea", "Carl"))
    carl.open("/watch")
    link = ann.make_table([ME, OPEN], board="usa", listed=True)
    table = f'[data-table="{link.partition("#")[0].rpartition("/")[2]}"]'
    seats = carl.page.locator("section", has=carl.page.get_by_role("heading", name="Take a seat"))
    full = carl.page.locator("section", has=carl.page.get_by_role("heading", name="About to begin"))
    expect(seats.locator(table)).to_be_visible(timeout=20_000)
    bea.join(link)
    expect(full.locator(table)).to_be_visible(timeout=20_000)
    expect(seats.locator(table)).to_have_count(0)
    expect(full.locator(table).get_by_role("link", name="Join")).to_have_count(0)


def test_people_talk_before_the_game_starts(visitors: Visitors) -> None:
    ann, bea = visitors.new("Ann"), visitors.new("Bea")
    bea.join(ann.make_table([ME, OPEN], board="usa"))
    ann.page.get_by_role("textbox", name="Write to the table").fill("Tea first?")
    ann.page.keyboard.press("Enter")
    expect(bea.page.locator(".chat")).to_contain_text("Ann: Tea first?")
