"""Old formats migrate or are refused. Format 0 never existed; here it is made up."""

from __future__ import annotations

from typing import Any

import pytest

from tests.records.shelf import signed, small_game
from whistlestop.record import Record, RecordError, loads
from whistlestop.record.migrate import MIGRATIONS

Lines = list[dict[str, Any]]


def as_format_0(record: Record) -> bytes:
    """The record in a format that called the players names and wrote seat and action as one."""
    header, *rest = record.lines()
    old = {("names" if key == "players" else key): value for key, value in header.items()}
    old["format"] = 0
    plies = [
        line if "end" in line else {"did": f"{line.pop('seat')} {line.pop('do')}", **line}
        for line in rest
    ]
    return signed([old, *plies])


def from_format_0(lines: Lines) -> Lines:
    header, *rest = lines
    header = {("players" if key == "names" else key): value for key, value in header.items()}
    plies = []
    for line in rest:
        if "end" not in line:
            seat, _, do = line.pop("did").partition(" ")
            line = {"seat": int(seat), "do": do, **line}
        plies.append(line)
    return [header | {"format": 1}, *plies]


@pytest.mark.parametrize("plies", [15, 1000])
def test_an_old_record_migrates_to_the_same_record(
    plies: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(MIGRATIONS, 0, from_format_0)
    record = Record.of(small_game(plies))
    again = loads(as_format_0(record))
    assert again == record
    again.verify()
    assert again.dumps() == record.dumps()


def test_an_old_record_is_checked_before_it_migrates(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(MIGRATIONS, 0, from_format_0)
    data = as_format_0(Record.of(small_game(15)))
    with pytest.raises(RecordError) as error:
        loads(data.replace(b"keep 1", b"keep 2", 1))
    assert error.value.code == "edited"


def test_an_old_record_that_lacks_something_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(MIGRATIONS, 0, from_format_0)
    lines: Lines = [{"whistlestop": "record", "format": 0}, {"done": "0 keep 1"}]
    with pytest.raises(RecordError) as error:
        loads(signed(lines))
    assert error.value.code == "bad_field"


def test_an_old_record_without_a_migration_is_refused() -> None:
    with pytest.raises(RecordError) as error:
        loads(as_format_0(Record.of(small_game(15))))
    assert (error.value.code, error.value.line) == ("old_format", 1)
    assert "format 0" in str(error.value)
