"""The one thread that writes to a SQLite file, with group commit.

Everything queued while the last commit ran goes into the next transaction, and those who wait get
their answers after the commit, never before. A group that fails is rolled back whole, and the next
one gets a new connection, so the store works again as soon as the cause is gone. Reads do not pass
through here.
"""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from time import perf_counter
from typing import Any

from whistlestop.server.pace import Pace
from whistlestop.server.store.base import MOST_APPENDS, Append, StoreCounts, StoreUnavailable
from whistlestop.server.store.outcomes import Outcome, answer, answer_group, fail_group
from whistlestop.server.store.sqlite.file import SqliteFile, unavailable
from whistlestop.server.store.sqlite.group import concerns_the_store, write_group
from whistlestop.server.store.sqlite.tail import Changes

Job = Callable[[sqlite3.Connection], Any]


@dataclass(slots=True)
class _Waiting:
    """Something to write, and the future of whoever waits for it."""

    work: Append | Job
    future: asyncio.Future[Any]


class Writer:
    """Takes work on the event loop, does it in its thread, and answers on the loop."""

    def __init__(self, file: SqliteFile, counts: StoreCounts, pace: Pace) -> None:
        self._file = file
        self._counts = counts
        self._queue: SimpleQueue[list[_Waiting] | None] = SimpleQueue()
        self._connection: sqlite3.Connection | None = None
        self._loop = asyncio.get_running_loop()
        self._closed = False
        self._gathered: list[_Waiting] = []  # the next group
        self._pace = pace
        pace.begin(self._hand_over)
        self._thread = threading.Thread(target=self._serve, name="store-writer", daemon=True)
        self._thread.start()

    # On the event loop

    def submit(self, work: Append | Job) -> asyncio.Future[Any]:
        """Queue an append, or a job that gets the connection within a transaction of its own."""
        if self._closed:
            raise StoreUnavailable("closed")
        future: asyncio.Future[Any] = self._loop.create_future()
        self._gathered.append(_Waiting(work, future))
        self._pace.wants_commit(work.row.id if type(work) is Append else None)
        return future

    def _hand_over(self) -> None:
        gathered, self._gathered = self._gathered, []
        for start in range(0, len(gathered), MOST_APPENDS):
            self._queue.put(gathered[start : start + MOST_APPENDS])

    async def close(self) -> None:
        """Finish all queued work, and end the thread."""
        self._closed = True
        self._pace.end()
        self._queue.put(None)
        await self._loop.run_in_executor(None, self._thread.join)

    # In the thread

    def _serve(self) -> None:
        going = True
        while going:
            going = self._serve_group()
        self._discard()

    def _serve_group(self) -> bool:
        """Write all that is queued; False when the end was reached."""
        group: list[_Waiting] = []
        more = self._queue.get()
        while more is not None:
            group += more
            if len(group) >= MOST_APPENDS:
                break
            try:
                more = self._queue.get_nowait()
            except Empty:
                break
        appends = [one for one in group if type(one.work) is Append]
        if appends:
            self._write_appends(appends)
        for one in group:
            if type(one.work) is not Append:
                self._do(one, one.work)
        return more is not None

    def _write_appends(self, appends: Sequence[_Waiting]) -> None:
        changes = [one.work for one in appends if type(one.work) is Append]
        futures = [one.future for one in appends]
        start = perf_counter()
        done, tail = Changes(), self._file.tail

        def write(connection: sqlite3.Connection) -> list[Outcome]:
            outcomes = write_group(connection, tail, changes, done)
            self._fold_some(connection, done)
            return outcomes

        try:
            outcomes = self._transact(write)
        except StoreUnavailable as error:
            self._on_loop(fail_group, self._counts, futures, error)
        else:
            tail.note(done)
            stored = zip(changes, outcomes, strict=True)
            self._file.promises.note([change for change, outcome in stored if outcome is None])
            self._on_loop(answer_group, self._counts, futures, outcomes, perf_counter() - start)

    def _fold_some(self, connection: sqlite3.Connection, done: Changes) -> None:
        """Fold in a part of the tail; damage there must not keep anybody from playing on."""
        try:
            self._file.tail.fold_some(connection, done)
        except sqlite3.Error as error:
            if concerns_the_store(error):
                raise
            self._file.tail.give_up()
            self._file.note_damage(error)

    def _do(self, waiting: _Waiting, job: Job) -> None:
        try:
            result = self._transact(job)
        except StoreUnavailable as error:
            self._on_loop(answer, waiting.future, None, error)
        else:
            self._on_loop(answer, waiting.future, result, None)

    def _transact(self, job: Job) -> Any:
        """The result of a job after its commit; StoreUnavailable after its rollback."""
        committing = False
        try:
            connection = self._ready()
            connection.execute("BEGIN IMMEDIATE")
            result = job(connection)
            committing = True
            connection.execute("COMMIT")
            return result
        except StoreUnavailable:
            self._discard()
            raise
        except Exception as error:
            self._discard()
            self._file.note_damage(error)
            raise unavailable(error, committing=committing) from error

    def _ready(self) -> sqlite3.Connection:
        if self._connection is None or not self._file.is_same():
            self._discard()
            self._connection = self._file.connect(writes=True)
        if not self._file.tail.sure:
            self._file.tail.load(self._connection)
        return self._connection

    def _discard(self) -> None:
        """Close the connection, and undo what it had not committed."""
        self._file.tail.doubt()
        connection, self._connection = self._connection, None
        if connection is not None:
            with suppress(sqlite3.Error):
                if connection.in_transaction:
                    connection.execute("ROLLBACK")
            with suppress(sqlite3.Error):
                connection.close()

    def _on_loop(self, function: Callable[..., None], *arguments: Any) -> None:
        """Call a function on the event loop."""
        with suppress(RuntimeError):  # the loop has ended, and with it everybody who waited
            self._loop.call_soon_threadsafe(function, *arguments)
