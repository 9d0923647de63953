"""Many games in one file: their records one after the other, packed with gzip.

Unpacked, such a file is the text of its records and nothing else, each as `Saved.dumps` writes it,
with its own first line and its own running check; so `zcat` shows it and `cat` joins two of them.
Reading is lazy: one record is in memory at a time. A file that was cut off gives every whole game
before it says so.
"""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Iterator
from io import BufferedReader
from pathlib import Path
from typing import IO

from whistlestop.model.board import Board
from whistlestop.record.errors import RecordError
from whistlestop.record.files import PACKED, loads, unreadable
from whistlestop.record.lines import END, START, first_object
from whistlestop.record.record import Record

# Higher levels take much longer and hardly pack better.
_LEVEL = 6


def packed(file: IO[bytes]) -> gzip.GzipFile:
    """Packs the texts of records that are written to it; the same texts give the same bytes."""
    return gzip.GzipFile("", "wb", _LEVEL, file, mtime=0)


def load_all(path: str | Path, board: Board | str | Path | None = None) -> Iterator[Record]:
    """Read the records of a file of many games, one after the other and each when it is asked for.

    The file may also hold a single record, or several that are not packed. Records of shipped
    boards find them by name; for any other give the `board` or its file.
    """
    try:
        # A file that cannot be opened is refused here and not when the first game is asked for.
        with Path(path).open("rb"):
            return _records(Path(path), board)
    except (OSError, ValueError) as error:
        raise unreadable(path, error) from None


def _records(path: Path, board: Board | str | Path | None) -> Iterator[Record]:
    known: dict[tuple[str, str], Board] = {}
    number = -1
    with path.open("rb") as file:
        for number, text in enumerate(_texts(file, path)):
            try:
                record = _record(text, board, known)
            except RecordError as error:
                sentence = f"{path.name}, game {number}: {error.sentence}"
                raise RecordError(error.code, sentence) from None
            yield record
    if number < 0:
        raise RecordError("truncated", f"{path.name} is empty")


def _record(
    text: bytes, board: Board | str | Path | None, known: dict[tuple[str, str], Board]
) -> Record:
    """A record; the board of an earlier one is not opened again."""
    header = first_object(text)
    name = str(header.get("board")), str(header.get("board_digest"))
    record = loads(text, known.get(name, board))
    if not isinstance(record, Record):
        raise RecordError("seat_record", "a file of many games holds whole games, not a seat's")
    known[name] = record.board
    return record


def _texts(file: BufferedReader, path: Path) -> Iterator[bytes]:
    """The text of every record; a packed file that breaks off says so after the last whole one."""
    lines: list[bytes] = []
    whole = 0
    for line in _lines(file, path):
        if lines and (line is None or line.startswith(START)) and not _cut(line, lines[-1]):
            yield b"".join(lines)
            lines = []
            whole += 1
        if line is None:
            games = f"{whole} whole game{'s' * (whole != 1)}"
            raise RecordError("truncated", f"{path.name} is cut off or damaged after {games}")
        lines.append(line)
    if lines:
        yield b"".join(lines)


def _cut(line: bytes | None, last: bytes) -> bool:
    """Whether the file breaks off inside the game that ends with this last line."""
    return line is None and not (last.startswith(END) and last.endswith(b"\n"))


def _lines(file: BufferedReader, path: Path) -> Iterator[bytes | None]:
    """The lines, and None where they break off before the end."""
    plain: IO[bytes] = file
    if file.peek(len(PACKED)).startswith(PACKED):
        plain = gzip.GzipFile("", "rb", fileobj=file)  # type: ignore[assignment]  # reads bytes
    try:
        yield from plain
    except (EOFError, zlib.error, gzip.BadGzipFile):
        yield None
    except OSError as error:
        raise unreadable(path, error) from None
