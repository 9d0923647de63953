"""What can be asked of a store, in both databases."""

from __future__ import annotations

import asyncio
from dataclasses import astuple

import pytest

from tests.server.store.changes import change, opened, result
from whistlestop.server.store.base import GuestTally, Member, StoreUnavailable


def test_listed_tables_come_newest_first_and_only_listed_ones(url: str) -> None:
    async def run() -> None:
        async with opened(url) as store:
            for n in range(10):
                status = ("open", "playing", "finished")[n % 3]
                await store.append(
                    change(f"t{n}", 1, status=status, listed=n != 4, updated=100 + n)
                )
            found = await store.listed(["open", "playing"], 100, None)
            assert [row.id for row in found] == ["t9", "t7", "t6", "t3", "t1", "t0"]
            assert [r.id for r in await store.listed(["open", "playing"], 2, None)] == ["t9", "t7"]
            assert [r.id for r in await store.listed(["finished"], 9, 108)] == ["t5", "t2"]
            assert await store.listed([], 9, None) == []
            assert await store.listed(["nonsense"], 9, None) == []

    asyncio.run(run())


def test_a_table_leaves_the_list_when_it_is_no_longer_listed(url: str) -> None:
    async def run() -> None:
        async with opened(url) as store:
            await store.append(change("t1", 1, status="open", listed=True))
            await store.append(change("t1", 2, status="playing", listed=False))
            assert await store.listed(["open", "playing"], 9, None) == []

    asyncio.run(run())


def test_tables_of_a_guest_come_newest_first_with_all_seats(url: str) -> None:
    async def run() -> None:
        async with opened(url) as store:
            for n in range(6):
                seats = (Member("ann", n % 3), Member("ann", 4), Member("bob", 3))
                status = "finished" if n % 2 else "playing"
                await store.append(
                    change(f"t{n}", 1, status=status, updated=100 + n, members=seats)
                )
            found = await store.tables_of("ann", ["playing", "finished"], 3, None)
            assert [(m.row.id, m.seats) for m in found] == [
                ("t5", (2, 4)),
                ("t4", (1, 4)),
                ("t3", (0, 4)),
            ]
            older = await store.tables_of("bob", ["finished"], 9, 105)
            assert [(m.row.id, m.seats) for m in older] == [("t3", (3,)), ("t1", (3,))]
            assert await store.tables_of("nobody", ["playing"], 9, None) == []

    asyncio.run(run())


def test_results_are_summed_by_board_and_number_of_players(url: str) -> None:
    async def run() -> None:
        async with opened(url) as store:
            await store.append(change("t1", 1, results=(result(0, "ann", score=90, won=True),)))
            await store.append(change("t2", 1, results=(result(0, "ann", score=-12),)))
            await store.append(change("t3", 1, results=(result(0, "ann", players=4),)))
            await store.append(
                change("t4", 1, results=(result(0, "ann", board="usa"), result(1, "bob")))
            )
            found = {(t.board, t.players): t for t in await store.tallies("ann")}
            assert set(found) == {("europe", 2), ("europe", 4), ("usa", 2)}
            assert found["europe", 2] == GuestTally("europe", 2, 2, 1, 78, 90, 8, 6)
            assert {type(value) for value in astuple(found["europe", 2])} == {int, str}
            assert await store.tallies("nobody") == []

    asyncio.run(run())


def test_tables_are_counted_by_status(url: str) -> None:
    async def run() -> None:
        async with opened(url) as store:
            assert await store.count_tables() == {}
            for n, status in enumerate(["open", "playing", "playing"]):
                await store.append(change(f"t{n}", 1, status=status))
            assert await store.count_tables() == {"open": 1, "playing": 2}

    asyncio.run(run())


def test_a_due_table_is_claimed_once_and_again_when_the_claim_runs_out(url: str) -> None:
    async def run() -> None:
        async with opened(url) as store:
            for n in range(5):
                await store.append(change(f"t{n}", 1, due_at=100 + n if n else None))
            assert await store.claim_due(99, 500, 9) == []
            assert sorted(await store.claim_due(102, 500, 9)) == ["t1", "t2"]
            assert await store.claim_due(102, 500, 9) == []
            assert await store.claim_due(499, 900, 1) == ["t3"]
            assert sorted(await store.claim_due(500, 900, 9)) == ["t1", "t2", "t4"]
            row = await store.row("t1")
            assert row is not None
            assert row.due_at == 900

    asyncio.run(run())


def test_a_due_time_is_renewed_unless_the_table_has_changed(url: str) -> None:
    async def run() -> None:
        async with opened(url) as store:
            for n in range(3):
                await store.append(change(f"t{n}", 1, due_at=100))
            await store.append(change("t2", 2, due_at=200))
            await store.renew_due([])
            await store.renew_due([("t1", 1, 700), ("t2", 1, 700), ("nowhere", 1, 700)])
            rows = [await store.row(f"t{n}") for n in range(3)]
            assert [row.due_at for row in rows if row is not None] == [100, 700, 200]

    asyncio.run(run())


def test_the_game_clock_is_kept_and_never_goes_back(url: str) -> None:
    async def run() -> None:
        async with opened(url) as store:
            assert await store.kept_clock() is None
            assert await store.keep_clock(1_000_000) == 1_000_000
            assert await store.keep_clock(900_000) == 1_000_000
            assert await store.keep_clock(1_700_000) == 1_700_000
        async with opened(url) as store:
            assert await store.kept_clock() == 1_700_000

    asyncio.run(run())


def test_many_claimers_at_once_never_get_the_same_table(url: str) -> None:
    async def run() -> None:
        async with opened(url) as store:
            wanted = {f"t{n}" for n in range(120)}
            await asyncio.gather(*(store.append(change(t, 1, due_at=5)) for t in wanted))
            found = await asyncio.gather(*(store.claim_due(10, 1000, 7) for _ in range(40)))
            claimed = [table for part in found for table in part]
            assert len(claimed) == len(set(claimed))
            assert set(claimed) == wanted

    asyncio.run(run())


def test_the_secret_is_made_once_and_kept(url: str) -> None:
    async def run() -> bytes:
        async with opened(url) as store:
            assert await store.secret() == await store.secret()
            return await store.secret()

    first = asyncio.run(run())
    assert len(first) == 32
    assert len(set(first)) > 8
    assert asyncio.run(run()) == first


def test_a_healthy_store_passes_its_check(url: str) -> None:
    async def run() -> None:
        async with opened(url) as store:
            await store.check()
            await store.check()

    asyncio.run(run())


def test_a_closed_store_refuses_everything_and_can_be_closed_again(url: str) -> None:
    async def run() -> None:
        async with opened(url) as store:
            pass
        await store.close()
        for question in (store.row("t1"), store.append(change("t1", 1)), store.check()):
            with pytest.raises(StoreUnavailable) as caught:
                await question
            assert caught.value.code == "closed"

    asyncio.run(run())


def test_appends_under_way_are_finished_when_the_store_is_closed(url: str) -> None:
    async def run() -> None:
        async with opened(url) as store:
            waiting = [asyncio.create_task(store.append(change(f"t{n}", 1))) for n in range(50)]
            await asyncio.sleep(0)
        assert await asyncio.gather(*waiting) == [None] * 50
        async with opened(url) as store:
            assert await store.count_tables() == {"playing": 50}

    asyncio.run(run())
