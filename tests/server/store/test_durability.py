"""An append that returned is there after `kill -9`, in both databases."""

from __future__ import annotations

import asyncio
import random

import pytest

from tests.server.store.changes import is_whole, opened
from tests.server.store.writing import write_and_kill
from whistlestop.server.store.base import LogEntry, TableRow


async def read_all(
    url: str, tables: list[str]
) -> dict[str, tuple[list[LogEntry], TableRow | None]]:
    async with opened(url) as store:
        return {table: (await store.entries(table), await store.row(table)) for table in tables}


@pytest.mark.slow
def test_whatever_a_killed_process_was_told_is_stored_without_a_gap(url: str) -> None:
    rng = random.Random(9)
    for _ in range(4):
        appends = rng.randrange(50, 500)
        told = write_and_kill(url, appends)
        assert sum(told.values()) > appends
        found = asyncio.run(read_all(url, list(told)))
        for table, version in told.items():
            log, row = found[table]
            assert row is not None
            # A server may still finish what a process asked for before it was killed.
            assert version <= len(log) <= row.version
            assert is_whole(log, len(log))
