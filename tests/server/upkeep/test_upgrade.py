"""Whatever 0.1 wrote is read, kept and restored by this version, in either database."""

from __future__ import annotations

import asyncio
import os
import resource
import shutil
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

import whistlestop as ws
from tests.cli.running import refused, run
from tests.server.postgres import PASSWORD, PostgresServer
from tests.server.store.changes import opened
from tests.server.upkeep.old import BACKUP, RECORD, SCORES, TABLES, old_database, old_file
from whistlestop.server.errors import StartupError
from whistlestop.server.store.backup import backup, restore
from whistlestop.server.store.open import open_store
from whistlestop.server.upkeep.verify import Verified, verify

Place = Callable[[str], str]
ALL = "Read 5 tables with 4 games, 2 of them finished, and 240 entries"
SOUND = "Every one comes out as it was played."


def quiet(done: int, total: int) -> None:
    assert 0 <= done <= total


@pytest.fixture
def old(request: pytest.FixtureRequest, tmp_path: Path) -> Place:
    """A store of 0.1 in each kind of database."""

    def make(kind: str) -> str:
        if kind == "sqlite":
            return str(old_file(tmp_path))
        return old_database(request.getfixturevalue("postgres_server"))

    return make


@pytest.fixture
def new(request: pytest.FixtureRequest, tmp_path: Path) -> Place:
    """Where a new store of a kind can be made."""

    def make(kind: str) -> str:
        if kind == "sqlite":
            return str(tmp_path / f"{os.urandom(4).hex()}.db")
        server: PostgresServer = request.getfixturevalue("postgres_server")
        return server.new_database()

    return make


async def seen(url: str) -> dict[str, Any]:
    """What a store of this version holds of the old evening."""
    async with opened(url) as store:
        ann = await store.tables_of("ann", ["over"], 9, None)
        return {
            "versions": await store.versions(TABLES),
            "logs": {table: await store.entries(table) for table in TABLES},
            "ann": sorted((one.row.id, one.seats) for one in ann),
            "wins": sum(tally.won for tally in await store.tallies("ann")),
            "secret": await store.secret(),
        }


def whole(found: Verified) -> bool:
    return (found.tables, found.finished, found.differences) == (5, 2, [])


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_a_store_of_0_1_is_verified_as_it_is_and_nothing_is_changed(old: Place, kind: str) -> None:
    url = old(kind)
    before = Path(url).read_bytes() if kind == "sqlite" else b""
    for _ in range(2):
        result = run("store", "verify", "--store", url)
        assert result.stdout.splitlines() == [f"{ALL} (schema 1).", SOUND]
        assert result.exit_code == 0
    assert kind != "sqlite" or Path(url).read_bytes() == before


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_an_upgraded_store_comes_out_as_it_was_played(old: Place, kind: str) -> None:
    url = old(kind)
    first = asyncio.run(seen(url))
    assert first["versions"] == TABLES
    assert first["ann"] == [("table1", (0,)), ("table3", (0,))]
    assert first["wins"] == 1
    found = asyncio.run(verify(url, quiet))
    assert (whole(found), found.schema) == (True, 5)


@pytest.mark.parametrize("target", ["sqlite", "postgres"])
def test_a_backup_of_0_1_is_restored_into_either_database(
    old: Place, new: Place, target: str
) -> None:
    url = new(target)
    counts = asyncio.run(restore(BACKUP, url, quiet))
    assert counts["table"] == 5
    assert whole(asyncio.run(verify(url, quiet)))
    assert asyncio.run(seen(url)) == asyncio.run(seen(old("sqlite")))


@pytest.mark.parametrize("source", ["sqlite", "postgres"])
@pytest.mark.parametrize("target", ["sqlite", "postgres"])
def test_an_upgraded_store_moves_to_the_other_database(
    old: Place, new: Place, tmp_path: Path, source: str, target: str
) -> None:
    first, second, file = old(source), new(target), tmp_path / "moved.wsb"
    there = asyncio.run(seen(first))
    asyncio.run(backup(first, file, quiet))
    asyncio.run(restore(file, second, quiet))
    assert asyncio.run(seen(second)) == there
    assert whole(asyncio.run(verify(second, quiet)))


def test_a_record_of_0_1_replays_to_its_score() -> None:
    record = ws.load(RECORD)
    record.verify()
    assert [seat.total for seat in record.game.score().seats] == SCORES["table1"]


# The copy that is made before


def test_a_file_is_copied_before_its_schema_is_changed(tmp_path: Path) -> None:
    path = old_file(tmp_path)
    as_it_was = path.read_bytes()
    asyncio.run(seen(str(path)))
    (kept,) = tmp_path.glob("tables.db.schema-1-*")
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    assert content(kept) == content_of(as_it_was, tmp_path)
    asyncio.run(seen(str(path)))
    assert len(list(tmp_path.glob("tables.db.schema-*"))) == 1, "nothing to change, nothing to copy"
    shutil.copy(kept, path)
    assert whole(asyncio.run(verify(str(path), quiet)))


