"""The mutants that change nothing anyone could observe, each with the reason.

They stand in `equivalent.toml`, named by file, function and the line before and after, not by line
numbers, so that the list survives edits elsewhere. Invariant: an entry that no mutant answers to
is reported as stale.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from pathlib import Path

from tools.mutate.operators import Mutant

LIST = Path(__file__).with_name("equivalent.toml")

Name = tuple[str, str, str, str]


def known_equivalents() -> dict[Name, str]:
    """The reason why nothing changes, by the name of the mutant."""
    entries = tomllib.loads(LIST.read_text(encoding="utf-8")).get("mutant", [])
    reasons: dict[Name, str] = {}
    for entry in entries:
        after = entry["after"]
        for text in [after] if isinstance(after, str) else after:
            name = (f"whistlestop/engine/{entry['file']}", entry["function"], entry["before"], text)
            reasons[name] = entry["reason"]
    return reasons


def stale(known: Iterable[Name], mutants: Iterable[Mutant]) -> list[Name]:
    """Entries that fit no mutant of the sources as they are now."""
    names = {mutant.known_as for mutant in mutants}
    return [name for name in known if name not in names]
