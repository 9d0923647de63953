"""Panels and lines over the map lie beside the routes and cities that they speak of."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.browser.visitor import Visitor, Visitors

SIZES = [(390, 844), (820, 1180), (1440, 900)]
# The points of routes and of the middles of cities that lie under the elements of a selector.
UNDER = """([selector, routes, cities]) => {
  const boxes = [...document.querySelectorAll(selector)].map((e) => e.getBoundingClientRect());
  const along = routes.flatMap((route) => {
    const path = document.querySelector(`[data-route="${route}"] path.hit`);
    return [0, .1, .2, .3, .4, .5, .6, .7, .8, .9, 1].map((share) => ({id: route, at: path
      .getPointAtLength(path.getTotalLength() * share).matrixTransform(path.getScreenCTM())}));
  });
  const middles = cities.map((city) => {
    const circle = document.querySelector(`[data-city="${city}"]`).getBoundingClientRect();
    return {id: city, at: {x: circle.x + circle.width / 2, y: circle.y + circle.height / 2}};
  });
  const under = [...along, ...middles].filter(({at}) => boxes.some((box) =>
    at.x > box.left && at.x < box.right && at.y > box.top && at.y < box.bottom));
  return {boxes: boxes.length, under: [...new Set(under.map(({id}) => id))]};
}"""


# Whether a panel of this size could lie on the map without covering any of these.
FREE = """([selector, routes, cities]) => {
  const map = document.querySelector(".map").getBoundingClientRect();
  const {width, height} = document.querySelector(selector).getBoundingClientRect();
  const spots = [...routes.flatMap((route) => {
    const path = document.querySelector(`[data-route="${route}"] path.hit`);
    return [...Array(21).keys()].map((step) => path
      .getPointAtLength(path.getTotalLength() * step / 20).matrixTransform(path.getScreenCTM()));
  }), ...cities.map((city) => {
    const circle = document.querySelector(`[data-city="${city}"]`).getBoundingClientRect();
    return {x: circle.x + circle.width / 2, y: circle.y + circle.height / 2};
  })];
  const [edge, clear, steps] = [8, 24, [0, 1, 2, 3, 4, 5, 6].map((step) => step / 6)];
  return steps.some((i) => steps.some((j) => {
    const x = map.x + edge + i * (map.width - width - 2 * edge);
    const y = map.y + edge + j * (map.height - height - 2 * edge);
    return !spots.some((spot) => spot.x > x - clear && spot.x < x + width + clear
      && spot.y > y - clear && spot.y < y + height + clear);
  }));
}"""


def under(
    ann: Visitor, selector: str, routes: list[str], cities: list[str] | None = None
) -> list[str]:
    """What of these lies under an element that is there, when the map has come to rest."""
    found: dict[str, Any] = {}
    for _ in range(10):
        ann.page.wait_for_timeout(500)  # it keeps clear while the map moves
        found = ann.page.evaluate(UNDER, [selector, routes, cities or []])
        assert found["boxes"], selector
        if not found["under"]:
            break
    return list(found["under"])


def at_width(visitors: Visitors, width: int, height: int, **wishes: Any) -> Visitor:
    size = {"width": width, "height": height}
    return visitors.new("Ann", viewport=size, has_touch=width < 500, **wishes)


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_hint_station_and_tunnel(visitors: Visitors, width: int, height: int) -> None:
    ann = at_width(visitors, width, height)
    ann.patient = True
    ann.play_bots("europe", decisions=25)
    ann.wait_for_turn()
    ann.page.get_by_role("button", name="Hint").click()
    ann.page.locator(".hint").wait_for()
    actions = ann.page.eval_on_selector_all(
        ".hint [data-action]", "all => all.map(e => e.dataset.action)"
    )
    routes = [m[1] for action in actions if (m := re.match(r"claim (\S+)", action))]
    cities = [m[1] for action in actions if (m := re.match(r"build (\S+)", action))]
    # Three routes may lie so far apart that a panel has no place between them.
    if ann.page.evaluate(FREE, [".panel-over", routes, cities]):
        assert under(ann, ".panel-over", routes, cities) == []
    ann.page.locator(".hint .shut").click()
    for city in [c["id"] for c in ann.board("europe")["cities"]][::6]:
        ann.page.locator(f'[data-city="{city}"]').focus()
        ann.page.keyboard.press("Enter")
        ann.page.locator(".pick").wait_for()
        assert under(ann, ".panel-over", [], [city]) == [], city
        ann.page.keyboard.press("Escape")
    ann.wishes = {route["id"] for route in ann.board("europe")["routes"] if route["tunnel"]}
    while ann.wait_for_turn() and ann.state()["phase"] != "tunnel":
        ann.decide()
    dug = [
        event for entry in ann.happened() for event in entry["events"] if event["name"] == "tunnel"
    ]
    assert under(ann, ".panel-over", [dug[-1]["params"]["route"]]) == []


# How far a panel reaches over the foot of the map, which cuts it off, in pixels.
CUT = """() => document.querySelector(".panel-over").getBoundingClientRect().bottom
  - document.querySelector(".map").getBoundingClientRect().bottom"""


@pytest.mark.parametrize(("width", "height"), SIZES[1:])
def test_a_tunnel_can_be_answered_when_its_panel_has_grown(
    visitors: Visitors, width: int, height: int
) -> None:
    moving: dict[str, Any] = {"settings": {"speed": "fast"}, "reduced_motion": "no-preference"}
    ann = at_width(visitors, width, height, **moving)
    ann.patient = True
    ann.play_bots("europe", decisions=16)
    ann.wishes = {route["id"] for route in ann.board("europe")["routes"] if route["tunnel"]}
    while ann.wait_for_turn() and ann.state()["phase"] != "tunnel":
        ann.decide()
    ann.page.locator(".tunnel [data-action]").first.wait_for()
    ann.page.wait_for_timeout(400)
    assert ann.page.evaluate(CUT) <= 0


# Counted by the page, whose earlier timers come first however busy the machine is.
LINE_AFTER_A_WHILE = """() => new Promise((done) => setTimeout(
  () => done(document.querySelector(".banner")?.innerText ?? null), 6500))"""


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_the_line_of_the_last_move_goes_before_a_turn_is_over(
    visitors: Visitors, width: int, height: int
) -> None:
    moving: dict[str, Any] = {"settings": {"speed": "fast"}, "reduced_motion": "no-preference"}
    ann = at_width(visitors, width, height, **moving)
    ann.play_bots("europe", bots=3, level="level:3")
    ann.play(5)
    assert ann.wait_for_turn()
    assert ann.sees(".banner")
    assert ann.page.evaluate(LINE_AFTER_A_WHILE) is None
    cities = [city["id"] for city in ann.board("europe")["cities"]]
    found = ann.page.evaluate(UNDER, [".banner, .turning, .completed, .panel-over", [], cities])
    assert found["under"] == []


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_what_a_ticket_takes_is_said_beside_its_way(
    visitors: Visitors, width: int, height: int
) -> None:
    ann = at_width(visitors, width, height)
    ann.play_bots("europe", decisions=1)
    ann.wait_for_turn()
    if width < 640:
        ann.page.get_by_role("tab", name="Tickets").click()
    for ticket in range(2):
        ann.page.locator("button:has([data-ticket])").nth(ticket).click()
        ann.page.locator(".needs").wait_for()
        ways = ann.page.eval_on_selector_all("[data-way]", "all => all.map(e => e.dataset.way)")
        assert under(ann, ".needs", sorted(set(ways))) == [], ways


# The cities under the band that tells of a ticket, one frame after the band has come.
BANDS = """(cities) => {
  window.bands = [];
  const under = UNDER;
  new MutationObserver((changes) => {
    for (const band of changes.flatMap(({addedNodes}) => [...addedNodes]))
      if (band.matches?.("p.completed")) requestAnimationFrame(() => {
        window.bands.push(under(["p.completed", [], cities]));
      });
  }).observe(document.body, {subtree: true, childList: true});
}""".replace("UNDER", UNDER)


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_a_completed_ticket_is_told_beside_it(visitors: Visitors, width: int, height: int) -> None:
    ann = at_width(visitors, width, height)
    ann.patient = True
    ann.play_bots("london", decisions=11)  # there is a free place at every size
    ann.page.evaluate(BANDS, [city["id"] for city in ann.board("london")["cities"]])
    ann.wait_for_turn()
    if width < 640:
        ann.page.get_by_role("tab", name="Tickets").click()
    ann.page.locator("button:has([data-ticket])").last.click()
    if width < 640:
        ann.page.get_by_role("tab", name="Cards").click()
    while not ann.page.evaluate("window.bands.length") and ann.wait_for_turn():
        ways = ann.page.eval_on_selector_all("[data-way]", "all => all.map(e => e.dataset.way)")
        ann.wishes = set(ways)
        ann.decide()
    assert ann.page.evaluate("window.bands[0]") == {"boxes": 1, "under": []}
