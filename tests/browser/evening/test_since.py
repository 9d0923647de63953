"""What happened since my last move: performed again after an absence, and whenever I ask for it.

A witness in the page notes, as the moves are shown, whom the page names, which pieces are on the
map and where the words lie.
"""

from __future__ import annotations

import itertools
import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.test_one_truth import WITNESS
from tests.browser.visitor import Visitor, Visitors

MOVING: dict[str, Any] = {
    "settings": {"speed": "normal"},
    "reduced_motion": "no-preference",
}
SIZES = [(390, 844), (820, 1180), (1440, 900)]
AGAIN = "[data-since] button"
# Each piece that comes onto the map: who is shown then, and whether something lies over its place.
WATCH = """() => {
  window.laid = []; window.owned = null;
  const owned = () => new Set([...document.querySelectorAll("[data-route]")]
    .filter((one) => one.childElementCount === 1).map((one) => one.dataset.route));
  const points = (route) => {
    const path = document.querySelector(`[data-route="${route}"] path.hit`);
    return [0, .2, .4, .6, .8, 1].map((share) => path
      .getPointAtLength(path.getTotalLength() * share).matrixTransform(path.getScreenCTM()));
  };
  const over = (point) => [...document.querySelectorAll(".banner, .panel-over, .note, .turning")]
    .map((one) => one.getBoundingClientRect())
    .some((box) => point.x > box.left && point.x < box.right
      && point.y > box.top && point.y < box.bottom);
  const look = () => {
    const table = document.querySelector(".table[data-decision]");
    if (!table?.querySelector("[data-route]")) return;
    const now = owned();
    for (const route of now) if (window.owned && !window.owned.has(route)) {
      const one = {route, on: table.dataset.on, decision: table.dataset.decision,
        at: performance.now()};
      window.laid.push(one);
      setTimeout(() => one.hidden = points(route).filter(over).length, 250);
    }
    window.owned = now;
  };
  new MutationObserver(look).observe(document, {subtree: true, childList: true, attributes: true});
}"""
# Ann's moves without a page of hers, until the others have claimed something since her last one.
AWAY = """async (path) => {
  const table = `/api${path.replace("/t/", "/tables/")}`;
  const headers = {"Content-Type": "application/json"};
  const {actions} = await (await fetch("/api/boards/europe")).json();
  const happened = [];
  let moved = false;
  for (let n = 0; n < 400; n++) {
    const {game, mine: [own]} = await (await fetch(table)).json();
    const {seat, decision} = own;
    const legal = own.legal.map((number) => actions[number]);
    const log = await fetch(`${table}/log?after=${happened.at(-1)?.v ?? 0}`);
    happened.push(...(await log.json()).happened);
    if (game.phase === "over") return null;
    const moves = happened.filter((entry) => entry.kind === "did");
    const since = moves.slice(moves.findLastIndex((entry) => entry.seat === seat) + 1);
    const claims = since.flatMap((entry) => entry.events
      .filter((event) => event.name === "claimed").map((event) => event.params));
    if (moved && decision !== null && game.phase === "turn" && claims.length > 1) return claims;
    const action = legal.find((text) => text === "draw deck") ?? legal[0];
    const body = JSON.stringify({type: "do", seat, decision, action, id: `n${n}`});
    if (action) moved = await fetch(`${table}/commands`, {method: "POST", headers, body});
    await new Promise((done) => setTimeout(done, 40));
  }
}"""
SEATS = [{"kind": "me"}, *[{"kind": "bot", "bot": "greedy"}] * 3]


