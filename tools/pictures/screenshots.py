"""Pictures of every screen of the browser client, to be looked at.

`python -m tools.pictures.screenshots FOLDER` starts a server of its own, plays a game on each
board, and writes each screen at 360, 820 and 1440 pixels, light and dark. `--docs` writes the
steps of a first game that the documentation shows instead, and plays on until a station completes
a ticket. (The tunnel is left alone: it takes luck to meet one that wants a card.)
`--boards` writes the middle and the end of a game on each board at 390, 820 and 1440 pixels, light
and dark (`docs/images/boards`). `--review` writes the review of a game in the same sizes, whole
pages, and the two pieces of it that the documentation shows.
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any, Literal

from PIL import Image
from playwright.sync_api import Browser, sync_playwright

from tests.browser.conftest import FLAGS
from tests.browser.visitor import Visitor, Visitors
from tests.server.faults.program import Program
from tools import chromium

BOARDS = ("usa", "europe", "new-york", "london")
SIZES = {360: 740, 820: 1180, 1440: 900}
GALLERY = {390: 844, 820: 1180, 1440: 900}
FULL = {"usa": 5, "europe": 5, "new-york": 4, "london": 4}
OPEN = ".panel-over"
LIGHTS: tuple[Literal["light", "dark"], ...] = ("light", "dark")
# What a rival did last is told over the map, and an ending begins with the score above it.
BOARD_ONLY = """() => {
  document.querySelectorAll(".banner").forEach((banner) => (banner.style.visibility = "hidden"));
  document.querySelector(".window")?.scrollIntoView({block: "center"});
}"""
PAGES = {"start": "/", "new": "/new", "rules": "/rules", "puzzles": "/puzzles"}
LISTS = {"games": "/games", "watch": "/watch"}
GAMES = 12
REVIEW = 600_000  # milliseconds for the review of a game
MIDDLE = {"usa": 34, "europe": 32, "new-york": 14, "london": 16}


def shots(browser: Browser, address: str, folder: Path) -> None:
    """Every screen in every size and light."""
    for width, height in SIZES.items():
        for light in ("light", "dark"):
            visitors = Visitors(browser, address)
            wishes: dict[str, Any] = {
                "viewport": {"width": width, "height": height},
                "color_scheme": light,
            }
            ann = visitors.new("Ann", **wishes)
            for name in screens(ann):
                path = folder / f"{name}-{width}-{light}.png"
                ann.page.screenshot(path=path)
                print(path)
            visitors.leave()


def screens(ann: Visitor) -> Iterator[str]:
    """Go from screen to screen; each is named when it is there."""
    yield from pages(ann, PAGES)
    ann.page.locator('[aria-label="Settings"]').first.click()
    yield drawn(ann, "settings")
    seats = [{"kind": "me"}, {"kind": "open"}, {"kind": "bot", "bot": "level:3"}]
    ann.make_table(seats, listed=True)
    yield drawn(ann, "lobby")
    for board in BOARDS:
        ann.play_now(board, bots=2, level="level:3")
        ann.wait_for_turn()
        yield drawn(ann, f"{board}-opening")
        ann.play(decisions=MIDDLE[board])
        ann.wait_for_turn()
        yield drawn(ann, f"{board}-table")
        if board == "usa":
            yield from panels(ann)
    ann.play()
    yield drawn(ann, "ending")
    ann.page.get_by_role("heading", name="charts").scroll_into_view_if_needed()
    yield drawn(ann, "charts")
    ann.page.get_by_role("button", name="Watch the scoring").click()
    yield drawn(ann, "scoring")
    ann.open(f"{ann.page.url}/12")
    yield drawn(ann, "replay")
    ann.page.get_by_role("button", name="What would the coach do?").click()
    ann.page.get_by_text("Chance to win").wait_for()
    ann.page.get_by_text("Chance to win").scroll_into_view_if_needed()
    yield drawn(ann, "coach")
    yield from pages(ann, LISTS)


def pages(ann: Visitor, paths: dict[str, str]) -> Iterator[str]:
    """The pages at these paths, one after the other."""
    for name, path in paths.items():
        ann.open(path)
        yield drawn(ann, name)


def panels(ann: Visitor) -> Iterator[str]:
    """What opens over a table, each closed again."""
    ann.page.get_by_role("button", name="Hint").click()
    ann.page.locator(".hint").wait_for()
    yield drawn(ann, "hint")
    ann.page.locator(".hint .shut").click()
    ann.page.locator("[data-route]").nth(20).focus()
    ann.page.keyboard.press("Enter")
    yield drawn(ann, "route")
    ann.page.locator(".pick .shut").click()
    ann.page.get_by_role("button", name="What can I do?").click()
    yield drawn(ann, "actions")
    ann.page.keyboard.press("Escape")


def drawn(ann: Visitor, name: str) -> str:
    """The name of a screen, once it is there as it will stay."""
    wait_until_drawn(ann)
    return name


def gallery(browser: Browser, address: str, folder: Path) -> None:
    """The middle and the end of a full game on each board, in every size and light."""
    for board, players in FULL.items():
        visitors = Visitors(browser, address)
        ann = visitors.new("Ann", viewport={"width": 1440, "height": 900})
        ann.play_now(board, bots=players - 1, level="level:3")
        ann.play(decisions=MIDDLE[board])
        ann.wait_for_turn()
        while ann.sees(OPEN):
            ann.decide()
            ann.wait_for_turn()
        every_size(ann, folder, f"{board}-middle")
        ann.page.reload()  # shows the whole board again, wherever the sizes have left it
        ann.wait_for_turn()
        ann.play()
        every_size(ann, folder, f"{board}-end")
        visitors.leave()


def every_size(ann: Visitor, folder: Path, name: str) -> None:
    """One screen in every size and light."""
    for width, height in GALLERY.items():
        ann.page.set_viewport_size({"width": width, "height": height})
        for light in LIGHTS:
            ann.page.emulate_media(color_scheme=light)
            wait_until_drawn(ann)
            ann.page.evaluate(BOARD_ONLY)
            ann.page.wait_for_timeout(1000)
            taken = Image.open(BytesIO(ann.page.screenshot())).convert("RGB")
            taken.save(folder / f"{name}-{width}-{light}.webp", quality=70, method=6)


def review(browser: Browser, address: str, folder: Path) -> None:
    """A game told afterwards, by one player's eyes, in every size and light."""
    visitors = Visitors(browser, address)
    ann = visitors.new("Ann", viewport={"width": 1200, "height": 760})
    ann.play_now("new-york", bots=2, level="level:3")
    ann.play()
    ann.open(f"{ann.page.url}/review#seat=0")
    ann.page.locator(".review").wait_for(timeout=REVIEW)
    small(ann, folder / "play-review.png")
    ann.page.get_by_role("heading", name="Costliest").scroll_into_view_if_needed()
    ann.page.mouse.wheel(0, 600)
    small(ann, folder / "play-luck.png")
    for width, height in GALLERY.items():
        ann.page.set_viewport_size({"width": width, "height": height})
        for light in LIGHTS:
            ann.page.emulate_media(color_scheme=light)
            wait_until_drawn(ann)
            path = folder / f"review-{width}-{light}.png"
            ann.page.screenshot(path=path, full_page=True)
    visitors.leave()


