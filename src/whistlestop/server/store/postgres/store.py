"""The store in a PostgreSQL database, which any number of server processes share.

A process has one connection that writes, one that listens for the others' changes, and a few that
read. No process owns a table: the comparison of versions decides. While the database is gone,
everything fails closed; it works again when the database is back.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, TypeVar

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
from whistlestop.server.store.postgres import reads
from whistlestop.server.store.postgres.connection import (
    Connection,
    connect_at_start,
    driver,
    is_lost,
    make_durable,
    migrate,
    place,
    settings,
    unavailable,
)
from whistlestop.server.store.postgres.listener import Listener
from whistlestop.server.store.postgres.steps import HAS_BYTES, is_conflict, take_query, take_steps
from whistlestop.server.store.postgres.writer import Writer
from whistlestop.server.store.rows import check_append, clock_bytes

READERS = 4  # connections
CLOSE_SECONDS = 5.0

# The array makes the inner query run once, before the update.
_CLAIM = """UPDATE tables SET due_at = $2 WHERE due_at <= $1 AND id = ANY (ARRAY (
    SELECT id FROM tables WHERE due_at <= $1 ORDER BY due_at LIMIT $3 FOR UPDATE SKIP LOCKED))
    RETURNING id"""
# Rows that somebody changes at this moment need no other time: they get one.
_RENEW = """UPDATE tables SET due_at = new.due
    FROM unnest($1::text[], $2::bigint[], $3::bigint[]) AS new (id, version, due)
    WHERE tables.id = new.id AND tables.version = new.version AND tables.id = ANY (ARRAY (
    SELECT id FROM tables WHERE id = ANY ($1::text[]) FOR UPDATE SKIP LOCKED))"""
# Bytes of one length compare as the numbers that they are.
_KEEP = """INSERT INTO meta VALUES ('clock', $1)
    ON CONFLICT (key) DO UPDATE SET value = greatest(meta.value, excluded.value) RETURNING value"""
_REVIEW = """INSERT INTO reviews SELECT $1, $2::int, $3::bytea FROM tables WHERE id = $1
    ON CONFLICT (table_id) DO UPDATE SET format = excluded.format, body = excluded.body
    WHERE excluded.format > reviews.format"""
_CHECK = """INSERT INTO meta VALUES ('checked', $1)
    ON CONFLICT (key) DO UPDATE SET value = excluded.value"""

T = TypeVar("T")


async def _leave_as_it_is(connection: Connection) -> None:
    """Do nothing: a reader changes nothing in its session, and a reset costs as much as a read."""


class PostgresStore(Store):
    """Tables in a database, named by a `postgresql://` address."""

    reads = reads
    shared = True

    def __init__(self, url: str) -> None:
        self.counts = StoreCounts()
        self._url = url
        self._tag = secrets.token_hex(6)
        self._pool: Any = None
        self._writer: Writer | None = None
        self._listener: Listener | None = None
        self._change_listeners: list[ChangeListener] = []

    async def open(self) -> None:
        """Connect, bring the schema up to date, and begin to write and to listen."""
        # Without a limit: to copy and change a large store takes its time.
        connection = await connect_at_start(self._url, patience=None)
        try:
            self.kept = await migrate(connection, place(self._url))
        finally:
            await connection.close()
        self._pool = await driver().create_pool(
            **settings(self._url),
            min_size=0,
            max_size=READERS,
            init=make_durable,
            reset=_leave_as_it_is,
        )
        self._writer = Writer(self._url, self._tag, self.counts)
        self._listener = Listener(self._url, self._tag, self._change_listeners)

    async def close(self) -> None:
        """Finish all appends that have begun, and disconnect."""
        writer, self._writer = self._writer, None
        listener, self._listener = self._listener, None
        pool, self._pool = self._pool, None
        if writer is not None:
            await writer.close()
        if listener is not None:
            await listener.close()
        if pool is not None:
            try:
                await asyncio.wait_for(pool.close(), CLOSE_SECONDS)
            except Exception:
                pool.terminate()

    async def append(self, change: Append) -> None:
        """Store durably. Raises Conflict."""
        check_append(change)
        if self._writer is None:
            raise StoreUnavailable("closed")
        await self._writer.submit(change)

    async def claim_due(self, now: int, until: int, limit: int) -> list[str]:
        """Tables that are due, moved to `until`; each goes to one process only."""

        async def claim(connection: Connection) -> list[str]:
            return [id_ for (id_,) in await connection.fetch(_CLAIM, now, until, limit)]

        return await self._run(claim)

    async def renew_due(self, due: Sequence[tuple[str, int, int]]) -> None:
        """Change when tables are due, if they are still at these versions."""
        if due:
            columns = tuple(zip(*due, strict=True))
            await self._run(lambda connection: connection.execute(_RENEW, *columns))

    async def keep_clock(self, shown: int) -> int:
        """Keep what the game clock shows, unless a later time is kept; the time that is kept."""
        value = clock_bytes(shown)
        kept = await self._run(lambda connection: connection.fetchval(_KEEP, value))
        return int.from_bytes(kept, "big")

    async def keep_review(self, table: str, review: KeptReview) -> None:
        """Keep the review of a finished game, in place of one of an older format."""
        values = table, review.format, review.body
        await self._run(lambda connection: connection.execute(_REVIEW, *values))

    async def check(self) -> None:
        """Write something. Raises StoreUnavailable."""
        await self._run(lambda connection: connection.execute(_CHECK, secrets.token_bytes(8)))

    def on_change(self, listener: ChangeListener) -> None:
        """Call `listener` when another process has changed a table."""
        self._change_listeners.append(listener)

    async def transact(self, steps: Sequence[StoreStep], about: Sequence[str] = ()) -> list[Rows]:
        """Do all steps durably, or none. Raises Conflict."""
        try:
            return await self._run(take_steps, steps)
        except StoreUnavailable as error:
            if is_conflict(error.__cause__):
                raise Conflict(steps[0].sql) from None
            raise

    async def ask(self, sql: str, *values: Any) -> Rows:
        """The rows of a query."""
        rows: Rows = await self._read(take_query, sql, values)
        return rows

    def has_bytes(self, column: str, number: int) -> str:
        """The condition that a column has these bytes in it."""
        return HAS_BYTES.format(column=column, number=number)

    async def _read(self, function: Callable[..., Any], *arguments: Any) -> Any:
        """Read; once more if the connection turns out to be one from before a restart."""
        try:
            return await self._run(function, *arguments)
        except StoreUnavailable as error:
            if error.__cause__ is None or not is_lost(error.__cause__):
                raise
        return await self._run(function, *arguments)

    async def _run(self, function: Callable[..., Awaitable[T]], *arguments: Any) -> T:
        if self._pool is None:
            raise StoreUnavailable("closed")
        try:
            async with self._pool.acquire(timeout=CLOSE_SECONDS) as connection:
                return await function(connection, *arguments)
        except Exception as error:
            raise unavailable(error) from error
