"""Talk in the store: beside the log, in order with it, and forgotten when it is old."""

from __future__ import annotations

import asyncio

import pytest

from tests.server.store.changes import change, is_whole, opened, talk
from whistlestop.server.store.base import Conflict


def test_talk_and_entries_are_read_in_one_order(url: str) -> None:
    async def run() -> None:
        async with opened(url) as store:
            await store.append(change("t1", 2, 2))
            await store.append(talk("t1", 5, 3))
            await store.append(change("t1", 6))
            await store.append(talk("t1", 7))
            log = await store.entries("t1")
            assert is_whole(log, 7)
            assert [one.who for one in log] == ["ann"] * 2 + ["eve"] * 3 + ["ann", "eve"]
            assert [one.seq for one in await store.entries("t1", 3)] == [4, 5, 6, 7]
            row = await store.row("t1")
            assert row is not None
            assert row.version == 7

    asyncio.run(run())


def test_the_newest_lines_are_read_and_the_whole_game(url: str) -> None:
    async def run() -> None:
        async with opened(url) as store:
            await store.append(change("t1", 2, 2))
            await store.append(talk("t1", 42, 40))
            await store.append(change("t1", 43))
            assert [one.seq for one in await store.entries("t1", 0, 3)] == [1, 2, 40, 41, 42, 43]
            assert [one.seq for one in await store.entries("t1", 41, 3)] == [42, 43]

    asyncio.run(run())


def test_old_lines_of_one_table_are_forgotten_with_a_new_one(url: str) -> None:
    async def run() -> None:
        async with opened(url) as store:
            for table in ("t1", "t2"):
                await store.append(change(table, 1))
                await store.append(talk(table, 6, 5))
            await store.append(talk("t1", 7, forget=4))
            assert [one.seq for one in await store.entries("t1")] == [1, 5, 6, 7]
            assert is_whole(await store.entries("t2"), 6)

    asyncio.run(run())


def test_a_line_that_comes_second_is_a_conflict_and_forgets_nothing(url: str) -> None:
    async def run() -> None:
        async with opened(url) as store:
            await store.append(change("t1", 1))
            await store.append(talk("t1", 2))
            for late in (talk("t1", 2, forget=2), talk("t1", 9, forget=2)):
                with pytest.raises(Conflict):
                    await store.append(late)
            assert is_whole(await store.entries("t1"), 2)

    asyncio.run(run())


def test_talk_of_many_tables_shares_a_commit_with_moves(url: str) -> None:
    async def run() -> None:
        async with opened(url) as store:
            await asyncio.gather(*(store.append(change(f"t{n}", 1)) for n in range(40)))
            both = (talk if n % 3 else change for n in range(40))
            appends = [make(f"t{n}", 2) for n, make in enumerate(both)]
            await asyncio.gather(
                *map(store.append, appends), store.append(talk("t0", 9)), return_exceptions=True
            )
            for n in range(40):
                log = await store.entries(f"t{n}")
                assert is_whole(log, 2)
                assert log[-1].who == ("eve" if n % 3 else "ann")

    asyncio.run(run())
