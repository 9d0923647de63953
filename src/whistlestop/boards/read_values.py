"""Single values of a board file: it checks each for kind and range, or refuses it in words.

It knows TOML values and where they stand, but no cities, routes or rules. Whatever a file contains,
the only exception that leaves this module is `BoardError`.
"""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Iterable, Iterator
from typing import Any, NoReturn

DASH = "\N{EN DASH}"
LONGEST_TEXT = 400

CODES = {
    "unknown-board": "no board has this name",
    "unknown-option": "the board has no such option",
    "name": "a file among the user's own boards that is not named after its id",
    "unreadable": "the file cannot be read",
    "syntax": "the file is not TOML",
    "format": "the file is written in another version of the format",
    "missing": "something required is not there",
    "unknown-key": "a key that means nothing here",
    "type": "a value of the wrong kind",
    "range": "a value that is too small, too large or not one of the known words",
    "limit": "more or fewer things than a board can have",
    "duplicate": "the same thing twice",
    "unknown-city": "no city has this id",
    "unknown-colour": "the cards have no such colour",
    "unknown-set": "no ticket is in this set, or nothing plays it",
    "same-city": "both ends are one city",
    "route": "a route that cannot be claimed as described",
    "disconnected": "some cities cannot be reached from others",
    "position": "a city without a usable place on the drawing",
    "rules": "rules that contradict each other or the board",
    "deal": "not enough cards or tickets for the players",
}


KeyPath = tuple[str | int, ...]
"""The way to a value in a board file, `("routes", 3, "length")`; the empty one is all of it."""


class BoardError(ValueError):
    """A board that cannot be used: a stable `code`, one `sentence`, and the `place` it is about.

    `path` is the same place for programs: the way to it in the file, as far as there is one.
    """

    def __init__(self, code: str, sentence: str, place: str, path: KeyPath = ()) -> None:
        super().__init__(code, sentence, place, path)
        self.code = code
        self.sentence = sentence
        self.place = place
        self.path = path

    def __str__(self) -> str:
        return self.sentence


def refuse(code: str, place: str, reason: str, path: KeyPath = ()) -> NoReturn:
    """Raise the `BoardError` of a place with its reason."""
    raise BoardError(code, f"{place}: {reason}", place, path)


def nearest(word: str, known: Iterable[str]) -> str:
    """The end of a sentence that proposes the known word most like this one, or nothing."""
    from difflib import get_close_matches  # only needed once something is wrong

    found = get_close_matches(word.lower(), list(known), n=1, cutoff=0.5)
    return f'; did you mean "{found[0]}"?' if found else ""


def plain(text: str, longest: int = 60) -> str:
    """Text as it may stand inside a sentence: short, and on one line."""
    text = "".join(c if c.isprintable() else "?" for c in text)
    return text if len(text) <= longest else f"{text[: longest - 3]}..."


def shown(value: object) -> str:
    """A value as it may stand inside a sentence; text is quoted."""
    if isinstance(value, int) and value.bit_length() > 64:
        return "a number of many digits"  # Python refuses to print the longest ones
    return f'"{plain(value)}"' if isinstance(value, str) else plain(str(value))


def kind_of(value: object) -> str:
    """What a sentence calls the kind of a TOML value."""
    kinds = ((bool, "true or false"), (int, "a whole number"), (float, "a number"))
    more = ((str, "text"), (list, "a list"), (dict, "a table"))
    return next((name for kind, name in (*kinds, *more) if isinstance(value, kind)), "a date")


