"""The SQLite file itself: opening it, locking it for one server, its schema and its errors.

It reads and writes no tables; `mending` looks for damage while a file is opened. Invariant: one
server at a time has a file.
"""

from __future__ import annotations

import logging
import os
import secrets
import sqlite3
from collections.abc import Callable
from contextlib import closing, suppress
from functools import partial
from pathlib import Path
from typing import Any

from whistlestop.server.errors import StartupError
from whistlestop.server.store.base import SECRET_BYTES, CommitUnknown, Damage, StoreUnavailable
from whistlestop.server.store.migrations import pending
from whistlestop.server.store.sqlite.check import Findings
from whistlestop.server.store.sqlite.keeping import keep_copy
from whistlestop.server.store.sqlite.mending import found_damage, has_log, mend, note_for_next_start
from whistlestop.server.store.sqlite.promises import Promises
from whistlestop.server.store.sqlite.salvage import Salvaged, open_private
from whistlestop.server.store.sqlite.tail import Tail

APPLICATION_ID = 0x57535450  # "WSTP": tells our files from other programs' SQLite files
OLDEST_SQLITE = (3, 37, 0)  # the first with STRICT tables
BUSY_SECONDS = 5.0  # to wait for another program that holds the file, such as a backup

# In files, the temporary journals of statements would take 40 % of an append's system time. With a
# checkpoint every 40 MB, a page that was changed many times is written once.
_PRAGMAS = (
    "PRAGMA synchronous = FULL",
    "PRAGMA temp_store = MEMORY",
    "PRAGMA cache_size = -32000",
    "PRAGMA wal_autocheckpoint = 10000",
    "PRAGMA journal_size_limit = 67108864",
)

_CODES = {
    sqlite3.SQLITE_FULL: "disk_full",
    sqlite3.SQLITE_READONLY: "read_only",
    sqlite3.SQLITE_BUSY: "busy",
    sqlite3.SQLITE_LOCKED: "busy",
    sqlite3.SQLITE_CORRUPT: "damaged",
    sqlite3.SQLITE_NOTADB: "damaged",
}
# A commit that fails with one of these is not written whole, so it cannot come back later.
_NOT_COMMITTED = (
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_LOCKED,
    sqlite3.SQLITE_IOERR_WRITE,
)

log = logging.getLogger("whistlestop.server")

Connected = Callable[[sqlite3.Connection], None]


def primary_code(error: BaseException) -> int:
    """SQLite's error number without its details; 0 if there is none."""
    code: int = getattr(error, "sqlite_errorcode", 0)
    return code & 0xFF


def unavailable(error: BaseException, *, committing: bool = False) -> StoreUnavailable:
    """A failure of the database as an error for those who wait."""
    code = _CODES.get(primary_code(error), "broken")
    certain = not committing or {primary_code(error), getattr(error, "sqlite_errorcode", 0)} & {
        *_NOT_COMMITTED
    }
    kind = StoreUnavailable if certain else CommitUnknown
    return kind(code, str(error))


class FileLock:
    """A lock on a file beside the database, gone when the process is.

    It is an exclusive transaction on an empty SQLite file: that locks on every system, also
    between two stores of one process, and is not inherited by forked processes, so that bots that
    outlive a killed server do not keep its file.
    """

    def __init__(self, path: Path) -> None:
        self._store = Path(os.path.realpath(path))
        self._path = Path(f"{self._store}.lock")
        self._connection: sqlite3.Connection | None = None

    def take(self) -> bool:
        """Try to lock; whether that worked."""
        os.close(open_private(self._path, self._store))
        connection = connect(self._path, timeout=0)
        try:
            connection.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError as error:
            connection.close()
            if primary_code(error) == sqlite3.SQLITE_BUSY:
                return False
            raise OSError(None, str(error)) from error
        self._connection = connection
        return True

    def release(self) -> None:
        """Unlock, if it is locked."""
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.close()


