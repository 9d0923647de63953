"""Appends share commits in the SQLite store, and a usual move takes the short way."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from tests.server.store.changes import change, is_whole, opened
from whistlestop.server.store import sqlite_writer
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
    monkeypatch.setattr(sqlite_writer, "DISTANCE", 0.7)


async def _busy(store: Store) -> None:
    """Appends to many tables, a moment ago."""
    await asyncio.gather(*(store.append(change(f"t{table}", 1)) for table in range(TABLES)))


@pytest.mark.usefixtures("far_apart")
def test_those_who_wait_for_their_turn_share_a_commit(tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(str(tmp_path / "tables.db")) as store:

            async def append(table: str) -> None:
                turn = store.turn()
                assert turn is not None, "the last commit was a moment ago"
                await turn
                await store.append(change(table, 2))

            await _busy(store)
            before = store.counts.commits
            await asyncio.gather(*(append(f"t{table}") for table in range(TABLES)))
            assert store.counts.commits == before + 1

    asyncio.run(story())


@pytest.mark.usefixtures("far_apart")
def test_whoever_does_not_wait_any_longer_takes_nobodys_turn(tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(str(tmp_path / "tables.db")) as store:
            await _busy(store)
            turns = [store.turn() for _ in range(3)]
            gone, *others = [asyncio.ensure_future(turn) for turn in turns if turn is not None]
            gone.cancel()
            await asyncio.wait_for(asyncio.gather(*others), 5)
            assert len(others) == 2

    asyncio.run(story())


@pytest.mark.usefixtures("far_apart")
def test_a_store_that_closes_lets_everybody_go_on(tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(str(tmp_path / "tables.db")) as store:
            await _busy(store)
            turn = store.turn()
            assert turn is not None
            await store.close()
            await asyncio.wait_for(turn, 5)
            assert store.turn() is None
            with pytest.raises(StoreUnavailable):
                await store.append(change("t0", 2))

    asyncio.run(story())


def test_a_table_alone_never_waits_and_has_a_commit_for_each_append(tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(str(tmp_path / "tables.db")) as store:
            for version in range(1, 41):
                assert store.turn() is None
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
