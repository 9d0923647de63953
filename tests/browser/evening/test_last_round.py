"""The last round and the end: announced when nothing happens below, and no total before its time.

A witness in the page notes what is shown while the announcement covers the map, and what the
panels say between the last move and the scoring.
"""

from __future__ import annotations

from typing import Any

from tests.browser.hasten import few_trains
from tests.browser.visitor import Visitor, Visitors

MOVING: dict[str, Any] = {"settings": {"speed": "fast"}, "reduced_motion": "no-preference"}
# Pieces and words that come while the announcement is there; points once the game is over.
WATCH = """() => {
  window.covered = []; window.announced = 0; window.totals = [];
  let [owned, banner, announcement] = [null, null, null];
  const look = () => {
    const table = document.querySelector(".table[data-decision]");
    if (!table?.querySelector("[data-route]")) return;
    const now = new Set([...table.querySelectorAll("[data-route]")]
      .filter((one) => one.childElementCount === 1).map((one) => one.dataset.route));
    const over = document.querySelector(".turning.last");
    const said = document.querySelector(".banner");
    const fresh = [...now].filter((route) => owned && !owned.has(route));
    if (over && over === announcement && fresh.length) window.covered.push(...fresh);
    if (over && over === announcement && said && said !== banner)
      window.covered.push(said.innerText);
    if (over && over !== announcement) window.announced++;
    [owned, banner, announcement] = [now, said, over];
    if (table.dataset.phase !== "over" || document.querySelector(".ending")) return;
    window.totals = [...table.querySelectorAll(".players [data-seat] .points > .hidden-text")]
      .map((one) => Number(one.innerText)).filter(Number.isFinite);
  };
  new MutationObserver(look).observe(document.body,
    {subtree: true, childList: true, attributes: true, characterData: true});
}"""


def at_the_end(ann: Visitor) -> dict[str, Any]:
    """What the server says of Ann's table."""
    found: dict[str, Any] = ann.page.evaluate(
        "async () => (await fetch(`/api${location.pathname.replace('/t/', '/tables/')}`)).json()"
    )
    return dict(found["game"])


def test_from_before_the_last_round_to_the_end(visitors: Visitors) -> None:
    ann = visitors.new("Ann", **MOVING)
    ann.play_bots("new-york", bots=2, until=few_trains)
    ann.page.evaluate(WATCH)
    ann.play()
    ann.page.locator(".ending").wait_for()
    assert ann.page.evaluate("window.announced") == 1
    assert ann.page.evaluate("window.covered") == []
    game = at_the_end(ann)
    on_the_board = [player["points"] for player in game["players"]]
    totals = [part["total"] for part in sorted(game["score"]["seats"], key=lambda p: p["seat"])]
    assert totals != on_the_board, "this game says nothing of when its totals are told"
    assert ann.page.evaluate("window.totals") == on_the_board
