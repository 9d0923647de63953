"""Pictures of every screen of the browser client, to be looked at.

`python -m tools.screenshots FOLDER` starts a server of its own, plays a game on each board, and
writes each screen at 360, 820 and 1440 pixels, light and dark. `--docs` writes those that the
documentation shows instead: the middle and the end of a game on each board.
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, sync_playwright

from tests.browser.conftest import FLAGS
from tests.browser.visitor import Visitor, Visitors
from tests.server.faults.program import Program
from tools import chromium

BOARDS = ("usa", "europe", "new-york", "london")
SIZES = {360: 740, 820: 1180, 1440: 900}
PAGES = {"start": "/", "new": "/new", "games": "/games", "watch": "/watch", "rules": "/rules"}
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
    for name, path in PAGES.items():
        ann.open(path)
        settle(ann)
        yield name
    ann.make_table([{"kind": "me"}, {"kind": "open"}, {"kind": "bot", "bot": "greedy"}])
    settle(ann)
    yield "lobby"
    for board in BOARDS:
        ann.play_now(board, bots=2, level="level:3")
        ann.wait_for_turn()
        settle(ann)
        yield f"{board}-opening"
        ann.play(decisions=MIDDLE[board])
        ann.wait_for_turn()
        settle(ann)
        yield f"{board}-table"
    ann.play()
    settle(ann)
    yield "ending"
    ann.open(f"{ann.page.url}/12")
    settle(ann)
    yield "replay"


def docs(browser: Browser, address: str, folder: Path) -> None:
    """The middle and the end of a game on each board, as the documentation shows them."""
    for board in BOARDS:
        visitors = Visitors(browser, address)
        ann = visitors.new("Ann", viewport={"width": 1280, "height": 800})
        ann.play_now(board, bots=2, level="level:3")
        ann.play(decisions=MIDDLE[board])
        ann.wait_for_turn()
        settle(ann)
        ann.page.screenshot(path=folder / f"play-{board}.png")
        ann.play()
        settle(ann)
        ann.page.screenshot(path=folder / f"score-{board}.png")
        visitors.leave()


def settle(ann: Visitor) -> None:
    """Until what was asked for has arrived and been drawn."""
    ann.page.wait_for_load_state("networkidle")
    ann.page.wait_for_timeout(400)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--docs", action="store_true", help="only what the documentation shows")
    wanted = parser.parse_args()
    wanted.folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as place, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium.find(), args=FLAGS)
        with Program(str(Path(place) / "tables.db"), Path(place)) as server:
            server.start()
            (docs if wanted.docs else shots)(browser, server.address, wanted.folder)
        browser.close()


if __name__ == "__main__":
    main()