def returns(visitors: Visitors, **wishes: Any) -> tuple[Visitor, list[dict[str, Any]]]:
    """Ann opens a table where two routes or more were claimed while she was away."""
    ann = visitors.new("Ann", **wishes)
    ann.make_table(SEATS, board="europe")
    ann.start()
    path = ann.page.evaluate("location.pathname")
    ann.open("/")
    claims = ann.page.evaluate(AWAY, path)
    assert claims, "nobody claimed anything"
    back = ann.another_tab()
    ann.page.close()
    back.page.add_init_script(f"({WATCH})()")
    back.open(path)
    return back, claims


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_what_happened_while_i_was_away_is_performed_on_the_map(
    visitors: Visitors, width: int, height: int
) -> None:
    ann, claims = returns(visitors, viewport={"width": width, "height": height}, **MOVING)
    ann.page.wait_for_function("() => window.laid?.length > 0")
    ann.page.evaluate(WITNESS)
    ann.wait_for_turn()
    ann.page.wait_for_timeout(400)
    laid = ann.page.evaluate("laid")
    assert [one["route"] for one in laid] == [claim["route"] for claim in claims]
    assert [one["on"] for one in laid] == [str(claim["seat"]) for claim in claims]
    assert not any(one["decision"] or one["hidden"] for one in laid), laid
    times = [one["at"] for one in laid]
    assert all(600 < b - a < 15_000 for a, b in itertools.pairwise(times)), times
    assert ann.page.evaluate("[disagreed, looks > 5]") == [[], True]
    # Who, what and where stay in words and as a mark until the next own move.
    expect(ann.page.locator(".banner")).to_have_count(0)
    names = ann.page.locator(".trace" if width < 1080 else ".left .players .last")
    said = " ".join(names.all_inner_texts())
    assert said.count("claimed") >= 1, said
    assert ann.page.locator("path.recent").count() == len(claims)
    ann.decide()
    ann.page.wait_for_function("() => !document.querySelector('path.recent')")


def test_a_press_skips_it_and_a_button_brings_it_back(visitors: Visitors) -> None:
    ann, claims = returns(visitors, **MOVING)
    ann.page.get_by_text("Press anywhere to skip").wait_for()
    ann.page.locator("header.top").click(position={"x": 600, "y": 10})
    assert ann.state()["decision"], "it is my turn at once"
    assert ann.page.evaluate("laid.length") <= len(claims)
    ann.page.evaluate("laid.length = 0")
    expect(ann.page.locator(AGAIN)).to_have_accessible_name("Show what happened since my last move")
    ann.press(AGAIN)
    assert ann.state()["decision"] == ""
    ann.wait_for_turn()
    assert [one["route"] for one in ann.page.evaluate("laid")] == [one["route"] for one in claims]
    # What was watched in this tab does not come again by itself.
    ann.page.reload()
    ann.wait_for_turn()
    assert not ann.sees("[data-since] .skip")
    assert ann.page.evaluate("laid") == []


def test_without_motion_it_comes_only_when_asked_for(visitors: Visitors) -> None:
    ann, claims = returns(visitors)
    ann.wait_for_turn()
    assert ann.page.evaluate("laid") == []
    assert ann.page.locator("path.recent").count() == len(claims)
    ann.press(AGAIN)
    ann.wait('state.decision === ""')
    ann.wait_for_turn()
    laid = ann.page.evaluate("laid")
    assert [one["route"] for one in laid] == [claim["route"] for claim in claims]
    assert not ann.sees(".flight")


def test_a_page_in_the_background_shows_it_when_it_is_looked_at_again(visitors: Visitors) -> None:
    ann = visitors.new("Ann", **MOVING)
    ann.make_table(SEATS, board="europe")
    ann.start()
    ann.play(1)
    ann.wait_for_turn()
    ann.page.evaluate(WATCH)
    hide = """(hidden) => {
      Object.defineProperty(document, "hidden", {value: hidden, configurable: true});
      document.dispatchEvent(new Event("visibilitychange"));
    }"""
    ann.page.evaluate(hide, True)
    claims = ann.page.evaluate(AWAY, ann.page.evaluate("location.pathname"))
    ann.wait_for_turn()  # nothing waits for eyes that are elsewhere
    expect(ann.page).to_have_title(re.compile("^Your turn"))
    ann.page.evaluate("laid.length = 0")
    ann.page.evaluate(hide, False)
    ann.wait('state.decision === ""')
    ann.wait_for_turn()
    assert [one["route"] for one in ann.page.evaluate("laid")] == [one["route"] for one in claims]
