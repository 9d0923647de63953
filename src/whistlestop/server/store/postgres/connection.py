"""Connections to PostgreSQL: making them, their schema, and what their errors mean.

It reads and writes no tables. Everything lies in a schema of its own, `whistlestop`, so the
database may be shared with other programs. No sentence made here holds a password.
"""

from __future__ import annotations

import secrets
from collections.abc import AsyncIterable, Callable, Sequence
from contextlib import AbstractAsyncContextManager
from importlib import import_module
from types import ModuleType
from typing import Any, Protocol
from urllib.parse import urlsplit

from whistlestop.server.errors import StartupError
from whistlestop.server.store.base import SECRET_BYTES, CommitUnknown, StoreUnavailable
from whistlestop.server.store.migrations import pending
from whistlestop.server.store.postgres.keeping import keep_copy

SCHEMA = "whistlestop"
CONNECT_SECONDS = 5.0
COMMAND_SECONDS = 10.0  # a usual one takes milliseconds; longer means that the database hangs
_MIGRATING = 0x57535450  # the advisory lock that lets one process migrate at a time

# With `off` an acknowledged append could be lost; stricter settings stay as they are.
_DURABLE = """SELECT set_config('synchronous_commit', 'on', false)
    WHERE current_setting('synchronous_commit') = 'off'"""

_CODES = {"53100": "disk_full", "25006": "read_only", "40001": "busy", "40P01": "busy"}
# The database is going down, so nobody knows whether it finished a commit under way.
_ENDING = ("57P01", "57P02", "57P03")


class Connection(Protocol):
    """The part of asyncpg's connection that is used; asyncpg has no types of its own."""

    async def execute(self, query: str, *values: Any) -> str:
        """Run a statement."""

    async def fetch(self, query: str, *values: Any) -> list[Sequence[Any]]:
        """All rows of a query."""

    async def fetchrow(self, query: str, *values: Any) -> Sequence[Any] | None:
        """The first row of a query."""

    async def fetchval(self, query: str, *values: Any) -> Any:
        """The first value of the first row."""

    def transaction(self, **options: Any) -> AbstractAsyncContextManager[Any]:
        """A transaction for the time of a context."""

    def cursor(self, query: str, *, prefetch: int) -> AsyncIterable[Sequence[Any]]:
        """The rows of a query, some at a time."""

    async def copy_records_to_table(self, table: str, **options: Any) -> str:
        """Add many rows at once."""

    async def add_listener(self, channel: str, heard: Callable[..., None]) -> None:
        """Call a function for every notification of a channel."""

    def add_termination_listener(self, ended: Callable[..., None]) -> None:
        """Call a function when the connection ends."""

    def is_closed(self) -> bool:
        """Whether the connection has ended."""

    async def close(self, *, timeout: float | None = None) -> None:
        """Say goodbye and close."""

    def terminate(self) -> None:
        """Close without a goodbye."""


def driver() -> ModuleType:
    """asyncpg, which is installed only where PostgreSQL is used."""
    try:
        return import_module("asyncpg")
    except ImportError:
        raise StartupError(
            "no_asyncpg",
            "PostgreSQL needs the package asyncpg: pip install 'whistlestop[postgres]'.",
        ) from None


def settings(url: str, patience: float | None = COMMAND_SECONDS) -> dict[str, Any]:
    """How every connection is made; `patience` is how long one command may take."""
    return {
        "dsn": url,
        "timeout": CONNECT_SECONDS,
        "command_timeout": patience,
        "server_settings": {"search_path": SCHEMA, "application_name": "whistlestop"},
    }


async def make_durable(connection: Connection) -> None:
    """Make commits of a connection durable; every connection does this first."""
    await connection.execute(_DURABLE)


async def connect(url: str, patience: float | None = COMMAND_SECONDS) -> Connection:
    """A connection whose commits are durable."""
    connection: Connection = await driver().connect(**settings(url, patience))
    try:
        await make_durable(connection)
    except BaseException:
        connection.terminate()
        raise
    return connection


