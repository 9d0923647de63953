"""Remembers beside the database what was acknowledged, so that a lost write-ahead log is noticed.

After each commit the writer adds a line per table (its id, its new version, a checksum) to the file
`NAME.promises`, without waiting for the disk. A line is written when the commit is durable already,
so it never promises more than a power cut leaves. The database says in `meta` that a server has it
(`open`), from its start to its quiet stop. A start compares the lines with the database, and
notices by `open` alone when the write-ahead log and this file are both gone. Invariant: a plain
kill or a power cut never looks like a loss.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from zlib import crc32

from whistlestop.server.store.base import Append
from whistlestop.server.store.sqlite.salvage import LOST, open_private, sync
from whistlestop.server.store.sqlite.tail import Tail

MOST_BYTES = 1 << 20  # then it begins anew; by then a checkpoint has made the older lines needless

_OPEN = "INSERT INTO meta VALUES ('open', x'01') ON CONFLICT (key) DO NOTHING"
_SHUT = "DELETE FROM meta WHERE key = 'open'"
_GONE = f"""INSERT INTO tables (id, version, status, board, listed, created, updated, summary)
    VALUES (?, ?, '{LOST}', '', 0, 0, 0, x'') ON CONFLICT DO NOTHING"""


@dataclass(slots=True)
class Missing:
    """What was acknowledged and is not there: tables with (version held, version promised), and
    whether a whole write-ahead log is gone that nobody can say anything about."""

    tables: dict[str, tuple[int, int]] = field(default_factory=dict)
    log: bool = False


class Promises:
    """The file of promises beside one database."""

    def __init__(self, path: Path) -> None:
        self._store = Path(os.path.realpath(path))
        self.path = Path(f"{self._store}.promises")
        self._file = -1
        self._size = 0
        self._first = b""

    # Before a start

    def compare(self, connection: sqlite3.Connection, tail: Tail, *, log_there: bool) -> Missing:
        """What the database lacks; `log_there` says whether a write-ahead log was found."""
        noted = self._noted(connection)
        if noted is None:
            held = connection.execute("SELECT 1 FROM meta WHERE key = 'open'").fetchone()
            return Missing(log=held is not None and not log_there)
        missing = Missing()
        for table, version in noted.items():
            query = "SELECT version FROM tables WHERE id = ?"
            found = connection.execute(query, (table,)).fetchone()
            lag = tail.lag(table)
            held = lag.version if lag is not None else 0 if found is None else found[0]
            if held < version:
                missing.tables[table] = (held, version)
        return missing

    def _noted(self, connection: sqlite3.Connection) -> dict[str, int] | None:
        """The newest promise to each table; None without a file for this database."""
        try:
            lines = self.path.read_bytes().split(b"\n")
        except OSError:
            return None
        if lines[0] != _name_of(connection):
            return None
        noted: dict[str, int] = {}
        for line in lines[1:]:
            promise = _read(line)
            if promise is None:
                continue
            table, version = promise
            if version:
                noted[table] = max(version, noted.get(table, 0))
            else:
                noted.pop(table, None)  # it was to be deleted
        return noted

    # From a start to a stop

    def begin(self, connection: sqlite3.Connection, missing: Missing) -> None:
        """Start anew: from now on the database says that it is open, in the file itself."""
        gone = [(id_, version) for id_, (held, version) in missing.tables.items() if held == 0]
        self._first = _name_of(connection) + b"\n"
        self._file = open_private(self.path, self._store, os.O_APPEND)
        connection.execute("BEGIN IMMEDIATE")
        connection.executemany(_GONE, gone)
        connection.execute(_OPEN)
        connection.execute("COMMIT")
        connection.execute("PRAGMA wal_checkpoint(PASSIVE)")
        self._begin_anew()
        os.fsync(self._file)
        sync(self.path.parent)

    def note(self, changes: Iterable[Append]) -> None:
        """Remember what has been committed. It costs one write to the system's cache."""
        if self._file < 0:
            return
        lines = b"".join([_line(change.row.id, change.row.version) for change in changes])
        with suppress(OSError):  # a full disk: the next line finds room, or the next start
            if self._size > MOST_BYTES:
                self._begin_anew()
            self._size += os.write(self._file, lines)

    def let_go(self, tables: Iterable[str]) -> None:
        """Promise nothing about these tables any more, before they are deleted: that must not look
        like a loss. It waits for the disk, as the deletion will."""
        if self._file >= 0:
            self._size += os.write(self._file, b"".join([_line(table, 0) for table in tables]))
            os.fsync(self._file)

    def rename(self, connection: sqlite3.Connection) -> None:
        """Begin anew for a database that has another key."""
        self._first = _name_of(connection) + b"\n"
        if self._file >= 0:
            self._begin_anew()

    def _begin_anew(self) -> None:
        os.ftruncate(self._file, 0)
        self._size = os.write(self._file, self._first)

    def end(self, connection: sqlite3.Connection) -> None:
        """A quiet stop: the database says that nobody has it."""
        connection.execute(_SHUT)

    def remove(self) -> None:
        """Forget everything: the database was closed, and holds it all."""
        self.close()
        self.path.unlink(missing_ok=True)

    def close(self) -> None:
        """Close the file and leave it for the next start."""
        number, self._file = self._file, -1
        if number >= 0:
            os.close(number)


def _name_of(connection: sqlite3.Connection) -> bytes:
    """A name for the database that tells nothing about it."""
    found = connection.execute("SELECT value FROM meta WHERE key = 'secret'").fetchone()
    return sha256(b"promises" + bytes(found[0])).hexdigest()[:16].encode() if found else b"?"


def _line(table: str, version: int) -> bytes:
    text = f"{table} {version}".encode()
    return b"%s %08x\n" % (text, crc32(text))


def _read(line: bytes) -> tuple[str, int] | None:
    """A promise; None for a line that was not written whole."""
    text, _, sum_ = line.rpartition(b" ")
    if sum_ != b"%08x" % crc32(text):
        return None
    table, _, version = text.decode().rpartition(" ")
    return (table, int(version)) if table and version.isdecimal() else None
