"""Looks for damage in a SQLite file, in bounded time.

Counting the rows of a tree reads each of its pages, where a lost or foreign page shows. Unlike
SQLite's own `quick_check`, it says which tree is bad and can be interrupted. Long values, whose
rest lies in pages of their own, are read to their end: SQLite reads them whenever it passes them in
search of others. Whether a value makes sense is not asked, and nothing is mended here.
"""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

CHECK_SECONDS = 3.0  # of a start; the rest shows its damage when it is read

# The rows of a table and of its index that must be as many; entries had one before the tail.
_TWINS = (("entries", "sqlite_autoindex_entries_2"), ("members", "members_guest"))
# A log without a gap has as many entries as its last number says, less the lines of talk that came
# before, where these are kept apart (`said` of the last entry counts them).
_SAID = """(SELECT CASE WHEN json_valid(CAST(body AS TEXT))
    THEN json_extract(CAST(body AS TEXT), '$.said') END
    FROM entries WHERE table_id = id AND seq = last)"""
_SHORT = f"""SELECT id FROM tables LEFT JOIN
    (SELECT table_id, count(*) AS held, max(seq) AS last
    FROM entries INDEXED BY sqlite_autoindex_entries_1 GROUP BY table_id)
    ON table_id = id WHERE {{reach}} < version
    OR (held < last AND held < last - ifnull({_SAID}, 0)) ORDER BY id"""
# One look at the end of each log; counting each takes as long as reading everything.
_ENDS = """(SELECT id, version, (SELECT max(seq) FROM entries WHERE table_id = id) AS last
    FROM tables)"""
_EARLY = f"SELECT id FROM {_ENDS} WHERE {{reach}} < version ORDER BY id"
_WHOLE = f"SELECT count(last), sum(last - ifnull({_SAID}, 0)) FROM {_ENDS}"
_LOGS = """WITH RECURSIVE logs(id) AS (SELECT min(table_id) FROM entries UNION ALL
    SELECT (SELECT min(table_id) FROM entries WHERE table_id > id) FROM logs WHERE id IS NOT NULL)
    SELECT count(id) FROM logs"""
_REACH = "ifnull(last, 0)"
_REACH_OF_TALK = "ifnull((SELECT max(seq) FROM talk WHERE table_id = id), 0)"
# The last byte of a value is found by reading all of it.
_LONG = {"tables": "summary", "entries": "body", "tail": "body", "reviews": "body"}


@dataclass(slots=True)
class Findings:
    """What a check found: trees (tables and indexes) with bad pages, tables whose log is shorter
    than their version, and whether it saw everything."""

    trees: set[str] = field(default_factory=set)
    short: list[str] = field(default_factory=list)
    finished: bool = True


def check(connection: sqlite3.Connection, seconds: float | None = CHECK_SECONDS) -> Findings:
    """Look at everything there is, for so many seconds at most; None for as long as it takes."""
    found = Findings()
    try:
        with _limited(connection, seconds):
            counts = _check_trees(connection, found)
            if not found.trees:
                found.short = _short(connection, counts.get("entries", 0))
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode != sqlite3.SQLITE_INTERRUPT:
            raise
        found.finished = False
    except sqlite3.DatabaseError as error:
        _need_damage(error)
        found.trees.add("tables")  # it does not even say what it holds
    return found


def _need_damage(error: sqlite3.DatabaseError) -> None:
    """Raise an error again that speaks of something else."""
    if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_CORRUPT:
        raise error


@contextmanager
def _limited(connection: sqlite3.Connection, seconds: float | None) -> Iterator[None]:
    """Interrupt whatever the connection does after a time."""
    if seconds is None:
        yield
        return
    timer = threading.Timer(seconds, connection.interrupt)
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        timer.join()


def _check_trees(connection: sqlite3.Connection, found: Findings) -> dict[str, int]:
    """Read every tree to its end; how many rows each has."""
    counts: dict[str, int] = {}
    for name, table in _trees(connection):
        how = own_tree(connection, table) if name == table else f'INDEXED BY "{name}"'
        where = _condition(connection, name)
        try:
            # For count(*), SQLite would choose a tree by itself.
            long = f"max(substr({_LONG[name]}, -1))" if name in _LONG else "NULL"
            query = f'SELECT sum(1), {long} FROM "{table}" {how} {where}'
            counts[name] = connection.execute(query).fetchone()[0] or 0
        except sqlite3.DatabaseError as error:
            _need_damage(error)
            found.trees.add(name)
    for table, index in _TWINS:
        if table in counts and index in counts and counts[table] != counts[index]:
            found.trees.update((table, index))
    return counts


def _short(connection: sqlite3.Connection, entries: int) -> list[str]:
    """Tables whose log has a gap or ends too early."""
    reach = f"max({_REACH}, {_REACH_OF_TALK})" if has_talk(connection) else _REACH
    query = _EARLY if _has_no_gap(connection, entries) else _SHORT
    return [id_ for (id_,) in connection.execute(query.format(reach=reach)).fetchall()]


def _has_no_gap(connection: sqlite3.Connection, entries: int) -> bool:
    """Whether there are as many entries as the last of each log says, and no log without a table:
    a log has no more than that, so each has all."""
    logs, expected = connection.execute(_WHOLE).fetchone()
    return entries == (expected or 0) and logs == connection.execute(_LOGS).fetchone()[0]


def has_talk(connection: sqlite3.Connection) -> bool:
    """Whether the file keeps talk apart from the logs."""
    return ("talk", "talk") in _trees(connection)


def own_tree(connection: sqlite3.Connection, table: str, schema: str = "main") -> str:
    """The words that have SQLite read a table by its own tree, not by an index with all it needs.

    The tree of a table WITHOUT ROWID is that of its key, which `NOT INDEXED` does not mean.
    """
    trees = {name for name, _ in _trees(connection, schema)}
    for _, name, _, origin, _ in connection.execute(f'PRAGMA {schema}.index_list("{table}")'):
        if origin == "pk" and name not in trees:
            return f'INDEXED BY "{name}"'
    return "NOT INDEXED"


def _trees(connection: sqlite3.Connection, schema: str = "main") -> list[tuple[str, str]]:
    """All trees of the file, by name, each with its table."""
    query = f"SELECT name, tbl_name FROM {schema}.sqlite_schema WHERE rootpage > 0"
    return connection.execute(query).fetchall()


def _condition(connection: sqlite3.Connection, tree: str) -> str:
    """What an index of some rows only asks of them, or SQLite would not use it."""
    query = "SELECT sql FROM sqlite_schema WHERE name = ? AND type = 'index'"
    found = connection.execute(query, (tree,)).fetchone()
    _, where, condition = (found[0] or "").partition(" WHERE ") if found else ("", "", "")
    return where + condition
