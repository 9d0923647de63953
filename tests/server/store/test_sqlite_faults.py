"""A SQLite file that fails while a server runs: nobody is told of success, and it recovers."""

from __future__ import annotations

import asyncio
import os
import resource
import sqlite3
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.server.store.changes import change, entry, is_whole, opened, row
from tests.server.store.writing import ROOT
from whistlestop.server.store.base import Append, CommitUnknown, Store, StoreUnavailable
from whistlestop.server.store.sqlite.file import unavailable
from whistlestop.server.store.sqlite.store import SqliteStore


class Fault:
    """A statement for every new connection, as long as the fault lasts."""

    def __init__(self, statement: str) -> None:
        self.statement = statement
        self.lasts = False

    def __call__(self, connection: sqlite3.Connection) -> None:
        if self.lasts:
            connection.execute(self.statement)

    async def strike(self, store: SqliteStore) -> None:
        """Let the fault hit the connections that are open already, too."""
        self.lasts = True
        writer = store._writing()
        assert writer._connection is not None
        writer._discard()


async def outcomes(store: Store, changes: Sequence[Append]) -> list[Any]:
    return await asyncio.gather(*map(store.append, changes), return_exceptions=True)


def big(table: str, version: int) -> Append:
    return Append(row(table, version), (entry(version, body=os.urandom(50_000)),))


@pytest.mark.parametrize(
    ("statement", "code"),
    [("PRAGMA max_page_count = 20", "disk_full"), ("PRAGMA query_only = ON", "read_only")],
)
def test_a_store_that_cannot_be_written_fails_whole_groups_and_recovers_by_itself(
    tmp_path: Path, statement: str, code: str
) -> None:
    fault = Fault(statement)

    async def run() -> None:
        store = SqliteStore(tmp_path / "tables.db", fault)
        await store.open()
        await store.append(change("t0", 1))
        await fault.strike(store)
        for _ in range(3):
            found = await outcomes(store, [big(f"t{n}", 1) for n in range(1, 30)])
            assert {type(outcome) for outcome in found} == {StoreUnavailable}
            assert {outcome.code for outcome in found} == {code}
        assert await store.count_tables() == {"playing": 1}
        assert await store.entries("t7") == []
        assert is_whole(await store.entries("t0"), 1)
        if code == "read_only":
            with pytest.raises(StoreUnavailable):
                await store.check()
        fault.lasts = False
        assert await outcomes(store, [big(f"t{n}", 1) for n in range(1, 30)]) == [None] * 29
        await store.check()
        assert store.counts.failures == 87
        await store.close()

    asyncio.run(run())


def test_a_failure_and_the_recovery_are_logged_once_each(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    fault = Fault("PRAGMA query_only = ON")

    async def run() -> None:
        store = SqliteStore(tmp_path / "tables.db", fault)
        await store.open()
        await store.append(change("t1", 1))
        await fault.strike(store)
        for _ in range(3):
            with pytest.raises(StoreUnavailable):
                await store.append(change("t1", 2))
        fault.lasts = False
        for version in (2, 3):
            await store.append(change("t1", version))
        await store.close()

    asyncio.run(run())
    assert [record.msg for record in caplog.records] == ["store_failing", "store_recovered"]
    assert caplog.records[0].__dict__["code"] == "read_only"


def test_an_append_that_would_fit_fails_with_its_group_on_a_full_disk(tmp_path: Path) -> None:
    fault = Fault("PRAGMA max_page_count = 20")

    async def run() -> None:
        store = SqliteStore(tmp_path / "tables.db", fault)
        await store.open()
        await store.append(change("small", 1))
        await fault.strike(store)
        found = await outcomes(store, [change("small", 2), big("t1", 1), change("t2", 1)])
        assert [type(outcome) for outcome in found] == [StoreUnavailable] * 3
        assert await store.versions(["small", "t1", "t2"]) == {"small": 1}
        await store.append(change("small", 2))
        await store.close()

    asyncio.run(run())


def test_a_file_that_was_moved_or_replaced_is_not_written(tmp_path: Path) -> None:
    path, aside = tmp_path / "tables.db", tmp_path / "aside.db"

    async def run() -> None:
        async with opened(str(path)) as store:
            await store.append(change("t1", 1))
            path.rename(aside)
            for _ in range(2):
                with pytest.raises(StoreUnavailable, match="moved or replaced"):
                    await store.append(change("t1", 2))
                path.write_bytes(b"")
            aside.rename(path)
            await store.append(change("t1", 2))
            assert is_whole(await store.entries("t1"), 2)

    asyncio.run(run())


def test_a_file_that_somebody_else_locks_for_long_is_busy(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"

    def hasty(connection: sqlite3.Connection) -> None:
        connection.execute("PRAGMA busy_timeout = 50")

    async def run() -> None:
        store = SqliteStore(path, hasty)
        await store.open()
        await store.append(change("t1", 1))
        other = sqlite3.connect(path, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreUnavailable) as caught:
            await store.append(change("t1", 2))
        assert caught.value.code == "busy"
        other.execute("ROLLBACK")
        other.close()
        await store.append(change("t1", 2))
        await store.close()

    asyncio.run(run())


def test_a_commit_that_was_cut_off_while_syncing_is_unknown_and_any_other_is_not() -> None:
    def failure(code: int, *, committing: bool) -> StoreUnavailable:
        error = sqlite3.OperationalError("disk I/O error")
        error.sqlite_errorcode = code
        return unavailable(error, committing=committing)

    sync, write = sqlite3.SQLITE_IOERR_FSYNC, sqlite3.SQLITE_IOERR_WRITE
    assert type(failure(sync, committing=True)) is CommitUnknown
    assert type(failure(sync, committing=False)) is StoreUnavailable
    assert type(failure(write, committing=True)) is StoreUnavailable
    assert type(failure(sqlite3.SQLITE_FULL, committing=True)) is StoreUnavailable


FULL_DISK = """
import asyncio, sys
from tests.server.store.test_sqlite_faults import fill_a_real_disk
asyncio.run(fill_a_real_disk(sys.argv[1]))
"""


async def fill_a_real_disk(path: str) -> None:
    """Runs in a process of its own, where no file may grow beyond a limit."""
    async with opened(path) as store:
        await store.append(change("t", 1))
        resource.setrlimit(resource.RLIMIT_FSIZE, (400_000, resource.RLIM_INFINITY))
        stored, failed = 0, 0
        while failed < 5:
            found = await outcomes(store, [big(f"t{stored + failed}-{n}", 1) for n in range(3)])
            assert len({type(outcome) for outcome in found}) == 1
            stored += found[0] is None
            failed += isinstance(found[0], StoreUnavailable)
        assert stored > 0
        assert await store.count_tables() == {"playing": 3 * stored + 1}
        resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY,) * 2)
        assert await outcomes(store, [big(f"after-{n}", 1) for n in range(30)]) == [None] * 30
        print(3 * stored + 31)


def test_a_disk_that_really_refuses_to_take_more_is_survived(tmp_path: Path) -> None:
    path = str(tmp_path / "tables.db")
    done = subprocess.run(
        [sys.executable, "-c", FULL_DISK, path], cwd=ROOT, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr

    async def run() -> None:
        async with opened(path) as store:
            assert await store.count_tables() == {"playing": int(done.stdout)}

    asyncio.run(run())