def documented(browser: Browser, address: str, folder: Path) -> None:
    """Everything that the documentation shows but the boards and a tunnel."""
    walk(browser, address, folder)
    loan(browser, address, folder)


def walk(browser: Browser, address: str, folder: Path) -> None:
    """A first game, step by step."""
    visitors = Visitors(browser, address)
    size = {"width": 1200, "height": 760}
    newcomer = visitors.new("Steady Magpie", viewport=size, settings={"guided": False})
    newcomer.open("/")
    small(newcomer, folder / "play-start.png")
    newcomer.play_now("usa", bots=2, level="level:2")
    newcomer.wait_for_turn()
    small(newcomer, folder / "play-tickets.png")
    ann = visitors.new("Ann", viewport=size)
    ann.play_now("europe", bots=2, level="level:3")
    ann.play(decisions=9)
    ann.wait_for_turn()
    small(ann, folder / "play-draw.png")
    claimed = play_until(ann, '[data-route][aria-disabled="false"]')
    ann.press_route(claimed)
    ann.page.locator(".pick .way").first.wait_for()
    small(ann, folder / "play-claim.png")
    phone = ann.another_tab()
    phone.page.set_viewport_size({"width": 390, "height": 760})
    phone.open(ann.page.url)
    phone.wait_for_turn()
    small(phone, folder / "play-phone.png", width=390)
    ann.page.keyboard.press("Escape")
    ann.play()
    afterwards(ann, folder)
    visitors.leave()


