"""A move writes little: memory cards wear out by what is written."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from benchmarks.load.scenarios.written import PER_MOVE, Written, run
from whistlestop.server.store.sqlite import tail

TABLES = 24


def test_a_move_writes_at_most_three_kilobytes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The tail is cut off several times meanwhile, so that folding it in counts."""
    monkeypatch.setattr(tail, "FEWEST_ROWS", tail.ROWS_PER_TABLE * TABLES)
    cuts: list[int] = []
    note = tail.Tail.note

    def noted(self: tail.Tail, done: tail.Changes) -> None:
        cuts.extend([done.cut] if done.cut else [])
        note(self, done)

    monkeypatch.setattr(tail.Tail, "note", noted)
    figures = asyncio.run(run(tmp_path, Written(tables=TABLES, moves=3_600)))
    assert len(cuts) >= 2
    assert 500 < figures[0].value <= PER_MOVE
