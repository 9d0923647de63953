"""Reading the values of one line of a record: each is checked for kind, or refused in words.

Whatever a line contains, the only exception that leaves this module is `RecordError`.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, NoReturn

from whistlestop.boards.read_values import plain
from whistlestop.record.errors import RecordError


class Fields:
    """One line with its number. Keys outside `known` are refused when it is made."""

    __slots__ = ("_values", "line")

    def __init__(self, values: Mapping[str, Any], line: int, known: Collection[str]) -> None:
        self._values = values
        self.line = line
        for key in values:
            if key not in known:
                self.refuse(f'"{plain(key, 40)}" means nothing in this line')

    def refuse(self, sentence: str) -> NoReturn:
        """Raise the `RecordError` of this line."""
        raise RecordError("bad_field", sentence, self.line)

    def __contains__(self, key: str) -> bool:
        return key in self._values

    def keys(self) -> set[str]:
        """The keys that are there."""
        return set(self._values)

    def raw(self, key: str) -> Any:
        """The value of a key, which must be there."""
        if key not in self._values:
            self.refuse(f'"{key}" is missing')
        return self._values[key]

    def text(self, key: str) -> str:
        """A text."""
        value = self.raw(key)
        if not isinstance(value, str):
            self.refuse(f'"{key}" must be a text')
        return value

    def whole(self, key: str) -> int:
        """A whole number."""
        value = self.raw(key)
        if type(value) is not int:
            self.refuse(f'"{key}" must be a whole number')
        return int(value)

    def below(self, key: str, end: int) -> int:
        """A whole number from 0 on and smaller than `end`."""
        value = self.whole(key)
        if not 0 <= value < end:
            self.refuse(f'"{key}" must be from 0 to {end - 1}')
        return value

    def texts(self, key: str) -> tuple[str, ...]:
        """A list of texts."""
        value = self.raw(key)
        if type(value) is not list or not all(map(_is_text, value)):
            self.refuse(f'"{key}" must be a list of texts')
        return tuple(value)

    def wholes(self, key: str) -> tuple[int, ...]:
        """A list of whole numbers."""
        value = self.raw(key)
        if type(value) is not list or not all(type(item) is int for item in value):
            self.refuse(f'"{key}" must be a list of whole numbers')
        return tuple(value)


def _is_text(value: object) -> bool:
    return isinstance(value, str)
