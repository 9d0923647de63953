"""Takes the steps of a change in SQLite, within a transaction that the caller began.

What is deleted or replaced is overwritten in the file. Copies that SQLite left when it moved rows
between pages are not: for these the file is written anew when nobody has it, so that whoever is
forgotten is not to be found there. Invariant: all steps are taken, or none.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

from whistlestop.server.store.operating import Rows, StoreStep
from whistlestop.server.store.sqlite.file import connect

_NOTE = "INSERT OR REPLACE INTO meta VALUES ('erased', x'01')"
_NOTED = "SELECT 1 FROM meta WHERE key = 'erased'"
_DONE = "DELETE FROM meta WHERE key = 'erased'"


def take_steps(connection: sqlite3.Connection, steps: Sequence[StoreStep]) -> list[Rows] | None:
    """Take all steps; the rows that each gives, or None if one does not fit what is stored."""
    connection.execute("PRAGMA secure_delete = ON")
    connection.execute("SAVEPOINT steps")
    try:
        done = _taken(connection, steps)
        if done is None:
            connection.execute("ROLLBACK TO steps")
        connection.execute("RELEASE steps")
        return done
    finally:
        connection.execute("PRAGMA secure_delete = OFF")


def note_erased(connection: sqlite3.Connection) -> None:
    """Have the file written anew at the next quiet stop."""
    connection.execute(_NOTE)


def write_anew(path: Path) -> None:
    """Write a file anew that nobody has, if something was erased from it. Raises sqlite3.Error,
    without room for a second file for instance; then the next quiet stop tries again."""
    with closing(connect(path)) as connection:
        if connection.execute(_NOTED).fetchone() is not None:
            connection.execute("VACUUM")
            connection.execute(_DONE)


def _taken(connection: sqlite3.Connection, steps: Sequence[StoreStep]) -> list[Rows] | None:
    done: list[Rows] = []
    for step in steps:
        try:
            rows: Rows = connection.execute(step.sql, step.values).fetchall()
        except sqlite3.IntegrityError:
            return None
        if step.needed and not rows:
            return None
        done.append(rows)
    return done
