"""Time and attention at a table: tunnels, tickets done, panels beside what they speak of."""

from __future__ import annotations

from typing import Any

import pytest

from tests.browser.visitor import Visitors

# Notes when each card of a tunnel was turned up, and which had to be waited for too long: by the
# page's own timers, of which the earlier come first however busy the machine is.
TUNNELS = """() => {
  window.dug = [];
  const seen = new WeakMap();
  new MutationObserver(() => {
    const panel = document.querySelector(".tunnel[role=group]");
    if (!panel) return;
    if (!seen.has(panel)) seen.set(panel, dug.push({up: [], ways: [], told: [], late: []}) - 1);
    const one = dug[seen.get(panel)];
    const words = [...document.querySelectorAll(".banner, .log li, .players .last")]
      .filter((line) => line.innerText.includes("turned up")).length;
    if (one.words === undefined) one.words = words;
    if (words > one.words && !one.told.length) one.told.push(performance.now());
    const up = panel.querySelectorAll(".up .turning").length;
    if (up > one.up.length) {
      one.up.push(performance.now());
      setTimeout(() => {
        if (panel.isConnected && one.up.length === up && up < 3) one.late.push(up + 1);
      }, 1500);
    }
    const ways = panel.querySelectorAll("[data-action]").length;
    if (ways && !one.ways.length) one.ways.push(performance.now());
  }).observe(document.body, {subtree: true, childList: true, attributes: true});
}"""

# The boxes of a panel and of every space of a route.
BOXES = """(route) => {
  const box = (one) => { const {x, y, width, height} = one.getBoundingClientRect();
    return [x, y, width, height]; };
  const path = document.querySelector(`[data-route="${route}"] path.hit`);
  const points = [0, .1, .2, .3, .4, .5, .6, .7, .8, .9, 1].map((share) => {
    const at = path.getPointAtLength(path.getTotalLength() * share)
      .matrixTransform(path.getScreenCTM());
    return [at.x, at.y];
  });
  return {panel: box(document.querySelector(".panel-over")), points};
}"""


def test_a_tunnel_turns_up_card_by_card(visitors: Visitors) -> None:
    ann = visitors.new("Ann", settings={"speed": "normal"}, reduced_motion="no-preference")
    ann.patient = True
    ann.play_bots("europe", decisions=16)
    ann.wishes = {r["id"] for r in ann.board("europe")["routes"] if r["tunnel"]}
    ann.page.evaluate(TUNNELS)
    for _ in range(60):
        ann.play(1)
        if any(len(one["up"]) == 3 for one in ann.page.evaluate("dug")):
            break
    dug = [one for one in ann.page.evaluate("dug") if len(one["up"]) == 3]
    assert dug, ann.page.evaluate("dug")
    for one in dug:
        first, second, third = one["up"]
        assert second - first > 250, one
        assert third - second > 250, one
        assert not one["late"], one
        assert not one["ways"] or one["ways"][0] >= third - 1, "it asked before it was seen"
        assert not one["told"] or one["told"][0] >= third - 1, "it told the end before it was seen"


@pytest.mark.parametrize("width", [390, 820, 1440])
def test_a_panel_lies_beside_the_route_it_names(visitors: Visitors, width: int) -> None:
    height = {390: 844, 820: 1180, 1440: 900}[width]
    ann = visitors.new("Ann", viewport={"width": width, "height": height}, has_touch=width < 500)
    ann.play_bots("usa", decisions=1)
    routes = [r["id"] for r in ann.board("usa")["routes"]][::14]
    for route in routes:
        ann.page.keyboard.press("Escape")
        ann.press_route(route)
        ann.page.locator(".pick").wait_for()
        ann.page.wait_for_timeout(450)
        found: dict[str, Any] = ann.page.evaluate(BOXES, route)
        x, y, w, h = found["panel"]
        under = [p for p in found["points"] if x < p[0] < x + w and y < p[1] < y + h]
        assert not under, (route, found)


def test_a_completed_ticket_is_an_event(visitors: Visitors) -> None:
    ann = visitors.new("Ann")
    ann.patient = True
    ann.play_bots("new-york", decisions=9)
    ann.wait_for_turn()
    ann.page.evaluate("""() => {
      new MutationObserver(() => {
        const done = document.querySelector(".right [data-ticket][data-state=done]");
        const said = document.querySelector(".map .completed[role=status]");
        if (said) window.completed ??= said.innerText;
        if (done && window.done === undefined) {
          window.done = false;  // the band comes at once, by timers that began before this one
          setTimeout(() => window.done = window.completed ?? "no band", 300);
        }
      }).observe(document.body, {subtree: true, childList: true, attributes: true});
    }""")
    ann.page.locator(".right button:has([data-ticket])").last.click()  # the cheapest is last
    while not ann.page.evaluate("window.completed") and ann.wait_for_turn():
        ways = ann.page.eval_on_selector_all("[data-way]", "all => all.map(p => p.dataset.way)")
        ann.wishes = set(ways)
        ann.decide()
    ann.page.wait_for_function("() => window.done")
    assert ann.page.evaluate("window.done").startswith("Ticket completed")


def test_sounds_are_offered_once(visitors: Visitors) -> None:
    ann = visitors.new("Ann", settings={"soundOffered": False})
    ann.play_bots("new-york", decisions=1)
    ann.wait_for_turn()
    ann.page.get_by_role("button", name="Turn them on").click()
    assert ann.page.evaluate("JSON.parse(localStorage['whistlestop.settings']).sound")
    ann.page.reload()
    ann.wait_for_turn()
    ann.page.wait_for_timeout(300)
    assert not ann.sees(".toast")
