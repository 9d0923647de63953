"""How quick the browser client is: `python -m benchmarks.browser`, in a headless Chromium.

Measured against a real server on this machine: bytes to load, the time to the first playable view
with an empty cache, the time from the server's answer to its effect on the page, and frames per
second on the europe board with every route claimed: while it is zoomed, while trains roll in, and
both while trains roll in and while a finger moves it on a phone whose processor is four times
slower. A busy machine makes all of them worse, so frames are also counted on an empty page in the
same browser, and beside them stands how long the page itself works for each.
"""

from __future__ import annotations

import gzip
import json
import statistics
import tempfile
from importlib.resources import files
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, CDPSession, Page, WebSocketRoute, sync_playwright

from tests.browser.conftest import FLAGS
from tests.browser.visitor import Visitor, Visitors
from tests.server.faults.program import Program
from tools import chromium

FIRST_VIEW = """() => document.querySelector(".choice .button") && performance.now()"""
# When an update arrives, and when the page next changes what it says of itself. Acknowledgements
# that come by themselves have no effect and are not counted.
WATCH = """
  const arrived = [];
  window.effects = [];
  const Usual = WebSocket;
  window.WebSocket = class extends Usual {
    constructor(...given) {
      super(...given);
      this.addEventListener("message", ({data}) => {
        if (JSON.parse(data).type === "update") arrived.push(performance.now());
      });
    }
  };
  new MutationObserver(() => {
    if (!arrived.length) return;
    const since = arrived[0];
    arrived.length = 0;
    requestAnimationFrame(() => window.effects.push(performance.now() - since));
  }).observe(document, {subtree: true, attributes: true, childList: true,
                        attributeFilter: ["data-version", "data-decision"]});
"""
# Frames per second while something is done in each of them.
FRAMES = """
  ([seconds, what]) => new Promise((done) => {
    const map = document.querySelector(".sheet-of-map")?.parentElement;
    const box = map?.getBoundingClientRect() ?? new DOMRect();
    const middle = {clientX: box.x + box.width / 2, clientY: box.y + box.height / 2};
    const told = {...middle, bubbles: true, cancelable: true};
    const finger = (kind, n) => map.dispatchEvent(new PointerEvent(kind, {
      ...told, pointerId: 1, pointerType: "touch",
      clientX: middle.clientX + 80 * Math.sin(n / 12)}));
    const doing = {
      nothing: () => undefined,
      zoom: (n) => map.dispatchEvent(new WheelEvent("wheel", {
        ...told, deltaY: n % 60 < 30 ? -18 : 18})),
      pan: (n) => finger("pointermove", n),
    }[what];
    if (what === "pan") {
      map.setPointerCapture = () => undefined;  // there is no real finger to capture
      finger("pointerdown", 0);
    }
    let frames = 0, start = null;
    const tick = (now) => {
      start ??= now;
      if (now - start > seconds * 1000) return done(frames / ((now - start) / 1000));
      doing(frames++);
      requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
  })
"""
LOOK = """() => document.querySelector(".sheet-of-map svg").getBoundingClientRect().toJSON()"""
SECONDS = 4
PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
}
SLOWER = 4
ROLLING = 9
"""So many trains roll in, one after the other, while frames are counted."""
Pace = tuple[float, float]
"""Frames per second, and milliseconds of work for each."""


def sizes() -> dict[str, float]:
    """Kilobytes as they are sent, compressed: the client, and each outline."""
    client = Path(str(files("whistlestop.server").joinpath("client")))
    sent = [
        p for p in client.rglob("*") if p.suffix in (".js", ".css", ".html") and p.name != "sw.js"
    ]
    found = {"client": sum(_packed(path) for path in sent)}
    outlines = Path(str(files("whistlestop.boards").joinpath("outlines")))
    return found | {f"outline {p.stem}": _packed(p) for p in sorted(outlines.glob("*.json"))}


def _packed(path: Path) -> float:
    return len(gzip.compress(path.read_bytes(), 9)) / 1000


def first_view(browser: Browser, address: str) -> float:
    """Seconds from the request to a table on which something can be pressed, nothing cached."""
    maker = Visitors(browser, address)
    ann = maker.new("Ann")
    ann.play_now("europe", bots=2)
    path, cookies = ann.page.url, ann.context.cookies()
    times: list[float] = []
    for _ in range(5):
        fresh = maker.new("Ann")
        fresh.context.add_cookies(cookies)  # type: ignore[arg-type]
        fresh.open(path)
        times.append(float(fresh.page.wait_for_function(FIRST_VIEW).json_value()) / 1000)
    maker.leave()
    return statistics.median(times)


def effects(browser: Browser, address: str) -> list[float]:
    """Milliseconds from the arrival of an answer to the frame after its effect."""
    visitors = Visitors(browser, address)
    ann = visitors.new("Ann", settings={"speed": "normal"})
    ann.context.add_init_script(WATCH)
    ann.play_now("europe", bots=2)
    ann.play(decisions=20)
    found: list[float] = ann.page.evaluate("window.effects")
    visitors.leave()
    return sorted(found)


