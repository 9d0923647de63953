"""Everything that is wrong with the text of a board file, each fault with its line.

The loader stops at the first fault, which is all that a program needs. Whoever writes a board wants
the others, too: this module puts a route or ticket that the loader refused aside and reads the rest
again. Invariant: putting something aside never makes a fault that is listed, and a text without
faults is a board.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from whistlestop.boards.lines import line_of
from whistlestop.boards.load import BoardError, board_from_data, parse_toml
from whistlestop.boards.read_values import KeyPath

MOST_TOLD = 20
"""A file with more faults than this has one fault that makes the others."""

# What anything, and what a row can be refused for, whatever became of the rows around it.
_BY_ITSELF = frozenset({"type", "missing", "unknown-key", "range"})
_BY_THE_ROW = _BY_ITSELF | {"unknown-city", "unknown-colour", "same-city", "route", "unknown-set"}


@dataclass(frozen=True, slots=True)
class BoardFault:
    """A fault that prints as `lakes.toml:12: route north\N{EN DASH}east: ...`."""

    source: str
    line: int
    code: str
    sentence: str

    def __str__(self) -> str:
        return f"{self.source}:{self.line}: {self.sentence.removeprefix(f'{self.source}: ')}"


def fault_of(text: str, source: str, error: BoardError) -> BoardFault:
    """An error of the loader with the line of the text that it is about."""
    return BoardFault(source, line_of(text, error), error.code, error.sentence)


def faults_in(text: str, source: str) -> list[BoardFault]:
    """What is wrong with a text, in the order of its lines; nothing if it is a board."""
    try:
        data = parse_toml(text, source)
    except BoardError as error:
        return [fault_of(text, source, error)]
    errors = _errors(data, source)
    return sorted((fault_of(text, source, e) for e in errors), key=lambda fault: fault.line)


def _errors(data: dict[str, Any], source: str) -> list[BoardError]:
    numbers: dict[str, list[int]] = {}
    found: list[BoardError] = []
    while len(found) < MOST_TOLD:
        try:
            board_from_data(data, source)
        except BoardError as error:
            row = _row(error)
            if found and error.code not in (_BY_THE_ROW if row else _BY_ITSELF):
                break  # this may be so only because of what was put aside
            found.append(_as_written(error, numbers))
            if row is None:
                break
            data = _without(data, numbers, *row)
        else:
            break
    return found


def _row(error: BoardError) -> tuple[str, int] | None:
    """The list and the number of the route or ticket that was refused."""
    match error.path:
        case ("routes" | "tickets" as kind, int(number), *_):
            return str(kind), number
    return None


def _without(
    data: dict[str, Any], numbers: dict[str, list[int]], kind: str, number: int
) -> dict[str, Any]:
    """The board without a row; `numbers` keeps which rows of the file are still there."""
    rows = data[kind]
    numbers.setdefault(kind, list(range(len(rows)))).pop(number)
    return {**data, kind: [*rows[:number], *rows[number + 1 :]]}


def _as_written(error: BoardError, numbers: dict[str, list[int]]) -> BoardError:
    """The same error with the number that the row has in the file."""
    row = _row(error)
    if row is None or row[0] not in numbers:
        return error
    kind, number = row
    written = numbers[kind][number]
    path: KeyPath = (kind, written, *error.path[2:])
    name = kind.removesuffix("s")
    place = error.place
    if place == f"{name} {number + 1}":  # a row without cities is called by its number
        place = f"{name} {written + 1}"
    sentence = place + error.sentence.removeprefix(error.place)
    return BoardError(error.code, sentence, place, path)
