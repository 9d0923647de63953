"""The one task that writes to PostgreSQL for this process, with group commit.

Appends that arrive while a group is being committed go into the next one. The next group replaces a
broken connection. While the server cannot be reached, groups fail at once, and the writer tries to
connect again after pauses that grow.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from time import perf_counter

from whistlestop.server.store.base import MOST_APPENDS, Append, StoreCounts, StoreUnavailable
from whistlestop.server.store.outcomes import answer_group, fail_group
from whistlestop.server.store.postgres.connection import Connection, connect, unavailable
from whistlestop.server.store.postgres.group import write_group

BUSY_TRIES = 3  # to write a group that met a deadlock or a conflict of transactions
FIRST_PAUSE, LONGEST_PAUSE = 0.05, 2.0  # seconds between tries to connect

# A plan made while the tables were small would go on reading them whole when they no longer are.
_PLANNING = "SET enable_seqscan = off"

Waiting = tuple[Append, asyncio.Future[None]]


class Backoff:
    """Pauses between attempts, growing until one succeeds."""

    def __init__(self) -> None:
        self._pause = FIRST_PAUSE
        self._until = 0.0

    def failed(self, now: float) -> float:
        """The pause to make now."""
        pause, self._pause = self._pause, min(LONGEST_PAUSE, self._pause * 2)
        self._until = now + pause
        return pause

    def succeeded(self) -> None:
        """Begin with the shortest pause the next time."""
        self._pause, self._until = FIRST_PAUSE, 0.0

    def is_over(self, now: float) -> bool:
        """Whether the newest pause is over."""
        return now >= self._until


class Writer:
    """Takes appends, and answers each after the commit of its group."""

    def __init__(self, url: str, tag: str, counts: StoreCounts) -> None:
        self._url = url
        self._tag = tag
        self._counts = counts
        self._queue: list[Waiting] = []
        self._wake = asyncio.Event()
        self._backoff = Backoff()
        self._connection: Connection | None = None
        self._closed = False
        self._loop = asyncio.get_running_loop()
        self._task = self._loop.create_task(self._serve(), name="store-writer")

    def submit(self, change: Append) -> asyncio.Future[None]:
        """Queue an append; the future is done after its commit."""
        if self._closed:
            raise StoreUnavailable("closed")
        future: asyncio.Future[None] = self._loop.create_future()
        self._queue.append((change, future))
        self._wake.set()
        return future

    async def close(self) -> None:
        """Finish all queued appends, and disconnect."""
        self._closed = True
        self._wake.set()
        await self._task

    async def _serve(self) -> None:
        while self._queue or not self._closed:
            await self._wake.wait()
            group, self._queue = self._queue[:MOST_APPENDS], self._queue[MOST_APPENDS:]
            if not self._queue and not self._closed:
                self._wake.clear()
            if group:
                await self._write(group)
        await self._discard()

    async def _write(self, group: Sequence[Waiting]) -> None:
        changes = [change for change, _ in group]
        futures = [future for _, future in group]
        start = perf_counter()
        try:
            outcomes = await self._try(changes)
        except StoreUnavailable as error:
            await self._discard()
            fail_group(self._counts, futures, error)
        else:
            answer_group(self._counts, futures, outcomes, perf_counter() - start)

    async def _try(self, changes: Sequence[Append]) -> list[Exception | None]:
        """Write a group; try again if it stood in the way of another process."""
        tries = 1
        while True:
            connection = await self._ready()
            try:
                return await write_group(connection, self._tag, changes)
            except StoreUnavailable as error:
                if error.code != "busy" or tries == BUSY_TRIES:
                    raise
                tries += 1
                await self._discard()

    async def _ready(self) -> Connection:
        if self._connection is not None and not self._connection.is_closed():
            return self._connection
        if not self._backoff.is_over(self._loop.time()):
            raise StoreUnavailable("unreachable")
        try:
            self._connection = await connect(self._url)
            await self._connection.execute(_PLANNING)
        except Exception as error:
            self._backoff.failed(self._loop.time())
            raise unavailable(error) from error
        self._backoff.succeeded()
        return self._connection

    async def _discard(self) -> None:
        """Close the connection; the server undoes what it had not committed."""
        connection, self._connection = self._connection, None
        if connection is not None:
            with suppress(Exception):
                await connection.close(timeout=1.0)
