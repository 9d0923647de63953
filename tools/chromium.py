"""A Chromium for the browser tests: the one that is here, or else one that is installed.

`python -m tools.chromium` prints its path. Looked for, in this order: what WHISTLESTOP_CHROMIUM
names, what the system has, what Playwright has downloaded. If there is none, Playwright is asked to
download its own; where that cannot be reached, the system's package manager is (`tools.programs`).
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from tools.programs import packages

NAMES = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome")
DOWNLOADS = Path.home() / ".cache" / "ms-playwright"
DOWNLOAD = (sys.executable, "-m", "playwright", "install", "chromium")
LONGEST = 600
NONE = "No Chromium: install one, or name it in WHISTLESTOP_CHROMIUM."


def find() -> str | None:
    """The path of a Chromium, or None."""
    return next(_candidates(), None)


def _candidates() -> Iterator[str]:
    named = os.environ.get("WHISTLESTOP_CHROMIUM")
    if named:
        yield named
    yield from filter(None, map(shutil.which, NAMES))
    yield from map(str, sorted(DOWNLOADS.glob("chromium-*/chrome-*/chrome"), reverse=True))


def install() -> str | None:
    """Try both ways until there is a Chromium."""
    print("Chromium is missing:", *DOWNLOAD, file=sys.stderr)
    try:
        subprocess.run(DOWNLOAD, stdout=sys.stderr, timeout=LONGEST, check=False)
    except (OSError, subprocess.TimeoutExpired) as failure:
        print(failure, file=sys.stderr)
    if (found := find()) is None and packages.installed("chromium"):
        found = find()
    return found


if __name__ == "__main__":
    found = find() or install()
    if found is None:
        sys.exit(NONE)
    print(found)
