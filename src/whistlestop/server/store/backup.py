"""A store in one portable file: backup, and restore into either database.

The file is gzip of JSON lines: a header with the counts, one line per row, and a last line with a
SHA-256 of all lines before. Nothing of a file that is cut off or changed is ever restored. A file
holds everything, seeds and the key of all cookies too, so only its owner may read it.
"""

from __future__ import annotations

import gzip
import hashlib
import os
import zlib
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import IO, Any

import msgspec

from whistlestop.model.errors import Refusal
from whistlestop.server.store.copying import (
    BANS,
    BATCH,
    ENTRIES,
    KINDS,
    REVIEWS,
    TABLES,
    TALK,
    Copier,
    Kind,
    TalkApart,
    Values,
    open_copier,
    waiting_in,
)

# Files of format 4 have no bans; in those of format 3, summaries say whom a game waits for; those
# of format 2 have no reviews; in those of format 1, talk lies among the entries.
FORMAT = 5
KIND_OF_FILE = "whistlestop backup"
NEWER = {BANS: 5, REVIEWS: 3, TALK: 2}  # kinds that older files lack, and since when they are there
LONGEST_LINE = 64 * 1024 * 1024

Progress = Callable[[int, int], None]
Counts = dict[str, int]


class BackupError(Refusal):
    """A backup that cannot be written or read; `str()` is one sentence."""


async def backup(url: str, path: Path, progress: Progress) -> Counts:
    """Write a store into a new file; the counts by kind. The file appears when it is complete."""
    if path.exists():
        raise BackupError("exists", f"{path} exists already.")
    part = path.with_name(f"{path.name}.part")
    try:
        async with open_copier(url).reading() as reading:
            counts = {kind.name: await reading.count(kind) for kind in KINDS}
            with _new_file(part) as raw:
                writing = _Writing(raw, counts, progress)
                for kind in KINDS:
                    async for rows in reading.batches(kind):
                        writing.rows(kind, rows)
                writing.end()
        os.replace(part, path)
        return counts
    except OSError as error:
        raise BackupError("unwritable", f"{path} cannot be written: {error.strerror}.") from None
    finally:
        with suppress(OSError):
            part.unlink()


async def restore(path: Path, url: str, progress: Progress) -> Counts:
    """Fill an empty store from a file; the counts by kind. The file is checked whole before."""
    copier = open_copier(url)
    try:
        with gzip.open(path, "rb") as file:
            checked = _Lines(file, path)
            for kind in KINDS:
                for _ in checked.rows(kind):
                    if checked.done % BATCH == 0:
                        progress(checked.done, 2 * checked.total)
            checked.end()
        with gzip.open(path, "rb") as file:
            return await _fill(copier, _Lines(file, path), progress)
    except (EOFError, zlib.error, gzip.BadGzipFile):
        raise _damaged(path) from None
    except OSError as error:
        raise BackupError("unreadable", f"{path} cannot be read: {error.strerror}.") from None


async def _fill(copier: Copier, lines: _Lines, progress: Progress) -> Counts:
    async with copier.filling() as filling:
        part = TalkApart() if lines.format == 1 else None
        for kind in KINDS:
            while read := list(islice(lines.rows(kind), BATCH)):
                rows: Sequence[Values] = read
                if part is not None and kind is ENTRIES:
                    rows, talk = part.parted(read)
                    await filling.put(TALK, talk)
                await filling.put(kind, rows)
                progress(lines.total + lines.done, 2 * lines.total)
        lines.end()
    return lines.counts


def _new_file(path: Path) -> IO[bytes]:
    return os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb")


def _damaged(path: Path) -> BackupError:
    return BackupError("damaged", f"{path} is cut off or was changed; nothing was restored.")


