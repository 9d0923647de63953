"""A damaged page takes away what lay in it and nothing else, and the server says so."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
from collections import Counter
from contextlib import closing
from pathlib import Path

import pytest

from tests.server.faults.damage import (
    TABLES,
    Seen,
    fill,
    killed,
    leaf_of,
    overflow_page,
    root_of,
    serve,
    shared_leaf,
    zero,
)
from whistlestop.server.errors import StartupError
from whistlestop.server.store.sqlite import salvage as salvaging
from whistlestop.server.store.sqlite.store import SqliteStore

# What these hold can be made again from the logs of the tables, or from an index.
DERIVED = (
    ("tables", root_of),
    ("tables", leaf_of),
    ("tables_due", root_of),
    ("tables_listed", root_of),
    ("tables_status", root_of),
    ("tail", root_of),
    ("members", root_of),
    ("members_guest", leaf_of),
    ("results", root_of),
    ("results_guest", root_of),
)
GONE = {"code": "table_damaged", "params": {}}


@pytest.fixture(scope="module")
def town(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[str]]:
    """A store with thirty games, to be copied."""
    path = tmp_path_factory.mktemp("town") / "tables.db"
    return path, asyncio.run(fill(path))


@pytest.fixture
def copy(town: tuple[Path, list[str]], tmp_path: Path) -> tuple[Path, list[str]]:
    """A store of one's own, to be damaged."""
    path = tmp_path / "tables.db"
    shutil.copy(town[0], path)
    return path, town[1]


def events(seen: Seen) -> Counter[str]:
    """What the log warns of, but for a busy machine."""
    warned = [line["event"] for line in seen.log if line["level"] in ("error", "warning")]
    return Counter(event for event in warned if event != "clock_stood")


def in_pages(path: Path, query: str) -> list[object]:
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute(query).fetchall()


@pytest.mark.parametrize(
    ("tree", "find"), DERIVED, ids=lambda value: getattr(value, "__name__", value)
)
def test_a_page_that_follows_from_the_logs_is_made_again(
    copy: tuple[Path, list[str]], tree: str, find: type
) -> None:
    path, tables = copy
    everything = {
        query: in_pages(path, query)
        for query in (
            "SELECT id, version, status, board, due_at, updated FROM tables ORDER BY id",
            "SELECT * FROM entries ORDER BY table_id, seq",
            "SELECT * FROM talk ORDER BY table_id, seq",
            "SELECT * FROM members ORDER BY table_id, guest, seat",
            "SELECT * FROM results ORDER BY table_id, seat",
        )
    }
    zero(path, find(path, tree))
    seen = serve(path, tables)
    assert seen.served == set(tables)
    assert seen.made == 5
    assert seen.listed == set(tables)
    assert seen.health == (200, {"status": "ok", "bots": 1})
    assert events(seen) == {"store_damaged": 1, "store_salvaged": 1}
    for query, rows in everything.items():
        kept = set(in_pages(path, query))
        assert set(rows) <= kept, query
    assert len(list(path.parent.glob("tables.db.damaged-*"))) == 1
    assert "store_damaged" not in events(serve(path, tables))


@pytest.mark.parametrize("find", [root_of, leaf_of])
def test_a_page_of_talk_takes_away_what_was_said_and_no_table(
    copy: tuple[Path, list[str]], find: type
) -> None:
    path, tables = copy
    said = len(in_pages(path, "SELECT seq FROM talk"))
    zero(path, find(path, "talk"))
    seen = serve(path, tables)
    assert seen.served == set(tables)
    assert seen.made == 5
    assert seen.health == (200, {"status": "ok", "bots": 1})
    assert events(seen) == {"store_damaged": 1, "store_salvaged": 1}
    assert len(in_pages(path, "SELECT seq FROM talk")) < said
    assert "store_damaged" not in events(serve(path, tables))


@pytest.mark.parametrize("find", [root_of, leaf_of])
def test_a_page_of_entries_takes_away_the_tables_whose_entries_lay_in_it(
    copy: tuple[Path, list[str]], find: type
) -> None:
    path, tables = copy
    # A leaf with nothing but the newest entries of one table would take away no table.
    number = shared_leaf(path, "entries", tables) if find is leaf_of else find(path, "entries")
    zero(path, number)
    for start in range(2):
        seen = serve(path, tables)
        lost = set(tables) - seen.served
        named = [line["table"] for line in seen.log if line["event"] == "table_damaged"]
        assert sorted(named) == sorted(lost), "each once, by name"
        assert lost
        assert all(answer == (503, GONE) for answer in seen.refusals.values())
        assert seen.made == 5
        told = {"status": "damaged", "bots": 1, "damaged_tables": len(lost)}
        assert seen.health == (200, told)
        assert f"whistlestop_damaged_tables {float(len(lost))}" in seen.figures
        assert events(seen)["store_salvaged"] == (start == 0)
    if find is leaf_of:
        assert len(lost) <= 3


