"""Backup and restore: from either database into either, while a server goes on writing."""

from __future__ import annotations

import asyncio
import gzip
import hashlib
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.cli.running import refused, run
from tests.server.postgres import PASSWORD, PostgresServer
from tests.server.store.changes import change, entry, is_whole, opened, result, row, talk
from tests.server.store.writing import ROOT
from tests.server.talk.old_stores import old_rows
from whistlestop.server.store.backup import BackupError, backup, restore
from whistlestop.server.store.base import Append, KeptReview, Member, Store
from whistlestop.server.store.operating import Ban

DIRECTIONS = [(a, b) for a in ("sqlite", "postgres") for b in ("sqlite", "postgres")]

Place = Callable[[str], str]


@pytest.fixture
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Place:
    """Where a new store of a kind can be made."""

    def new(kind: str) -> str:
        if kind == "sqlite":
            return str(tmp_path / f"{os.urandom(4).hex()}.db")
        server: PostgresServer = request.getfixturevalue("postgres_server")
        return server.new_database()

    return new


def quiet(done: int, total: int) -> None:
    assert 0 <= done <= total


async def fill(url: str) -> None:
    """Something of everything that a store can hold."""
    async with opened(url) as store:
        for n in range(30):
            seats = (Member(f"g{n % 4}", 0), Member("bob", 1))
            await store.append(
                change(f"t{n}", 3, 3, listed=n % 2 == 0, due_at=n or None, members=seats)
            )
        await store.append(talk("t7", 6, 3))
        await store.append(change("t7", 7))
        odd = tuple(entry(n, "gül", f"ü{n}", bytes(range(n, 256))) for n in range(1, 4))
        ends = (result(0, None, won=True, score=-5), result(1, "ann", name="Zoë “x”\n"))
        await store.append(
            Append(row("odd", 3, summary=b"\xff\x00", status="finished"), odd, (), ends)
        )


async def everything(store: Store) -> dict[str, Any]:
    tables = [f"t{n}" for n in range(30)] + ["odd"]
    return {
        "rows": [await store.row(table) for table in tables],
        "logs": [await store.entries(table) for table in tables],
        "mine": [await store.tables_of(f"g{n}", ["playing"], 99, None) for n in range(4)],
        "bob": await store.tables_of("bob", ["playing"], 99, None),
        "listed": await store.listed(["playing"], 99, None),
        "tallies": await store.tallies("ann"),
        "counts": await store.count_tables(),
        "secret": await store.secret(),
        "clock": await store.kept_clock(),
        "bans": await store.bans(),
        "keys": await store.old_keys(),
    }


CLOCK = 1_700_000_000_000  # what the game clock showed


async def look(url: str) -> dict[str, Any]:
    async with opened(url) as store:
        return await everything(store)


@pytest.mark.parametrize(("source", "target"), DIRECTIONS)
def test_everything_comes_back_in_either_database(
    place: Place, tmp_path: Path, source: str, target: str
) -> None:
    first, second = place(source), place(target)
    file, again = tmp_path / "a.backup", tmp_path / "b.backup"

    async def run() -> None:
        await fill(first)
        async with opened(first) as store:
            assert await store.keep_clock(CLOCK) == CLOCK
            await store.keep_review("t0", KeptReview(2, b"\x1f\x8b packed"))
            await store.ban(Ban("bob", 1_000, "root", "spam"))
            await store.change_key(b"n" * 32, 1_000, 2_000)
        counts = await backup(first, file, quiet)
        assert counts == {
            "secret": 3,
            "table": 31,
            "entry": 94,
            "talk": 3,
            "member": 60,
            "result": 2,
            "review": 1,
            "ban": 1,
        }
        assert await restore(file, second, quiet) == counts
        assert await look(second) == await look(first)
        await backup(second, again, quiet)
        async with opened(second) as store:
            assert await store.review("t0") == KeptReview(2, b"\x1f\x8b packed")
            assert await store.kept_clock() == CLOCK, "whoever was to move has as much time as then"
            await store.append(change("t0", 4))
            assert sorted(await store.claim_due(10**15, 10**16, 99))[0] == "t1"

    asyncio.run(run())
    assert gzip.decompress(file.read_bytes()) == gzip.decompress(again.read_bytes())
    assert file.stat().st_mode & 0o777 == 0o600


