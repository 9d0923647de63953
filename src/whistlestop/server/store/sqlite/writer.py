"""The one thread that writes to a SQLite file, with group commit.

Everything queued while the last commit ran goes into the next transaction, and those who wait get
their answers after the commit, never before. A group that fails is rolled back whole, and the next
one gets a new connection, so the store works again as soon as the cause is gone. Reads do not pass
through here.

A commit costs as much as the appends in it, and a table has one append under way at most. So where
many tables are busy, commits keep a distance and more appends share one; a few tables on their own
never wait. Whatever leads to an append, from reading a message on, can be put off until then, too:
doing it for many tables in a row is cheaper, because its code and data stay in the processor's
caches.
"""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from time import perf_counter
from typing import Any

from whistlestop.server.store.base import MOST_APPENDS, Append, StoreCounts, StoreUnavailable
from whistlestop.server.store.outcomes import answer, answer_group, fail_group
from whistlestop.server.store.sqlite.file import SqliteFile, unavailable
from whistlestop.server.store.sqlite.group import write_group

Job = Callable[[sqlite3.Connection], Any]

# Many tables are busy if the 8 newest appends went to 5 tables or more. Then 22 ms
# pass from commit to commit, so that more appends share one.
NEWEST, MANY = 8, 5
DISTANCE = 0.022


@dataclass(slots=True)
class _Waiting:
    """Something to write, and the future of whoever waits for it."""

    work: Append | Job
    future: asyncio.Future[Any]


class Writer:
    """Takes work on the event loop, does it in its thread, and answers on the loop."""

    def __init__(self, file: SqliteFile, counts: StoreCounts) -> None:
        self._file = file
        self._counts = counts
        self._queue: SimpleQueue[list[_Waiting] | None] = SimpleQueue()
        self._connection: sqlite3.Connection | None = None
        self._loop = asyncio.get_running_loop()
        self._closed = False
        self._newest: deque[str] = deque(maxlen=NEWEST)
        self._next = 0.0  # the loop's time for the next group, where groups keep a distance
        self._gathered: list[_Waiting] = []  # the next group
        self._put_off: list[Callable[[], None]] = []  # what may add to it
        self._planned = False  # whether a call that hands it to the thread is due
        self._thread = threading.Thread(target=self._serve, name="store-writer", daemon=True)
        self._thread.start()

    # On the event loop

    def put_off(self, work: Callable[[], None]) -> bool:
        """Take work over until the next group is due; False if it is due now."""
        if self._closed or not self._is_early():
            return False
        self._put_off.append(work)
        self._plan()
        return True

    def submit(self, work: Append | Job) -> asyncio.Future[Any]:
        """Queue an append, or a job that gets the connection within a transaction of its own."""
        if self._closed:
            raise StoreUnavailable("closed")
        future: asyncio.Future[Any] = self._loop.create_future()
        self._gathered.append(_Waiting(work, future))
        if isinstance(work, Append):
            self._newest.append(work.row.id)
        self._plan()
        return future

    def _is_early(self) -> bool:
        return self._loop.time() < self._next and len(set(self._newest)) >= MANY

    def _plan(self) -> None:
        if self._planned:
            return
        self._planned = True
        if self._is_early():
            self._loop.call_at(self._next, self._catch_up)
        else:
            self._loop.call_soon(self._hand_over)

    def _catch_up(self) -> None:
        """Do what was put off, and hand over the group after the appends that this leads to."""
        put_off, self._put_off = self._put_off, []
        for work in put_off:
            self._loop.call_soon(work)
        self._loop.call_soon(self._loop.call_soon, self._hand_over)

    def _hand_over(self) -> None:
        gathered, self._gathered = self._gathered, []
        self._planned = False
        self._next = self._loop.time() + DISTANCE
        for start in range(0, len(gathered), MOST_APPENDS):
            self._queue.put(gathered[start : start + MOST_APPENDS])

    async def close(self) -> None:
        """Finish all queued work, and end the thread."""
        self._closed = True
        self._catch_up()
        self._hand_over()
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
        appends = [one for one in group if isinstance(one.work, Append)]
        if appends:
            self._write_appends(appends)
        for one in group:
            if not isinstance(one.work, Append):
                self._do(one, one.work)
        return more is not None

    def _write_appends(self, appends: Sequence[_Waiting]) -> None:
        changes = [one.work for one in appends if isinstance(one.work, Append)]
        futures = [one.future for one in appends]
        start = perf_counter()
        try:
            outcomes = self._transact(lambda connection: write_group(connection, changes))
        except StoreUnavailable as error:
            self._on_loop(fail_group, self._counts, futures, error)
        else:
            stored = zip(changes, outcomes, strict=True)
            self._file.promises.note([change for change, outcome in stored if outcome is None])
            self._on_loop(answer_group, self._counts, futures, outcomes, perf_counter() - start)

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
        return self._connection

    def _discard(self) -> None:
        """Close the connection, and undo what it had not committed."""
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
