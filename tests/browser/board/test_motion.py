"""What a moved map costs: counted in Chromium's trace, as times tell little on a busy machine."""

from __future__ import annotations

from math import sin
from typing import Any

from playwright.sync_api import Page

from tests.browser.visitor import Visitor

# A finger drags the map to and fro, one step in a frame; where the board is after each.
DRAG = """([frames, reach]) => new Promise((done) => {
  const map = document.querySelector(".sheet-of-map").parentElement;
  const box = map.getBoundingClientRect();
  map.setPointerCapture = () => undefined;  // there is no real finger to capture
  const finger = (kind, n) => map.dispatchEvent(new PointerEvent(kind, {
    bubbles: true, pointerId: 1, pointerType: "touch",
    clientX: box.x + box.width / 2 + reach * Math.sin(n / 8), clientY: box.y + box.height / 2}));
  const seen = [];
  let n = 0;
  const tick = () => {
    if (n) seen.push(document.querySelector("[data-city]").getBoundingClientRect().x);
    if (n++ === frames) return finger("pointerup", n), done(seen);
    finger(n === 1 ? "pointerdown" : "pointermove", n);
    requestAnimationFrame(tick);
  };
  requestAnimationFrame(tick);
})"""
FRAMES, REACH, SLOP = 60, 60, 6.5


def traced(page: Page, script: str, given: object) -> tuple[Any, list[str]]:
    """What a script returns, and the names of the compositor's works meanwhile."""
    line = page.context.new_cdp_session(page)
    works: list[str] = []
    ended: list[object] = []
    line.on("Tracing.dataCollected", lambda told: works.extend(e["name"] for e in told["value"]))
    line.on("Tracing.tracingComplete", lambda told: ended.append(told))
    line.send("Tracing.start", {"categories": "-*,blink,benchmark,cc"})
    found = page.evaluate(script, given)
    line.send("Tracing.end")
    while not ended:
        page.wait_for_timeout(20)
    return found, works


def test_layers_are_not_sorted_anew_in_every_frame_of_a_drag(ann: Visitor) -> None:
    ann.play_bots("europe", bots=1)
    assert ann.wait_for_turn()
    for _ in range(3):
        ann.page.locator(".map .zoom button").first.click()
    ann.page.wait_for_timeout(500)  # until it rests
    seen, works = traced(ann.page, DRAG, [FRAMES, REACH])
    wanted = [REACH * (sin(n / 8) - sin(1 / 8)) for n in range(1, FRAMES + 1)]
    moved = [now - seen[0] for now in seen]
    # A finger has to move a little before it drags.
    late = [(n, a, b) for n, (a, b) in enumerate(zip(moved, wanted, strict=True)) if abs(a - b) > 1]
    assert all(abs(wanted[n]) < SLOP for n, _, _ in late), late
    assert works.count("ProxyMain::BeginMainFrame") >= FRAMES / 2
    assert works.count("PaintArtifactCompositor::Update") <= FRAMES / 6, len(works)
