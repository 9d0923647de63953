"""Whoever runs a server sees what it keeps, in either database, beside a server that uses it."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tests.cli.running import refused, run
from tests.server.store.changes import opened
from tests.server.upkeep.old import TABLES, old_database, old_file
from whistlestop.cli.console import figures_table, print_whole


@pytest.fixture(params=["sqlite", "postgres"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A store of this version with five tables."""
    if request.param == "sqlite":
        found = str(old_file(tmp_path))
    else:
        found = old_database(request.getfixturevalue("postgres_server"))
    asyncio.run(touch(found))
    return found


async def touch(url: str) -> None:
    async with opened(url):
        pass


def told(*words: object) -> Any:
    result = run("admin", *words, "--json")
    assert (result.exit_code, result.stderr) == (0, "")
    return json.loads(result.stdout)


def test_tables_are_listed_with_their_players_and_sizes(url: str) -> None:
    found = told("list", "--store", url)
    assert {table["id"]: table["version"] for table in found} == TABLES
    assert [table["updated"] for table in found] == sorted(
        (table["updated"] for table in found), reverse=True
    )
    names = {table["id"]: table["names"] for table in found}
    assert names["table3"] == ["Ann", "Cy", "Dee"]
    over = told("list", "--store", url, "--status", "over", "--by", "size")
    assert [table["id"] for table in over] == ["table3", "table1"]
    assert over[0]["size"] > over[1]["size"] > 5_000
    text = run("admin", "list", "--store", url, "--limit", "2").stdout.splitlines()
    assert (len(text), text[-1]) == (4, "and 3 more (--limit)")


def test_a_table_is_shown_with_its_guests(url: str) -> None:
    found = told("show", "table5", "--store", url)
    assert (found["table"]["status"], found["table"]["board"]) == ("playing", "europe")
    assert (found["host"], found["plies"]) == ("bob", 40)
    assert [seat["guest"] for seat in found["seats"]] == ["bob", "eve", None]
    assert found["seats"][2]["bot"] == "greedy"
    lines = run("admin", "show", "table5", "--store", url).stdout.splitlines()
    assert lines[0] == "table5: playing on europe, 40 decisions"
    assert "bob (host)" in lines[4]


def test_sizes_add_up(url: str) -> None:
    found = told("size", "--store", url, "--limit", "1")
    every = told("list", "--store", url)
    assert found["bytes"] == sum(table["size"] for table in every)
    assert found["bytes"] == sum(part["bytes"] for part in found["by_status"].values())
    assert found["by_status"]["over"]["tables"] == 2
    assert [table["id"] for table in found["largest"]] == ["table3"]
    assert "all" in run("admin", "size", "--store", url).stdout


def test_nothing_is_told_that_would_help_a_player(url: str) -> None:
    words = [("list",), ("size",), *(("show", table) for table in TABLES)]
    text = "".join(run("admin", *one, "--store", url, "--json").stdout for one in words)
    assert "invite" not in text
    assert "seed" not in text
    assert "got" not in text


def test_it_reads_beside_a_server(url: str) -> None:
    async def beside() -> int:
        async with opened(url):
            return len(await asyncio.to_thread(told, "list", "--store", url))

    assert asyncio.run(beside()) == 5


def test_what_cannot_be_shown_is_told_in_a_sentence(tmp_path: Path) -> None:
    path = old_file(tmp_path)
    assert "start a server on it first" in refused("admin", "list", "--store", path)
    asyncio.run(touch(str(path)))
    assert refused("admin", "show", "nobody", "--store", path) == 'There is no table "nobody".'
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("DELETE FROM entries WHERE table_id = 'table7' AND seq = 9")
        connection.commit()
    says = "table7 is damaged at entry 10: something is missing before it."
    assert refused("admin", "show", "table7", "--store", path) == says
    gone = tmp_path / "gone.db"
    assert refused("admin", "size", "--store", gone) == f"There is no store in {gone}."


def test_a_list_cuts_neither_ids_nor_figures_where_it_is_wide(
    capsys: pytest.CaptureFixture[str],
) -> None:
    cells = ("k2v7c0mexample00", "playing, closed", ", ".join(["Fourteen words"] * 5), "1,115,423")
    listed = figures_table("Table", "Status", "Players", figures=("Bytes",))
    listed.add_row(*cells)
    print_whole(listed)
    assert capsys.readouterr().out.splitlines()[1].split("  ") == list(cells)