def test_a_page_of_the_tail_takes_away_the_newest_moves_that_lay_in_it_and_no_more(
    tmp_path: Path,
) -> None:
    path = tmp_path / "tables.db"
    tables = asyncio.run(killed(path))
    leaf = leaf_of(path, "tail")
    rows = in_pages(path, "SELECT table_id FROM tail")
    zero(path, leaf)
    seen = serve(path, tables)
    assert {"store_damaged", "store_salvaged", "write_ahead_log_lost"} <= set(events(seen))
    assert events(seen)["moves_missing"] + len(seen.refusals) > 0, "it says so"
    assert all(answer == (503, GONE) for answer in seen.refusals.values())
    assert seen.made == 5
    assert in_pages(path, "SELECT * FROM tail") == [], "what is left is in the logs"
    kept = in_pages(path, "SELECT table_id FROM entries WHERE CAST(body AS TEXT) LIKE '%did%'")
    assert len(rows) - 40 < len(kept) < len(rows)


def test_the_rest_of_a_long_entry_takes_away_its_table_only(copy: tuple[Path, list[str]]) -> None:
    path, tables = copy
    zero(path, overflow_page(path, b"xxxxxxxxxx"))
    for _ in range(2):
        seen = serve(path, tables)
        # SQLite reads it whenever it passes it in search of another table.
        assert len(seen.served) == TABLES - 1
        assert seen.made == 5
        assert set(seen.refusals) == set(tables) - seen.served
        assert seen.health[1]["damaged_tables"] == 1
        assert events(seen)["table_damaged"] == 1


def test_the_page_with_the_key_of_all_cookies_costs_the_cookies_only(
    copy: tuple[Path, list[str]],
) -> None:
    path, tables = copy
    zero(path, root_of(path, "meta"))
    seen = serve(path, tables)
    assert seen.served == set(tables)
    assert seen.made == 5
    assert events(seen) == {"store_damaged": 1, "store_salvaged": 1, "key_lost": 1}
    assert seen.health == (200, {"status": "damaged", "bots": 1}), "nobody has their seats any more"


def test_the_first_page_is_the_file_itself_and_no_server_starts_without_it(
    copy: tuple[Path, list[str]],
) -> None:
    path, _ = copy
    zero(path, 1)
    before = path.read_bytes()
    with pytest.raises(StartupError) as caught:
        asyncio.run(SqliteStore(path).open())
    assert caught.value.code == "not_a_store"
    assert path.read_bytes() == before


@pytest.mark.parametrize("tree", ["tables", "entries", "tail"])
def test_a_file_that_cannot_be_mended_is_served_as_far_as_it_goes(
    copy: tuple[Path, list[str]], monkeypatch: pytest.MonkeyPatch, tree: str
) -> None:
    """The disk has no room for a second file, say."""

    def full(*given: object) -> None:
        raise OSError(28, "No space left on device")

    path, tables = copy
    zero(path, root_of(path, tree))
    with monkeypatch.context() as patch:
        patch.setattr(salvaging, "_keep", full)
        seen = serve(path, tables)
    assert seen.health == (503, {"status": "damaged", "bots": 1})
    assert events(seen)["store_not_salvaged"] == 1
    assert events(seen)["table_damaged"] == len(set(tables) - seen.served)
    assert all(answer == (503, GONE) for answer in seen.refusals.values())
    assert len(serve(path, tables).served) > (TABLES // 2 if tree == "entries" else TABLES - 1)


@pytest.mark.parametrize(
    "body", [b"{not json", b'{"type":"juggled"}', b'{"type":"did","seat":0,"do":"fly"}', bytes(40)]
)
def test_an_entry_that_cannot_be_read_is_named_once_and_its_table_refused(
    copy: tuple[Path, list[str]], body: bytes
) -> None:
    path, tables = copy
    with closing(sqlite3.connect(path)) as connection:
        query = "UPDATE entries SET body = ? WHERE table_id = ? AND seq = 9"
        connection.execute(query, (body, tables[7]))
        connection.commit()
    seen = serve(path, tables)
    assert seen.refusals == {tables[7]: (503, GONE)}
    assert seen.health == (200, {"status": "damaged", "bots": 1, "damaged_tables": 1})
    named = [line for line in seen.log if line["event"] == "table_damaged"]
    assert [(line["table"], line["why"]) for line in named] == [(tables[7], "entry_9_unreadable")]


def test_a_row_that_cannot_be_read_is_made_again(copy: tuple[Path, list[str]]) -> None:
    path, tables = copy
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("UPDATE tables SET summary = x'00' WHERE id = ?", (tables[3],))
        connection.commit()
    assert serve(path, tables).listed == set(tables) - {tables[3]}
    seen = serve(path, tables)
    assert seen.listed == set(tables)
    assert events(seen) == {}
