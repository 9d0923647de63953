"""The mutants that change nothing anyone could observe, each with the reason.

They stand in `equivalent.toml`, named by file, function and the line before and after, not by line
numbers, so that the list survives edits elsewhere. Invariant: an entry that no mutant answers to
is reported as stale.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from itertools import product
from pathlib import Path

from tools.mutate.operators import Mutant
from tools.mutate.sampling import ENGINE

LIST = Path(__file__).with_name("equivalent.toml")

Name = tuple[str, str, str, str]


def known_equivalents() -> dict[Name, str]:
    """The reason why nothing changes, by the name of the mutant."""
    reasons: dict[Name, str] = {}
    for entry in tomllib.loads(LIST.read_text(encoding="utf-8"))["mutant"]:
        after = entry["after"]
        for place, text in product(entry["places"], [after] if isinstance(after, str) else after):
            file, _, function = place.partition(" ")
            reasons[f"{ENGINE}/{file}", function, entry["before"], text] = entry["reason"]
    return reasons


def stale(known: Iterable[Name], mutants: Iterable[Mutant]) -> list[Name]:
    """Entries that fit no mutant of the sources as they are now."""
    names = {mutant.known_as for mutant in mutants}
    return [name for name in known if name not in names]
