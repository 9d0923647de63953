"""The browser's unit tests compare with what the engine says today.

After a change of rules, boards or views on purpose: `python -m tools.make_shown_fixtures`, and look
at what changed.
"""

from __future__ import annotations

import pytest

from tools.make_shown_fixtures import BOARDS, FOLDER, written

QUICK = "london"


def test_each_board_has_its_fixtures() -> None:
    assert {path.stem for path in FOLDER.iterdir()} == set(BOARDS)


@pytest.mark.parametrize(
    "board",
    [QUICK, *(pytest.param(b, marks=pytest.mark.slow) for b in BOARDS if b != QUICK)],
)
def test_the_fixtures_are_what_the_engine_says(board: str) -> None:
    assert (FOLDER / f"{board}.json").read_text(encoding="utf-8") == written(board)
