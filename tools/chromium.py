"""A Chromium for the browser tests: the one that is here, or else one that is installed.

`python -m tools.chromium` prints its path. Looked for, in this order: what WHISTLESTOP_CHROMIUM
names, what the system has, what Playwright has downloaded. If there is none, Playwright is asked to
download its own; where that cannot be reached, the system's package manager is (`tools.programs`).

Best is the headless shell: the same engine without the windows of a browser, which no test sees.
For each visitor a whole Chromium makes an address bar and its list, which takes longer than a page.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from tools.programs import packages

SHELLS = ("chromium-headless-shell", "chrome-headless-shell")
NAMES = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome")
DOWNLOADS = Path.home() / ".cache" / "ms-playwright"
DOWNLOADED_SHELLS = "chromium_headless_shell-*/chrome-headless-shell-*/chrome-headless-shell"
DOWNLOADED = "chromium-*/chrome-*/chrome"
DOWNLOAD = (sys.executable, "-m", "playwright", "install", "--only-shell", "chromium")
PACKAGES = ("chromium-headless-shell", "chromium")
LONGEST = 600
NONE = "No Chromium: install one, or name it in WHISTLESTOP_CHROMIUM."


def find() -> str | None:
    """The path of a Chromium, or None."""
    return next(_candidates(), None)


def _candidates() -> Iterator[str]:
    named = os.environ.get("WHISTLESTOP_CHROMIUM")
    if named:
        yield named
    for names, downloaded in ((SHELLS, DOWNLOADED_SHELLS), (NAMES, DOWNLOADED)):
        yield from filter(None, map(shutil.which, names))
        yield from map(str, sorted(DOWNLOADS.glob(downloaded), reverse=True))


def install() -> str | None:
    """Try both ways until there is a Chromium."""
    print("Chromium is missing:", *DOWNLOAD, file=sys.stderr)
    try:
        subprocess.run(DOWNLOAD, stdout=sys.stderr, timeout=LONGEST, check=False)
    except (OSError, subprocess.TimeoutExpired) as failure:
        print(failure, file=sys.stderr)
    for package in PACKAGES:
        if find() is None:
            packages.installed(package)
    return find()


if __name__ == "__main__":
    found = find() or install()
    if found is None:
        sys.exit(NONE)
    print(found)
