"""A copy of a SQLite file as it was before this version changes its schema.

The copy is a whole store of the old schema: put in the file's place, an older version opens it. It
is never removed here. Invariant: without a finished copy on the disk nothing is changed.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

from whistlestop.server.errors import StartupError
from whistlestop.server.store.sqlite.salvage import free_name, open_private, sync

# The copy, all pages once more in the write-ahead log of the migration, and a table that is written
# anew.
TIMES_ITS_SIZE = 3
MB = 1_000_000


def keep_copy(connection: sqlite3.Connection, path: Path, schema: int) -> Path:
    """Copy a file that is open before its schema is changed; where the copy is.

    Raises StartupError if there is no room for it, and then nothing has changed.
    """
    _need_room(path)
    kept = free_name(path, f"schema-{schema}")
    part = kept.with_name(f"{kept.name}.part")
    try:
        os.close(open_private(part, path, os.O_TRUNC))
        with closing(sqlite3.connect(part)) as copy:
            connection.backup(copy)
        sync(part)
        os.replace(part, kept)
        sync(path.parent)
    except (OSError, sqlite3.Error) as error:
        part.unlink(missing_ok=True)
        why = getattr(error, "strerror", None) or str(error)
        raise StartupError(
            "no_backup", f"{path} has to be brought up to date, and cannot be copied before: {why}."
        ) from None
    return kept


def _need_room(path: Path) -> None:
    log = Path(f"{path}-wal")
    size = path.stat().st_size + (log.stat().st_size if log.exists() else 0)
    free = shutil.disk_usage(path.parent).free
    if free < TIMES_ITS_SIZE * size:
        raise StartupError(
            "no_room",
            f"{path} has to be brought up to date, which needs {TIMES_ITS_SIZE * size / MB:.1f} MB "
            f"of room for a copy of it and for the change; there are {free / MB:.1f} MB.",
        )
