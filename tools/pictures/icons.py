"""Makes the pictures of the installable page from its one drawing, `web/public/icon.svg`.

    python -m tools.pictures.icons

It needs Playwright and a Chromium, and writes PNG files beside the drawing: with round corners for
most places, and filling the whole square where the device cuts out a shape of its own.
"""

from __future__ import annotations

import sys
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from tools.chromium import find

FOLDER = Path(__file__).parents[2] / "web" / "public"
DRAWING = FOLDER / "icon.svg"
ICONS = {"icon-192.png": 192, "icon-512.png": 512}
WHOLE = {"icon-whole-512.png": 512, "icon-touch-180.png": 180}
# What a device cuts out is a circle of 80 % at the least, so the drawing shrinks into it.
SAFE = 'viewBox="-8 -8 80 80"'
FRAME = (
    '<rect x="-8" y="-8" width="80" height="80" fill="#1d4d3b"/>'
    '<path d="M-8 50h80v22H-8z" fill="#14362a"/>'
)


def whole(drawing: str) -> str:
    """The drawing on a square without corners."""
    head, rest = drawing.split('viewBox="0 0 64 64">', 1)
    return f"{head}{SAFE}>{FRAME}{rest}"


def draw(browser: Browser, drawing: str, size: int) -> bytes:
    """A drawing as a PNG of so many pixels."""
    page = browser.new_page(viewport={"width": size, "height": size})
    sized = drawing.replace("<svg ", f'<svg width="{size}" height="{size}" ', 1)
    page.set_content(f'<body style="margin:0">{sized}')
    picture = page.screenshot(omit_background=True)
    page.close()
    return picture


def main() -> None:
    """Draw every icon in every size."""
    chromium = find()
    if chromium is None:
        sys.exit("There is no Chromium to draw with: `python -m tools.chromium` installs one.")
    plain = DRAWING.read_text(encoding="utf-8")
    wanted = [(name, size, plain) for name, size in ICONS.items()]
    wanted += [(name, size, whole(plain)) for name, size in WHOLE.items()]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        for name, size, drawing in wanted:
            picture = draw(browser, drawing, size)
            (FOLDER / name).write_bytes(picture)
            print(f"{name}: {len(picture)} bytes")
        browser.close()


if __name__ == "__main__":
    main()
