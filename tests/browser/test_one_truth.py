"""Whose turn it is: header, lit panel, clock, title and what can be pressed name one seat, always.

A witness in the page looks at every change of it, at every speed, and notes whatever disagrees.
"""

from __future__ import annotations

import time
from typing import Any

import pytest

from tests.browser.visitor import Visitor, Visitors

WITNESS = """() => {
  window.disagreed = []; window.looks = 0; window.named = new Set();
  const seat = (element) => element.closest("[data-seat]")?.dataset.seat;
  const look = () => {
    const table = document.querySelector(".table[data-decision]");
    const top = table?.querySelector(".top");
    if (!top || table.dataset.phase === "over" || document.querySelector(".cover")) return;
    window.looks++;
    const header = top.dataset.seatOn;
    const mine = top.classList.contains("mine");
    const lit = [...table.querySelectorAll(".players [aria-current]")].map(seat);
    const clocks = [...table.querySelectorAll(".players .clock")].map(seat);
    const press = table.querySelector('[data-pile="deck"][aria-disabled="false"]') !== null;
    window.named.add(header);
    const opening = table.dataset.phase === "opening";
    const wrong = [];
    if (opening ? !lit.includes(header) : lit.join() !== header) wrong.push("panels");
    if (clocks.some((one) => !lit.includes(one))) wrong.push("clock");
    if (table.dataset.on !== lit.join(" ")) wrong.push("on");
    if (mine && table.dataset.seatShown !== header) wrong.push("mine");
    if (press && !mine) wrong.push("press");
    if (wrong.length) window.disagreed.push({wrong, header, lit, clocks, mine, press});
    clearTimeout(window.later);
    window.later = setTimeout(() => {
      const said = document.title.startsWith("Your turn");
      const now = document.querySelector(".top")?.classList.contains("mine");
      if (now !== undefined && said !== now) window.disagreed.push({title: document.title, now});
    }, 150);
  };
  new MutationObserver(look).observe(document.body, {
    subtree: true, childList: true, attributes: true, characterData: true,
  });
}"""


def witnessed(visitor: Visitor) -> dict[str, Any]:
    found: dict[str, Any] = visitor.page.evaluate(
        "() => ({disagreed, looks, named: [...named].sort()})"
    )
    assert found["disagreed"] == []
    assert found["looks"] > 20, found
    return found


@pytest.mark.parametrize("speed", ["slow", "normal", "fast", "off"])
def test_alone_among_bots(visitors: Visitors, speed: str) -> None:
    ann = visitors.new("Ann", settings={"speed": speed}, reduced_motion="no-preference")
    ann.play_bots("europe", bots=3)
    ann.page.evaluate(WITNESS)
    ann.play(9)
    ann.wait_for_turn()
    ann.page.wait_for_timeout(300)
    named = witnessed(ann)["named"]
    # The bots were seen playing, one after the other, unless nothing is to be shown.
    assert set(named) == {"0", "1", "2", "3"} or speed == "off", named


@pytest.mark.parametrize("speed", ["normal", "fast"])
def test_two_people(visitors: Visitors, speed: str) -> None:
    wishes: dict[str, Any] = {"settings": {"speed": speed}, "reduced_motion": "no-preference"}
    ann, bea = visitors.new("Ann", **wishes), visitors.new("Bea", **wishes)
    link = ann.make_table(
        [{"kind": "me"}, {"kind": "open"}], board="new-york", pace={"type": "live", "seconds": 60}
    )
    bea.join(link)
    ann.start()
    bea.table.wait_for()
    for visitor in (ann, bea):
        visitor.page.evaluate(WITNESS)
    ann.play(1)
    bea.play(1)
    for _ in range(6):
        whoever_can_decide(ann, bea).play(1)
    assert witnessed(ann)["named"] == witnessed(bea)["named"] == ["0", "1"]


def whoever_can_decide(*people: Visitor) -> Visitor:
    """Once what was done has been shown on every page."""
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        states = [person.state() for person in people]
        deciding = [
            person for person, state in zip(people, states, strict=True) if state["decision"]
        ]
        if deciding and len({(state["on"], state["version"]) for state in states}) == 1:
            return deciding[0]
        people[0].page.wait_for_timeout(50)
    raise AssertionError(f"nobody can decide: {states}")


# Whatever the page sends leaves it half a second late.
SLOW_LINE = """
  const send = WebSocket.prototype.send;
  WebSocket.prototype.send = function (data) { setTimeout(() => send.call(this, data), 500); };
"""


def test_on_a_slow_line(visitors: Visitors) -> None:
    """A decision is made when it is pressed; the title says so before the server does."""
    ann = visitors.new("Ann", settings={"speed": "normal"}, reduced_motion="no-preference")
    ann.context.add_init_script(SLOW_LINE)
    ann.play_bots("new-york", bots=1)
    ann.page.evaluate(WITNESS)
    ann.play(5)
    ann.wait_for_turn()
    ann.page.wait_for_timeout(300)
    witnessed(ann)