def loan(browser: Browser, address: str, folder: Path) -> None:
    """The scoring of a ticket that a station completes; games are played until there is one."""
    rivals = [{"kind": "bot", "bot": bot} for bot in ("planner", "reference", "greedy", "greedy")]
    for _ in range(GAMES):
        visitors = Visitors(browser, address)
        ann = visitors.new("Ann", viewport={"width": 1200, "height": 760})
        ann.builds = True
        ann.make_table([{"kind": "me"}, *rivals], board="europe")
        ann.start()
        ann.play()
        found = borrows(ann)
        if found:
            small(ann, folder / "play-scoring.png")
        visitors.leave()
        if found:
            return
    print(f"no station has completed a ticket in {GAMES} games")


def borrows(ann: Visitor) -> bool:
    """Step through the scoring to a loan; whether there is one."""
    ann.page.get_by_role("button", name="Watch the scoring").click()
    ann.page.locator(".ceremony").wait_for()
    while ann.sees(".ceremony"):
        if "because the station" in ann.page.locator(".ceremony").inner_text():
            return True
        ann.page.keyboard.press("ArrowRight")
        ann.page.wait_for_timeout(100)
        if ann.page.locator('.ceremony[data-scene="winner"]').count():
            return False
    return False


def play_until(ann: Visitor, selector: str) -> str:
    """Play on until something can be claimed; the last of what can be."""
    while not ann.sees(selector):
        ann.decide()
        ann.wait_for_turn()
    return str(ann.page.locator(selector).last.get_attribute("data-route"))


def afterwards(ann: Visitor, folder: Path) -> None:
    """The result of a game and its replay."""
    address = ann.page.url
    small(ann, folder / "play-result.png")
    ann.page.get_by_role("heading", name="charts").scroll_into_view_if_needed()
    ann.page.mouse.wheel(0, 450)
    small(ann, folder / "play-charts.png")
    ann.open(f"{address}/60")
    small(ann, folder / "play-replay.png")
    ann.page.get_by_role("button", name="What would the coach do?").click()
    ann.page.get_by_text("Chance to win").wait_for()
    small(ann, folder / "play-coach.png")


def small(ann: Visitor, path: Path, width: int = 960) -> None:
    """A picture with few colours and of no more pixels than a page shows."""
    wait_until_drawn(ann)
    taken = Image.open(BytesIO(ann.page.screenshot())).convert("RGB")
    height = taken.height * width // taken.width
    taken.resize((width, height), Image.Resampling.LANCZOS).quantize(256).save(path, optimize=True)


def wait_until_drawn(ann: Visitor) -> None:
    """Wait until what was asked for has arrived and been drawn."""
    ann.page.wait_for_load_state("networkidle")
    ann.page.wait_for_timeout(400)


def main() -> None:
    """Start a server and take the screenshots asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--docs", action="store_true", help="only what the documentation shows")
    parser.add_argument("--boards", action="store_true", help="only boards, in every size")
    parser.add_argument("--review", action="store_true", help="only a review, in every size")
    wanted = parser.parse_args()
    take = gallery if wanted.boards else documented if wanted.docs else shots
    take = review if wanted.review else take
    wanted.folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as place, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium.find(), args=FLAGS)
        with Program(str(Path(place) / "tables.db"), Path(place)) as server:
            server.start()
            take(browser, server.address, wanted.folder)
        browser.close()


if __name__ == "__main__":
    main()
