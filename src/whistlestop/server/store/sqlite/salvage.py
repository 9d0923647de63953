"""Makes a sound SQLite file from a damaged one, with everything that can still be read.

A tree without a bad page is copied as it is, and indexes are made anew. The rows of other trees are
gathered page by page, and the tail is folded in. Members also lie whole in an index. A table whose
row is gone gets a row with the status `lost`: the hub makes the real one from the log, if the log
is whole, and otherwise refuses the table. Invariant: the path leads to the old file or to the
finished new one at any moment, and the old one is kept beside it.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path
from types import NoneType
from typing import Any

from whistlestop.server.store.sqlite.check import has_talk, own_tree
from whistlestop.server.store.sqlite.pages import Record, records
from whistlestop.server.store.sqlite.tail import fold_whole_tail

LOST = "lost"  # the status of a table whose row has to be made again

# Without it, SQLite does nothing at all with a file that is shorter than its header says.
_THOUGH_CUT = "PRAGMA writable_schema = ON"

_Shape = tuple[type | tuple[type, ...], ...]
_SHAPES: dict[str, _Shape] = {
    "tables": (str, int, str, str, int, int, int, (int, NoneType), bytes, int),
    "tail": (NoneType, str, int, int, str, str, bytes, (int, NoneType), int),
    "entries": (str, int, int, str, str, bytes),
    "results": (str, int, (str, NoneType), str, (str, NoneType), str, int, int, int, int, int),
    "meta": (str, bytes),
    "reviews": (str, int, bytes),
    "orders": (str, int, str, bytes, int, (bytes, NoneType), (int, NoneType)),
    "bans": (str, int, str, str),
}
_OLD_TABLES: _Shape = (str, int, str, str, int, int, int, (int, NoneType), bytes)
_TALK = b'{"type":"said"'  # how a line of talk begins
_BY_INDEX = {"members": "members_guest"}

# A log without a row reaches as far as its entries or as their keys in the index, if there are any.
_ROWLESS = f"""INSERT INTO tables (id, version, status, board, listed, created, updated, summary)
    SELECT table_id, max(seq), '{LOST}', '', 0, 0, 0, x'' FROM {{logs}}
    WHERE table_id NOT IN (SELECT id FROM tables) GROUP BY table_id"""
_WITH_TALK = "(SELECT table_id, seq FROM entries UNION ALL SELECT table_id, seq FROM talk)"
# Lost talk is no reason to refuse a table: its log is whole, and goes on from where it ends.
_WITHOUT_LOST_TALK = f"""UPDATE tables SET version = new FROM
    (SELECT table_id, max(seq) AS new FROM {_WITH_TALK} GROUP BY table_id)
    WHERE table_id = id AND version > new"""
_UNSCORED = f"""UPDATE tables SET status = '{LOST}' WHERE status = 'over' AND id NOT IN
    (SELECT table_id FROM results GROUP BY table_id HAVING count(*) = max(players))"""


@dataclass(frozen=True, slots=True)
class Salvaged:
    """What was done: which parts were damaged, where the damaged file is kept, how many rows the
    new one has, and whether the key that signs cookies is among them."""

    parts: tuple[str, ...]
    aside: Path
    rows: int
    has_key: bool


Make = Callable[[sqlite3.Connection, int], None]


def salvage(path: Path, bad: set[str], make: Make) -> Salvaged:
    """Replace a file whose trees `bad` are damaged; `make` gives the new one the same schema.

    Raises OSError or sqlite3.Error, and then nothing has changed.
    """
    fresh = path.with_name(f"{path.name}.salvaged")
    _fold_in(path)
    for ending in ("", "-wal", "-shm"):
        Path(f"{fresh}{ending}").unlink(missing_ok=True)
    os.close(open_private(fresh, path))
    with closing(connected(fresh)) as connection:
        make(connection, _schema(path))
        rows = _fill(connection, path, bad)
        key = connection.execute("SELECT 1 FROM meta WHERE key = 'secret'").fetchone()
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    sync(fresh)
    aside = _keep(path)
    os.replace(fresh, path)
    sync(path.parent)
    return Salvaged(tuple(sorted(bad)), aside, rows, key is not None)


def _schema(path: Path) -> int:
    """The number of a file's schema, from its header."""
    with path.open("rb") as file:
        return int.from_bytes(file.read(64)[60:64], "big")


