"""A write-ahead log that was cut or lost is noticed, and a plain kill never looks like one.

Real servers are killed, and their files are ruined before they start again.
"""

from __future__ import annotations

import asyncio
import json
import os
import sqlite3
from collections import Counter
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tests.server.faults.program import Program
from tests.server.house import Visitor

OLD, NEW = 12, 6
GONE = {"code": "table_damaged", "params": {}}


async def make_tables(program: Program, count: int) -> list[tuple[Visitor, str]]:
    """Tables of different people, each of them listed."""
    made = []
    for _ in range(count):
        visitor = Visitor(program.address)
        made.append((visitor, await visitor.new_table(listed=True)))
    return made


async def paint(who: Visitor, table: str, colour: str) -> None:
    command = {"type": "paint", "id": colour, "seat": 0, "colour": colour}
    assert (await who.post(f"/api/tables/{table}/commands", command))[0] == 200


async def killed_town(program: Program) -> tuple[list[str], list[str]]:
    """Some tables in the file, and newer ones whose makers were told so before the kill."""
    program.start()
    old = await make_tables(program, OLD)
    await asyncio.to_thread(program.stop)
    await asyncio.to_thread(program.start)
    for number, (who, table) in enumerate(old[:3]):
        await paint(who, table, ("black", "green", "yellow")[number])
    new = await make_tables(program, NEW)
    await asyncio.to_thread(program.kill)
    for who, _ in (*old, *new):
        await who._session.close()
    return [table for _, table in old], [table for _, table in new]


async def answers(program: Program, tables: list[str]) -> tuple[dict[str, Any], Any, str]:
    async with Visitor(program.address) as eve:
        found = {table: await eve.get(f"/api/tables/{table}") for table in tables}
        status, health = await eve.get("/health")
        del health["bots"]  # they may still be starting
        return found, (status, health), (await eve.get("/metrics"))[1]


def lines(program: Program, before: int) -> list[dict[str, Any]]:
    """What the server logged, but for the clock that stood still while it was down; a bot's process
    whose server was killed writes a line of its own."""
    written = program.log.read_text().splitlines()[before:]
    read = [json.loads(line) for line in written if line.startswith("{")]
    return [line for line in read if line["event"] != "clock_stood"]


def story(
    folder: Path, ruin: Callable[[Path], None]
) -> tuple[list[str], list[str], dict[str, Any], Any, list[dict[str, Any]], str]:
    """What a server says after a kill and whatever `ruin` does to its files."""
    path = folder / "tables.db"
    with Program(str(path), folder) as program:
        old, new = asyncio.run(killed_town(program))
        ruin(path)
        before = len(program.log.read_text().splitlines())
        program.start()
        found, health, figures = asyncio.run(answers(program, [*old, *new]))
        program.stop()
        return old, new, found, health, lines(program, before), figures


def remove_log(path: Path) -> None:
    Path(f"{path}-wal").unlink()


def empty_log(path: Path) -> None:
    os.truncate(f"{path}-wal", 0)


def cut_log(path: Path) -> None:
    os.truncate(f"{path}-wal", 4120 * 3 + 32)


def spoil_log(path: Path) -> None:
    """A bad sector in the middle."""
    with Path(f"{path}-wal").open("r+b") as file:
        file.seek(32 + 4120 * 4 + 500)
        file.write(b"\xa5" * 1024)


@pytest.mark.parametrize("ruin", [remove_log, empty_log, cut_log, spoil_log])
def test_tables_and_moves_that_went_with_the_log_are_named(
    tmp_path: Path, ruin: Callable[[Path], None]
) -> None:
    old, new, found, health, log, figures = story(tmp_path, ruin)
    assert all(found[table][0] == 200 for table in old)
    assert {table for table in new if found[table] == (503, GONE)} >= set(new[-2:])
    gone = {table for table in new if found[table][0] != 200}
    behind = {line["table"] for line in log if line["event"] == "moves_missing"}
    assert behind <= set(old[:3])
    assert {line["table"] for line in log if line["event"] == "table_damaged"} == gone
    assert Counter(line["event"] for line in log)["write_ahead_log_lost"] == 1
    told = {"status": "damaged", "damaged_tables": len(gone)}
    assert health == (200, told | ({"tables_behind": len(behind)} if behind else {}))
    assert f"whistlestop_damaged_tables {float(len(gone))}" in figures
    if ruin in (remove_log, empty_log):
        assert gone == set(new)
        assert behind == set(old[:3])


def test_a_file_that_was_taken_without_its_log_says_that_something_is_missing(
    tmp_path: Path,
) -> None:
    """As by somebody who copies the one file of a server that runs."""

    def take_alone(path: Path) -> None:
        remove_log(path)
        Path(f"{path}.promises").unlink()

    *_, health, log, _ = story(tmp_path, take_alone)
    assert health == (200, {"status": "damaged"})
    assert [line["event"] for line in log] == ["write_ahead_log_lost"]


def look_with_another_program(path: Path) -> None:
    """SQLite's own shell, say: it folds the log into the file and removes it."""
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("SELECT count(*) FROM tables").fetchone()
    assert not Path(f"{path}-wal").exists()


def forget_promises(path: Path) -> None:
    """A power cut before anything of it was on the disk."""
    os.truncate(f"{path}.promises", 0)


def lose_last_promises(path: Path) -> None:
    """A power cut in the middle of them."""
    size = Path(f"{path}.promises").stat().st_size
    os.truncate(f"{path}.promises", size - 60)


def fill_promises_with_zeros(path: Path) -> None:
    with Path(f"{path}.promises").open("r+b") as file:
        file.seek(-100, os.SEEK_END)
        file.write(bytes(100))


def nothing(path: Path) -> None:
    pass


@pytest.mark.parametrize(
    "ruin",
    [
        nothing,
        look_with_another_program,
        forget_promises,
        lose_last_promises,
        fill_promises_with_zeros,
    ],
)
def test_a_kill_or_a_power_cut_that_lost_nothing_raises_no_alarm(
    tmp_path: Path, ruin: Callable[[Path], None]
) -> None:
    _, _, found, health, log, _ = story(tmp_path, ruin)
    assert all(status == 200 for status, _ in found.values())
    assert health == (200, {"status": "ok"})
    assert log == []
    assert not (tmp_path / "tables.db.promises").exists(), "a quiet stop leaves nothing to compare"


def test_many_kills_in_a_row_raise_no_alarm(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    with Program(str(path), tmp_path) as program:
        tables: list[str] = []
        for _ in range(6):
            program.start()
            made = asyncio.run(_some(program))
            program.kill()
            tables += made
        program.start()
        found, health, _ = asyncio.run(answers(program, tables))
        program.stop()
        assert all(status == 200 for status, _ in found.values())
        assert health == (200, {"status": "ok"})
        assert lines(program, 0) == []


async def _some(program: Program) -> list[str]:
    made = await make_tables(program, 3)
    for who, _ in made:
        await who._session.close()
    return [table for _, table in made]
