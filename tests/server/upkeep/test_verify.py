"""A game that comes out otherwise is found, and the place is named."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.cli.running import run
from tests.server.store.changes import opened
from tests.server.upkeep.old import old_file

REPLACED = """UPDATE entries SET body = CAST(replace(CAST(body AS TEXT), '{}', '{}') AS BLOB)
    WHERE table_id = 'table7' AND seq = {}"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A store of this version with five tables."""
    path = old_file(tmp_path)
    asyncio.run(upgrade(path))
    return path


async def upgrade(path: Path) -> None:
    async with opened(str(path)):
        pass


def change(path: Path, statement: str, *values: object) -> None:
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute(statement, values).rowcount > 0
        connection.commit()


def differing(path: Path) -> list[str]:
    """What the command says below its count of differences."""
    result = run("store", "verify", "--store", path)
    assert result.exit_code == 1, result.stdout
    return [line.strip() for line in result.stdout.splitlines()[2:]]


def test_another_answer_of_chance_is_named(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        rows = connection.execute("SELECT seq, body FROM entries WHERE table_id = 'table5'")
        seq, body = next(row for row in rows.fetchall() if b'"do":"draw deck"' in row[1])
    drawn = json.loads(body)
    drawn["got"] = ["blue" if drawn["got"] == ["red"] else "red"]
    change(
        path,
        "UPDATE entries SET body = ? WHERE table_id = 'table5' AND seq = ?",
        json.dumps(drawn, separators=(",", ":")).encode(),
        seq,
    )
    (line,) = differing(path)
    assert line.startswith(f"table5, entry {seq}: Chance cannot have answered")


@pytest.mark.parametrize(
    ("statement", "says"),
    [
        (
            "UPDATE results SET score = 60 WHERE table_id = 'table1' AND seat = 1",
            "table1, at its end: seat 1 has -14 points, and had 60",
        ),
        (
            "UPDATE results SET won = 1 - won WHERE table_id = 'table3' AND seat = 2",
            "table3, at its end: seat 2 has another result than before",
        ),
        (
            "DELETE FROM results WHERE table_id = 'table3' AND seat = 0",
            "table3, at its end: the result of seat 0 is missing",
        ),
        (
            "UPDATE tables SET status = 'playing' WHERE id = 'table1'",
            "table1, at its end: it is over on new-york, and was playing on new-york",
        ),
        (
            "DELETE FROM entries WHERE table_id = 'table7' AND seq > 12",
            "table7, at its end: entries are missing after 12, of 14",
        ),
        (
            "DELETE FROM entries WHERE table_id = 'table7' AND seq = 9",
            "table7, entry 10: something is missing before it",
        ),
        (
            "DELETE FROM entries WHERE table_id = 'table9'",
            "table9, at its end: entries are missing after 0, of 1",
        ),
        (
            "DELETE FROM tables WHERE id = 'table9'",
            "table9, at its end: the table has a log and no row",
        ),
        (
            "UPDATE entries SET body = x'7b7d' WHERE table_id = 'table1' AND seq = 30",
            "table1, entry 30: this version cannot read it",
        ),
        (
            REPLACED.format('"board_digest":"', '"board_digest":"0', 2),
            "table7, entry 2: the board usa is another one now",
        ),
        (
            REPLACED.format('"board":"usa"', '"board":"mars"', 1),
            "table7, entry 2:",
        ),
    ],
)
def test_every_other_difference_is_named(path: Path, statement: str, says: str) -> None:
    change(path, statement)
    (line,) = differing(path)
    assert line.startswith(says)


def test_programs_are_told_in_json(path: Path) -> None:
    change(path, "UPDATE results SET score = 60 WHERE table_id = 'table1' AND seat = 1")
    result = run("store", "verify", "--store", path, "--json")
    told = json.loads(result.stdout)
    assert result.exit_code == 1
    says = "seat 1 has -14 points, and had 60"
    assert told["differences"] == [{"table": "table1", "entry": 0, "says": says}]
    assert (told["tables"], told["games"], told["finished"]) == (5, 4, 2)


def test_a_forgotten_name_makes_no_difference(path: Path) -> None:
    change(path, "UPDATE results SET name = 'somebody', guest = NULL")
    assert run("store", "verify", "--store", path).exit_code == 0


def test_it_works_beside_a_server(path: Path) -> None:
    async def beside() -> str:
        async with opened(str(path)):
            return await asyncio.to_thread(lambda: run("store", "verify", "--store", path).stdout)

    assert asyncio.run(beside()).endswith("Every one comes out as it was played.\n")
