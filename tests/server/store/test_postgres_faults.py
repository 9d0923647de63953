"""A PostgreSQL server that goes away or refuses: stores fail closed, and recover by themselves."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Iterator

import asyncpg  # type: ignore[import-untyped]  # it has no types
import pytest

from tests.server.postgres import PostgresServer
from tests.server.store.changes import change, entry, is_whole, opened, row
from whistlestop.server.store.base import Append, CommitUnknown, Conflict, Store, StoreUnavailable
from whistlestop.server.store.postgres.connection import unavailable
from whistlestop.server.store.postgres.store import PostgresStore

TABLES = [f"t{n}" for n in range(12)]


@pytest.fixture(scope="module")
def mortal_server() -> Iterator[PostgresServer]:
    server = PostgresServer()
    try:
        yield server.start()
    finally:
        server.throw_away()


@pytest.fixture
def own_server(mortal_server: PostgresServer) -> Iterator[PostgresServer]:
    """A server that a test may kill; the next test gets it back running."""
    yield mortal_server
    mortal_server.restart()


class Play:
    """Tables that are written without a pause, with what their writer was told."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.told = dict.fromkeys(TABLES, 0)
        self.failures: list[StoreUnavailable] = []
        self.going = True

    async def write(self, table: str) -> None:
        version = 0
        while self.going:
            try:
                await self.store.append(change(table, version + 1, who=f"w{time.monotonic_ns()}"))
                version += 1
                self.told[table] = version
            except StoreUnavailable as error:
                self.failures.append(error)
                version = await self.look(table)

    async def look(self, table: str) -> int:
        """The version that the log tells, as soon as there is somebody to ask."""
        while True:
            try:
                return (await self.store.versions([table])).get(table, 0)
            except StoreUnavailable as error:
                self.failures.append(error)
                await asyncio.sleep(0.02)

    async def grow(self) -> None:
        """Wait until every table has gone on."""
        before = dict(self.told)
        deadline = time.monotonic() + 20
        while any(self.told[table] < before[table] + 2 for table in TABLES):
            assert time.monotonic() < deadline, self.failures[-1]
            await asyncio.sleep(0.01)


@pytest.mark.slow
@pytest.mark.parametrize("how", ["kill", "stop"])
def test_a_server_that_goes_and_comes_back_loses_nothing_that_was_told(
    own_server: PostgresServer, how: str
) -> None:
    async def run() -> None:
        async with opened(own_server.new_database()) as store:
            play = Play(store)
            writing = [asyncio.create_task(play.write(table)) for table in TABLES]
            for _ in range(3):
                await play.grow()
                await asyncio.to_thread(getattr(own_server, how))
                with pytest.raises(StoreUnavailable) as caught:
                    await store.check()
                assert caught.value.code == "unreachable"
                await asyncio.to_thread(own_server.start)
            await play.grow()
            play.going = False
            await asyncio.gather(*writing)
            assert {failure.code for failure in play.failures} == {"unreachable"}, [
                str(failure) for failure in play.failures if failure.code != "unreachable"
            ]
            for table in TABLES:
                log = await store.entries(table)
                assert len(log) >= play.told[table]
                assert is_whole(log, len(log))
            await store.check()

    asyncio.run(run())


def test_while_the_server_is_gone_everything_fails_at_once(own_server: PostgresServer) -> None:
    async def run() -> None:
        async with opened(own_server.new_database()) as store:
            await store.append(change("t1", 1))
            own_server.stop()
            for _ in range(20):
                start = time.monotonic()
                with pytest.raises(StoreUnavailable):
                    await store.append(change("t1", 2))
                with pytest.raises(StoreUnavailable):
                    await store.entries("t1")
                assert time.monotonic() - start < 2
            own_server.start()
            await recovered(store)
            await store.append(change("t1", 2))

    asyncio.run(run())


async def recovered(store: Store) -> None:
    """Wait, as a client would, until an append is taken again."""
    for n in range(1, 1000):
        try:
            await store.append(change(f"probe-{n}", 1))
            return
        except StoreUnavailable:
            await asyncio.sleep(0.01)
    raise AssertionError("the store did not recover")


