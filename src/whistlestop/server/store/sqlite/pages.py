"""Reads rows straight from the pages of a SQLite file, past whatever leads to those pages.

SQLite finds a page by the pages above it, so one bad page hides all that lie below it. Here every
page of the file is looked at by itself, as the file format describes it
(https://www.sqlite.org/fileformat2.html). Our tables are WITHOUT ROWID, so their rows lie in pages
of indexes; only the tail's lie in those of a table, and begin with None for their number. Nothing
is written, and no value is trusted: a cell that makes no sense is left out. Invariant: it reads the
file alone, so the write-ahead log has to be folded in before.
"""

from __future__ import annotations

import mmap
from collections.abc import Iterator
from pathlib import Path
from typing import Any

Record = tuple[Any, ...]

# The types of pages that hold records: two of an index, and the leaves of a table with numbers.
INTERIOR, LEAF, NUMBERED = 2, 10, 13
_FIRST_HEADER = 100  # bytes of the file's own header, at the start of the first page
_INT_BYTES = {1: 1, 2: 2, 3: 3, 4: 4, 5: 6, 6: 8}


def records(path: Path) -> Iterator[Record]:
    """All records that can be read."""
    with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
        size = int.from_bytes(data[16:18], "big")
        reader = _Reader(data, 65536 if size == 1 else size)
        for number in range(1, len(data) // reader.size + 1):
            yield from reader.page(number)


class _Reader:
    def __init__(self, data: mmap.mmap, size: int) -> None:
        self._data = data
        self.size = size
        self._usable = size - data[20]
        # Bytes of a record in its own page, in an index.
        self._most = (self._usable - 12) * 64 // 255 - 23
        self._least = (self._usable - 12) * 32 // 255 - 23

    def page(self, number: int) -> Iterator[Record]:
        """The records of one page."""
        page = self._page(number)
        start = _FIRST_HEADER if number == 1 else 0
        kind = page[start]
        if kind not in (INTERIOR, LEAF, NUMBERED):
            return
        head = start + (12 if kind == INTERIOR else 8)
        for cell in range(int.from_bytes(page[start + 3 : start + 5], "big")):
            place = int.from_bytes(page[head + 2 * cell : head + 2 * cell + 2], "big")
            try:
                place += 4 if kind == INTERIOR else 0
                yield _record(self._payload(page, place, numbered=kind == NUMBERED))
            except (ValueError, IndexError):
                continue

    def _page(self, number: int) -> bytes:
        return self._data[(number - 1) * self.size : number * self.size]

    def _payload(self, page: bytes, at: int, *, numbered: bool) -> bytes:
        """The bytes of a record, gathered from further pages if it is long."""
        length, at = _varint(page, at)
        at = _varint(page, at)[1] if numbered else at
        most = self._usable - 35 if numbered else self._most
        local = length if length <= most else self._local(length, most)
        if at + local > self._usable or length > len(self._data):
            raise ValueError("no cell")
        payload = page[at : at + local]
        following = int.from_bytes(page[at + local : at + local + 4], "big")
        while len(payload) < length:
            more = self._page(following) if following else b""
            if len(more) < self.size:
                raise ValueError("a page is missing")
            payload += more[4 : 4 + min(length - len(payload), self._usable - 4)]
            following = int.from_bytes(more[:4], "big")
        return payload

    def _local(self, length: int, most: int) -> int:
        kept = self._least + (length - self._least) % (self._usable - 4)
        return kept if kept <= most else self._least


def _varint(data: bytes, at: int) -> tuple[int, int]:
    """A number of one to nine bytes, and the place after it."""
    value = 0
    for i in range(8):
        byte = data[at + i]
        value = value << 7 | byte & 0x7F
        if byte < 0x80:
            return value, at + i + 1
    return value << 8 | data[at + 8], at + 9


def _record(payload: bytes) -> Record:
    """The values of a record; ValueError if it is none."""
    end, at = _varint(payload, 0)
    values, place = [], end
    while at < end:
        kind, at = _varint(payload, at)
        value, place = _value(payload, kind, place)
        values.append(value)
    if at != end or place != len(payload):
        raise ValueError("no record")
    return tuple(values)


def _value(payload: bytes, kind: int, at: int) -> tuple[Any, int]:
    """One value of a record, and the place after it."""
    if kind == 0:
        return None, at
    if kind in (8, 9):
        return kind - 8, at
    if kind in _INT_BYTES:
        end = at + _INT_BYTES[kind]
        return int.from_bytes(payload[at:end], "big", signed=True), end
    if kind < 12:
        raise ValueError("no value of ours")
    end = at + (kind - 12) // 2
    if end > len(payload):
        raise ValueError("no value")
    return (payload[at:end].decode() if kind % 2 else payload[at:end]), end
