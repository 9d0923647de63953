"""What was written before rows were lazy is read, kept and restored, in either database."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from tests.server.postgres import PostgresServer
from tests.server.store.changes import opened
from tests.server.upkeep.old import DUE_3, SCHEMA_3, TABLES_3, WAITING_3, old_database, old_file
from whistlestop.server.store.backup import backup, restore
from whistlestop.server.upkeep.verify import verify

BOTH = pytest.mark.parametrize("kind", ["sqlite", "postgres"])


def quiet(done: int, total: int) -> None:
    assert 0 <= done <= total


def old(kind: str, request: pytest.FixtureRequest, folder: Path) -> str:
    if kind == "sqlite":
        return str(old_file(folder, SCHEMA_3))
    server: PostgresServer = request.getfixturevalue("postgres_server")
    return old_database(server, SCHEMA_3)


async def seen(url: str) -> list[Any]:
    """All that the evening left, and that a turn is told as it was."""
    async with opened(url) as store:
        rows = {table: await store.row(table) for table in TABLES_3}
        for table, row in rows.items():
            assert row is not None
            assert (row.version, row.waiting) == (TABLES_3[table], WAITING_3[table])
            assert row.due_at == DUE_3[table]
        logs = [await store.entries(table) for table in TABLES_3]
        ann = await store.tables_of("ann", ["playing", "over"], 9, None)
        assert [(one.row.id, one.seats) for one in ann] == [
            ("table5", (1,)),
            ("table3", (0,)),
            ("table1", (0,)),
        ]
        assert await store.claim_due(DUE_3["table3"] or 0, 1 << 50, 9) == ["table3"]
        return [logs, ann, await store.review("table1"), await store.secret()]


@BOTH
def test_a_store_of_schema_3_opens_with_everything(
    kind: str, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    url = old(kind, request, tmp_path)
    found = asyncio.run(verify(url, quiet))
    assert (found.schema, found.tables, found.differences) == (3, 4, [])
    asyncio.run(seen(url))
    after = asyncio.run(verify(url, quiet))
    assert (after.tables, after.finished, after.differences) == (4, 1, [])
    assert after.schema > 3
    if kind == "sqlite":
        assert len(list(tmp_path.glob("tables.db.schema-3-*"))) == 1


@BOTH
def test_a_backup_of_format_3_is_restored_with_whose_turn_it_is(
    kind: str, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    server: PostgresServer = request.getfixturevalue("postgres_server")
    url = str(tmp_path / "new.db") if kind == "sqlite" else server.new_database()
    asyncio.run(restore(SCHEMA_3 / "tables.wsb", url, quiet))
    asyncio.run(backup(url, tmp_path / "again.wsb", quiet))
    restored = asyncio.run(seen(url))
    other = tmp_path / "other"
    other.mkdir()
    assert restored == asyncio.run(seen(str(old_file(other, SCHEMA_3))))
    asyncio.run(restore(tmp_path / "again.wsb", str(tmp_path / "third.db"), quiet))
    assert asyncio.run(seen(str(tmp_path / "third.db"))) == restored
