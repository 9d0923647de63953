"""A PostgreSQL database that cannot be used is refused with one sentence, without its password."""

from __future__ import annotations

import asyncio
import sys

import pytest

from tests.server.postgres import PASSWORD, PostgresServer
from tests.server.store.changes import change, opened
from whistlestop.server.errors import StartupError
from whistlestop.server.store import migrations
from whistlestop.server.store.migrations import Migration
from whistlestop.server.store.open import open_store

SCHEMAS = len(migrations.migrations("postgres"))


def refusal(url: str) -> StartupError:
    with pytest.raises(StartupError) as caught:
        asyncio.run(open_store(url).open())
    sentence = str(caught.value)
    assert sentence.endswith(".")
    assert "\n" not in sentence
    assert PASSWORD not in sentence
    # A traceback of what came before would show the address.
    assert caught.value.__suppress_context__ or caught.value.__context__ is None
    return caught.value


async def open_and_close(url: str) -> None:
    async with opened(url):
        pass


def test_a_server_that_is_not_there_is_refused(postgres_server: PostgresServer) -> None:
    url = postgres_server.url.replace(str(postgres_server.port), "1")
    error = refusal(url)
    assert error.code == "unreachable"
    assert "127.0.0.1:1/postgres" in str(error)
    assert refusal(f"postgresql://u:{PASSWORD}@no-such-host.invalid/x").code == "unreachable"


def test_a_wrong_password_or_user_is_refused(postgres_server: PostgresServer) -> None:
    wrong = postgres_server.url.replace(PASSWORD, "guess-guess")
    error = refusal(wrong)
    assert error.code == "bad_login"
    assert "guess" not in str(error)
    assert refusal(postgres_server.url.replace("postgres:", "nobody:")).code == "bad_login"


def test_a_database_that_does_not_exist_is_refused(postgres_server: PostgresServer) -> None:
    error = refusal(postgres_server.url.removesuffix("postgres") + "elsewhere")
    assert error.code == "no_database"
    assert "/elsewhere" in str(error)


@pytest.mark.parametrize(
    "url",
    [
        f"postgresql://u:{PASSWORD}@host:port/x",
        f"postgresql://u:{PASSWORD}@[::1/x",
        f"postgresql://u:{PASSWORD}@h/x?sslmode=odd",
    ],
)
def test_an_address_that_cannot_be_read_is_refused(url: str) -> None:
    assert refusal(url).code == "bad_store"


def test_a_user_who_may_not_make_tables_is_refused(postgres_server: PostgresServer) -> None:
    url = postgres_server.new_database()
    postgres_server.sql(f"CREATE ROLE guest_only LOGIN PASSWORD '{PASSWORD}'")
    assert refusal(url.replace("postgres:", "guest_only:")).code == "unwritable"


def test_a_missing_driver_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "asyncpg", None)
    error = refusal("postgresql://host/x")
    assert error.code == "no_asyncpg"
    assert "whistlestop[postgres]" in str(error)


def test_a_newer_schema_is_refused(postgres_server: PostgresServer, postgres_url: str) -> None:
    asyncio.run(open_and_close(postgres_url))
    postgres_server.sql("UPDATE whistlestop.meta SET value = '999' WHERE key = 'schema'")
    error = refusal(postgres_url)
    assert error.code == "newer_schema"
    assert "schema 999" in str(error)


@pytest.mark.parametrize("schema", range(SCHEMAS + 1))
def test_a_database_of_every_older_schema_is_brought_up_to_date(
    postgres_server: PostgresServer, postgres_url: str, schema: int
) -> None:
    older = migrations.migrations("postgres")[:schema]
    postgres_server.sql(
        "CREATE SCHEMA whistlestop; SET search_path = whistlestop;"
        "CREATE TABLE meta (key text PRIMARY KEY, value bytea);"
        + "".join(migration.sql for migration in older)
        + f"INSERT INTO meta VALUES ('schema', '{schema}')"
    )

    async def run() -> None:
        async with opened(postgres_url) as store:
            await store.append(change("t1", 1))
            assert len(await store.secret()) == 32

    asyncio.run(run())
    found = postgres_server.sql(
        "SELECT convert_from(value, 'UTF8') FROM whistlestop.meta WHERE key = 'schema'"
    )
    assert found == str(SCHEMAS)


def test_a_migration_that_fails_leaves_the_database_as_it_was(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def run() -> None:
        async with opened(postgres_url) as store:
            await store.append(change("t1", 1))

    async def look() -> None:
        async with opened(postgres_url) as store:
            assert len(await store.entries("t1")) == 1

    asyncio.run(run())
    bad = Migration(SCHEMAS + 1, "bad.sql", "DROP TABLE entries; INSERT INTO nowhere VALUES (1);")
    known = (*migrations.migrations("postgres"), bad)
    with monkeypatch.context() as patch:
        patch.setattr(migrations, "migrations", lambda kind: known)
        assert refusal(postgres_url).code == "unwritable"
    asyncio.run(look())


def test_many_processes_may_start_on_an_empty_database_at_once(postgres_url: str) -> None:
    async def run() -> None:
        stores = [open_store(postgres_url) for _ in range(8)]
        await asyncio.gather(*(store.open() for store in stores))
        secrets = await asyncio.gather(*(store.secret() for store in stores))
        assert len(set(secrets)) == 1
        await asyncio.gather(*(store.close() for store in stores))

    asyncio.run(run())