@pytest.mark.slow
@pytest.mark.parametrize(("source", "target"), DIRECTIONS)
def test_a_backup_is_one_moment_of_a_store_that_is_being_written(
    place: Place, tmp_path: Path, source: str, target: str
) -> None:
    """Another process writes without a pause; every table in the backup is whole."""
    url = place(source)
    asyncio.run(fill(url))
    command = [sys.executable, "-m", "tests.server.store.writing", url, "40"]
    writer = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE)
    assert writer.stdout is not None
    try:
        told = [writer.stdout.readline().decode().split() for _ in range(200)]
        counts = asyncio.run(backup(url, tmp_path / "while", quiet))
        assert writer.stdout.readline()
    finally:
        writer.kill()
        writer.communicate()

    async def check() -> None:
        copy = place(target)
        assert await restore(tmp_path / "while", copy, quiet) == counts
        async with opened(copy) as store:
            assert sum((await store.count_tables()).values()) == counts["table"]
            total = 0
            for table in {f"t{n}" for n in range(40)} | {"odd"}:
                log = await store.entries(table)
                found = await store.row(table)
                assert found is not None
                assert is_whole(log, found.version)
                total += len(log)
            assert total == counts["entry"] + counts["talk"]
            for table, version in told:
                assert len(await store.entries(table)) >= int(version)

    asyncio.run(check())


def test_a_store_that_holds_tables_is_not_restored_into(
    url: str, place: Place, tmp_path: Path
) -> None:
    async def run() -> None:
        source = place("sqlite")
        await fill(source)
        await backup(source, tmp_path / "file", quiet)
        async with opened(url) as store:
            await store.append(change("mine", 1))
        with pytest.raises(ValueError, match="holds tables already"):
            await restore(tmp_path / "file", url, quiet)
        async with opened(url) as store:
            assert await store.count_tables() == {"playing": 1}

    asyncio.run(run())


def spoil_end(data: bytes) -> bytes:
    return data[:-20]


def spoil_middle(data: bytes) -> bytes:
    middle = len(data) // 2
    return data[:middle] + bytes([data[middle] ^ 1]) + data[middle + 1 :]


def rewritten(change_lines: Callable[[list[bytes]], list[bytes]]) -> Callable[[bytes], bytes]:
    """A spoiler that leaves the compression intact."""
    return lambda data: gzip.compress(
        b"".join(change_lines(gzip.decompress(data).splitlines(keepends=True)))
    )


SPOILED = {
    "cut off": spoil_end,
    "half of it": lambda data: data[: len(data) // 2],
    "only its head": lambda data: data[:40],
    "one bit": spoil_middle,
    "a line less": rewritten(lambda lines: lines[:50] + lines[51:]),
    "a line twice": rewritten(lambda lines: [*lines[:50], lines[50], *lines[50:]]),
    "lines swapped": rewritten(lambda lines: [*lines[:50], lines[51], lines[50], *lines[52:]]),
    "a changed score": rewritten(lambda lines: [line.replace(b"-5", b"95") for line in lines]),
    "no last line": rewritten(lambda lines: lines[:-1]),
    "more after the end": rewritten(lambda lines: [*lines, b"[]\n"]),
    "a line of another kind": rewritten(lambda lines: [*lines[:9], b'["x"]\n', *lines[10:]]),
    "a value of another kind": rewritten(
        lambda lines: [line.replace(b'"text":', b'"test":') for line in lines]
    ),
    "counts of no kind": rewritten(lambda lines: [lines[0].replace(b":31", b":null"), *lines[1:]]),
    "no counts": rewritten(
        lambda lines: [b'{"file":"whistlestop backup","format":2}\n', *lines[1:]]
    ),
}


@pytest.mark.parametrize("how", SPOILED)
def test_nothing_of_a_spoiled_file_is_restored(place: Place, tmp_path: Path, how: str) -> None:
    source, target = place("sqlite"), place("sqlite")
    file = tmp_path / "file"

    async def run() -> None:
        await fill(source)
        await backup(source, file, quiet)
        spoiled = SPOILED[how](file.read_bytes())
        assert spoiled != file.read_bytes()
        file.write_bytes(spoiled)
        with pytest.raises(BackupError, match="is cut off or was changed") as caught:
            await restore(file, target, quiet)
        assert caught.value.code == "damaged"
        async with opened(target) as store:
            assert await store.count_tables() == {}

    asyncio.run(run())


@pytest.mark.parametrize("target", ["sqlite", "postgres"])
def test_a_restore_that_is_interrupted_leaves_the_store_empty(
    place: Place, tmp_path: Path, target: str
) -> None:
    source, copy = place("sqlite"), place(target)

    def interrupt(done: int, total: int) -> None:
        if done == total:
            raise KeyboardInterrupt

    async def fill_both() -> None:
        await fill(source)
        await backup(source, tmp_path / "file", quiet)

    asyncio.run(fill_both())
    with pytest.raises(KeyboardInterrupt):
        asyncio.run(restore(tmp_path / "file", copy, interrupt))

    async def check() -> None:
        async with opened(copy) as store:
            assert await store.count_tables() == {}
            assert await store.entries("t1") == []
        await restore(tmp_path / "file", copy, quiet)

    asyncio.run(check())


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"", "not_a_backup"),
        (b"hello", "not_a_backup"),
        (gzip.compress(b"", mtime=0), "not_a_backup"),
        (gzip.compress(b"[]\n", mtime=0), "not_a_backup"),
        (gzip.compress(b'{"file":"something else"}\n', mtime=0), "not_a_backup"),
        (gzip.compress(b'{"file":"whistlestop backup","format":6}\n', mtime=0), "newer_format"),
    ],
    ids=["empty", "text", "nothing", "list", "another", "newer"],
)
def test_a_file_that_is_no_backup_of_ours_is_refused(
    tmp_path: Path, content: bytes, code: str
) -> None:
    (tmp_path / "file").write_bytes(content)
    with pytest.raises(BackupError) as caught:
        asyncio.run(restore(tmp_path / "file", str(tmp_path / "x.db"), quiet))
    assert caught.value.code == code
    assert not (tmp_path / "x.db").exists()