def test_a_second_copy_takes_no_place_of_the_first(tmp_path: Path) -> None:
    for times in range(1, 4):
        path = old_file(tmp_path)
        for beside in ("-wal", "-shm", ".promises"):
            Path(f"{path}{beside}").unlink(missing_ok=True)
        asyncio.run(seen(str(path)))
        assert len(list(tmp_path.glob("tables.db.schema-1-*"))) == times


def content(path: Path) -> list[Any]:
    with closing(sqlite3.connect(path)) as connection:
        return list(connection.iterdump())


def content_of(data: bytes, folder: Path) -> list[Any]:
    (folder / "as-it-was").write_bytes(data)
    return content(folder / "as-it-was")


def test_without_room_for_the_copy_nothing_is_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = old_file(tmp_path)
    before = content(path)
    usage = shutil.disk_usage(tmp_path)._replace(free=100_000)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage)
    with pytest.raises(StartupError, match=r"needs 0\.3 MB of room .* there are 0\.1 MB\.") as told:
        asyncio.run(open_store(str(path)).open())
    assert told.value.code == "no_room"
    assert content(path) == before
    assert list(tmp_path.glob("tables.db.schema-*")) == []


_LIMITED = """import asyncio, resource, signal, sys
from whistlestop.server.store.open import open_store
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (40_000, resource.RLIM_INFINITY))
asyncio.run(open_store(sys.argv[1]).open())"""


def test_a_copy_that_cannot_be_written_whole_stops_the_upgrade(tmp_path: Path) -> None:
    path = old_file(tmp_path)
    before = content(path)
    assert resource.getrlimit(resource.RLIMIT_FSIZE)[1] == resource.RLIM_INFINITY
    done = subprocess.run(
        [sys.executable, "-c", _LIMITED, path], capture_output=True, text=True, check=False
    )
    assert "cannot be copied before" in done.stderr.splitlines()[-1]
    assert content(path) == before
    assert list(tmp_path.glob("tables.db.schema-*")) == []


def test_a_database_is_copied_into_a_schema_before_it_is_changed(
    postgres_server: PostgresServer,
) -> None:
    url = old_database(postgres_server)
    asyncio.run(seen(url))
    asyncio.run(seen(url))
    names = postgres_server.sql(
        "SELECT nspname FROM pg_namespace WHERE nspname LIKE 'whistlestop_%'", url
    )
    (kept,) = names.splitlines()
    assert kept.startswith("whistlestop_schema_1_")
    postgres_server.sql(
        f"DROP SCHEMA whistlestop CASCADE; ALTER SCHEMA {kept} RENAME TO whistlestop", url
    )
    found = asyncio.run(verify(url, quiet))
    assert (whole(found), found.schema) == (True, 1), "an older version finds what it left"
    asyncio.run(seen(url))


def test_the_password_of_a_database_comes_from_a_file(
    postgres_server: PostgresServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = old_database(postgres_server)
    (tmp_path / "password").write_text(f"{PASSWORD}\n")
    monkeypatch.setenv("WHISTLESTOP_STORE", url.replace(f":{PASSWORD}@", "@"))
    assert "refuses the user or the password" in refused("store", "verify")
    monkeypatch.setenv("WHISTLESTOP_STORE_PASSWORD_FILE", str(tmp_path / "password"))
    assert SOUND in run("store", "verify").stdout


# What it refuses


def test_a_restore_into_an_old_store_changes_nothing_of_it(tmp_path: Path) -> None:
    path = old_file(tmp_path)
    before = path.read_bytes()
    assert refused("restore", BACKUP, "--store", path) == f"{path} holds tables already."
    assert path.read_bytes() == before
    assert list(tmp_path.glob("tables.db.schema-*")) == []


def test_a_restore_into_an_old_database_changes_nothing_of_it(
    postgres_server: PostgresServer,
) -> None:
    url = old_database(postgres_server)
    assert refused("restore", BACKUP, "--store", url).endswith("holds tables already.")
    assert asyncio.run(verify(url, quiet)).schema == 1


def test_a_newer_store_is_refused(tmp_path: Path) -> None:
    path = old_file(tmp_path)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA user_version = 99")
    for verb in ("verify", "repair"):
        sentence = refused("store", verb, "--store", path)
        assert "was written by a newer Whistlestop" in sentence


@pytest.mark.parametrize("verb", ["verify", "check", "repair"])
def test_what_is_no_store_is_refused(tmp_path: Path, verb: str) -> None:
    path = tmp_path / "tables.db"
    assert refused("store", verb, "--store", path) == f"There is no store in {path}."
    path.write_bytes(b"x" * 5000)
    assert refused("store", verb, "--store", path) == f"{path} is not a database."
    path.unlink()
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE songs (name TEXT)")
    assert refused("store", verb, "--store", path) == f"{path} is a database of another program."
    assert sorted(file.name for file in tmp_path.iterdir()) == ["tables.db"]
