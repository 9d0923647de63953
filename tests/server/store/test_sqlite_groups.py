"""Appends share commits in the SQLite store, and a usual move takes the short way."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from tests.server.store.changes import change, is_whole, opened
from whistlestop.server import pace as pacing
from whistlestop.server.pace import Pace
from whistlestop.server.store.base import Conflict, Store, StoreUnavailable

TABLES = 30


async def _one_after_the_other(store: Store, tables: int, rounds: int) -> None:
    """Every append begins a moment after the last, without waiting for it."""
    waiting = []
    for version in range(1, rounds + 1):
        for table in range(tables):
            waiting.append(asyncio.create_task(store.append(change(f"t{table}", version))))
            await asyncio.sleep(0.001)
        await asyncio.gather(*waiting)


def test_where_many_tables_are_at_it_commits_are_shared(tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(str(tmp_path / "tables.db")) as store:
            await _one_after_the_other(store, TABLES, 2)
            assert store.counts.appends == 2 * TABLES
            assert store.counts.commits < TABLES, "several appends in each on average"

    asyncio.run(story())


@pytest.fixture
def far_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    """Commits keep a distance that a slow disk does not reach."""
    monkeypatch.setattr(pacing, "DISTANCE", 0.7)


async def _until(true: Callable[[], bool]) -> None:
    async with asyncio.timeout(5):
        while not true():
            await asyncio.sleep(0.01)


async def _busy(store: Store) -> None:
    """Appends to many tables, a moment ago."""
    await asyncio.gather(*(store.append(change(f"t{table}", 1)) for table in range(TABLES)))


@pytest.mark.usefixtures("far_apart")
def test_what_was_put_off_shares_a_commit(tmp_path: Path) -> None:
    async def story() -> None:
        pace = Pace()
        async with opened(str(tmp_path / "tables.db"), pace) as store:
            await _busy(store)
            before = store.counts.commits
            begun: list[asyncio.Task[None]] = []

            def read(table: str) -> None:
                begun.append(asyncio.ensure_future(store.append(change(table, 2))))

            for table in range(TABLES):
                assert pace.put_off(partial(read, f"t{table}")), "the last commit was just now"
            assert not begun
            await _until(lambda: len(begun) == TABLES)
            await asyncio.gather(*begun)
            assert store.counts.commits == before + 1

    asyncio.run(story())


@pytest.mark.usefixtures("far_apart")
def test_work_that_fails_keeps_nobody_elses_from_being_done(tmp_path: Path) -> None:
    async def story() -> None:
        pace = Pace()
        async with opened(str(tmp_path / "tables.db"), pace) as store:
            await _busy(store)
            failures: list[object] = []
            asyncio.get_running_loop().set_exception_handler(lambda _, what: failures.append(what))
            done: list[int] = []
            assert pace.put_off(lambda: done.append(1 // len(done)))
            assert pace.put_off(lambda: done.append(1))
            await asyncio.wait_for(store.append(change("t0", 2)), 5)
            assert (len(failures), done) == (1, [1])

    asyncio.run(story())


@pytest.mark.usefixtures("far_apart")
def test_a_store_that_closes_puts_nothing_off_any_longer(tmp_path: Path) -> None:
    async def story() -> None:
        pace = Pace()
        async with opened(str(tmp_path / "tables.db"), pace) as store:
            await _busy(store)
            done: list[str] = []
            assert pace.put_off(lambda: done.append("in time"))
            await store.close()
            assert done == ["in time"]
            assert not pace.put_off(lambda: done.append("too late"))
            with pytest.raises(StoreUnavailable):
                await store.append(change("t0", 2))

    asyncio.run(story())


def test_a_table_alone_never_waits_and_has_a_commit_for_each_append(tmp_path: Path) -> None:
    async def story() -> None:
        pace = Pace()
        async with opened(str(tmp_path / "tables.db"), pace) as store:
            for version in range(1, 41):
                assert not pace.put_off(lambda: None)
                await store.append(change("lone", version))
            assert store.counts.commits == store.counts.appends == 40
            assert is_whole(await store.entries("lone"), 40)

    asyncio.run(story())


def test_a_usual_move_on_an_old_version_is_a_conflict_and_leaves_nothing(tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(str(tmp_path / "tables.db")) as store:
            for version in (1, 2, 3):
                await store.append(change("t", version))
            with pytest.raises(Conflict):
                await store.append(change("t", 3, who="bob"))
            found = await store.row("t")
            assert found is not None
            assert (found.version, found.summary) == (3, b'{"version":3}')
            assert [one.who for one in await store.entries("t")] == ["ann"] * 3

    asyncio.run(story())