def frames(browser: Browser, address: str) -> dict[str, Pace]:
    """How smoothly it goes: on an empty page, and on a full europe board in motion."""
    visitors = Visitors(browser, address)
    ann = visitors.new("Ann")
    found = {"an empty page": pace(ann.page, "nothing")}
    FullBoard(ann).open()
    found["full europe board, zooming"] = pace(ann.page, "zoom")
    found["full europe board, trains rolling"] = rolling(visitors)
    found["the same, slow phone"] = rolling(visitors, SLOWER, **PHONE)
    found["full europe board, panning, slow phone"] = panning(visitors)
    visitors.leave()
    return found


def pace(page: Page, what: str) -> Pace:
    """Frames per second while something is done, and milliseconds of the main thread for each."""
    line = page.context.new_cdp_session(page)
    line.send("Performance.enable")
    before = _busy(line)
    rate = float(page.evaluate(FRAMES, [SECONDS, what]))
    return rate, (_busy(line) - before) / (rate * SECONDS) * 1000


def _busy(line: CDPSession) -> float:
    """Seconds that the main thread has worked."""
    told = line.send("Performance.getMetrics")["metrics"]
    return float(next(metric["value"] for metric in told if metric["name"] == "TaskDuration"))


def slow_down(page: Page, times: float) -> None:
    """Let the page have so many times slower a processor."""
    line = page.context.new_cdp_session(page)
    line.send("Emulation.setCPUThrottlingRate", {"rate": times})


def rolling(visitors: Visitors, slower: float = 1, **screen: Any) -> Pace:
    """How smoothly trains roll in on a board that is otherwise full."""
    settings = {"speed": "normal"}
    ann = visitors.new("Ann", reduced_motion="no-preference", settings=settings, **screen)
    board = FullBoard(ann, free=ROLLING)
    board.open()
    slow_down(ann.page, slower)
    board.claim_the_rest()
    ann.page.locator(".rolling").wait_for(state="attached")
    return pace(ann.page, "nothing")


def panning(visitors: Visitors) -> Pace:
    """How smoothly a full board follows a finger on a slow phone."""
    ann = visitors.new("Ann", **PHONE)
    FullBoard(ann).open()
    whole = ann.page.evaluate(LOOK)
    ann.page.evaluate(FRAMES, [0.3, "zoom"])
    ann.page.wait_for_timeout(600)
    near = ann.page.evaluate(LOOK)
    assert near["width"] > 1.2 * whole["width"], (whole, near)
    slow_down(ann.page, SLOWER)
    found = pace(ann.page, "pan")
    assert ann.page.evaluate(LOOK)["x"] != near["x"], near
    return found


class FullBoard:
    """Lets a page believe that routes of europe have owners; only its drawing is measured."""

    def __init__(self, ann: Visitor, free: int = 0) -> None:
        self.ann = ann
        facts = ann.context.request.get("/api/boards/europe").json()
        routes = sorted(facts["routes"], key=lambda route: -route["length"])
        self.left = [route["id"] for route in routes[:free]]
        self.owners = {route["id"]: n % 3 for n, route in enumerate(routes[free:])}
        self.version = 0
        self.line: WebSocketRoute | None = None
        ann.page.route_web_socket("**/socket", self._between)

    def open(self) -> None:
        """A table on which the own turn has come."""
        self.ann.play_now("europe", bots=2)
        self.ann.wait_for_turn()
        laid = self.ann.page.locator(".train").count()
        assert laid >= len(self.owners), laid

    def claim_the_rest(self) -> None:
        """Tell the page that a rival claims what is left, one route after the other."""
        assert self.line
        for route in self.left:
            self.version += 1
            claim = {"name": "claimed", "params": {"seat": 1, "route": route, "points": 21}}
            done = {"v": self.version, "at": 0, "kind": "did", "seat": 1, "params": {}}
            told = {"type": "update", "v": self.version, "happened": [done | {"events": [claim]}]}
            self.line.send(json.dumps(told | {"changes": {"owners": {route: 1}}}))

    def _between(self, line: WebSocketRoute) -> None:
        server = line.connect_to_server()
        self.line = line
        line.on_message(server.send)
        server.on_message(lambda message: line.send(self._fill(message)))

    def _fill(self, message: str | bytes) -> str:
        told = json.loads(message)
        self.version = told.get("v", self.version)
        if told.get("game"):
            told["game"]["owners"] = self.owners
        return json.dumps(told)


def main() -> None:
    """Measure the page and print the figures."""
    for name, kilobytes in sizes().items():
        print(f"{name:40} {kilobytes:8.1f} kB compressed")
    with tempfile.TemporaryDirectory() as place, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium.find(), args=FLAGS)
        with Program(str(Path(place) / "tables.db"), Path(place)) as server:
            server.start()
            print(f"{'first playable view':40} {first_view(browser, server.address):8.2f} s")
            found = effects(browser, server.address)
            middle, worst = statistics.median(found), found[int(len(found) * 0.95)]
            print(f"{'an answer shows its effect':40} {middle:8.1f} ms, 95 % within {worst:.1f} ms")
            for name, (rate, work) in frames(browser, server.address).items():
                print(f"{name:40} {rate:8.1f} frames/s, {work:.1f} ms of work in each")
        browser.close()


if __name__ == "__main__":
    main()
