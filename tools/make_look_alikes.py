"""Makes `server/table/names/look_alikes.txt` from Unicode's table of confusable characters.

    python -m tools.make_look_alikes

Unicode's table comes with the package `confusable-homoglyphs` of `requirements-dev.txt`. Of its 900
kilobytes the server needs what each sign looks like, for signs that can stand in a name. A test
fails when the committed file is not what this writes.
"""

from __future__ import annotations

import json
import unicodedata
from importlib import resources
from pathlib import Path

import whistlestop
from whistlestop.server.table.names.look_alikes import FILE

_MARKS = {ord(sign): None for sign in "\u200e\u200f"}  # the package wraps some signs in them


def text() -> str:
    """The file: a line for each likeness, which is followed by the signs that look like it."""
    graph = _graph()
    looks = {sign: _likeness(sign, graph) for sign in graph}
    lines: dict[str, list[str]] = {}
    for sign, likeness in sorted(looks.items()):
        if sign != likeness and _stands_in_names(sign):
            lines.setdefault(_settled(likeness, looks), []).append(sign)
    return "".join(f"{likeness}\t{''.join(signs)}\n" for likeness, signs in sorted(lines.items()))


def _graph() -> dict[str, set[str]]:
    """For each sign or likeness those that it is confused with."""
    source = resources.files("confusable_homoglyphs") / "confusables.json"
    found: dict[str, set[str]] = {}
    for sign, others in json.loads(source.read_text(encoding="utf-8")).items():
        for other in others:
            pair = sign.translate(_MARKS), other["c"].translate(_MARKS)
            for one, two in (pair, pair[::-1]):
                found.setdefault(one, set()).add(two)
    return found


def _likeness(sign: str, graph: dict[str, set[str]]) -> str:
    """What a sign looks like: all that look alike are confused with one of them, the likeness. Of
    two that are confused with each other alone, it is the longer or the simpler one."""
    if len(graph[sign]) > 1:
        return sign
    (other,) = graph[sign]
    if len(graph[other]) > 1:
        return other
    return min(sign, other, key=lambda one: (-len(one), one))


def _settled(likeness: str, looks: dict[str, str]) -> str:
    """A likeness whose own signs look like nothing else."""
    while (again := "".join(looks.get(sign, sign) for sign in likeness)) != likeness:
        likeness = again
    return likeness


def _stands_in_names(sign: str) -> bool:
    """Whether a sign is left after a name was cleaned and taken apart."""
    whole = unicodedata.normalize("NFD", sign) == sign
    return whole and not sign.isspace() and unicodedata.category(sign)[0] in "LMNPS"


def main() -> None:
    """Write the file, and say how long it is."""
    path = Path(whistlestop.__file__).parent / "server" / "table" / "names" / FILE
    path.write_text(text(), encoding="utf-8")
    print(f"{path.name}: {path.stat().st_size} bytes")


if __name__ == "__main__":
    main()
