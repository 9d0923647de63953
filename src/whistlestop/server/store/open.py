"""From the text that names a store to the store itself. Nothing is opened here yet."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import unquote

from whistlestop.boards.home import home
from whistlestop.server.errors import StartupError
from whistlestop.server.pace import Pace
from whistlestop.server.store.base import Store

_POSTGRES = ("postgresql://", "postgres://")
_SQLITE = "sqlite:///"


def default_store() -> str:
    """The file that is used when none is named: among the user's own data."""
    return str(home() / "tables.db")


def open_store(url: str, pace: Pace | None = None) -> Store:
    """The store named by a path, by `sqlite:///path` or by `postgresql://...`; call `open()` next.

    As elsewhere, `sqlite:///tables.db` is a file here and `sqlite:////srv/tables.db` one from the
    root on. A file is committed to at this pace; several processes keep none together.
    """
    if url.startswith(_POSTGRES):
        from whistlestop.server.store.postgres.store import PostgresStore

        return PostgresStore(url)
    if url.startswith(_SQLITE):
        return _in_file(unquote(url.removeprefix(_SQLITE)), pace)
    if "://" in url:
        kind = url.split("://")[0]
        raise StartupError(
            "bad_store",
            f'There is no store of the kind "{kind:.20}"; there are sqlite and postgresql.',
        )
    return _in_file(url, pace)


def _in_file(path: str, pace: Pace | None) -> Store:
    from whistlestop.server.store.sqlite.store import SqliteStore

    if not path or "\0" in path:
        raise StartupError("bad_store", "The store needs the name of a file.")
    return SqliteStore(Path(path).expanduser(), pace=pace)
