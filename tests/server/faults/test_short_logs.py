"""What a start looks for in a sound-looking file: logs that are shorter than they should be."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.server.faults.damage import fill
from whistlestop.server.store.sqlite.check import check

Filled = tuple[Path, list[str]]


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Filled:
    """A file with three games; in the last one somebody talked in the middle."""
    path = tmp_path_factory.mktemp("check") / "tables.db"
    return path, asyncio.run(fill(path, 3, 6))


def short_after(filled: Filled, folder: Path, *changes: str) -> list[str]:
    """The tables that are found to be short once this was done to the file."""
    path = Path(shutil.copy(filled[0], folder / "tables.db"))
    with closing(sqlite3.connect(path)) as connection:
        for change in changes:
            connection.execute(change)
        connection.commit()
        found = check(connection)
    assert found.finished
    assert not found.trees
    return found.short


def test_a_sound_file_has_none(filled: Filled, tmp_path: Path) -> None:
    assert short_after(filled, tmp_path) == []


@pytest.mark.parametrize("seq", ["2", "(SELECT max(seq) FROM entries WHERE table_id = '{0}')"])
def test_a_gap_and_an_early_end_are_found(filled: Filled, tmp_path: Path, seq: str) -> None:
    one = filled[1][2]
    gone = f"DELETE FROM entries WHERE table_id = '{one}' AND seq = {seq.format(one)}"
    assert short_after(filled, tmp_path, gone) == [one]


def test_a_log_without_a_table_does_not_hide_a_gap(filled: Filled, tmp_path: Path) -> None:
    two, _, one = filled[1]
    assert short_after(
        filled,
        tmp_path,
        f"DELETE FROM entries WHERE table_id = '{one}' AND seq = 2",
        f"DELETE FROM entries WHERE table_id = '{two}' AND seq > 1",
        f"DELETE FROM tables WHERE id = '{two}'",
    ) == [one]
