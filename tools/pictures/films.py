"""Short films of the moments of a game, a few pictures each, for the documentation.

`python -m tools.pictures.films FOLDER` starts a server of its own, plays until a tunnel, a claim, a
ticket completed, the last round and the ending have been seen on a phone and on a desk, and writes
each as an animated WebP of at most 250 kB. `--only SCENE ...` takes some of them.
"""

from __future__ import annotations

import argparse
import base64
import itertools
import tempfile
from io import BytesIO
from pathlib import Path
from time import monotonic, sleep
from typing import Any

from PIL import Image
from playwright.sync_api import Browser, sync_playwright

from tests.browser.conftest import FLAGS
from tests.browser.visitor import Visitor, Visitors
from tests.server.faults.program import Program
from tools import chromium

SIZES = {"phone": (390, 844), "desk": (1440, 900)}
WIDTHS = {"phone": 300, "desk": 760}
"""How wide a film is, in pixels."""
GAP = 0.12
"""Between two pictures of a film, in seconds."""
HOLD = 1800
"""How long the last picture stays, in milliseconds."""
MOST = 250_000
QUALITIES = (72, 60, 50, 40, 30, 20)
# The settings are those of the tests, without motion; while something is filmed things move.
MOVE = """(speed) => {
  const key = "whistlestop.settings";
  localStorage[key] = JSON.stringify({...JSON.parse(localStorage[key]), speed});
  dispatchEvent(new StorageEvent("storage", {key}));
}"""
TICKET = "button:has([data-ticket])"


class Film:
    """What a page shows while the film rolls, picture by picture."""

    def __init__(self, ann: Visitor, width: int) -> None:
        self._pictures: list[tuple[float, bytes]] = []
        self._session = ann.context.new_cdp_session(ann.page)
        size = ann.page.viewport_size
        assert size
        clip = {"x": 0, "y": 0, **size, "scale": width / size["width"]}
        self._how = {"format": "jpeg", "quality": 92, "clip": clip, "optimizeForSpeed": True}

    def roll(self, seconds: float) -> None:
        """Take pictures for so long."""
        end = monotonic() + seconds
        while monotonic() < end:
            begin = monotonic()
            taken = self._session.send("Page.captureScreenshot", self._how)
            self._pictures.append((begin, base64.b64decode(taken["data"])))
            sleep(max(0.0, begin + GAP - monotonic()))

    def end(self, path: Path, seconds: float) -> None:
        """Write the last so many seconds."""
        self._session.detach()
        begin = self._pictures[-1][0] - seconds
        write(path, [(time, data) for time, data in self._pictures if time >= begin])


def write(path: Path, pictures: list[tuple[float, bytes]]) -> None:
    """An animated picture that is small enough."""
    images = [Image.open(BytesIO(data)).convert("RGB") for _, data in pictures]
    times = [time for time, _ in pictures]
    lasts = [int(1000 * (b - a)) for a, b in itertools.pairwise(times)] + [HOLD]
    for quality in QUALITIES:
        kind: dict[str, Any] = {"quality": quality, "method": 4, "minimize_size": True}
        images[0].save(
            path, save_all=True, append_images=images[1:], duration=lasts, loop=0, **kind
        )
        if path.stat().st_size <= MOST:
            break
    print(path, len(images), "pictures", path.stat().st_size, "bytes")


def move(ann: Visitor, moving: bool) -> None:
    """Let things move on the page, or not."""
    ann.page.emulate_media(reduced_motion="no-preference" if moving else "reduce")
    ann.page.evaluate(MOVE, "normal" if moving else "off")
    ann.page.wait_for_timeout(200)


def claims(ann: Visitor, folder: Path, device: str) -> None:
    """A claim and a tunnel on the board of Europe."""
    ann.play_now("europe", bots=2, level="level:2")
    routes = ann.board("europe")["routes"]
    ann.patient = True
    ann.play(22)
    for name, wanted in (("claim", False), ("tunnel", True)):
        found = {
            route["id"]
            for route in routes
            if route["tunnel"] == wanted and not route["ferry"] and route["length"] > 2
        }
        ann.wishes = set()
        while not found & set(possible(ann)):
            ann.decide()
            ann.wait_for_turn()
        ann.wishes = found
        move(ann, True)
        film = Film(ann, WIDTHS[device])
        slowly(ann, next(route for route in possible(ann) if route in found), film)
        film.roll(3.4 if wanted else 1.5)
        film.end(folder / f"{name}-{device}.webp", 6 if wanted else 4)
        move(ann, False)
        ann.wait_for_turn()


