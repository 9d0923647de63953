"""Several stores on one PostgreSQL database, as several server processes have them."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager

import pytest

from tests.server.postgres import PostgresServer
from tests.server.store.changes import change, is_whole, opened
from whistlestop.server.store.base import Conflict
from whistlestop.server.store.postgres.store import PostgresStore


@asynccontextmanager
async def sharing(url: str, count: int) -> AsyncIterator[list[PostgresStore]]:
    """Stores that all hear each other already."""
    async with AsyncExitStack() as stack:
        stores = [await stack.enter_async_context(opened(url)) for _ in range(count)]
        found = [store for store in stores if isinstance(store, PostgresStore)]
        for store in found:
            await heard(store)
        yield found


async def heard(store: PostgresStore) -> None:
    assert store._listener is not None
    await asyncio.wait_for(store._listener.listening.wait(), 10)


async def until(wanted: object, got: list[tuple[str, int]]) -> None:
    for _ in range(500):
        if set(got) == wanted:
            return
        await asyncio.sleep(0.01)
    raise AssertionError(f"{wanted} was never told, only {set(got)}")


def test_others_are_told_of_a_change_and_oneself_is_not(postgres_url: str) -> None:
    async def run() -> None:
        async with sharing(postgres_url, 3) as stores:
            told: list[list[tuple[str, int]]] = [[] for _ in stores]
            for store, notes in zip(stores, told, strict=True):
                store.on_change(lambda table, version, notes=notes: notes.append((table, version)))  # type: ignore[misc]
            await stores[0].append(change("t1", 3, 3))
            await stores[1].append(change("t1", 4))
            await until({("t1", 3), ("t1", 4)}, told[2])
            await until({("t1", 4)}, told[0])
            assert told[1] == [("t1", 3)]

    asyncio.run(run())


def test_a_large_group_is_told_whole(postgres_url: str) -> None:
    """A notification is bounded; ids and versions as long as may be need several."""
    wanted = {(f"{n:040d}", 1) for n in range(300)}

    async def run() -> None:
        async with sharing(postgres_url, 2) as (writer, hearer):
            told: list[tuple[str, int]] = []
            hearer.on_change(lambda table, version: told.append((table, version)))
            await asyncio.gather(*(writer.append(change(table, 1)) for table, _ in wanted))
            await until(wanted, told)
            assert writer.counts.commits < 30

    asyncio.run(run())


def test_nobody_is_told_of_what_was_not_stored(postgres_url: str) -> None:
    async def run() -> None:
        async with sharing(postgres_url, 2) as (writer, hearer):
            told: list[tuple[str, int]] = []
            hearer.on_change(lambda table, version: told.append((table, version)))
            await writer.append(change("t1", 1))
            for wrong in (change("t1", 1), change("t1", 5)):
                with pytest.raises(Conflict):
                    await writer.append(wrong)
            await writer.append(change("t2", 1))
            await until({("t1", 1), ("t2", 1)}, told)

    asyncio.run(run())


def test_the_ear_is_put_back_when_its_connection_breaks(
    postgres_server: PostgresServer, postgres_url: str
) -> None:
    async def run() -> None:
        async with sharing(postgres_url, 2) as (writer, hearer):
            told: list[tuple[str, int]] = []
            hearer.on_change(lambda table, version: told.append((table, version)))
            await asyncio.to_thread(
                postgres_server.sql,
                "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity "
                "WHERE application_name = 'whistlestop'",
            )
            for _ in range(200):
                await asyncio.sleep(0.01)
                if not hearer._listener.listening.is_set():  # type: ignore[union-attr]
                    break
            await heard(hearer)
            await writer.append(change("t1", 1))
            await until({("t1", 1)}, told)

    asyncio.run(run())


@pytest.mark.slow
def test_processes_that_play_the_same_tables_never_fork_one(postgres_url: str) -> None:
    """Each store appends wherever it likes; who loses reads the log and tries again."""

    async def play(store: PostgresStore, name: str, rng: random.Random, won: Counter[str]) -> None:
        for n in range(40):
            table = f"t{rng.randrange(5)}"
            while True:
                found = await store.row(table)
                version = found.version + 1 if found is not None else 1
                try:
                    await store.append(change(table, version, who=f"{name}-{n}"))
                except Conflict:
                    continue
                won[table] += 1
                break

    async def run() -> None:
        async with sharing(postgres_url, 4) as stores:
            won: Counter[str] = Counter()
            await asyncio.gather(
                *(
                    play(store, f"{s}-{p}", random.Random(10 * s + p), won)
                    for s, store in enumerate(stores)
                    for p in range(3)
                )
            )
            assert sum(won.values()) == 480
            assert sum(store.counts.conflicts for store in stores) > 0
            for table, version in won.items():
                assert is_whole(await stores[0].entries(table), version)

    asyncio.run(run())


def test_groups_that_touch_the_same_tables_in_any_order_do_not_block_each_other(
    postgres_url: str,
) -> None:
    async def run() -> None:
        async with sharing(postgres_url, 3) as stores:
            tables = [f"t{n}" for n in range(60)]
            await asyncio.gather(*(stores[0].append(change(table, 1)) for table in tables))
            for version in range(2, 10):
                work = []
                for store in stores:
                    order = random.Random(version).sample(tables, len(tables))
                    work += [store.append(change(t, version, who=str(id(store)))) for t in order]
                found = await asyncio.gather(*work, return_exceptions=True)
                assert sum(outcome is None for outcome in found) == 60
                assert sum(isinstance(outcome, Conflict) for outcome in found) == 120

    asyncio.run(run())


def test_due_tables_are_given_to_one_process_each(postgres_url: str) -> None:
    async def run() -> None:
        async with sharing(postgres_url, 4) as stores:
            wanted = {f"t{n}" for n in range(200)}
            await asyncio.gather(*(stores[0].append(change(t, 1, due_at=5)) for t in wanted))
            asked = [store.claim_due(10, 1000, 9) for _ in range(12) for store in stores]
            claimed = [table for part in await asyncio.gather(*asked) for table in part]
            assert len(claimed) == len(set(claimed))
            while rest := await stores[0].claim_due(10, 1000, 50):
                claimed += rest
            assert sorted(claimed) == sorted(wanted)

    asyncio.run(run())
