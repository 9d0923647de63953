"""JSON lines with a running check: the bytes of a record, without any meaning.

Every line is one JSON object that ends with `"crc"`, the CRC-32 of all that stands before it in
this line and in the lines above. So a changed byte is always found, in the line where it is, and a
file that was cut off is still a readable prefix.
"""

from __future__ import annotations

import json
import math
import zlib
from collections.abc import Mapping
from typing import Any

from whistlestop.record.errors import RecordError

# What every record begins with, so that a reader recognises anything else at once.
START = b'{"whistlestop":"record",'
# What the last line of a finished game begins with.
END = b'{"end":'
_TAIL = len(',"crc":"00000000"}')
_ENCODE = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode
_EDITED = "this line is not as it was written"


def _finite(text: str) -> float:
    """A fraction; one that JSON cannot write back is refused like anything that is not JSON."""
    if not math.isfinite(value := float(text)):
        raise ValueError(text)
    return value


_DECODER = json.JSONDecoder(parse_float=_finite, parse_constant=_finite)


def canonical(value: object) -> str:
    """A value as JSON in its one canonical form."""
    return _ENCODE(value)


def write_line(fields: Mapping[str, Any], crc: int) -> tuple[bytes, int]:
    """One line with its check, and the running check after it."""
    try:
        body = canonical(fields)[:-1].encode()
    except UnicodeEncodeError:
        raise RecordError("bad_text", "a name holds half a character and cannot be saved") from None
    crc = zlib.crc32(body, crc)
    return b'%b,"crc":"%08x"}\n' % (body, crc), crc


def first_object(data: bytes) -> dict[str, Any]:
    """The first line as it stands, whatever its check says: it tells how to read the rest."""
    if not data.startswith(START[: len(data)]):
        raise _not_a_record(1)
    line, newline, _ = data.partition(b"\n")
    if not newline and _is_cut(line):
        raise RecordError("truncated", "the record ends inside its first line", 1)
    return _parse(line, 1)


def read_lines(data: bytes) -> tuple[list[dict[str, Any]], str]:
    """All lines, checked and without their checks, and a last one that was cut off, if any."""
    lines = data.split(b"\n")
    last = lines.pop()
    dropped = ""
    if last and _is_cut(last):
        dropped = last.decode(errors="replace")
    elif last:
        lines.append(last)
    crc = 0
    objects = []
    for number, line in enumerate(lines, 1):
        crc = zlib.crc32(line[:-_TAIL], crc)
        if line[-_TAIL:] != b',"crc":"%08x"}' % crc:
            raise RecordError("edited", _EDITED, number)
        fields = _parse(line, number)
        del fields["crc"]
        objects.append(fields)
    return objects, dropped


def _is_cut(line: bytes) -> bool:
    """Whether a line without its newline breaks off before its object is complete.

    A complete object may lack its newline and nothing else; one with something behind it was
    edited, and is left for the check to find.
    """
    try:
        _DECODER.raw_decode(line.decode(errors="replace"))
    except (ValueError, RecursionError):
        return True
    return False


def _parse(line: bytes, number: int) -> dict[str, Any]:
    try:
        fields = _DECODER.decode(line.decode())
        if b"\\ud" in line.lower():  # half a character can hide behind an escape
            canonical(fields).encode()
    except (ValueError, RecursionError):
        raise _not_a_record(number) from None
    if type(fields) is not dict:
        raise _not_a_record(number)
    return fields


def _not_a_record(number: int) -> RecordError:
    if number == 1:
        return RecordError("not_a_record", "this is not the first line of a record", 1)
    return RecordError("edited", _EDITED, number)
