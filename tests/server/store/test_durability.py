"""An append that returned is there after `kill -9`, in both databases."""

from __future__ import annotations

import asyncio
import random

import pytest

from tests.server.store.changes import is_whole, opened
from tests.server.store.writing import write_and_kill
from whistlestop.server.store.base import Entry, Row


async def read_all(url: str, tables: list[str]) -> dict[str, tuple[Row | None, list[Entry]]]:
    async with opened(url) as store:
        return {table: (await store.row(table), await store.entries(table)) for table in tables}


@pytest.mark.slow
def test_whatever_a_killed_process_was_told_is_stored_without_a_gap(url: str) -> None:
    rng = random.Random(9)
    for _ in range(4):
        told = write_and_kill(url, seconds=rng.uniform(0.1, 0.5))
        assert sum(told.values()) > 50
        found = asyncio.run(read_all(url, list(told)))
        for table, version in told.items():
            row, log = found[table]
            assert row is not None
            assert row.version >= version
            assert is_whole(log, row.version)
