"""Whole evenings as people spend them, with everything that moves switched on, from the deal to the
result: two people on two devices, two on one, one alone among bots, and two over days.

`test_games` plays the same to the end at the speed of a test; here each move is shown as it is to
people, and over days the page is closed after every turn and the server started anew each night,
until what is left is played in one go.
"""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Browser, expect

from tests.browser.hasten import hasten
from tests.browser.test_everyone import PHONE
from tests.browser.test_games import ME, OPEN, play_together
from tests.browser.visitor import Visitor, Visitors
from tests.server.faults.program import Program

MOVING: dict[str, Any] = {"settings": {"speed": "fast"}, "reduced_motion": "no-preference"}
MAIL = {"type": "mail", "days": 3}
NIGHT = 4  # turns between two nights
DAYS = 8  # turns until the two stay at the table


def result(visitor: Visitor) -> list[str]:
    """The totals on the result, once the ceremony is over or was skipped."""
    visitor.page.locator(".ending").wait_for(timeout=60_000)
    skip = visitor.page.get_by_role("button", name=re.compile("^Skip|^To the result"))
    if skip.count():
        skip.first.click()
    visitor.page.locator("[data-total]").first.wait_for()
    return visitor.page.locator("[data-total]").all_inner_texts()


def test_two_people_on_two_devices(visitors: Visitors) -> None:
    ann, bob = visitors.new("Ann", **MOVING), visitors.new("Bob", **MOVING, **PHONE)
    link = ann.make_table([ME, OPEN], board="new-york")
    bob.join(link)
    ann.start()
    bob.table.wait_for()
    play_together(ann, bob)
    totals = result(ann)
    assert len(totals) == 2
    assert result(bob) == totals


def test_two_people_on_one_device(visitors: Visitors) -> None:
    ann = visitors.new("Ann", **MOVING)
    ann.make_table([ME, {"kind": "here", "name": "Bob"}], board="new-york")
    ann.start()
    covers = 0
    while ann.wait_for_turn_or_cover():
        if ann.sees(".cover"):
            assert not ann.sees("[data-hand-card]")
            ann.press(".cover button")
            covers += 1
        elif ann.sees("[data-action=done]"):
            ann.press("[data-action=done]")
        else:
            ann.decide()
    assert covers > 10
    assert len(result(ann)) == 2


def test_alone_among_bots(visitors: Visitors) -> None:
    ann = visitors.new("Ann", **MOVING)
    ann.play_now("london", bots=3)
    assert ann.play() > 10
    assert len(result(ann)) == 4


def test_two_people_over_days(browser: Browser, own_server: Program) -> None:
    """Nobody's page stays open; the start page leads back, and tells how long there is time."""
    visitors = Visitors(browser, own_server.address)
    people = [visitors.new(name) for name in ("Ann", "Bob")]
    link = people[0].make_table([ME, OPEN], board="new-york", pace=MAIL, first=0)
    path = link.partition("#")[0]
    people[1].join(link)
    people[0].start()
    people[1].table.wait_for()
    for turn in range(DAYS):
        if turn % NIGHT == NIGHT - 1:
            own_server.stop()
            own_server.start()
        take_a_turn(people[turn % 2], path)
    hasten(*people, table=path.rpartition("/")[2])
    for person in people:
        person.open(path)
    assert result(people[0]) == result(people[1])
    visitors.leave()


def take_a_turn(visitor: Visitor, path: str) -> None:
    """From the start page to the table, one turn, and away."""
    visitor.open("/")
    card = visitor.page.locator(f'[data-table="{path.rpartition("/")[2]}"]')
    expect(card).to_contain_text("Your turn")
    expect(card.locator(".left")).to_have_text(re.compile("2 days left|3 days left"))
    expect(visitor.page).to_have_title(re.compile(r"^\(1\) "))
    card.get_by_role("link", name="Continue").click()
    assert visitor.wait_for_turn()
    seat = visitor.state()["seatShown"]
    while visitor.state().get("decision"):
        visitor.decide()
        visitor.wait(f'state.decision || !state.on.split(" ").includes("{seat}")')
    visitor.leave_the_page()
