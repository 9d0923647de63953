"""A damaged file is looked through while it is used, and mended with a report when it is not."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.running import refused, run
from tests.server.faults.damage import fill, leaf_of, root_of, serve, shared_leaf, zero
from tests.server.store.changes import opened

TABLES = 8


@pytest.fixture(scope="module")
def town(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[str]]:
    """A store with a few games, to be copied."""
    path = tmp_path_factory.mktemp("town") / "tables.db"
    return path, asyncio.run(fill(path, TABLES))


@pytest.fixture
def copy(town: tuple[Path, list[str]], tmp_path: Path) -> tuple[Path, list[str]]:
    """A store of one's own, to be damaged."""
    path = tmp_path / "tables.db"
    shutil.copy(town[0], path)
    return path, town[1]


def told(verb: str, path: Path, code: int) -> list[str]:
    result = run("store", verb, "--store", path)
    assert result.exit_code == code, result.output
    assert result.stderr == ""
    return [line.strip() for line in result.stdout.splitlines()]


def test_a_sound_file_is_called_sound_and_left_alone(copy: tuple[Path, list[str]]) -> None:
    path, _ = copy
    before = path.read_bytes()
    assert told("check", path, 0) == [f"{path} is sound."]
    assert path.read_bytes() == before
    lines = told("repair", path, 0)
    assert (lines[0], lines[-1]) == (
        f"No page of {path} is bad.",
        "Every one comes out as it was played.",
    )
    assert not list(path.parent.glob("tables.db.damaged-*"))
    assert not list(path.parent.glob("tables.db.check"))


@pytest.mark.parametrize(
    ("tree", "find"), [("tables", root_of), ("tables_due", root_of), ("members", leaf_of)]
)
def test_what_follows_from_the_logs_is_made_again_and_nothing_is_lost(
    copy: tuple[Path, list[str]], tree: str, find: Callable[[Path, str], int]
) -> None:
    path, tables = copy
    zero(path, find(path, tree))
    before = path.read_bytes()
    assert told("check", path, 1)[0].startswith(f"{path} is damaged in ")
    assert tree in told("check", path, 1)[0]
    assert path.read_bytes() == before, "looking changes nothing"
    lines = told("repair", path, 0)
    (kept,) = path.parent.glob("tables.db.damaged-*")
    assert lines[1] == f"The damaged file is kept as {kept}."
    assert lines[-1] == "Every one comes out as it was played."
    assert lines[-2].startswith(f"Read {TABLES} tables with {TABLES} games, 2 of them finished")
    assert told("check", path, 0) == [f"{path} is sound."]
    assert serve(path, tables).served == set(tables)


def test_tables_that_lost_entries_are_named_before_and_after(copy: tuple[Path, list[str]]) -> None:
    path, tables = copy
    # Of games that go on: where one that is over lost its end and not what was said after it, the
    # report names it, and check and server do not yet.
    zero(path, shared_leaf(path, "entries", tables[2:]))
    named = set(told("check", path, 1)[2:-1])
    assert named
    assert named < set(tables)
    result = run("store", "repair", "--store", path, "--json")
    report = json.loads(result.stdout)
    assert result.exit_code == 1
    assert report["parts"] == ["entries"]
    lost = {difference["table"] for difference in report["games"]["differences"]}
    assert lost
    assert lost <= named, "only what could not be read is lost"
    assert serve(path, tables).served == set(tables) - lost
    # It has no bad page any more, and says still what it lacks.
    assert set(told("check", path, 1)[1:-1]) == lost


def test_whoever_cannot_read_a_damaged_file_is_told_who_looks_at_it(
    copy: tuple[Path, list[str]], tmp_path: Path
) -> None:
    path, _ = copy
    zero(path, leaf_of(path, "entries"))
    for words in (("store", "verify"), ("backup", tmp_path / "tables.wsb")):
        says = refused(*words, "--store", path)
        assert f"{path} is damaged" in says
        assert "`whistlestop store check` tells where." in says
    assert not (tmp_path / "tables.wsb").exists()


@pytest.mark.skipif(os.getuid() != 0, reason="only root can give files to others")
def test_what_root_mends_still_belongs_to_whoever_serves_it(
    copy: tuple[Path, list[str]], tmp_path: Path
) -> None:
    """Below systemd no other user can repair the file; the server would not start on root's."""
    path, _ = copy
    for one in (tmp_path, path):
        os.chown(one, 4711, 4712)
    zero(path, root_of(path, "tables_due"))
    told("repair", path, 0)
    made = {one.name.partition(".damaged-")[0]: one.stat() for one in tmp_path.iterdir()}
    assert set(made) == {"tables.db", "tables.db.lock"}
    kept = next(tmp_path.glob("tables.db.damaged-*"))
    for held in (path.stat(), kept.stat(), made["tables.db.lock"]):
        assert (held.st_uid, held.st_gid, held.st_mode & 0o777) == (4711, 4712, 0o600)


@pytest.mark.parametrize("share", [0.9, 0.75])
def test_of_a_file_that_was_cut_is_saved_what_is_left(
    copy: tuple[Path, list[str]], share: float
) -> None:
    """SQLite itself reads nothing of a file that is shorter than its first page says."""
    path, tables = copy
    pages = path.stat().st_size // 4096
    with path.open("r+b") as file:
        file.truncate(int(pages * share) * 4096)
    cut = path.read_bytes()
    assert told("check", path, 1)[0].startswith(f"{path} is damaged in ")
    report = json.loads(run("store", "repair", "--store", path, "--json").stdout)
    assert report["parts"]
    assert report["rows"] > report["games"]["entries"] > 0
    (kept,) = path.parent.glob("tables.db.damaged-*")
    assert kept.read_bytes() == cut
    sound = set(tables) - {one["table"] for one in report["games"]["differences"]}
    assert serve(path, tables).served.isdisjoint(set(tables) - sound - set(tables[:2]))
    assert "damaged" not in run("store", "check", "--store", path).stdout


def test_a_file_that_a_server_has_is_looked_at_and_not_repaired(
    copy: tuple[Path, list[str]],
) -> None:
    path, _ = copy

    async def beside() -> tuple[list[str], str]:
        async with opened(str(path)):
            looked = await asyncio.to_thread(told, "check", path, 0)
            return looked, await asyncio.to_thread(refused, "store", "repair", "--store", path)

    looked, sentence = asyncio.run(beside())
    assert looked == [f"{path} is sound."]
    assert sentence == f"{path} is in use by another server."


def test_a_database_is_left_to_its_own_tools() -> None:
    for verb in ("check", "repair"):
        assert "pg_amcheck" in refused("store", verb, "--store", "postgresql://localhost/games")