class _Writing:
    """The lines of a file, from its header to its last line."""

    def __init__(self, raw: IO[bytes], counts: Counts, progress: Progress) -> None:
        self._raw = raw
        self._file = gzip.GzipFile(fileobj=raw, mode="wb", compresslevel=6, mtime=0, filename="")
        self._digest = hashlib.sha256()
        self._progress = progress
        self._total = sum(counts.values())
        self._done = 0
        self._write(_encode({"file": KIND_OF_FILE, "format": FORMAT, "counts": counts}))

    def rows(self, kind: Kind, rows: Sequence[Values]) -> None:
        self._write(b"".join(_encode([kind.name, *_to_json(kind, row)]) for row in rows))
        self._done += len(rows)
        self._progress(self._done, self._total)

    def end(self) -> None:
        """Write the last line, and wait until the disk has it all."""
        self._file.write(_encode({"sha256": self._digest.hexdigest()}))
        self._file.close()
        self._raw.flush()
        os.fsync(self._raw.fileno())

    def _write(self, data: bytes) -> None:
        self._digest.update(data)
        self._file.write(data)


class _Lines:
    """The lines of a file as they are read, with what they add up to."""

    def __init__(self, file: gzip.GzipFile, path: Path) -> None:
        self._file = file
        self._path = path
        self._digest = hashlib.sha256()
        header = self._header()
        self.format: int = header["format"]
        self.counts: Counts = header["counts"]
        self.total = sum(self.counts.values())
        self.done = 0
        self._left = dict(self.counts)

    def rows(self, kind: Kind) -> Iterator[list[Any]]:
        """The rows of a kind that were not read yet."""
        while self._left[kind.name]:
            line = self._line()
            width = kind.width - (kind is TABLES and self.format < 4)
            if not isinstance(line, list) or len(line) != width + 1 or line[0] != kind.name:
                raise _damaged(self._path)
            self._left[kind.name] -= 1
            self.done += 1
            try:
                row = [_from_json(value) for value in line[1:]]
                yield row if width == kind.width else [*row, waiting_in(row[-1])]
            except (AttributeError, KeyError, TypeError, ValueError):
                raise _damaged(self._path) from None

    def end(self) -> None:
        """Check the last line, and that nothing comes after it."""
        wanted = {"sha256": self._digest.hexdigest()}
        if self._line() != wanted or self._file.read(1):
            raise _damaged(self._path)

    def _header(self) -> dict[str, Any]:
        try:
            header = self._line()
        except (BackupError, gzip.BadGzipFile):
            header = None
        if not isinstance(header, dict) or header.get("file") != KIND_OF_FILE:
            raise BackupError("not_a_backup", f"{self._path} is not a backup of Whistlestop.")
        if header.get("format") not in range(1, FORMAT + 1):
            raise BackupError(
                "newer_format",
                f"{self._path} was written by a newer Whistlestop: update Whistlestop.",
            )
        counts = header.get("counts")
        if isinstance(counts, dict):
            for kind in [kind for kind, since in NEWER.items() if header["format"] < since]:
                counts.setdefault(kind.name, 0)
        if not isinstance(counts, dict) or set(counts) != {kind.name for kind in KINDS}:
            raise _damaged(self._path)
        if not all(isinstance(count, int) and count >= 0 for count in counts.values()):
            raise _damaged(self._path)
        return header

    def _line(self) -> Any:
        data = self._file.readline(LONGEST_LINE)
        try:
            line = msgspec.json.decode(data)
        except msgspec.DecodeError:
            raise _damaged(self._path) from None
        self._digest.update(data)
        return line


def _encode(line: Any) -> bytes:
    return msgspec.json.encode(line) + b"\n"


def _to_json(kind: Kind, row: Values) -> list[Any]:
    values = [_text(value) if isinstance(value, bytes) else value for value in row]
    for flag in kind.flags:
        values[flag] = bool(values[flag])
    return values


def _text(value: bytes) -> dict[str, str]:
    """Bytes as text where they are text, which keeps the file small and readable."""
    try:
        return {"text": value.decode()}
    except UnicodeDecodeError:
        return {"base64": b64encode(value).decode()}


def _from_json(value: Any) -> Any:
    if not isinstance(value, dict):
        return value
    text = value.get("text")
    return text.encode() if text is not None else b64decode(value["base64"])