class SqliteFile:
    """One database file, held from `hold` to `release`; connections to it while it is held.

    It calls `connected` with every new connection.
    """

    def __init__(self, path: Path, connected: Connected | None = None) -> None:
        self.path = path
        self._lock = FileLock(path)
        self._connected = connected
        self._identity = (0, 0)
        self._had_log = False
        self._findings = Findings()
        self.damage = Damage()
        self.salvaged: Salvaged | None = None
        self.kept: Path | None = None  # a copy of the file before its schema was changed
        self.promises = Promises(path)
        self.tail = Tail()

    def hold(self) -> None:
        """Lock the file, salvage it if it is damaged, and bring its schema up to date."""
        if sqlite3.sqlite_version_info < OLDEST_SQLITE:
            raise StartupError(
                "old_sqlite", f"SQLite {sqlite3.sqlite_version} is too old: 3.37 is needed."
            )
        try:
            self._make_folder()
            if not self._lock.take():
                raise StartupError("in_use", f"{self.path} is in use by another server.")
        except OSError as error:
            raise _unwritable(self.path, error.strerror) from None
        try:
            self._prepare()
        except BaseException:
            self._lock.release()
            raise

    def release(self) -> None:
        """Let another server have the file."""
        self._lock.release()

    def begin(self) -> None:
        """Compare the file with what was acknowledged, and begin to note what will be."""
        with closing(connect(self.path)) as connection:
            connection.execute("PRAGMA synchronous = FULL")
            self.tail.load(connection)
            missing = self.promises.compare(connection, self.tail, log_there=self._had_log)
            self.promises.begin(connection, missing)
            self.damage = found_damage(connection, self._findings, missing)
            self.damage.key_lost = self.salvaged is not None and not self.salvaged.has_key

    def end(self) -> None:
        """Stop noting; nothing is to be compared at the next start if the file holds everything."""
        if has_log(self.path):
            self.promises.close()
        else:
            self.promises.remove()

    def connect(self, *, writes: bool) -> sqlite3.Connection:
        """A new connection to the file that is held, never to one that took its place."""
        if not self.is_same():
            raise StoreUnavailable("broken", f"{self.path} was moved or replaced")
        connection = connect(self.path)
        try:
            for pragma in _PRAGMAS if writes else (*_PRAGMAS, "PRAGMA query_only = ON"):
                connection.execute(pragma)
            if self._connected is not None:
                self._connected(connection)
        except BaseException:
            connection.close()
            raise
        return connection

    def note_damage(self, error: BaseException) -> None:
        """Have the next start look for damage, if this error speaks of any."""
        if primary_code(error) == sqlite3.SQLITE_CORRUPT and not self.damage.met:
            self.damage.met = True
            with suppress(OSError):
                note_for_next_start(self.path)

    def is_same(self) -> bool:
        """Whether the path still leads to the file that was opened."""
        try:
            found = os.stat(self.path)
        except OSError:
            return False
        return (found.st_dev, found.st_ino) == self._identity

    def _make_folder(self) -> None:
        self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        if self.path.is_dir():
            raise StartupError("not_a_store", f"{self.path} is a folder, not a file.")

    def _prepare(self) -> None:
        try:
            # The file holds seeds and the key of all cookies: nobody else may read it.
            os.close(open_private(self.path, self.path))
            self._had_log = has_log(self.path)
            self._findings, self.salvaged = mend(self.path, partial(_make, path=self.path))
            found = os.stat(self.path)
            connection = connect(self.path)
        except (OSError, sqlite3.Error) as error:
            raise _unwritable(self.path, getattr(error, "strerror", None) or str(error)) from None
        self._identity = (found.st_dev, found.st_ino)
        try:
            self.kept = _set_up(connection, self.path)
        except sqlite3.Error as error:
            raise cannot_start(self.path, error) from None
        finally:
            connection.close()


def connect(path: Path, timeout: float = BUSY_SECONDS) -> sqlite3.Connection:
    """A connection to an existing file."""
    return sqlite3.connect(
        f"{path.absolute().as_uri()}?mode=rw",  # never makes a file
        uri=True,
        timeout=timeout,
        isolation_level=None,
        check_same_thread=False,  # closed by another thread than the one that used it
        cached_statements=256,
    )


def read_schema(connection: sqlite3.Connection, path: Path) -> int:
    """The schema of a file, 0 for an empty one; another program's file is refused."""
    schema: int = connection.execute("PRAGMA user_version").fetchone()[0]
    ours = connection.execute("PRAGMA application_id").fetchone()[0] == APPLICATION_ID
    empty = connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0] == 0
    if not ours and not (empty and schema == 0):
        raise StartupError("not_a_store", f"{path} is a database of another program.")
    return schema


def _set_up(connection: sqlite3.Connection, path: Path) -> Path | None:
    """Bring the schema up to date; where the file as it was is kept, if it held anything."""
    schema = read_schema(connection, path)
    kept = None
    if schema and pending("sqlite", schema, str(path)):
        kept = keep_copy(connection, path, schema).absolute()
        log.warning("store_kept", extra={"kept": str(kept), "schema": schema})
    _make(connection, None, path)
    connection.execute(
        "INSERT INTO meta VALUES ('secret', ?) ON CONFLICT (key) DO NOTHING",
        (secrets.token_bytes(SECRET_BYTES),),
    )
    return kept


def _make(connection: sqlite3.Connection, wanted: int | None, path: Path) -> None:
    """Bring the schema of a file up to this number, or up to date."""
    schema = read_schema(connection, path)
    todo = pending("sqlite", schema, str(path))
    mode = connection.execute("PRAGMA journal_mode = WAL").fetchone()[0]
    if mode != "wal":
        raise StartupError("no_wal", f"{path} lies on a disk that cannot share memory with it.")
    connection.execute("PRAGMA synchronous = FULL")
    if schema == 0:
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    for migration in todo[: None if wanted is None else wanted - schema]:
        connection.executescript(
            f"BEGIN IMMEDIATE;\n{migration.sql}\nPRAGMA user_version = {migration.number};\nCOMMIT;"
        )


def _unwritable(path: Path, cause: Any) -> StartupError:
    return StartupError("unwritable", f"{path} cannot be written: {cause}.")


def cannot_start(path: Path, error: sqlite3.Error, done: str = "written") -> StartupError:
    """An error of the database as a sentence for whoever starts a server."""
    if primary_code(error) == sqlite3.SQLITE_NOTADB:
        return StartupError("not_a_store", f"{path} is not a database.")
    if primary_code(error) == sqlite3.SQLITE_CORRUPT:
        says = f"{path} is damaged ({error}): `whistlestop store check` tells where."
        return StartupError("damaged", says)
    if primary_code(error) in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return StartupError("in_use", f"{path} is in use by another program.")
    why: object = error
    if primary_code(error) == sqlite3.SQLITE_READONLY:  # who reads a log has to write beside it
        why = "this user may not write to it, or its disk is read-only"
    elif primary_code(error) == sqlite3.SQLITE_CANTOPEN and not os.access(path, os.R_OK | os.W_OK):
        why = "this user may not read and write it"
    return StartupError("unwritable", f"{path} cannot be {done}: {why}.")