def possible(ann: Visitor) -> list[str]:
    """The routes that can be claimed now."""
    found: list[str] = ann.page.eval_on_selector_all(
        '[data-route][aria-disabled="false"]', "all => all.map((one) => one.dataset.route)"
    )
    return found


def slowly(ann: Visitor, route: str, film: Film) -> None:
    """Claim a route as somebody does who reads first."""
    film.roll(0.4)
    ann.press_route(route)
    ann.page.locator(".pick .way").first.wait_for()
    film.roll(1)
    ann.press(".pick .way")


def evening(ann: Visitor, folder: Path, device: str) -> None:
    """The last round and the ending on the board of New York."""
    ann.patient, ann.wishes = False, set()
    ann.play_now("new-york", bots=1, level="level:2")
    while not ann.sees(".players .few"):
        ann.decide()
        ann.wait_for_turn()
    move(ann, True)
    film = Film(ann, WIDTHS[device])
    while not ann.over and not ann.sees(".turning.last"):
        if ann.state().get("decision"):
            ann.decide()
        film.roll(0.3)
    film.roll(2.6)
    film.end(folder / f"last-round-{device}.webp", 4.5)
    film = Film(ann, WIDTHS[device])
    while not ann.over:
        if ann.state().get("decision"):
            ann.decide()
        film.roll(0.4)
    film.roll(3.5)  # the scoring begins
    if not ann.sees(".results"):
        ann.press(".ending .button.main")
    film.roll(2)
    film.end(folder / f"ending-{device}.webp", 7)
    move(ann, False)


def ticket(ann: Visitor, folder: Path, device: str) -> None:
    """A ticket completed on the board of New York; a game that ends before is not the one."""
    while not completed(ann, folder, device):
        pass


def completed(ann: Visitor, folder: Path, device: str) -> bool:
    """Claim the way of the cheapest ticket, and keep the film of the claim that completes it."""
    ann.play_now("new-york", bots=1, level="level:1")
    ann.play(1)
    ann.wait_for_turn()
    if device == "phone":
        ann.page.get_by_role("tab", name="Tickets").click()
    ann.page.locator(TICKET).last.click()
    if device == "phone":
        ann.page.get_by_role("tab", name="Cards").click()
    ann.patient, ann.wishes = True, set()
    while ann.wait_for_turn():
        ways: list[str] = ann.page.eval_on_selector_all(
            "[data-way]", "all => all.map((one) => one.dataset.way)"
        )
        route = next((route for route in possible(ann) if route in ways), None)
        if route is None:
            ann.decide()
            continue
        move(ann, True)
        film = Film(ann, WIDTHS[device])
        slowly(ann, route, film)
        film.roll(1.5)
        done = ann.sees(".map .completed")
        if done:
            film.end(folder / f"ticket-{device}.webp", 4)
        move(ann, False)
        if done:
            return True
    return False


SCENES = {"claims": claims, "ticket": ticket, "evening": evening}


def films(browser: Browser, address: str, folder: Path, scenes: list[str]) -> None:
    """The films of these scenes on every device."""
    for device, (width, height) in SIZES.items():
        visitors = Visitors(browser, address)
        size: dict[str, Any] = {"viewport": {"width": width, "height": height}}
        size["has_touch"] = device == "phone"
        ann = visitors.new("Ann", color_scheme="light", **size)
        for scene in scenes:
            SCENES[scene](ann, folder, device)
        visitors.leave()


def main() -> None:
    """Start a server and take the films."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--only", choices=SCENES, nargs="+", default=list(SCENES))
    wanted = parser.parse_args()
    wanted.folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as place, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium.find(), args=FLAGS)
        with Program(str(Path(place) / "tables.db"), Path(place)) as server:
            server.start()
            films(browser, server.address, wanted.folder, wanted.only)
        browser.close()


if __name__ == "__main__":
    main()
