"""`python -m tools.programs`: install what is missing, and say what still is."""

from __future__ import annotations

import sys

from tools import chromium
from tools.programs import packages


def main() -> None:
    """Install what is missing, and say what still is."""
    if lacking := packages.missing():
        packages.installed(*sorted({packages.PACKAGES[program] for program in lacking}))
    if lacking := packages.missing():
        names = ", ".join(lacking)
        print(f"Not here, so that their tests are skipped: {names}.", file=sys.stderr)
    if chromium.find() is None and chromium.install() is None:
        sys.exit(chromium.NONE)


if __name__ == "__main__":
    main()
