"""Where things stand in the text of a board file: from the way to a value to its line.

It walks over a text that TOML's own parser has found sound and says where each key and each value
is; it never says what a value is. Invariant: every value that the parser finds has its place here,
in whichever of TOML's styles it is written.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from whistlestop.boards.read_values import BoardError, KeyPath

_BLANK = re.compile(r"(?:[ \t\r\n]|#[^\n]*)*")
_SPACE = re.compile(r"[ \t]*")
_BARE = re.compile(r"[A-Za-z0-9_-]+")
_SCALAR = re.compile(r"[^\s,\]}#]+(?:[ \t][^\s,\]}#]+)*")  # a date may have one blank in it
_STRINGS = (
    re.compile(r'"""(?:[^\\]|\\.)*?"{3,5}', re.DOTALL),
    re.compile(r"'''.*?'{3,5}", re.DOTALL),
    re.compile(r'"(?:[^"\\\n]|\\.)*"'),
    re.compile(r"'[^'\n]*'"),
)
_AT_LINE = re.compile(r"\(at line (\d+), column \d+\)$")


class Span(NamedTuple):
    """A value in the text: where its key begins, where the value begins, and where it ends.

    An item of a list has no key, and a table that a header or a dotted key names is that.
    """

    key: int
    start: int
    end: int


def spans_of(text: str) -> dict[KeyPath, Span]:
    """Every key and item of a sound TOML text by its way; a table under a header is its header."""
    return _Walk(text).spans


def line_of(text: str, error: BoardError) -> int:
    """The line, counted from one, of what is wrong; line 1 if it is the file as a whole."""
    if error.code == "syntax":
        found = _AT_LINE.search(error.sentence)
        if found:
            return int(found[1])
        at_end = error.sentence.endswith("(at end of document)")
        return text.rstrip().count("\n") + 1 if at_end else 1
    try:
        return line_of_path(text, spans_of(text), error.path)
    except RecursionError:  # as deep as the parser just bears
        return 1


def line_of_path(text: str, spans: dict[KeyPath, Span], path: KeyPath) -> int:
    """The line of a value, or of the innermost table around it that is in the text."""
    while path and path not in spans:
        path = path[:-1]
    return text.count("\n", 0, spans[path].key) + 1 if path else 1


class _Walk:
    """One pass over a text, which is sound: what is expected is there."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.spans: dict[KeyPath, Span] = {}
        self._counts: dict[KeyPath, int] = {}
        table: KeyPath = ()
        while self._skip() < len(text):
            table = self._header() if text[self.at] == "[" else self._pair(table)

    def _skip(self, pattern: re.Pattern[str] = _BLANK) -> int:
        found = pattern.match(self.text, self.at)
        assert found is not None, self.at
        self.at = found.end()
        return self.at

    def _header(self) -> KeyPath:
        """`[a.b]` or `[[a.b]]`; the table it opens."""
        begin = self.at
        items = self.text.startswith("[[", begin)
        self.at += 1 + items
        table = self._current(self._key(), items)
        self._skip(_SPACE)
        self.at += 1 + items
        self.spans[table] = Span(begin, begin, self.at)
        for length in range(1, len(table)):
            self.spans.setdefault(table[:length], self.spans[table])
        return table

    def _current(self, keys: KeyPath, items: bool) -> KeyPath:
        """The way that a header means: where lists of tables are on it, their last item."""
        path: KeyPath = ()
        for key in keys[:-1]:
            path = (*path, key)
            if path in self._counts:
                path = (*path, self._counts[path] - 1)
        path = (*path, keys[-1])
        if not items:
            return path
        number = self._counts.get(path, 0)
        self._counts[path] = number + 1
        return (*path, number)

    def _pair(self, table: KeyPath) -> KeyPath:
        """`key = value`; the table it stands in, which stays the current one."""
        begin = self.at
        path = (*table, *self._key())
        for length in range(len(table) + 1, len(path)):  # tables that only dots name
            self.spans.setdefault(path[:length], Span(begin, begin, self.at))
        self._skip(_SPACE)
        self.at += 1
        self._skip(_SPACE)
        self._value(path, begin)
        return table

    def _key(self) -> KeyPath:
        """A key with its dots."""
        parts: list[str] = []
        while True:
            self._skip(_SPACE)
            begin = self.at
            if self.text[begin] in "\"'":
                self._skip_string()
                parts.append(_plain_key(self.text[begin : self.at]))
            else:
                parts.append(self.text[begin : self._skip(_BARE)])
            self._skip(_SPACE)
            if self.text[self.at] != ".":
                return tuple(parts)
            self.at += 1

    def _value(self, path: KeyPath, key: int) -> None:
        begin = self.at
        match self.text[begin]:
            case "[":
                self._inside(path, "]")
            case "{":
                self._inside(path, "}")
            case '"' | "'":
                self._skip_string()
            case _:
                self._skip(_SCALAR)
        self.spans[path] = Span(key, begin, self.at)

    def _inside(self, path: KeyPath, close: str) -> None:
        """The items of a list or the pairs of a table, up to the bracket that closes it."""
        self.at += 1
        number = 0
        while self.text[self._skip()] != close:
            if close == "}":
                self._pair(path)
            else:
                self._value((*path, number), self.at)
                number += 1
            if self.text[self._skip()] == ",":
                self.at += 1
        self.at += 1

    def _skip_string(self) -> None:
        for pattern in _STRINGS:
            found = pattern.match(self.text, self.at)
            if found:
                self.at = found.end()
                return
        raise AssertionError(self.at)


def _plain_key(quoted: str) -> str:
    import tomllib

    return str(tomllib.loads(f"key = {quoted}")["key"])
