"""The load client of the benchmarks plays real games on a real server and loses nothing."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
import uvloop

from benchmarks.load.scenarios.steady import Steady, measure


@pytest.mark.slow
def test_fifty_people_play_at_ten_tables_and_nothing_is_lost(tmp_path: Path) -> None:
    how = Steady(tables=10, rate=40, seconds=3, warm_up=12, idle=0.2, plain=1)
    seen = uvloop.run(measure(tmp_path, how))
    tally = seen.window.tally
    assert tally.moves > 60
    assert (tally.lost, tally.refused, tally.gaps) == ({}, {}, 0)
    assert seen.audit.tables == 10
    assert seen.audit.moves >= tally.moves
    assert (seen.audit.missing, seen.audit.broken, seen.complaints) == (0, 0, 0)
    # Each table may have a move under way when counting begins or ends. A rematch appends as well:
    # its table, the offer, four who sit down, and the start.
    others = how.tables + 8 * tally.rematches
    assert seen.window.counted("appends") == pytest.approx(tally.moves, abs=others)
    assert seen.plain is not None
    assert seen.bare is not None
    assert seen.plain.tally.moves > 15
    # A frame for everybody at the table and one that says so to the sender, after the commit.
    with closing(sqlite3.connect(tmp_path / "bare.db")) as store:
        kept = store.execute("SELECT count(*) FROM moves").fetchone()[0]
    assert kept > 15
    assert seen.bare.tally.frames == 6 * kept
