"""The guide of a first game: beside what it speaks of, and back for what is new."""

from __future__ import annotations

from typing import Any

import pytest

from tests.browser.hasten import few_trains, hasten
from tests.browser.visitor import Visitor, Visitors

NOTE = ".note[data-lesson]"
SIZES = [(390, 844), (820, 1180), (1440, 900)]
# What each lesson speaks of, as it is marked on the page; routes are looked at point by point.
NAMED = {
    "opening": ".choice",
    "choose": ".choice",
    "turn": "header [role=status]",
    "lastRound": "header [role=status]",
    "draw": "[data-slot], [data-pile=deck]",
    "second": "[data-slot], [data-pile=deck]",
    "locomotive": "[data-slot][data-card=locomotive]",
    "tunnelPay": ".tunnel[role=group]",
    "station": "button.station",
    "tickets": "[data-pile=tickets]",
}
# How many points of what a note names lie under it, and of a panel that is open over the map.
UNDER = """([selector, route]) => {
  const note = document.querySelector(".note[data-lesson]").getBoundingClientRect();
  const inside = ({x, y}) => x > note.left && x < note.right && y > note.top && y < note.bottom;
  const boxes = selector ? [...document.querySelectorAll(selector)] : [];
  const grid = boxes.map((one) => one.getBoundingClientRect()).flatMap((box) =>
    [1, 3, 5, 7].flatMap((i) => [1, 3, 5, 7].map((j) =>
      ({x: box.left + box.width * i / 8, y: box.top + box.height * j / 8}))));
  const path = route && document.querySelector(`[data-route="${route}"] path.hit`);
  const along = path ? [0, .1, .2, .3, .4, .5, .6, .7, .8, .9, 1].map((share) => path
    .getPointAtLength(path.getTotalLength() * share).matrixTransform(path.getScreenCTM())) : [];
  const shown = [...grid, ...along].filter(({x, y}) =>
    x > 0 && y > 0 && x < innerWidth && y < innerHeight);
  const whole = note.left >= 0 && note.top >= 0
    && note.right <= innerWidth && note.bottom <= innerHeight;
  return {under: shown.filter(inside).length, shown: shown.length, whole};
}"""


def newcomer(visitors: Visitors, **wishes: Any) -> Visitor:
    return visitors.new("Ann", settings={"guided": False}, **wishes)


def look(ann: Visitor, seen: dict[str, str]) -> None:
    """Look at every note that is there now, and put it away."""
    while ann.sees(NOTE):
        name = ann.page.locator(NOTE).get_attribute("data-lesson") or ""
        seen[name] = ann.page.locator(f"{NOTE} p").inner_text()
        route = ann.page.locator(NOTE).get_attribute("data-about")
        is_free(ann, name, route)
        if route and ann.page.locator(f'[data-route="{route}"][aria-disabled="false"]').count():
            ann.page.locator(f'[data-route="{route}"]').focus()
            ann.page.keyboard.press("Enter")
            ann.page.locator(".pick .way").first.wait_for()
            is_free(ann, name, route, ".panel-over")
            ann.page.keyboard.press("Escape")
        ann.page.locator(f"{NOTE} .button.main").click()


def is_free(ann: Visitor, name: str, route: str | None, selector: str = "") -> None:
    ann.page.wait_for_timeout(500)  # it follows what it is about
    found = ann.page.evaluate(UNDER, [selector or NAMED.get(name, ""), route])
    assert found["under"] == 0, (name, route, found)
    assert found["whole"], (name, route, found)
    assert found["shown"] or name == "done", (name, found)


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_a_note_lies_beside_what_it_names(visitors: Visitors, width: int, height: int) -> None:
    ann = newcomer(visitors, viewport={"width": width, "height": height}, has_touch=width < 500)
    ann.play_bots("europe", bots=1)
    ann.patient = True  # draws only, until much can be claimed
    tunnels = {route["id"] for route in ann.board("europe")["routes"] if route["tunnel"]}
    seen: dict[str, str] = {}
    expected = {"opening", "turn", "draw", "second", "claim", "tunnel", "ferry", "station"}
    for _ in range(24):
        if expected <= set(seen):  # what is left is luck: a tunnel that takes more, for many cards
            hasten(ann, decisions=6)
            ann.wishes = tunnels
        assert ann.wait_for_turn()
        ann.page.wait_for_timeout(120)
        look(ann, seen)
        if expected | {"tunnelPay"} <= set(seen):
            break
        ann.decide()
        ann.wishes = set()
    assert expected <= set(seen)


def test_it_comes_back_in_a_second_game_for_what_is_new(visitors: Visitors) -> None:
    ann = newcomer(visitors)
    first: dict[str, str] = {}
    ann.patient = True
    ann.play_bots("usa", bots=1)
    for _ in range(8):
        ann.wait_for_turn()
        ann.page.wait_for_timeout(120)
        look(ann, first)
        ann.decide()
    assert {"opening", "turn", "draw"} <= set(first)
    second: dict[str, str] = {}
    ann.play_bots("europe", bots=1)
    while ann.wait_for_turn() and "lastRound" not in second:
        ann.page.wait_for_timeout(120)
        look(ann, second)
        if ann.patient and {"tunnel", "ferry", "station"} <= set(second):
            ann.patient = False
            hasten(ann, until=few_trains)
        else:
            ann.decide()
    assert {"tunnel", "ferry", "station", "lastRound"} <= set(second)
    assert not {"opening", "turn", "draw"} & set(second), "it repeats itself"