class TomlTable:
    """One TOML table with its place. Keys outside `known` are refused when it is made."""

    __slots__ = ("_values", "path", "place")

    def __init__(
        self, value: object, place: str, path: KeyPath, known: Collection[str] | None = None
    ) -> None:
        if not isinstance(value, dict):
            refuse("type", place, f"must be a table, not {kind_of(value)}", path)
        self._values: dict[str, Any] = value
        self.place = place
        self.path = path
        if known is not None:
            self._refuse_unknown(known)

    def _refuse_unknown(self, known: Collection[str]) -> None:
        for key in self._values:
            if key not in known:
                self.refuse("unknown-key", f"has no key {shown(key)}{nearest(key, known)}", key)

    def refuse(self, code: str, reason: str, *keys: str | int) -> NoReturn:
        """Refuse the table, or what the keys lead to in it."""
        refuse(code, self.place, reason, (*self.path, *keys))

    def __contains__(self, key: str) -> bool:
        return key in self._values

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def raw(self, key: str, default: Any = None) -> Any:
        """The value of a key, which must be there unless there is a default."""
        if key not in self._values and default is None:
            self.refuse("missing", f"{key} is missing")
        return self._values.get(key, default)

    def wrong(self, key: str, must: str, value: object) -> NoReturn:
        """Refuse a value for its kind."""
        self.refuse("type", f"{key} must be {must}, not {kind_of(value)}", key)

    def whole(self, key: str, low: int, high: int, default: int | None = None) -> int:
        """A whole number from `low` to `high`."""
        value = self.raw(key, default)
        if type(value) is not int:
            self.wrong(key, "a whole number", value)
        self._within(key, value, low, high)
        return int(value)

    def number(self, key: str, low: float, high: float, default: float | None = None) -> float:
        """A whole number or a fraction from `low` to `high`."""
        value = self.raw(key, default)
        if type(value) is not int and type(value) is not float:
            self.wrong(key, "a number", value)
        self._within(key, value, low, high)
        return float(value)

    def pair(self, key: str, low: float, high: float) -> tuple[float, float]:
        """Two numbers from `low` to `high`."""
        value = self.items(key)
        if len(value) != 2:
            self.refuse(
                "range", f"{key} must be two numbers like [4.5, -12], not {len(value)}", key
            )
        for part in value:
            if type(part) is not int and type(part) is not float:
                self.wrong(key, "two numbers", part)
            self._within(key, part, low, high)
        return float(value[0]), float(value[1])

    def _within(self, key: str, value: float, low: float, high: float) -> None:
        if not low <= value <= high or not math.isfinite(value):
            must = f"must be between {low} and {high}"
            self.refuse("range", f"{key} {must}, not {shown(value)}", key)

    def flag(self, key: str, default: bool | None = None) -> bool:
        """True or false."""
        value = self.raw(key, default)
        if type(value) is not bool:
            self.wrong(key, "true or false", value)
        return bool(value)

    def text(self, key: str, default: str | None = None) -> str:
        """A line of text for people: not empty, not endless, nothing unprintable."""
        if default is not None and key not in self._values:
            return default
        value = self.raw(key)
        if not isinstance(value, str):
            self.wrong(key, "text", value)
        if not value.strip() or not value.isprintable() or len(value) > LONGEST_TEXT:
            self.refuse("range", f"{key} must be one line of 1 to {LONGEST_TEXT} characters", key)
        return value

    def word(self, key: str, known: Collection[str], default: str | None = None) -> str:
        """One of a few known words."""
        value = self.text(key, default)
        if value not in known:
            words = ", ".join(known)
            self.refuse("range", f"{key} must be one of {words}, not {shown(value)}", key)
        return value

    def slug(self, key: str, pattern: re.Pattern[str], example: str) -> str:
        """A short name that fits the pattern; the example shows a user such a name."""
        value = self.text(key)
        self.check_slug(value, pattern, example, key)
        return value

    def check_slug(self, value: str, pattern: re.Pattern[str], example: str, key: str = "") -> None:
        """Refuse a text that is no short name; without a key it is itself a key of the table."""
        if not pattern.fullmatch(value):
            what = f"{key} {shown(value)}" if key else shown(value)
            self.refuse("range", f"{what} is not a short name like {example}", key or value)

    def items(self, key: str) -> list[Any]:
        """A list of anything."""
        value = self.raw(key)
        if not isinstance(value, list):
            self.wrong(key, "a list", value)
        return value

    def words(self, key: str) -> tuple[str, ...]:
        """A list of different texts."""
        value = self.items(key)
        for word in value:
            if not isinstance(word, str):
                self.refuse("type", f"{key} must hold texts only, not {kind_of(word)}", key)
            if value.count(word) > 1:
                self.refuse("duplicate", f"{key} names {shown(word)} twice", key)
        return tuple(value)
