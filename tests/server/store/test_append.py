"""What an append promises, in both databases."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Sequence
from typing import Any

import pytest

from tests.server.store.changes import change, entry, is_whole, opened, result, row
from whistlestop.server.store.base import Append, Conflict, LogEntry, Member, Store, TableRow


async def outcomes(store: Store, changes: Sequence[Append]) -> list[Any]:
    """How appends ended that were all waiting at the same time."""
    return await asyncio.gather(*map(store.append, changes), return_exceptions=True)


def test_what_was_appended_is_read_back_byte_for_byte(url: str) -> None:
    bodies = [b"{}", bytes(range(256)), "Zürich–Genève\n".encode(), b"x" * 100_000, b"\x00\xff"]
    log = tuple(entry(n, "gül", f"c-{n}", body) for n, body in enumerate(bodies, 1))
    wanted = TableRow("t1", 5, "open", "usa", True, 1, 2**50, 2**51, b'{"a":"\xc3\xa9"}')

    async def run() -> None:
        async with opened(url) as store:
            await store.append(Append(wanted, log))
            assert await store.entries("t1") == list(log)
            assert await store.row("t1") == wanted
        async with opened(url) as store:
            assert await store.entries("t1") == list(log)
            assert await store.row("t1") == wanted

    asyncio.run(run())


def test_a_log_can_be_read_from_any_version_on(url: str) -> None:
    async def run() -> None:
        async with opened(url) as store:
            await store.append(change("t1", 30, 30))
            await store.append(change("t2", 3, 3))
            assert [e.seq for e in await store.entries("t1", after=27)] == [28, 29, 30]
            assert await store.entries("t1", after=30) == []
            assert await store.entries("nobody") == []
            assert await store.row("nobody") is None

    asyncio.run(run())


def test_an_append_on_an_old_version_is_a_conflict_and_changes_nothing(url: str) -> None:
    async def run() -> None:
        async with opened(url) as store:
            await store.append(change("t1", 2, 2))
            before = await store.row("t1"), await store.entries("t1")
            late = change("t1", 2, 1, who="bob", members=(Member("bob", 1),), status="finished")
            with pytest.raises(Conflict):
                await store.append(late)
            assert (await store.row("t1"), await store.entries("t1")) == before
            assert await store.tables_of("bob", ["playing", "finished"], 9, None) == []
            assert store.counts.conflicts == 1

    asyncio.run(run())


def test_an_append_on_a_version_that_is_not_there_yet_is_a_conflict(url: str) -> None:
    async def run() -> None:
        async with opened(url) as store:
            await store.append(change("t1", 1))
            for early in (change("t1", 3), change("t2", 2)):
                with pytest.raises(Conflict):
                    await store.append(early)
            assert is_whole(await store.entries("t1"), 1)
            assert await store.row("t2") is None
            assert await store.entries("t2") == []

    asyncio.run(run())


def test_a_table_is_made_once(url: str) -> None:
    async def run() -> None:
        async with opened(url) as store:
            await store.append(change("t1", 1))
            with pytest.raises(Conflict):
                await store.append(change("t1", 1, who="bob"))
            assert [e.who for e in await store.entries("t1")] == ["ann"]

    asyncio.run(run())


def test_a_conflict_concerns_only_its_own_append_of_a_group(url: str) -> None:
    """Of a hundred that wait together some are stale, some made twice."""

    async def run() -> None:
        async with opened(url) as store:
            await asyncio.gather(*(store.append(change(f"t{n}", 1)) for n in range(100)))
            changes = [change(f"t{n}", 2, members=(Member(f"g{n}", 0),)) for n in range(100)]
            changes[7] = change("t7", 1, who="bob")
            changes[42] = change("t42", 1, who="eve")
            changes[99] = change("t99", 4)
            found = await outcomes(store, changes)
            assert {n for n, o in enumerate(found) if isinstance(o, Conflict)} == {7, 42, 99}
            assert sum(outcome is None for outcome in found) == 97
            for n in range(100):
                version = 1 if n in (7, 42, 99) else 2
                assert is_whole(await store.entries(f"t{n}"), version)
                seats = await store.tables_of(f"g{n}", ["playing"], 9, None)
                assert len(seats) == version - 1

    asyncio.run(run())


def test_of_many_appends_on_the_same_version_exactly_one_wins(url: str) -> None:
    async def run() -> None:
        async with opened(url) as store:
            await store.append(change("t1", 1))
            for version in range(2, 12):
                rivals = [change("t1", version, who=f"p{n}") for n in range(20)]
                found = await outcomes(store, rivals)
                assert sum(outcome is None for outcome in found) == 1
                assert sum(isinstance(outcome, Conflict) for outcome in found) == 19
            assert is_whole(await store.entries("t1"), 11)

    asyncio.run(run())


def test_appends_of_one_table_that_wait_together_are_stored_in_order(url: str) -> None:
    async def run() -> None:
        async with opened(url) as store:
            found = await outcomes(store, [change("t1", version) for version in range(1, 41)])
            assert found == [None] * 40
            assert is_whole(await store.entries("t1"), 40)

    asyncio.run(run())


def test_appends_that_wait_together_share_commits(url: str) -> None:
    async def run() -> None:
        async with opened(url) as store:
            await asyncio.gather(*(store.append(change(f"t{n}", 1)) for n in range(300)))
            assert store.counts.appends == 300
            assert store.counts.commits < 20
            assert len(store.counts.latencies) == store.counts.commits
            assert await store.count_tables() == {"playing": 300}

    asyncio.run(run())


def test_an_append_may_change_the_row_alone(url: str) -> None:
    async def run() -> None:
        async with opened(url) as store:
            await store.append(change("t1", 3, 3))
            await store.append(Append(row("t1", 3, due_at=77), ()))
            assert await store.row("t1") == row("t1", 3, due_at=77)
            with pytest.raises(Conflict):
                await store.append(Append(row("t1", 2, due_at=78), ()))

    asyncio.run(run())


def test_entries_that_do_not_follow_each_other_are_a_defect_not_a_conflict(url: str) -> None:
    async def run() -> None:
        async with opened(url) as store:
            for log in ((entry(2), entry(1)), (entry(1), entry(3)), (entry(5),)):
                with pytest.raises(ValueError, match="is next"):
                    await store.append(Append(row("t1", len(log)), log))
            with pytest.raises(ValueError, match="version 0"):
                await store.append(Append(row("t1", 0), (entry(1),)))
            assert await store.row("t1") is None

    asyncio.run(run())


def test_an_append_that_no_database_can_hold_fails_alone(url: str) -> None:
    async def run() -> None:
        async with opened(url) as store:
            broken = Append(row("bad", 1), (LogEntry(1, 2**70, "ann", "c", b""),))
            group = [change("t1", 1), broken, change("t2", 1)]
            found = await outcomes(store, group)
            assert found[0] is None
            assert found[2] is None
            assert isinstance(found[1], Exception)
            assert not isinstance(found[1], Conflict)
            assert await store.row("bad") is None

    asyncio.run(run())


def test_members_replace_those_before_and_none_keeps_them(url: str) -> None:
    async def run() -> None:
        async with opened(url) as store:
            two = (Member("ann", 0), Member("bob", 1), Member("ann", 2))
            await store.append(change("t1", 1, members=two))
            await store.append(change("t2", 1, members=(Member("bob", 3),)))
            await store.append(change("t1", 2))
            (mine,) = await store.tables_of("ann", ["playing"], 9, None)
            assert (mine.row.id, mine.seats) == ("t1", (0, 2))
            await store.append(change("t1", 3, members=(Member("cy", 0),)))
            assert await store.tables_of("ann", ["playing"], 9, None) == []
            assert [m.row.id for m in await store.tables_of("bob", ["playing"], 9, None)] == ["t2"]
            await store.append(change("t1", 4, members=()))
            assert await store.tables_of("cy", ["playing"], 9, None) == []

    asyncio.run(run())


def test_results_come_with_the_append_that_ends_the_game(url: str) -> None:
    async def run() -> None:
        async with opened(url) as store:
            ends = (result(0, None), result(1, "ann"))
            await store.append(change("t1", 1, status="finished", results=ends))
            with pytest.raises(Conflict):
                await store.append(change("t1", 1, who="bob", results=ends))
            (tally,) = await store.tallies("ann")
            assert (tally.played, tally.won, tally.total) == (1, 1, 51)

    asyncio.run(run())


def test_random_changes_leave_what_a_model_in_memory_holds(url: str) -> None:
    """Many rounds of appends that wait together, right and wrong ones mixed."""
    rng = random.Random(20)
    versions: dict[str, int] = {}

    def pick() -> Append:
        table = f"t{rng.randrange(12)}"
        base = max(0, versions.get(table, 0) + rng.choice((0, 0, 0, 0, -1, 1)))
        count = rng.randint(1, 3)
        return change(table, base + count, count, who=f"p{rng.randrange(10**9)}")

    async def run() -> None:
        async with opened(url) as store:
            for _ in range(60):
                group = [pick() for _ in range(rng.randint(1, 20))]
                for one, outcome in zip(group, await outcomes(store, group), strict=True):
                    fits = versions.get(one.row.id, 0) == one.base
                    assert (outcome is None) == fits, (one, outcome)
                    if fits:
                        versions[one.row.id] = one.row.version
            assert await store.versions([*versions, "nobody"]) == versions
            for table, version in versions.items():
                assert is_whole(await store.entries(table), version)

    asyncio.run(run())
