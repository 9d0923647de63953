"""What both kinds of records share: their lines, and becoming a file.

A file is replaced whole or not at all; a failed save leaves what was there before.
"""

from __future__ import annotations

import contextlib
import os
import secrets
from abc import ABC, abstractmethod
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from whistlestop.record.errors import RecordError
from whistlestop.record.lines import write_line


class Saved(ABC):
    """A record that can be written as lines."""

    @abstractmethod
    def lines(self) -> Iterator[dict[str, Any]]:
        """The lines as objects: the header, one for each ply, and the end if there is one."""

    def dumps(self) -> str:
        """The whole file as text."""
        crc = 0
        written = []
        for fields in self.lines():
            line, crc = write_line(fields, crc)
            written.append(line)
        return b"".join(written).decode()

    def save(self, path: str | Path) -> None:
        """Write the file; an older one of that name is replaced only by a complete new one."""
        replace_file(Path(path), self.dumps().encode())


def replace_file(path: Path, data: bytes) -> None:
    """Write a file beside the old one and put it in its place in one step."""
    beside = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    try:
        with beside.open("xb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(beside, path)
    except (OSError, ValueError) as error:
        with contextlib.suppress(OSError, ValueError):
            beside.unlink()
        raise cannot_write(path, error) from None


def cannot_write(path: Path, error: Exception) -> RecordError:
    """The error for a file that the system does not let us write."""
    cause = getattr(error, "strerror", None) or "that is no name for a file"
    return RecordError("cannot_write", f"{path.name} cannot be written: {cause}")
