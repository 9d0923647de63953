"""Damaged files: cut off, edited, foreign. Each gives a sentence, and the file stays as it is."""

from __future__ import annotations

import contextlib
import json
import zlib
from copy import deepcopy
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.records.shelf import signed, small_game
from whistlestop.record import Record, RecordError, SeatRecord, load, loads
from whistlestop.record.errors import CODES


@cache
def whole() -> bytes:
    """A finished game."""
    return Record.of(small_game(1000)).dumps().encode()


@cache
def prefix() -> bytes:
    """A game that stopped after some plies."""
    return Record.of(small_game(40)).dumps().encode()


@cache
def seen() -> bytes:
    """A finished game as a seat saw it."""
    return Record.of(small_game(1000)).redact(1).dumps().encode()


KINDS = pytest.mark.parametrize("make", [whole, prefix, seen])


def read(data: bytes) -> Record | SeatRecord:
    """Load and prove; anything but a record or a `RecordError` with a sentence fails the test."""
    try:
        record = loads(data)
        record.verify()
    except RecordError as error:
        check_sentence(error)
        raise
    return record


def check_sentence(error: RecordError) -> None:
    assert error.code in CODES
    assert len(error.sentence) > 10
    assert error.line is None or error.sentence.startswith(f"line {error.line}: ")


@pytest.mark.slow
@KINDS
def test_a_file_cut_off_anywhere_is_refused_or_a_readable_prefix(make: Any) -> None:
    data: bytes = make()
    full = loads(data)
    header = data.index(b"\n")
    # The seat's record is long: of its middle every seventh byte will do.
    middle = range(header + 400, len(data) - 400) if make is seen else range(0)
    for end in range(len(data) + 1):
        if end in middle and end % 7:
            continue
        if end < header:
            with pytest.raises(RecordError) as error:
                loads(data[:end])
            assert error.value.code == "truncated"
            continue
        record = loads(data[:end])
        complete = data[:end].count(b"\n")
        # A line that lacks nothing but its newline is whole.
        complete += data[end : end + 1] == b"\n"
        tail = data[:end].rpartition(b"\n")[2]
        assert record.plies == full.plies[: complete - 1]
        assert record.dropped == ("" if data[end : end + 1] == b"\n" else tail.decode())
        assert record.finished == (full.finished and complete == data.count(b"\n"))


@KINDS
def test_every_prefix_that_loads_is_true(make: Any) -> None:
    data: bytes = make()
    ends = [i for i, byte in enumerate(data) if byte == 10]
    for end in ends[:: max(1, len(ends) // 12)]:
        read(data[: end + 1])
        read(data[: end + 9])


@pytest.mark.slow
@KINDS
def test_any_one_byte_changed_is_found(make: Any) -> None:
    """Every byte once; hypothesis tries other values below."""
    data: bytes = make()
    for place in range(len(data)):
        changed = bytearray(data)
        changed[place] ^= 1 + place % 255
        with pytest.raises(RecordError):
            loads(bytes(changed))


@given(data=st.data())
def test_any_byte_changed_to_any_other_is_found(data: st.DataObject) -> None:
    text = data.draw(st.sampled_from([whole(), prefix(), seen()]))
    place = data.draw(st.integers(0, len(text) - 1))
    value = data.draw(st.integers(0, 255).filter(lambda x: x != text[place]))
    with pytest.raises(RecordError):
        read(text[:place] + bytes([value]) + text[place + 1 :])


@given(data=st.data())
def test_bytes_put_in_or_taken_out_are_found(data: st.DataObject) -> None:
    text = data.draw(st.sampled_from([whole(), prefix(), seen()]))
    place = data.draw(st.integers(0, len(text) - 2))
    if data.draw(st.booleans()):
        changed = text[:place] + data.draw(st.binary(min_size=1, max_size=9)) + text[place:]
    else:
        changed = text[:place] + text[data.draw(st.integers(place + 1, len(text) - 1)) :]
    if changed != text:
        with pytest.raises(RecordError):
            read(changed)


@given(data=st.data())
def test_lines_swapped_doubled_or_left_out_are_found(data: st.DataObject) -> None:
    lines = whole().splitlines(keepends=True)
    i, j = sorted(data.draw(st.lists(st.integers(0, len(lines) - 1), min_size=2, max_size=2)))
    how = data.draw(st.sampled_from(["swap", "double", "leave out"]))
    if how == "double":
        changed = [*lines[: i + 1], *lines[i:]]
    elif how == "swap":
        changed = [*lines]
        changed[i], changed[j] = changed[j], changed[i]
    else:
        changed = [*lines[:i], *lines[i + 1 :]]
    if changed != lines[: len(changed)]:
        with pytest.raises(RecordError):
            read(b"".join(changed))


@given(text=st.one_of(st.binary(), st.text()))
def test_anything_else_is_not_a_record(text: bytes | str) -> None:
    with pytest.raises(RecordError) as error:
        loads(text)
    assert error.value.code in ("not_a_record", "truncated")


FINITE = st.floats(allow_nan=False, allow_infinity=False)
JSON = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), FINITE, st.text()),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=6,
)


