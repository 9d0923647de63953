"""The store in one SQLite file: one server, one writer thread, a few readers.

Durable by `synchronous = FULL`: an append that returned survives a power cut. One server at a time
has the file, so nobody else changes it.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from whistlestop.server.pace import Pace
from whistlestop.server.store.base import (
    Append,
    ChangeListener,
    Conflict,
    KeptReview,
    Store,
    StoreCounts,
    StoreUnavailable,
)
from whistlestop.server.store.operating import Rows, StoreStep
from whistlestop.server.store.rows import check_append, clock_bytes
from whistlestop.server.store.sqlite import reads
from whistlestop.server.store.sqlite.file import Connected, SqliteFile, cannot_start
from whistlestop.server.store.sqlite.readers import Readers
from whistlestop.server.store.sqlite.salvage import Salvaged
from whistlestop.server.store.sqlite.steps import note_erased, take_steps, write_anew
from whistlestop.server.store.sqlite.tail import Changes, fold_whole_tail
from whistlestop.server.store.sqlite.writer import Writer

MINUTE, HOUR = 60_000, 3_600_000  # milliseconds
# Between two times that the game clock is kept while a turn is timed: a page of the disk each.
KEPT_AFTER = 5_000

_CLAIM = """UPDATE tables SET due_at = ? WHERE id IN (
    SELECT id FROM tables WHERE due_at <= ? AND id NOT IN (SELECT value FROM json_each(?))
    ORDER BY due_at LIMIT ?) RETURNING id"""
_RENEW = "UPDATE tables SET due_at = ?3 WHERE id = ?1 AND version = ?2"
_KEEP = """INSERT INTO meta VALUES ('clock', ?)
    ON CONFLICT (key) DO UPDATE SET value = excluded.value"""
_REVIEW = """INSERT INTO reviews SELECT ?1, ?2, ?3 FROM tables WHERE id = ?1 ON CONFLICT (table_id)
    DO UPDATE SET format = excluded.format, body = excluded.body WHERE excluded.format > format"""
_CUT_OFF = "DELETE FROM tail WHERE table_id = ?"
_SOON = "SELECT EXISTS (SELECT 1 FROM tables WHERE due_at < ?)"
# The value has to differ, or SQLite sees that there is nothing to write.
_CHECK = """INSERT INTO meta VALUES ('checked', randomblob(8))
    ON CONFLICT (key) DO UPDATE SET value = excluded.value"""
# A table is made and undone again: a damaged file may take the one and not the other.
_TRIAL = (
    "SAVEPOINT trial",
    """INSERT INTO tables VALUES
        (lower(hex(randomblob(8))), 1, 'gathering', '', 0, 0, 0, NULL, x'', 0)""",
    "INSERT INTO entries VALUES (lower(hex(randomblob(8))), 1, 0, '', '', x'')",
    "INSERT INTO tail VALUES (NULL, '', 1, 0, '', '', x'', NULL, 0)",
    "ROLLBACK TO trial",
    "RELEASE trial",
)


class SqliteStore(Store):
    """Tables in a file. It calls `connected` with each new connection, for tests of failures."""

    reads = reads

    def __init__(
        self, path: Path | str, connected: Connected | None = None, pace: Pace | None = None
    ) -> None:
        """`pace` tells when a group is committed; whoever reads messages may have it, too."""
        self.counts = StoreCounts()
        self._pace = pace or Pace()
        self.path = Path(path)
        self._file = SqliteFile(self.path, connected)
        self._writer: Writer | None = None
        self._readers: Readers | None = None

    async def open(self) -> None:
        """Lock the file, bring its schema up to date, and start the threads."""
        self._file.hold()
        self.kept = None if self._file.kept is None else str(self._file.kept)
        try:
            self._file.begin()
            self.damage = self._file.damage
        except sqlite3.Error as error:
            self._file.release()
            raise cannot_start(self.path, error) from None
        self._writer = Writer(self._file, self.counts, self._pace)
        self._readers = Readers(self._file)

    @property
    def salvaged(self) -> Salvaged | None:
        """What opening it saved of a damaged file; None if the file was sound."""
        return self._file.salvaged

    async def close(self) -> None:
        """Finish all appends that have begun, and let another server have the file."""
        writer, self._writer = self._writer, None
        readers, self._readers = self._readers, None
        # The writer goes last: whoever closes the last connection folds the log into the file.
        if readers is not None:
            await readers.close()
        if writer is not None:
            with suppress(StoreUnavailable):
                await writer.submit(self._rest)
            await writer.close()
            if self._file.is_same():
                with suppress(sqlite3.Error):
                    await asyncio.to_thread(write_anew, self.path)
            self._file.end()
            self._file.release()

    async def append(self, change: Append) -> None:
        """Store durably. Raises Conflict."""
        check_append(change)
        await self._writing().submit(change)

    async def claim_due(self, now: int, until: int, limit: int) -> list[str]:
        """Tables that are due, moved to `until`."""

        def claim(connection: sqlite3.Connection) -> list[str]:
            newest = self._file.tail.claim(now, until, limit)
            values = until, now, self._file.tail.names(), limit - len(newest)
            return newest + [id_ for (id_,) in connection.execute(_CLAIM, values).fetchall()]

        found: list[str] = await self._writing().submit(claim)
        return found

    async def renew_due(self, due: Sequence[tuple[str, int, int]]) -> None:
        """Change when tables are due, if they are still at these versions."""

        def renew(connection: sqlite3.Connection) -> None:
            tail = self._file.tail
            for table, version, at in due:
                lag = tail.lag(table)
                if lag is None:
                    connection.execute(_RENEW, (table, version, at))
                elif lag.version == version:
                    tail.set_due(table, at)

        if due:
            await self._writing().submit(renew)

    async def keep_clock(self, shown: int) -> int:
        """Keep what the game clock shows, unless a later time is kept; the time that is kept.

        Every five seconds while a table is due within the hour, as all are that are played by the
        clock; otherwise every minute, so that an idle server lets the disk rest.
        """

        def keep(connection: sqlite3.Connection) -> int:
            found = reads.read_clock(connection, self._file.tail)
            kept = 0 if found is None else int.from_bytes(found, "big")
            dues = [lag.due_at for _, lag in self._file.tail.lags() if lag.due_at is not None]
            soon = min(dues, default=shown + HOUR) < shown + HOUR
            soon = soon or connection.execute(_SOON, (shown + HOUR,)).fetchone()[0]
            if shown - kept >= (KEPT_AFTER if soon else MINUTE):
                connection.execute(_KEEP, (clock_bytes(shown),))
            return max(kept, shown)

        shown_there: int = await self._writing().submit(keep)
        return shown_there

    async def keep_review(self, table: str, review: KeptReview) -> None:
        """Keep the review of a finished game, in place of one of an older format."""
        values = table, review.format, review.body
        await self._writing().submit(lambda connection: connection.execute(_REVIEW, values))

    async def check(self) -> None:
        """Write and read something. Raises StoreUnavailable."""
        await self._writing().submit(_try_out)
        await self._read(reads.read_secret)

    def on_change(self, listener: ChangeListener) -> None:
        """Nobody else writes to the file, so `listener` is never called."""

    async def transact(self, steps: Sequence[StoreStep], about: Sequence[str] = ()) -> list[Rows]:
        """Do all steps durably, or none; rows and logs of the tables they are `about` are brought
        up to date before. Raises Conflict."""

        def take(connection: sqlite3.Connection) -> list[Rows] | None:
            if about:
                self._file.tail.fold(connection, about, Changes())
                connection.executemany(_CUT_OFF, [(table,) for table in about])
                self._file.tail.doubt()
                note_erased(connection)
            return take_steps(connection, steps)

        done: list[Rows] | None = await self._writing().submit(take)
        if about:
            await self._writing().submit(lambda connection: None)  # the account is taken anew
        if done is None:
            raise Conflict(steps[0].sql)
        return done

    async def ask(self, sql: str, *values: Any) -> Rows:
        """The rows of a query."""
        rows: Rows = await self._read(lambda file, tail: file.execute(sql, values).fetchall())
        return rows

    def has_bytes(self, column: str, number: int) -> str:
        """The condition that a column has these bytes in it."""
        return f"instr({column}, ?{number}) > 0"

    async def let_go(self, tables: Iterable[str]) -> None:
        """Expect nothing more of these tables, should this process be killed."""
        names = list(tables)
        await self._writing().submit(lambda file: self._file.promises.let_go(names))

    async def change_key(self, secret: bytes, now: int, until: int) -> None:
        """Sign with another key from now on."""
        await super().change_key(secret, now, until)
        await self._writing().submit(self._file.promises.rename)

    def _writing(self) -> Writer:
        if self._writer is None:
            raise StoreUnavailable("closed")
        return self._writer

    async def _read(self, function: Callable[..., Any], *arguments: Any) -> Any:
        if self._readers is None:
            raise StoreUnavailable("closed")
        return await self._readers.read(function, self._file.tail, *arguments)

    def _rest(self, connection: sqlite3.Connection) -> None:
        """A quiet stop: every row and log is up to date, and nobody has the file."""
        fold_whole_tail(connection)
        self._file.tail.doubt()
        self._file.promises.end(connection)


def _try_out(connection: sqlite3.Connection) -> None:
    for statement in (_CHECK, *_TRIAL):
        connection.execute(statement)
