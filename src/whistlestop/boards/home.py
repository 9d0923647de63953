"""Where a user's own things lie: boards, bots and tables, all in one folder.

`WHISTLESTOP_HOME` names it; without that it is where the system keeps a user's data. This module
makes no folder: one that is not there is empty.
"""

from __future__ import annotations

import os
from pathlib import Path


def home() -> Path:
    """The folder of this user's own things."""
    named = os.environ.get("WHISTLESTOP_HOME")
    if named:
        return Path(named)
    data = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(data) / "whistlestop"


def own_boards() -> dict[str, Path]:
    """The user's board files by name: those in the folder in alphabetical order, then those that
    `WHISTLESTOP_BOARDS` adds for this run, as `PATH` lists folders."""
    added = os.environ.get("WHISTLESTOP_BOARDS", "").split(os.pathsep)
    return _files("boards", "*.toml") | {Path(file).stem: Path(file) for file in added if file}


def own_bots() -> dict[str, Path]:
    """The user's bots by the name of their file, in alphabetical order."""
    return _files("bots", "*.py")


def _files(folder: str, pattern: str) -> dict[str, Path]:
    return {path.stem: path for path in sorted((home() / folder).glob(pattern))}
