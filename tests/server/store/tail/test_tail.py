"""A usual move is one row of the tail, and nobody who reads the store can tell."""

from __future__ import annotations

import asyncio
import random
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from tests.server.store.changes import change, entry, is_whole, move, opened, row, talk
from whistlestop.server.store.backup import backup, restore
from whistlestop.server.store.base import Append, Conflict, Member, Store
from whistlestop.server.store.open import open_store
from whistlestop.server.store.sqlite import tail as tail_module
from whistlestop.server.store.sqlite.store import SqliteStore
from whistlestop.server.upkeep.tables import stored_tables

STATUSES = ["gathering", "playing", "over"]


def count(path: Path, table: str) -> int:
    with closing(sqlite3.connect(path)) as connection:
        found: int = connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0]
    return found


async def everything(store: Store, tables: list[str]) -> list[Any]:
    """All that can be read of a store."""
    found: list[Any] = [await store.versions(tables), await store.count_tables()]
    for table in tables:
        found += [await store.row(table), await store.entries(table), await store.entries(table, 3)]
    for limit, before in ((100, None), (3, None), (4, 1_080)):
        found.append(await store.listed(STATUSES, limit, before))
        found.append(await store.listed(["playing"], limit, before))
        found.append(await store.tables_of("ann", STATUSES, limit, before))
    return found


def random_changes(chance: random.Random, tables: list[str], steps: int) -> list[list[Append]]:
    """Groups of appends as an evening has them: most are moves, some are anything else."""
    rows = {t: row(t, 0, listed=chance.random() < 0.5, summary=b"{}") for t in tables}
    said = dict.fromkeys(tables, 0)
    groups = []
    for step in range(steps):
        group = []
        for place, table in enumerate(chance.sample(tables, chance.randrange(1, 5))):
            old = rows[table]
            new = replace(old, version=old.version + 1, updated=1_000 + 8 * step + place)
            body = b'{"n":%d,"said":%d}' % (new.version, said[table])
            line = replace(entry(new.version), at=new.updated, body=body)
            if old.version and old.status != "over" and chance.random() < 0.8:
                due = chance.choice([None, 5_000 + step])
                new = replace(new, waiting=chance.randrange(32), due_at=due)
                append = Append(new, (line,), lazy=True)
            else:
                status = chance.choice(STATUSES) if old.version else "playing"
                new = replace(new, summary=b'{"s":%d}' % step, status=status, due_at=None)
                seats = (Member(chance.choice(["ann", "bob"]), 0), Member("ann", 1))
                if old.version and chance.random() < 0.3:
                    append = Append(new, (), talk=talk(table, new.version).talk)
                    said[table] += 1
                else:
                    append = Append(new, (line,), seats)
            rows[table] = new
            group.append(append)
        groups.append(group)
    return groups


@pytest.fixture
def short_tail(monkeypatch: pytest.MonkeyPatch) -> None:
    """The tail is folded in often, and by little pieces."""
    monkeypatch.setattr(tail_module, "FEWEST_ROWS", 12)
    monkeypatch.setattr(tail_module, "ROWS_PER_TABLE", 2)
    monkeypatch.setattr(tail_module, "ROWS_AT_ONCE", 3)


@pytest.mark.usefixtures("short_tail")
@pytest.mark.parametrize("seed", range(3))
def test_a_store_that_writes_lazily_reads_as_one_that_does_not(
    url: str, seed: int, tmp_path: Path
) -> None:
    tables = [f"t{n}" for n in range(8)]
    groups = random_changes(random.Random(seed), tables, 80)

    async def story(folder: Path) -> None:
        async with opened(url) as lazy, opened(str(folder / "eager.db")) as eager:
            for number, group in enumerate(groups):
                await asyncio.gather(*map(lazy.append, group))
                await asyncio.gather(*(eager.append(replace(one, lazy=False)) for one in group))
                if number % 10 == 0:
                    assert await everything(lazy, tables) == await everything(eager, tables)
            wanted = await everything(eager, tables)
            assert await everything(lazy, tables) == wanted
        async with opened(url) as again:
            assert await everything(again, tables) == wanted

    asyncio.run(story(tmp_path))


