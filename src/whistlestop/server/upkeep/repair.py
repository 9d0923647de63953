"""Looks a whole SQLite file through for damage, and mends it with a report.

A server does both by itself when it starts, the first for a few seconds only. Here nothing limits
it, and whoever asked is told what was found and what was saved. PostgreSQL looks after its own
pages. Invariant: `look` changes nothing, and `repair` keeps the damaged file.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import dataclass, field

from whistlestop.server.errors import StartupError
from whistlestop.server.store.backup import Progress
from whistlestop.server.store.base import Conflict, Store
from whistlestop.server.store.copying import no_store
from whistlestop.server.store.open import open_store
from whistlestop.server.store.sqlite.check import check, own_tree
from whistlestop.server.store.sqlite.file import cannot_start, connect, read_schema
from whistlestop.server.store.sqlite.mending import have_all_checked
from whistlestop.server.store.sqlite.store import SqliteStore
from whistlestop.server.table.to_store import row_anew
from whistlestop.server.upkeep.verify import Differs, Verified, replayed, verify

_READ_LOG = "SELECT max(substr(body, -1)) FROM entries {how} WHERE table_id = ?"


@dataclass(frozen=True, slots=True)
class Looked:
    """What a look found: parts with bad pages, and tables that lack entries. Without their rows,
    nobody can say which tables these are."""

    parts: tuple[str, ...]
    tables: tuple[str, ...] | None

    @property
    def sound(self) -> bool:
        """Whether nothing was found."""
        return not self.parts and not self.tables


@dataclass(slots=True)
class Repaired:
    """What became of a file: its damaged parts, where the damaged file is kept, how many rows were
    saved, the tables whose rows were made again, and how all games come out now. `older` is where a
    file of an older schema is kept."""

    games: Verified
    parts: tuple[str, ...] = ()
    kept: str | None = None
    rows: int = 0
    key_lost: bool = False
    made_again: list[str] = field(default_factory=list)
    behind: int = 0
    older: str | None = None


def file_of(url: str) -> SqliteStore:
    """The store in a file that exists. Raises StartupError for everything else."""
    store = open_store(url)
    if not isinstance(store, SqliteStore):
        raise StartupError(
            "not_a_file",
            "PostgreSQL looks after its own pages: pg_amcheck checks them, and "
            "`whistlestop store verify` replays the games.",
        )
    if not store.path.is_file():
        raise no_store(str(store.path))
    return store


def look(url: str) -> Looked:
    """Look at every page of a file, while a server may go on using it. Raises StartupError."""
    path = file_of(url).path
    try:
        with closing(connect(path)) as connection:
            connection.execute("PRAGMA query_only = ON")
            if read_schema(connection, path) == 0:
                raise no_store(str(path))
            found = check(connection, None)
            parts = tuple(sorted(found.trees))
            return Looked(parts, _unreadable(connection) if parts else tuple(found.short))
    except sqlite3.Error as error:
        if getattr(error, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_CORRUPT:
            return Looked(("tables",), None)  # it does not even say what it holds
        raise cannot_start(path, error, "read") from None


def _unreadable(connection: sqlite3.Connection) -> tuple[str, ...] | None:
    """The tables whose logs lie in bad pages, or beyond them."""
    try:
        how = own_tree(connection, "entries")
        every = connection.execute(f"SELECT id FROM tables {own_tree(connection, 'tables')}")
        tables = [id_ for (id_,) in every.fetchall()]
    except sqlite3.DatabaseError:
        return None
    return tuple(id_ for id_ in tables if not _can_read(connection, how, id_))


def _can_read(connection: sqlite3.Connection, how: str, table: str) -> bool:
    try:
        connection.execute(_READ_LOG.format(how=how), (table,)).fetchone()
    except sqlite3.DatabaseError:
        return False
    return True


async def repair(url: str, progress: Progress) -> Repaired:
    """Save what can be saved of a file that no server has. Raises StartupError."""
    store = file_of(url)
    look(url)  # a file of another program, or none, is refused before anything is written
    have_all_checked(store.path)
    await store.open()
    try:
        made = await _make_rows(store)
        done = Repaired(await verify(url, progress), made_again=made, behind=store.damage.behind)
    finally:
        await store.close()
    saved, done.older = store.salvaged, store.kept
    if saved is not None:
        done.parts, done.kept, done.rows = saved.parts, str(saved.aside), saved.rows
        done.key_lost = not saved.has_key
    return done


async def _make_rows(store: Store) -> list[str]:
    """Make rows again that were lost while their logs were not; the tables."""
    made = []
    for table in store.damage.rowless:
        row = await store.row(table)
        try:
            state = replayed(table, await store.entries(table))
        except Differs:
            continue
        if row is None or state.version < row.version:
            continue
        try:
            await store.append(row_anew(state, scored=False))
        except Conflict:  # its results are there
            await store.append(row_anew(state, scored=True))
        made.append(table)
    return made