def places_in(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The way to every value within a value."""
    found = [path] if path else []
    items = value.items() if isinstance(value, dict) else enumerate(value)
    for key, item in items:
        here = (*path, key)
        found += places_in(item, here) if isinstance(item, dict | list) else [here]
    return found


@pytest.mark.slow
@given(data=st.data())
def test_any_value_replaced_or_left_out_is_refused_or_true(data: st.DataObject) -> None:
    """Lines that are signed rightly but say something else: never any other exception."""
    source = data.draw(st.sampled_from([whole(), prefix(), seen()]))
    objects = [json.loads(line) for line in source.splitlines()]
    for fields in objects:
        del fields["crc"]
    # The first and the last line say most: every other example is about them.
    line = data.draw(st.sampled_from([0, len(objects) - 1]) | st.integers(0, len(objects) - 1))
    changed = deepcopy(objects)
    *way, last = data.draw(st.sampled_from(places_in(changed[line])))
    inner = changed[line]
    for key in way:
        inner = inner[key]
    if data.draw(st.booleans()):
        del inner[last]
    else:
        inner[last] = data.draw(JSON)
    with contextlib.suppress(RecordError):
        read(signed(changed))


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity", "1e999", "-1e999"])
@pytest.mark.parametrize("make", [whole, seen])
def test_a_number_that_is_none_is_refused(make: Any, number: str) -> None:
    header, second, *_ = make().splitlines()
    body = second[: second.index(b',"crc"')].replace(b'"seat":0', b'"seat":%b' % number.encode())
    crc = zlib.crc32(body, int(header[-10:-2], 16))
    with pytest.raises(RecordError) as error:
        loads(header + b"\n" + body + b',"crc":"%08x"}\n' % crc)
    assert (error.value.code, error.value.line) == ("edited", 2)


@given(depth=st.integers(1000, 100_000), opening=st.sampled_from(["[", '{"a":']))
def test_endless_nesting_is_refused(depth: int, opening: str) -> None:
    start = '{"whistlestop":"record","format":'
    for text in (start + opening * depth, start + opening * depth + "\n"):
        with pytest.raises(RecordError):
            loads(text)


@pytest.mark.parametrize(
    ("first", "code"),
    [
        ("", "truncated"),
        ("\n", "not_a_record"),
        ("{}", "not_a_record"),
        ("[]\n", "not_a_record"),
        ('{"whistlestop":"record"}\n', "not_a_record"),
        ('{"whistlestop":"record",', "truncated"),
        ('{"whistlestop":"record","format":4}\n', "newer_format"),
        ('{"whistlestop":"record","format":' + "9" * 4000 + "}\n", "newer_format"),
        ('{"whistlestop":"record","format":' + "9" * 9000 + "}\n", "not_a_record"),
        ('{"whistlestop":"record","format":0}\n', "old_format"),
        ('{"whistlestop":"record","format":-1}\n', "bad_field"),
        ('{"whistlestop":"record","format":true}\n', "bad_field"),
        ('{"whistlestop":"record","format":"1"}\n', "bad_field"),
        ('{"whistlestop":"record","format":1}\n', "edited"),
        ('{"whistlestop":"record","format":1,"players":["\\ud800"]}\n', "not_a_record"),
        ("\ufeff" + '{"whistlestop":"record","format":1}\n', "not_a_record"),
        ("\ud800", "not_a_record"),
    ],
)
def test_a_first_line_that_cannot_be_is_named(first: str, code: str) -> None:
    with pytest.raises(RecordError) as error:
        loads(first)
    assert (error.value.code, error.value.line) == (code, 1)


def test_a_newer_format_says_that_a_newer_program_is_needed() -> None:
    objects = list(Record.of(small_game(3)).lines())
    objects[0]["format"] = 4
    with pytest.raises(RecordError, match="newer program"):
        loads(signed(objects))


def test_a_key_in_any_line_that_means_nothing_is_refused() -> None:
    objects = list(Record.of(small_game(3)).lines())
    for line in range(len(objects)):
        changed = deepcopy(objects)
        changed[line]["extra"] = 1
        with pytest.raises(RecordError) as error:
            loads(signed(changed))
        assert (error.value.code, error.value.line) == ("bad_field", line + 1)


def test_nothing_may_follow_the_end() -> None:
    objects = list(Record.of(small_game(1000)).lines())
    for more in ([objects[-1]], [objects[-2]]):
        with pytest.raises(RecordError) as error:
            loads(signed([*objects, *more]))
        assert (error.value.code, error.value.line) == ("edited", len(objects) + 1)
    with pytest.raises(RecordError) as error:
        loads(whole() + b'{"seat":0')
    assert error.value.code == "edited"


@given(data=st.data())
def test_reading_never_changes_the_file(data: st.DataObject, tmp_path_factory: Any) -> None:
    path: Path = tmp_path_factory.mktemp("damage") / "evening.wst"
    place = data.draw(st.integers(0, len(prefix()) - 1))
    changed = prefix()[:place] + data.draw(st.binary(max_size=3)) + prefix()[place + 1 :]
    path.write_bytes(changed)
    before = path.stat()
    with contextlib.suppress(RecordError):
        load(path).verify()
    after = path.stat()
    assert path.read_bytes() == changed
    assert (after.st_mtime_ns, after.st_ino) == (before.st_mtime_ns, before.st_ino)
    assert list(path.parent.iterdir()) == [path]