@pytest.mark.usefixtures("short_tail")
@pytest.mark.parametrize("seed", range(2))
def test_a_server_that_is_killed_at_any_moment_left_everything(tmp_path: Path, seed: int) -> None:
    """A copy of the files is what a kill leaves; one is made after every commit."""
    tables = [f"t{n}" for n in range(6)]
    path = tmp_path / "tables.db"

    async def story() -> None:
        async with opened(str(path)) as store:
            for number, group in enumerate(random_changes(random.Random(seed), tables, 60)):
                await asyncio.gather(*map(store.append, group))
                if number % 4 == seed % 4:
                    copy = tmp_path / f"killed-{number}.db"
                    for ending in ("", "-wal", ".promises"):
                        shutil.copy(f"{path}{ending}", f"{copy}{ending}")
                    wanted = await everything(store, tables)
                    async with opened(str(copy)) as left:
                        assert await everything(left, tables) == wanted
                        assert left.damage.behind == 0
                        assert left.damage.tables == ()

    asyncio.run(story())


def test_a_move_leaves_the_row_and_the_log_alone_until_something_else_happens(
    tmp_path: Path,
) -> None:
    path = tmp_path / "tables.db"

    async def story() -> None:
        async with opened(str(path)) as store:
            await store.append(change("t1", 1, summary=b"{}"))
            for version in range(2, 30):
                await store.append(move("t1", version))
            assert (count(path, "entries"), count(path, "tail")) == (1, 28)
            assert is_whole(await store.entries("t1"), 29)
            await store.append(change("t1", 30))
            assert count(path, "entries") == 30
            assert is_whole(await store.entries("t1"), 30)
        assert (count(path, "entries"), count(path, "tail")) == (30, 0), "a quiet stop leaves none"

    asyncio.run(story())


def test_a_long_tail_is_folded_in_a_little_with_each_commit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tail_module, "FEWEST_ROWS", 100)
    monkeypatch.setattr(tail_module, "ROWS_PER_TABLE", 1)
    path = tmp_path / "tables.db"
    tables = [f"t{n}" for n in range(20)]

    async def story() -> None:
        async with opened(str(path)) as store:
            await asyncio.gather(*(store.append(change(t, 1, summary=b"{}")) for t in tables))
            most = 0
            for version in range(2, 40):
                await asyncio.gather(*(store.append(move(t, version)) for t in tables))
                most = max(most, count(path, "tail"))
            assert 100 <= most <= 260
            assert 20 < count(path, "entries") < 20 * 40
            for table in tables:
                assert is_whole(await store.entries(table), 39)

    asyncio.run(story())


def test_a_lazy_append_on_another_version_is_a_conflict(url: str) -> None:
    async def story() -> None:
        async with opened(url) as store:
            with pytest.raises(Conflict):
                await store.append(move("none", 2))
            await store.append(change("t1", 1, summary=b"{}"))
            with pytest.raises(Conflict):
                await store.append(move("t1", 3))
            await store.append(move("t1", 2))
            for version in (2, 4):
                with pytest.raises(Conflict):
                    await store.append(move("t1", version))
            both = [store.append(move("t1", 3)), store.append(move("t1", 3))]
            told = await asyncio.gather(*both, return_exceptions=True)
            assert [type(one) for one in told if one is not None] == [Conflict]
            assert is_whole(await store.entries("t1"), 3)

    asyncio.run(story())


def test_a_lazy_append_has_one_entry() -> None:
    async def story() -> None:
        with pytest.raises(ValueError, match="one entry"):
            await SqliteStore("never").append(replace(change("t", 2, 2), lazy=True))

    asyncio.run(story())


def test_a_lagging_table_is_due_when_its_newest_move_says(url: str) -> None:
    async def story() -> None:
        async with opened(url) as store:
            for table in ("t1", "t2", "t3"):
                await store.append(change(table, 1, summary=b"{}", due_at=10))
            await store.append(move("t1", 2, due_at=50))
            await store.append(move("t2", 2, due_at=None))
            assert await store.claim_due(20, 1_000, 9) == ["t3"]
            assert await store.claim_due(60, 1_000, 9) == ["t1"]
            assert await store.claim_due(60, 1_000, 9) == []
            await store.renew_due([("t1", 2, 70), ("t2", 1, 70)])
            assert await store.claim_due(80, 1_000, 9) == ["t1"]

    asyncio.run(story())