def test_a_connection_cut_while_committing_leaves_it_unknown(
    postgres_server: PostgresServer, postgres_url: str
) -> None:
    """Somebody holds the table's row, so the append waits in the server when it is cut."""

    async def run() -> None:
        async with opened(postgres_url) as store, opened(postgres_url) as other:
            assert isinstance(other, PostgresStore)
            await store.append(change("t1", 1))
            async with other._pool.acquire() as holder, holder.transaction():
                await holder.execute("SELECT 1 FROM tables WHERE id = 't1' FOR UPDATE")
                waiting = asyncio.create_task(store.append(change("t1", 2)))
                await asyncio.to_thread(cut_who_waits, postgres_server)
                with pytest.raises(CommitUnknown):
                    await waiting
            assert await store.versions(["t1"]) == {"t1": 1}
            await store.append(change("t1", 2))

    asyncio.run(run())


def cut_who_waits(server: PostgresServer) -> None:
    cut = (
        "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity "
        "WHERE wait_event_type = 'Lock' AND application_name = 'whistlestop'"
    )
    deadline = time.monotonic() + 10
    while server.sql(cut) == "0":
        assert time.monotonic() < deadline


def test_a_database_that_became_read_only_refuses_and_recovers(
    postgres_server: PostgresServer,
) -> None:
    url = postgres_server.new_database()
    name = url.rsplit("/", 1)[1]

    def turn(setting: str) -> None:
        postgres_server.sql(f"ALTER DATABASE {name} SET default_transaction_read_only = {setting}")
        postgres_server.sql(
            "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity "
            f"WHERE datname = '{name}'"
        )

    async def run() -> None:
        async with opened(url) as store:
            await store.append(change("t1", 1))
            await asyncio.to_thread(turn, "on")
            found = [await failure(store, change("t1", 2)) for _ in range(5)]
            assert found[-1].code == "read_only"
            assert is_whole(await store.entries("t1"), 1)
            with pytest.raises(StoreUnavailable):
                await store.check()
            await asyncio.to_thread(turn, "off")
            await recovered(store)
            await store.append(change("t1", 2))

    asyncio.run(run())


async def failure(store: Store, wrong: Append) -> StoreUnavailable:
    with pytest.raises(StoreUnavailable) as caught:
        await store.append(wrong)
    return caught.value


@pytest.mark.slow
def test_a_server_whose_disk_takes_no_more_refuses_and_recovers(
    own_server: PostgresServer,
) -> None:
    """The process behind the connection may not let any file grow beyond 20 MB."""

    def big(version: int) -> Append:
        return Append(row("t1", version), (entry(version, body=os.urandom(2_000_000)),))

    async def run() -> None:
        async with opened(own_server.new_database()) as store:
            assert isinstance(store, PostgresStore)
            await store.append(big(1))
            assert store._writer is not None
            pid = store._writer._connection.get_server_pid()  # type: ignore[union-attr]
            own_server.limit_files(pid, 20_000_000)
            version, error = 1, None
            while error is None:
                assert version < 30
                try:
                    await store.append(big(version + 1))
                    version += 1
                except StoreUnavailable as caught:
                    error = caught
            assert type(error) is StoreUnavailable
            # A full disk has a code in PostgreSQL, a limit like this one has not.
            assert error.code == "broken"
            assert "File too large" in str(error)
            await store.append(big(version + 1))  # by a new process, which has no such limit
            assert is_whole(await store.entries("t1"), version + 1)

    asyncio.run(run())


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (asyncpg.DiskFullError("could not extend file"), "disk_full"),
        (asyncpg.ReadOnlySQLTransactionError("cannot execute UPDATE"), "read_only"),
        (asyncpg.DeadlockDetectedError("deadlock"), "busy"),
        (asyncpg.OutOfMemoryError("out of memory"), "broken"),
    ],
)
def test_an_error_that_the_server_answered_with_means_that_nothing_is_stored(
    error: Exception, code: str
) -> None:
    found = unavailable(error, committing=True)
    assert type(found) is StoreUnavailable
    assert found.code == code


def test_a_conflict_is_still_a_conflict_after_a_restart(own_server: PostgresServer) -> None:
    async def run() -> None:
        async with opened(own_server.new_database()) as store:
            await store.append(change("t1", 1))
            await asyncio.to_thread(own_server.restart)
            await recovered(store)
            with pytest.raises(Conflict):
                await store.append(change("t1", 1, who="bob"))

    asyncio.run(run())