def _address(path: Path) -> str:
    return f"{path.absolute().as_uri()}?mode=rw"


def connected(path: Path) -> sqlite3.Connection:
    """A connection to an existing file."""
    return sqlite3.connect(_address(path), uri=True, isolation_level=None)


def _fold_in(path: Path) -> None:
    """Bring everything from the write-ahead log into the file."""
    with closing(connected(path)) as connection:
        connection.execute(_THOUGH_CUT)
        busy = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]
    log = Path(f"{path}-wal")
    if busy or (log.exists() and log.stat().st_size):
        raise OSError(None, "another program has it open")


def open_private(path: Path, store: Path, flags: int = 0) -> int:
    """Open a file for one's own eyes, or make it; what root makes belongs to whose store it is.

    For whoever mends a store as root hands it back to a server that runs as somebody else.
    """
    flags |= os.O_RDWR | os.O_CLOEXEC
    try:
        number = os.open(path, flags | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return os.open(path, flags | os.O_CREAT, 0o600)
    if os.geteuid() == 0:
        owner = os.stat(store.parent if store == path or not store.exists() else store)
        with suppress(OSError):  # some network disks let nobody give a file away
            os.fchown(number, owner.st_uid, owner.st_gid)
    return number


def sync(path: Path) -> None:
    """Wait until a file or a folder is on the disk."""
    number = os.open(path, os.O_RDONLY)
    try:
        os.fsync(number)
    finally:
        os.close(number)


def free_name(path: Path, why: str) -> Path:
    """A name beside a file that says why and when it was kept, and that no file has."""
    name = path.with_name(f"{path.name}.{why}-{time.strftime('%Y%m%d-%H%M%S')}")
    number = 1
    while name.exists():
        number += 1
        name = name.with_name(f"{name.name.partition('+')[0]}+{number}")
    return name


def _keep(path: Path) -> Path:
    """Give the damaged file a second name."""
    aside = free_name(path, "damaged")
    try:
        os.link(path, aside)
    except OSError:  # a disk without such names
        shutil.copy2(path, aside)
    sync(aside)
    return aside


def _fill(connection: sqlite3.Connection, path: Path, bad: set[str]) -> int:
    """Copy all that can be read; how many rows that were."""
    told = _tells_what_it_holds(path)
    if told:
        connection.execute("ATTACH ? AS old", (_address(path),))
    connection.execute("BEGIN IMMEDIATE")
    kinds = [name for (name,) in connection.execute(_OUR_TABLES).fetchall()]
    connection.execute("DELETE FROM meta")
    left = [kind for kind in kinds if not told or not _copied(connection, kind, bad)]
    _gather(connection, path, left)
    if "tail" in kinds:
        fold_whole_tail(connection)
    connection.execute(_ROWLESS.format(logs=_WITH_TALK if "talk" in kinds else "entries"))
    _lengthen(connection, path)
    if "talk" in left and "entries" not in left:
        connection.execute(_WITHOUT_LOST_TALK)
    connection.execute(_UNSCORED)
    if "members" in left:
        connection.execute(f"UPDATE tables SET status = '{LOST}'")
    connection.execute("COMMIT")
    if told:
        connection.execute("DETACH old")
    return sum(_count(connection, kind) for kind in kinds)


def _tells_what_it_holds(path: Path) -> bool:
    """Whether SQLite reads a file at all. Beside one that was cut it also refuses the new file."""
    with closing(connected(path)) as connection:
        try:
            connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()
        except sqlite3.DatabaseError:
            return False
    return True


_OUR_TABLES = """SELECT name FROM main.sqlite_schema
    WHERE type = 'table' AND name NOT LIKE 'sqlite~_%' ESCAPE '~'"""


def _count(connection: sqlite3.Connection, kind: str) -> int:
    found: int = connection.execute(f'SELECT count(*) FROM main."{kind}"').fetchone()[0]
    return found


def _copied(connection: sqlite3.Connection, kind: str, bad: set[str]) -> bool:
    """Copy a whole table by SQL, if there is a way to read it."""
    try:
        ways = [] if kind in bad else [own_tree(connection, kind, "old")]
    except sqlite3.DatabaseError:  # the file does not even say what it holds
        return False
    if kind in _BY_INDEX and _BY_INDEX[kind] not in bad:
        ways.append(f"INDEXED BY {_BY_INDEX[kind]}")
    columns = ", ".join(name for _, name, *_ in connection.execute(f"PRAGMA table_info({kind})"))
    for way in ways:
        connection.execute("SAVEPOINT copied")
        try:
            query = f"INSERT INTO main.{kind} ({columns}) SELECT {columns} FROM old.{kind} {way}"
            connection.execute(query)
            return True
        except sqlite3.DatabaseError:
            connection.execute("ROLLBACK TO copied")
        finally:
            connection.execute("RELEASE copied")
    return False


def _gather(connection: sqlite3.Connection, path: Path, kinds: Sequence[str]) -> None:
    """Add the rows of some tables, as far as they lie in pages that can be read."""
    apart = has_talk(connection)
    wide = {
        kind: len(connection.execute(f"PRAGMA table_info({kind})").fetchall()) for kind in kinds
    }
    for record in records(path) if kinds else ():
        kind = _kind_of(record, apart)
        if kind in kinds and len(record) == wide[kind]:
            _add(connection, kind, record)


def _kind_of(record: Record, apart: bool) -> str:
    """The table that a record is a row of, by its shape; "" if none has it.

    Talk looks like entries, and lies among them unless it is kept `apart`.
    """
    for kind, shape in (*_SHAPES.items(), ("tables", _OLD_TABLES)):
        if len(record) == len(shape) and all(map(isinstance, record, shape)):
            talks = kind == "entries" and apart and record[-1].startswith(_TALK)
            return "talk" if talks else kind
    return ""


def _add(connection: sqlite3.Connection, kind: str, record: Record) -> None:
    """Add a row, unless it is there; of a table's rows, the newest counts."""
    marks = ", ".join("?" * len(record))
    newest = " ON CONFLICT (id) DO UPDATE SET version = excluded.version, status = excluded.status,\
        listed = excluded.listed, updated = excluded.updated, due_at = excluded.due_at,\
        summary = excluded.summary{waiting} WHERE excluded.version > version"
    waiting = ", waiting = excluded.waiting" if len(record) > len(_OLD_TABLES) else ""
    newest = newest.format(waiting=waiting)
    conflict = newest if kind == "tables" else " ON CONFLICT DO NOTHING"
    with suppress(sqlite3.IntegrityError, UnicodeError):
        connection.execute(f"INSERT INTO main.{kind} VALUES ({marks}){conflict}", record)


def _lengthen(connection: sqlite3.Connection, path: Path) -> None:
    """Let rows without a version of their own reach as far as the keys of entries do."""
    lost = {id_ for (id_,) in connection.execute(f"SELECT id FROM tables WHERE status = '{LOST}'")}
    if lost:
        connection.executemany(
            "UPDATE tables SET version = ?1 WHERE id = ?2 AND version < ?1",
            _furthest(records(path), lost),
        )


def _furthest(found: Iterable[Record], lost: set[str]) -> list[tuple[Any, ...]]:
    """The highest entry of each of these tables that a key in the index names."""
    furthest: dict[str, int] = {}
    for record in found:
        if len(record) == 4 and all(map(isinstance, record, (str, str, str, int))):
            table, seq = record[0], record[3]
            if table in lost:
                furthest[table] = max(seq, furthest.get(table, 0))
    return [(seq, table) for table, seq in furthest.items()]
