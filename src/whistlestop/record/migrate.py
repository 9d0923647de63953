"""Bringing old records up to date, one format at a time.

`MIGRATIONS[n]` turns the lines of format n (as objects, the checks already taken off) into those
of format n + 1. A record that no chain of migrations leads from is refused, never guessed at.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from whistlestop.record.errors import RecordError

FORMAT = 1

Migration = Callable[[list[dict[str, Any]]], list[dict[str, Any]]]

# Format 1 is the first one; whoever makes format 2 registers the way from 1 here.
MIGRATIONS: dict[int, Migration] = {}


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
