"""Stores as a server of 0.1 left them: lines of talk lie in the log, among everything else."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path

from tests.server.log.test_old_logs import LOG
from whistlestop.server.store import migrations
from whistlestop.server.store.postgres.connection import driver
from whistlestop.server.store.sqlite.file import APPLICATION_ID

Row = tuple[int, int, str, str, bytes]
_COLUMNS = ["id", "version", "status", "board", "listed", "created", "updated", "due_at", "summary"]


def old_store(path: Path, tables: dict[str, int]) -> None:
    """A file as a server of 0.1 left it: the evening of `LOG` at each table, and before its last
    entry so many lines of talk."""
    connection = sqlite3.connect(path)
    connection.executescript(migrations.migrations("sqlite")[0].sql)
    connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    connection.execute("PRAGMA user_version = 1")
    connection.execute("INSERT INTO meta VALUES ('secret', ?)", (b"s" * 32,))
    for table, lines in tables.items():
        rows = old_rows(lines)
        row = (table, len(rows), "over", "london", 1, 1, rows[-1][1], None, b"{}")
        connection.execute("INSERT INTO tables VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", row)
        every = [(table, *row) for row in rows]
        connection.executemany("INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?)", every)
    connection.commit()
    connection.close()


def old_rows(lines: int) -> list[Row]:
    """The rows of a log of 0.1 with so many lines of talk before its last entry."""
    log = [json.loads(line) for line in LOG.read_text().splitlines()]
    at = log[-2][1]
    said = {"type": "said", "seat": None, "name": "", "text": "buy trains " * 27, "phrase": None}
    talk = [[0, at, f"guest{n % 12}", f"talk-{n}", {**said, "digest": "0"}] for n in range(lines)]
    every = [*log[:-1], *talk, log[-1]]
    return [
        (seq, at, who, cmd, json.dumps(body, separators=(",", ":")).encode())
        for seq, (_, at, who, cmd, body) in enumerate(every, 1)
    ]


async def old_postgres(url: str, rows: list[Row]) -> None:
    """A database as a server of 0.1 left it, with one table."""
    connection = await driver().connect(url, server_settings={"search_path": "whistlestop"})
    await connection.execute("CREATE SCHEMA whistlestop")
    await connection.execute("CREATE TABLE meta (key text PRIMARY KEY, value bytea)")
    await connection.execute(migrations.migrations("postgres")[0].sql)
    await connection.execute("INSERT INTO meta VALUES ('schema', '1'), ('secret', $1)", b"s" * 32)
    row = ("table1", len(rows), "over", "london", True, 1, 1, None, b"{}")
    await connection.copy_records_to_table(
        "tables", records=[row], columns=_COLUMNS, schema_name="whistlestop"
    )
    await connection.copy_records_to_table(
        "entries", records=[("table1", *row) for row in rows], schema_name="whistlestop"
    )
    await connection.close()