def is_lost(error: BaseException) -> bool:
    """Whether the connection broke; otherwise the server answered with an error."""
    pg = driver()
    # The driver calls it an internal error when a connection ends between two of its own steps.
    if isinstance(error, pg.PostgresConnectionError | pg.InternalClientError):
        return True
    if getattr(error, "sqlstate", None) in _ENDING:
        return True
    if isinstance(error, pg.InterfaceError):
        return not isinstance(error, ValueError)  # such as a value that no column can hold
    return isinstance(error, OSError | TimeoutError)


def unavailable(error: BaseException, *, committing: bool = False) -> StoreUnavailable:
    """A failure of the database as an error for those who wait."""
    detail = f"{type(error).__name__}: {error}"
    if is_lost(error):
        kind = CommitUnknown if committing else StoreUnavailable
        return kind("unreachable", detail)
    code = _CODES.get(str(getattr(error, "sqlstate", "")), "broken")
    return StoreUnavailable(code, detail)


def of_one_append(error: BaseException) -> bool:
    """Whether an error is about what was to be written, not about the database."""
    state = str(getattr(error, "sqlstate", None) or "")
    return (
        state.startswith(("22", "23"))
        or (isinstance(error, driver().InterfaceError) and isinstance(error, ValueError))
        or isinstance(error, TypeError | ValueError | OverflowError)
    )


def place(url: str) -> str:
    """The server and database of an address, without user and password."""
    try:
        parts = urlsplit(url)
        return f"{parts.hostname or 'localhost'}:{parts.port or 5432}{parts.path}"
    except ValueError:
        return "that address"


async def connect_at_start(url: str, patience: float | None = COMMAND_SECONDS) -> Connection:
    """The first connection. Raises StartupError with a sentence."""
    pg = driver()
    try:
        return await connect(url, patience)
    except (pg.InvalidPasswordError, pg.InvalidAuthorizationSpecificationError):
        sentence = f"The PostgreSQL server at {place(url)} refuses the user or the password."
        raise StartupError("bad_login", sentence) from None
    except pg.InvalidCatalogNameError:
        sentence = f"There is no such database as {place(url)}."
        raise StartupError("no_database", sentence) from None
    except (pg.PostgresError, pg.InternalClientError, OSError, TimeoutError) as error:
        why = getattr(error, "strerror", None) or type(error).__name__
        sentence = f"The PostgreSQL server at {place(url)} cannot be reached: {why}."
        raise StartupError("unreachable", sentence) from None
    except (ValueError, pg.InterfaceError):
        raise StartupError("bad_store", "That is no address of a PostgreSQL database.") from None


async def migrate(connection: Connection, where: str) -> str | None:
    """Bring the schema up to date, one process after the other; the name of the schema that has
    the tables as they were, if there was anything to change."""
    pg = driver()
    try:
        async with connection.transaction():
            await connection.execute(f"SELECT pg_advisory_xact_lock({_MIGRATING})")
            await _make_schema(connection)
            return await _apply_pending(connection, where)
    except pg.InsufficientPrivilegeError:
        sentence = f"The user of {where} may not make tables there."
        raise StartupError("unwritable", sentence) from None
    except pg.PostgresError as error:
        raise StartupError("unwritable", f"{where} cannot be written: {error}.") from None


async def _make_schema(connection: Connection) -> None:
    if await connection.fetchval("SELECT to_regnamespace($1) IS NULL", SCHEMA):
        await connection.execute(f"CREATE SCHEMA {SCHEMA}")
    await connection.execute("CREATE TABLE IF NOT EXISTS meta (key text PRIMARY KEY, value bytea)")


async def _apply_pending(connection: Connection, where: str) -> str | None:
    schema = int(await connection.fetchval("SELECT value FROM meta WHERE key = 'schema'") or 0)
    todo = pending("postgres", schema, where)
    kept = await keep_copy(connection, SCHEMA, schema) if schema and todo else None
    for migration in todo:
        await connection.execute(migration.sql)
        await _put(connection, "schema", str(migration.number).encode(), replace=True)
    await _put(connection, "secret", secrets.token_bytes(SECRET_BYTES), replace=False)
    return kept


async def _put(connection: Connection, key: str, value: bytes, *, replace: bool) -> None:
    otherwise = "UPDATE SET value = excluded.value" if replace else "NOTHING"
    statement = f"INSERT INTO meta VALUES ($1, $2) ON CONFLICT (key) DO {otherwise}"
    await connection.execute(statement, key, value)
