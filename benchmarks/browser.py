"""How quick the browser client is: `python -m benchmarks.browser`, in a headless Chromium.

Measured against a real server on this machine: bytes to load, the time to the first playable view
with an empty cache, the time from the server's answer to its effect on the page, and frames per
second while the europe board with every route claimed is moved. A busy machine makes all of them
worse.
"""

from __future__ import annotations

import gzip
import json
import statistics
import tempfile
from importlib.resources import files
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

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
FRAMES = """
  (seconds) => new Promise((done) => {
    const map = document.querySelector(".sheet-of-map").parentElement;
    const box = map.getBoundingClientRect();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    let frames = 0, start = null;
    const wheel = (n) => map.dispatchEvent(new WheelEvent("wheel", {
      deltaY: n % 60 < 30 ? -18 : 18, clientX: x, clientY: y, bubbles: true, cancelable: true}));
    const tick = (now) => {
      start ??= now;
      if (now - start > seconds * 1000) return done(frames / ((now - start) / 1000));
      wheel(frames++);
      requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
  })
"""


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


def frames(browser: Browser, address: str) -> float:
    """Frames per second while a full europe board is zoomed back and forth."""
    visitors = Visitors(browser, address)
    ann = visitors.new("Ann")
    _claim_everything(ann)
    ann.play_now("europe", bots=2)
    ann.wait_for_turn()
    laid = ann.page.locator(".route .piece").count()
    assert laid > 80, laid
    rate: float = ann.page.evaluate(FRAMES, 4)
    visitors.leave()
    return rate


def _claim_everything(ann: Visitor) -> None:
    """Let the page believe that every route has an owner; only its drawing is measured."""
    facts = ann.context.request.get("/api/boards/europe").json()
    owners = {route["id"]: n % 3 for n, route in enumerate(facts["routes"])}

    def fill(message: str | bytes) -> str:
        told = json.loads(message)
        if told.get("game"):
            told["game"]["owners"] = owners
        return json.dumps(told)

    def between(line: object) -> None:
        server = line.connect_to_server()  # type: ignore[attr-defined]
        line.on_message(server.send)  # type: ignore[attr-defined]
        server.on_message(lambda message: line.send(fill(message)))  # type: ignore[attr-defined]

    ann.page.route_web_socket("**/socket", between)


def main() -> None:
    """Measure the page and print the figures."""
    for name, kilobytes in sizes().items():
        print(f"{name:32} {kilobytes:8.1f} kB compressed")
    with tempfile.TemporaryDirectory() as place, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium.find(), args=FLAGS)
        with Program(str(Path(place) / "tables.db"), Path(place)) as server:
            server.start()
            print(f"{'first playable view':32} {first_view(browser, server.address):8.2f} s")
            found = effects(browser, server.address)
            middle, worst = statistics.median(found), found[int(len(found) * 0.95)]
            print(f"{'an answer shows its effect':32} {middle:8.1f} ms, 95 % within {worst:.1f} ms")
            print(
                f"{'full europe board, moving':32} {frames(browser, server.address):8.1f} frames/s"
            )
        browser.close()


if __name__ == "__main__":
    main()
