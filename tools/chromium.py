"""A Chromium for the browser tests: the one that is here, or else one that is installed.

`python -m tools.chromium` prints its path. Looked for, in this order: what WHISTLESTOP_CHROMIUM
names, what the system has, what Playwright has downloaded. If there is none, Playwright is asked to
download its own; where that cannot be reached, the system's package manager is.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

NAMES = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome")
DOWNLOADS = Path.home() / ".cache" / "ms-playwright"
WAYS = (
    (sys.executable, "-m", "playwright", "install", "chromium"),
    ("apt-get", "update", "-qq"),
    ("apt-get", "install", "-y", "-qq", "--no-install-recommends", "chromium"),
)
LONGEST = 600


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
    """Try each way until there is a Chromium."""
    for way in WAYS:
        if shutil.which(way[0]):
            print("Chromium is missing:", *way, file=sys.stderr)
            _run(way)
            if found := find():
                return found
    return None


def _run(way: tuple[str, ...]) -> None:
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    try:
        subprocess.run(way, env=quiet, stdout=sys.stderr, timeout=LONGEST, check=False)
    except (OSError, subprocess.TimeoutExpired) as failure:
        print(failure, file=sys.stderr)


if __name__ == "__main__":
    found = find() or install()
    if found is None:
        sys.exit("No Chromium: install one, or name it in WHISTLESTOP_CHROMIUM.")
    print(found)