def test_the_commands_tell_what_they_did(place: Place, tmp_path: Path) -> None:
    source, target, file = place("sqlite"), place("sqlite"), tmp_path / "file"
    asyncio.run(fill(source))
    said = run("backup", "--store", source, file)
    assert (said.exit_code, said.stdout) == (0, f"Wrote 31 tables with 94 entries to {file}.\n")
    said = run("restore", file, "--store", target)
    assert said.stdout == f"Restored 31 tables with 94 entries from {file}.\n"
    assert asyncio.run(look(target)) == asyncio.run(look(source))


def test_the_commands_use_the_user_s_own_store_unless_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.delenv("WHISTLESTOP_HOME", raising=False)
    asyncio.run(fill(str(tmp_path / "whistlestop" / "tables.db")))
    assert run("backup", tmp_path / "file").exit_code == 0
    assert refused("restore", tmp_path / "file").endswith("tables.db holds tables already.")


def test_the_commands_refuse_in_one_sentence(
    place: Place, tmp_path: Path, postgres_server: PostgresServer
) -> None:
    source, file = place("sqlite"), tmp_path / "file"
    assert refused("backup", "--store", source, file) == f"There is no store in {source}."
    assert not Path(source).exists()
    empty = postgres_server.new_database()
    said = refused("backup", "--store", empty, file)
    assert said.startswith("There is no store in 127.0.0.1")
    assert PASSWORD not in said
    asyncio.run(fill(source))
    other = tmp_path / "other"
    other.write_bytes(b"something else")
    assert refused("backup", "--store", source, other) == f"{other} exists already."
    assert other.read_bytes() == b"something else"
    assert refused("backup", "--store", other, file) == f"{other} is not a database."
    nowhere = tmp_path / "no" / "file"
    assert "cannot be written: No such file" in refused("backup", "--store", source, nowhere)
    assert "cannot be read: No such file" in refused("restore", nowhere, "--store", source)
    assert not file.exists()
    assert [path.name for path in tmp_path.glob("*.part")] == []


def test_a_store_in_use_is_not_restored_into(place: Place, tmp_path: Path) -> None:
    source, target, file = place("sqlite"), place("sqlite"), tmp_path / "file"

    async def run_both() -> None:
        await fill(source)
        async with opened(source) as store:
            await store.append(change("t0", 4))
            await backup(source, file, quiet)
        async with opened(target):
            with pytest.raises(ValueError, match="in use by another server"):
                await restore(file, target, quiet)

    asyncio.run(run_both())


@pytest.mark.parametrize("target", ["sqlite", "postgres"])
def test_a_backup_from_before_talk_was_kept_apart_is_restored_with_its_talk_apart(
    place: Place, tmp_path: Path, target: str
) -> None:
    """Files of format 1 have lines of talk among the entries."""
    rows = old_rows(3)
    lines = [
        ["secret", "secret", {"text": "s" * 32}],
        ["table", "t1", len(rows), "over", "london", False, 1, 1, None, {"text": "{}"}],
        *(["entry", "t1", *row[:-1], {"text": row[-1].decode()}] for row in rows),
    ]
    counts = {"secret": 1, "table": 1, "entry": len(rows), "member": 0, "result": 0}
    head = {"file": "whistlestop backup", "format": 1, "counts": counts}
    text = b"".join(json.dumps(line).encode() + b"\n" for line in (head, *lines))
    last = json.dumps({"sha256": hashlib.sha256(text).hexdigest()}).encode() + b"\n"
    (tmp_path / "old").write_bytes(gzip.compress(text + last))

    async def run() -> None:
        url = place(target)
        await restore(tmp_path / "old", url, quiet)
        async with opened(url) as store:
            assert is_whole(await store.entries("t1"), len(rows))
            without = await store.entries("t1", 0, 0)
            assert len(without) == len(rows) - 4
            assert without[-1].body.endswith(b',"said":4}')

    asyncio.run(run())
