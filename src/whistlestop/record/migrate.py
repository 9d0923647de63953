"""Bringing old records up to date, one format at a time.

`MIGRATIONS[n]` turns the lines of format n (as objects, the checks already taken off) into those
of format n + 1. A record that no chain of migrations leads from is refused, never guessed at.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from whistlestop.record.errors import RecordError

FORMAT = 3
# Format 2 has a second generator and the proof of a deal in the first line, and lines that say
# which pile was shuffled again; format 3 says which game a game came from. A record is written in
# the first format that has all it needs, as before.
PLAIN_FORMAT = 1
LUCK_FORMAT = 2

Migration = Callable[[list[dict[str, Any]]], list[dict[str, Any]]]


def _from_1(objects: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Format 2 only adds: what format 1 can say stays as it is."""
    header = objects[0]
    if header.get("rng", 1) != 1:
        sentence = "the record needs another generator than the one that format 1 has, version 1"
        raise RecordError("other_rng", sentence, 1)
    for line, fields in enumerate(objects, 1):
        if "shuffled" in fields:
            raise RecordError("bad_field", '"shuffled" means nothing in format 1', line)
    return [header | {"format": 2}, *objects[1:]]


def _from_2(objects: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Format 3 only adds, too: where a game came from."""
    if "from" in objects[0]:
        raise RecordError("bad_field", '"from" means nothing before format 3', 1)
    return [objects[0] | {"format": 3}, *objects[1:]]


# Format 1 is the first one; whoever makes format 4 registers the way from 3 here.
MIGRATIONS: dict[int, Migration] = {1: _from_1, 2: _from_2}


def check_format(header: dict[str, Any]) -> int:
    """The format that a first line names, if this program can read it."""
    if header.get("whistlestop") != "record":
        raise RecordError("not_a_record", "this is not the first line of a record", 1)
    found = header.get("format")
    if type(found) is not int or found < 0:
        raise RecordError("bad_field", '"format" must be a whole number', 1)
    if found > FORMAT:
        sentence = (
            f"the record is written in format {_shown(found)}, and this program reads up to"
            f" {FORMAT}; a newer program is needed"
        )
        raise RecordError("newer_format", sentence, 1)
    if any(version not in MIGRATIONS for version in range(found, FORMAT)):
        sentence = f"the record is written in format {found}, which this program cannot read"
        raise RecordError("old_format", sentence, 1)
    return found


def migrate(objects: list[dict[str, Any]], found: int) -> list[dict[str, Any]]:
    """The lines as the newest format would have them."""
    try:
        for version in range(found, FORMAT):
            objects = MIGRATIONS[version](objects)
    except (LookupError, TypeError, AttributeError):
        sentence = f"something in this record of format {found} is not where it should be"
        raise RecordError("bad_field", sentence) from None
    return objects


def _shown(number: int) -> str:
    return str(number) if number < 10**9 else "of many digits"
