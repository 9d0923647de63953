"""`whistlestop serve` with reviews that try actions in two worlds each, so that they take seconds.

For tests of what does not hang on how thorough a review is; it goes through the same steps.
"""

from __future__ import annotations

from functools import partial
from pathlib import Path

from tests.server.faults.program import Program
from whistlestop.bots.review import ReviewTerms
from whistlestop.cli.main import main
from whistlestop.server.finished import reviews

ROOT = Path(__file__).parents[3]


class FewWorlds(Program):
    """A server that can be started in any folder."""

    module = "tests.browser.finished.few_worlds"

    def __init__(self, store: str, folder: Path) -> None:
        super().__init__(store, folder)
        self.environment["PYTHONPATH"] = str(ROOT)


if __name__ == "__main__":
    vars(reviews)["ReviewTerms"] = partial(ReviewTerms, worlds=2)
    main()
