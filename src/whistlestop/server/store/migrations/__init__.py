"""Numbered SQL files that bring a database from one schema to the next.

A file is named `NNN_what.sql`, NNN being the schema it makes. A released file is never changed: a
change of the schema is a new file. Invariant: the numbers run from 1 without a gap.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from whistlestop.server.errors import StartupError


@dataclass(frozen=True, slots=True)
class Migration:
    """The SQL that makes schema `number` from the one before."""

    number: int
    name: str
    sql: str


@cache
def migrations(kind: str) -> tuple[Migration, ...]:
    """All migrations for `sqlite` or `postgres`, in order."""
    folder = files(__package__) / kind
    names = sorted(file.name for file in folder.iterdir() if file.name.endswith(".sql"))
    found = tuple(
        Migration(int(name[:3]), name, (folder / name).read_text(encoding="utf-8"))
        for name in names
    )
    assert [m.number for m in found] == list(range(1, len(found) + 1)), names
    return found


def pending(kind: str, schema: int, where: str) -> tuple[Migration, ...]:
    """What is to be applied to a database of this schema; a newer one is refused."""
    known = migrations(kind)
    if schema > len(known):
        raise StartupError(
            "newer_schema",
            f"{where} was written by a newer Whistlestop (schema {schema}, this one knows "
            f"{len(known)}): update Whistlestop.",
        )
    return known[schema:]
