"""A SQLite file that cannot be used is refused with one sentence, and left as it was."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.store.changes import change, opened
from tests.server.store.writing import ROOT
from whistlestop.server.errors import StartupError
from whistlestop.server.store import migrations
from whistlestop.server.store.migrations import Migration
from whistlestop.server.store.open import default_store, open_store
from whistlestop.server.store.sqlite import file as sqlite_file

OPEN = "import asyncio, sys; from whistlestop.server.store.open import open_store; "
OPEN_IT = OPEN + "asyncio.run(open_store(sys.argv[1]).open())"
LOOK = "import sys; from whistlestop.server.upkeep.repair import look; "
SCHEMAS = len(migrations.migrations("sqlite"))


def refusal(path: Path | str) -> StartupError:
    with pytest.raises(StartupError) as caught:
        asyncio.run(open_store(str(path)).open())
    sentence = str(caught.value)
    assert sentence.endswith(".")
    assert "\n" not in sentence
    return caught.value


def as_nobody(path: Path, load: str = OPEN, do: str = OPEN_IT) -> str:
    """What a process without root's powers says when it opens a store, or looks at it."""
    user = 65534 if os.getuid() == 0 else None
    # The interpreter may lie where others cannot look, so it gives up its powers by itself.
    drop = f"import os; os.setuid({user}); " if user else ""
    load += "import whistlestop.server.store.sqlite.store; "
    done = subprocess.run(
        [sys.executable, "-c", load + drop + do, str(path)],
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    return done.stderr.strip().splitlines()[-1]


def test_a_second_server_on_the_same_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    link = tmp_path / "other-name.db"

    async def run() -> None:
        async with opened(str(path)):
            link.symlink_to(path)
            for name in (path, link):
                with pytest.raises(StartupError, match="in use by another server") as caught:
                    await open_store(str(name)).open()
                assert caught.value.code == "in_use"

    asyncio.run(run())
    asyncio.run(open_and_close(path))


async def open_and_close(url: Path | str) -> None:
    async with opened(str(url)):
        pass


def test_a_second_process_on_the_same_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"

    async def run() -> str:
        async with opened(str(path)):
            done = await asyncio.create_subprocess_exec(
                sys.executable, "-c", OPEN_IT, str(path), stderr=asyncio.subprocess.PIPE
            )
            _, said = await done.communicate()
            return said.decode()

    assert f"{path} is in use by another server." in asyncio.run(run())


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """A folder that everybody can reach, as pytest's own are not."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o777)
        yield folder


def test_a_file_that_may_not_be_written_is_refused(open_folder: Path) -> None:
    path = open_folder / "tables.db"
    path.touch(mode=0o444)
    assert f"{path} cannot be written: Permission denied." in as_nobody(path)
    locked = open_folder / "folder" / "tables.db"
    locked.parent.mkdir(mode=0o555)
    assert f"{locked} cannot be written: Permission denied." in as_nobody(locked)
    missing = open_folder / "folder" / "deeper" / "tables.db"
    assert f"{missing} cannot be written: Permission denied." in as_nobody(missing)


def test_a_file_that_may_only_be_read_says_that_reading_it_takes_more(open_folder: Path) -> None:
    """SQLite itself would say "attempt to write a readonly database" to somebody who reads."""
    path = open_folder / "tables.db"
    asyncio.run(open_and_close(path))
    path.chmod(0o644)
    open_folder.chmod(0o755)
    says = as_nobody(path, LOOK, "look(sys.argv[1])")
    assert f"{path} cannot be read: this user may not write to it, or its disk" in says


def test_a_file_that_may_not_be_read_is_refused_in_plain_words(open_folder: Path) -> None:
    """SQLite itself would say "unable to open database file"."""
    path = open_folder / "tables.db"
    asyncio.run(open_and_close(path))
    path.chmod(0)
    says = as_nobody(path, LOOK, "look(sys.argv[1])")
    assert f"{path} cannot be read: this user may not read and write it." in says


@pytest.mark.skipif(os.getuid() != 0, reason="only root can give files to others")
def test_a_store_that_root_makes_belongs_to_whom_its_folder_belongs_to(open_folder: Path) -> None:
    """As when root restores a backup, or upgrades, for a server that runs as somebody else."""
    path = open_folder / "tables.db"
    os.chown(open_folder, 65534, 65533)

    async def run() -> None:
        async with opened(str(path)) as store:
            await store.append(change("table1", 1))
            made = {one.name.removeprefix(path.name): one.stat() for one in open_folder.iterdir()}
        assert {"", "-wal", "-shm", ".lock", ".promises"} <= set(made)
        owners = {(one.st_uid, one.st_gid, one.st_mode & 0o777) for one in made.values()}
        assert owners == {(65534, 65533, 0o600)}

    asyncio.run(run())


def test_a_folder_in_place_of_the_file_is_refused(tmp_path: Path) -> None:
    assert refusal(tmp_path).code == "not_a_store"
    (tmp_path / "file").touch()
    assert refusal(tmp_path / "file" / "tables.db").code == "unwritable"


@pytest.mark.parametrize("content", [b"not a database at all", b"x" * 5000, bytes(4096)])
def test_a_file_that_is_no_database_is_refused_and_untouched(
    tmp_path: Path, content: bytes
) -> None:
    path = tmp_path / "tables.db"
    path.write_bytes(content)
    assert refusal(path).code == "not_a_store"
    assert path.read_bytes() == content


def test_a_database_of_another_program_is_refused_and_untouched(tmp_path: Path) -> None:
    path = tmp_path / "other.db"
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE songs (name TEXT)")
    connection.close()
    before = path.read_bytes()
    assert refusal(path).code == "not_a_store"
    assert path.read_bytes() == before


def test_a_newer_schema_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    asyncio.run(open_and_close(path))
    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA user_version = 999")
    connection.close()
    error = refusal(path)
    assert error.code == "newer_schema"
    assert "schema 999" in str(error)


@pytest.mark.parametrize("schema", range(SCHEMAS + 1))
def test_a_file_of_every_older_schema_is_brought_up_to_date(tmp_path: Path, schema: int) -> None:
    path = tmp_path / "tables.db"
    connection = sqlite3.connect(path)
    connection.execute(f"PRAGMA application_id = {sqlite_file.APPLICATION_ID}")
    for migration in migrations.migrations("sqlite")[:schema]:
        connection.executescript(migration.sql)
    connection.execute(f"PRAGMA user_version = {schema}")
    connection.close()

    async def run() -> None:
        async with opened(str(path)) as store:
            await store.append(change("t1", 1))
            assert len(await store.secret()) == 32

    asyncio.run(run())
    connection = sqlite3.connect(path)
    assert connection.execute("PRAGMA user_version").fetchone() == (SCHEMAS,)
    connection.close()


def test_a_migration_that_fails_leaves_the_file_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "tables.db"

    async def run() -> None:
        async with opened(str(path)) as store:
            await store.append(change("t1", 1))

    asyncio.run(run())
    bad = Migration(SCHEMAS + 1, "bad.sql", "DROP TABLE entries; INSERT INTO nowhere VALUES (1);")
    known = (*migrations.migrations("sqlite"), bad)
    with monkeypatch.context() as patch:
        patch.setattr(migrations, "migrations", lambda kind: known)
        refusal(path)

    async def look() -> None:
        async with opened(str(path)) as store:
            assert len(await store.entries("t1")) == 1

    asyncio.run(look())


def test_migrations_are_numbered_without_a_gap_and_alike_in_both_databases() -> None:
    both = [migrations.migrations(kind) for kind in ("sqlite", "postgres")]
    assert [m.name for m in both[0]] == [m.name for m in both[1]]


def test_the_file_can_be_read_by_its_owner_only(tmp_path: Path) -> None:
    path = tmp_path / "new" / "tables.db"
    asyncio.run(open_and_close(path))
    assert path.stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize(
    ("url", "says"),
    [("mysql://host/x", '"mysql"'), ("sqlite:///", "name of a file"), ("", "name of a file")],
)
def test_an_address_of_no_known_store_is_refused(url: str, says: str) -> None:
    with pytest.raises(StartupError, match=says) as caught:
        open_store(url)
    assert caught.value.code == "bad_store"


def test_a_store_is_named_by_a_path_or_an_address(tmp_path: Path) -> None:
    path = tmp_path / "a b.db"
    for name in (path, f"sqlite:///{tmp_path}/a%20b.db"):
        asyncio.run(open_and_close(name))
    assert sorted(p.name for p in tmp_path.iterdir()) == ["a b.db", "a b.db.lock"]


def test_the_usual_file_lies_among_the_user_s_data(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("WHISTLESTOP_HOME", raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", "/data")
    assert default_store() == "/data/whistlestop/tables.db"
    monkeypatch.delenv("XDG_DATA_HOME")
    monkeypatch.setenv("HOME", "/home/ann")
    assert default_store() == "/home/ann/.local/share/whistlestop/tables.db"