def test_a_clock_that_is_due_soon_only_by_a_lagging_row_is_kept_every_five_seconds(
    tmp_path: Path,
) -> None:
    async def story() -> None:
        async with opened(str(tmp_path / "tables.db")) as store:
            await store.append(change("t1", 1, summary=b"{}"))
            await store.keep_clock(100_000)
            await store.keep_clock(106_000)
            assert await store.kept_clock() == 100_000
            await store.append(move("t1", 2, due_at=110_000))
            await store.keep_clock(104_000)
            assert await store.kept_clock() == 100_000
            await store.keep_clock(107_000)
            assert await store.kept_clock() == 107_000

    asyncio.run(story())


def test_after_a_kill_a_claimed_table_is_due_again(tmp_path: Path) -> None:
    path, copy = tmp_path / "tables.db", tmp_path / "copy.db"

    async def story() -> None:
        async with opened(str(path)) as store:
            await store.append(change("t1", 1, summary=b"{}"))
            await store.append(move("t1", 2, due_at=50))
            assert await store.claim_due(60, 90_000, 9) == ["t1"]
            for ending in ("", "-wal"):
                shutil.copy(f"{path}{ending}", f"{copy}{ending}")
        async with opened(str(copy)) as left:
            assert await left.claim_due(60, 90_000, 9) == ["t1"]

    asyncio.run(story())


def test_backups_and_lists_beside_a_server_have_what_lies_in_the_tail(tmp_path: Path) -> None:
    path, file = str(tmp_path / "tables.db"), tmp_path / "evening.wsb"
    tables = ["t1", "t2", "t3"]

    async def story() -> None:
        async with opened(path) as store:
            for table in tables:
                await store.append(change(table, 1, summary=b"{}", members=(Member("ann", 0),)))
            for version in range(2, 12):
                await store.append(move("t1", version, due_at=99 + version))
            wanted = await everything(store, tables)
            await backup(path, file, lambda done, total: None)
            listed = {table.id: table for table in await stored_tables(path)}
            assert (listed["t1"].version, listed["t1"].updated) == (11, 1_011)
            assert listed["t1"].size > listed["t2"].size
        await restore(file, str(tmp_path / "other.db"), lambda done, total: None)
        async with opened(str(tmp_path / "other.db")) as restored:
            assert await everything(restored, tables) == wanted

    asyncio.run(story())


def test_what_was_committed_unknown_to_us_is_found_in_the_tail(tmp_path: Path) -> None:
    """The answer of the commit is lost, and the next who reads or writes sees what it did."""
    lost: list[str] = []

    class Connection:
        """Loses the answer to one commit."""

        def __init__(self, real: sqlite3.Connection) -> None:
            self._real = real

        def __getattr__(self, name: str) -> Any:
            return getattr(self._real, name)

        def execute(self, statement: str, *values: Any) -> Any:
            done = self._real.execute(statement, *values)
            if statement == "COMMIT" and lost:
                raise sqlite3.OperationalError(lost.pop())
            return done

    store = open_store(str(tmp_path / "tables.db"))
    assert isinstance(store, SqliteStore)

    async def story() -> None:
        await store.open()
        await store.append(change("t1", 1, summary=b"{}"))
        real = store._file.connect

        def connect(*, writes: bool) -> Any:
            return Connection(real(writes=writes)) if writes else real(writes=writes)

        store._file.connect = connect  # type: ignore[method-assign]  # to lose an answer
        assert store._writer is not None
        store._writer._discard()
        await store.append(move("t1", 2))
        lost.append("disk I/O error")
        with pytest.raises(Exception, match="disk I/O error"):
            await store.append(move("t1", 3))
        assert is_whole(await store.entries("t1"), 3), "whoever reads looks at the whole tail"
        with pytest.raises(Conflict):
            await store.append(move("t1", 3))
        await store.append(move("t1", 4))
        assert is_whole(await store.entries("t1"), 4)
        await store.close()

    asyncio.run(story())
