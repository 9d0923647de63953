"""What happens to damage in a SQLite file when a server opens it: it is found, named and mended.

A server that cannot mend a file starts all the same, if the rest of the file lets it. Invariant: a
sound file is not changed here, and of a damaged one nothing is thrown away.
"""

from __future__ import annotations

import logging
import os
import sqlite3
from contextlib import closing
from pathlib import Path

from whistlestop.server.store.base import Damage
from whistlestop.server.store.sqlite.check import CHECK_SECONDS, Findings, check
from whistlestop.server.store.sqlite.promises import Missing
from whistlestop.server.store.sqlite.salvage import (
    LOST,
    Make,
    Salvaged,
    connected,
    open_private,
    salvage,
)

MOST_NAMED = 1000  # tables with missing moves that the log names, so that it does not fill the disk

log = logging.getLogger("whistlestop.server")


def has_log(path: Path) -> bool:
    """Whether there is a write-ahead log beside a file. Opening the file makes one."""
    found = Path(f"{path}-wal")
    return found.exists() and found.stat().st_size > 0


def note_for_next_start(path: Path) -> None:
    """Have the next start check everything: damage was met while running."""
    log.error("store_damaged", extra={"store": path.name})
    have_all_checked(path)


def have_all_checked(path: Path) -> None:
    """Have the next start check everything, however long it takes."""
    os.close(open_private(_mark(path), path))


def _mark(path: Path) -> Path:
    return Path(f"{path}.check")


def mend(path: Path, make: Make) -> tuple[Findings, Salvaged | None]:
    """Look for damage in a file, and salvage what can be read if there is any; what is found
    after that, and what was salvaged.

    `make` gives an empty file a schema of this number.
    """
    if path.stat().st_size == 0:
        return Findings(), None
    seconds = None if _mark(path).exists() else CHECK_SECONDS
    done = None
    try:
        found = _checked(path, seconds)
        if found.trees and (done := _salvaged(path, found, make)):
            found = _checked(path, seconds)
    except sqlite3.Error:
        return Findings(), done  # whoever opens the file next says why that does not work
    if not found.finished:
        log.info("check_unfinished", extra={"seconds": CHECK_SECONDS})
    elif not found.trees:
        _mark(path).unlink(missing_ok=True)
    return found, done


def _checked(path: Path, seconds: float | None) -> Findings:
    with closing(connected(path)) as connection:
        return check(connection, seconds)


def _salvaged(path: Path, found: Findings, make: Make) -> Salvaged | None:
    """Put a new file with all that could be read in the place of a damaged one, if possible."""
    log.error("store_damaged", extra={"store": path.name, "parts": ", ".join(sorted(found.trees))})
    try:
        done = salvage(path, found.trees, make)
    except (OSError, sqlite3.Error) as error:
        log.error("store_not_salvaged", extra={"why": type(error).__name__})
        return None
    log.warning("store_salvaged", extra={"rows": done.rows, "kept": done.aside.name})
    if not done.has_key:
        log.error("key_lost", extra={"store": path.name})
    return done


def found_damage(connection: sqlite3.Connection, found: Findings, missing: Missing) -> Damage:
    """Everything that is wrong with a store, logged; the hub names the tables it refuses."""
    gone = [table for table, (held, _) in missing.tables.items() if held == 0]
    behind = {table: span for table, span in missing.tables.items() if table not in gone}
    for table, (held, promised) in [*behind.items()][:MOST_NAMED]:
        log.error("moves_missing", extra={"table": table, "held": held, "promised": promised})
    if missing.tables or missing.log:
        facts = {"tables_gone": len(gone), "tables_behind": len(behind)}
        log.error("write_ahead_log_lost", extra=facts)
    short = sorted({*found.short, *gone})
    query = "SELECT id FROM tables WHERE status = ? ORDER BY id"
    lost = [id_ for (id_,) in connection.execute(query, (LOST,)) if id_ not in short]
    return Damage(tuple(short), tuple(lost), len(behind), missing.log)
