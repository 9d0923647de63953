"""A file that is written beside its place and put there when it is whole.

Until then the place is as it was, and whatever ends the writing early leaves nothing behind. A
process that is killed cannot tidy up; who writes to the same place next does it: a file that is
being written is locked, so one that is not locked is nobody's any more.
"""

from __future__ import annotations

import contextlib
import os
import re
import secrets
import time
from collections.abc import Iterator
from contextlib import contextmanager
from io import FileIO
from pathlib import Path
from typing import Any

from whistlestop.lab.errors import LabError, not_written

if os.name == "posix":
    from fcntl import LOCK_EX, LOCK_NB, flock

    def _lock(file: FileIO) -> None:
        """Hold a file until it is closed; raises `OSError` where another holds it."""
        flock(file, LOCK_EX | LOCK_NB)
else:

    def _lock(file: FileIO) -> None:
        """Elsewhere a file that somebody has open cannot be removed at all."""


FRESH = 10.0
"""Seconds within which a new file may not be locked yet."""


class FileBeside(FileIO):
    """A new file for a place; what the system does not let us write is told in a sentence."""

    def __init__(self, place: Path) -> None:
        self.place = place
        self.beside = place.with_name(f".{place.name}.{secrets.token_hex(4)}")
        _remove_left(place)
        with _told(place):
            super().__init__(self.beside, "x")
            # A disk that knows no locks is written to as well.
            with contextlib.suppress(OSError):
                _lock(self)

    def write(self, data: Any) -> int:
        """Write all of it."""
        left = memoryview(data).cast("B")
        size = len(left)
        with _told(self.place):
            while left:
                left = left[super().write(left) :]
        return size

    def put_in_place(self) -> None:
        """The file is whole: it takes its place in one step."""
        with _told(self.place):
            os.fsync(self.fileno())
            self.close()
            os.replace(self.beside, self.place)

    def remove(self) -> None:
        """Leave nothing beside the place."""
        with contextlib.suppress(OSError):
            self.close()
            self.beside.unlink(missing_ok=True)


def _remove_left(place: Path) -> None:
    """Remove what a killed process has left beside a place."""
    left = re.compile(rf"\.{re.escape(place.name)}\.[0-9a-f]{{8}}")
    with contextlib.suppress(OSError):
        for path in place.parent.iterdir():
            if left.fullmatch(path.name):
                _remove_unless_held(path)


def _remove_unless_held(path: Path) -> None:
    with contextlib.suppress(OSError):
        if time.time() - path.stat().st_mtime > FRESH:
            with FileIO(path, "r+") as file:
                _lock(file)
            path.unlink()


@contextmanager
def written_beside(path: str | Path) -> Iterator[FileBeside]:
    """A file to write into, which takes its place at the end unless something goes wrong."""
    check_place(path)
    file = FileBeside(Path(path))
    try:
        yield file
        file.put_in_place()
    finally:
        file.remove()


def check_place(path: str | Path) -> None:
    """Refuse a place where no file can be written, before any game is played for it."""
    if not str(path):
        raise LabError("not_written", "A file to be written has no name.")
    place = Path(path)
    with _told(place):
        if place.is_dir():
            raise LabError("not_written", f"{path} cannot be written: it is a folder.")
        if not place.parent.is_dir():
            raise LabError("not_written", f"{path} cannot be written: there is no such folder.")


@contextmanager
def _told(place: Path) -> Iterator[None]:
    try:
        yield
    except LabError:
        raise
    except (OSError, ValueError) as error:
        raise not_written(place, error) from None
