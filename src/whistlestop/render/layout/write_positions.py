"""A board file with new positions and everything else byte for byte as it was.

Only x, y, label, station, bow and [canvas] change, in whichever of TOML's styles the tables are
written; comments stay where they are.
"""

from __future__ import annotations

from collections.abc import Mapping

from whistlestop.boards.lines import Span, spans_of
from whistlestop.boards.read_values import BoardError, KeyPath
from whistlestop.model.board import Board
from whistlestop.render.geometry.shapes import Point
from whistlestop.render.layout.placement import Placement

Edit = tuple[int, int, str]


def placed_text(text: str, board: Board, placement: Placement) -> str:
    """The text of a board with the positions of a placement."""
    wanted: dict[KeyPath, dict[str, str]] = {}
    for city in board.cities:
        x, y = placement.points[city.index]
        values = {"x": f"{x:g}", "y": f"{y:g}", "label": _pair(placement.labels[city.index])}
        station = placement.stations[city.index]
        wanted["cities", city.id] = values | {"station": _pair(station) if station else ""}
    for index, bow in enumerate(placement.bows):
        wanted["routes", index] = {"bow": _bow(bow)}
    return _Pen(text).written(wanted, _canvas(placement))


def _canvas(placement: Placement) -> dict[str, str]:
    keys = ("width", "height", "letters", "widest_name")
    values = (*placement.size, *placement.lettering)
    return {key: f"{value:g}" for key, value in zip(keys, values, strict=True)}


def _pair(pair: Point) -> str:
    return f"[{pair[0]:g}, {pair[1]:g}]"


def _bow(bow: Point) -> str:
    """One number if both halves bend alike, nothing for a straight line."""
    if bow[0] == bow[1]:
        return f"{bow[0]:g}" if bow[0] else ""
    return _pair(bow)


class _Pen:
    """Collects edits of a text, and makes them from its end to its beginning."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.spans = spans_of(text)
        self.keys: dict[KeyPath, list[str]] = {}
        for *table, key in self.spans:
            if isinstance(key, str):
                self.keys.setdefault(tuple(table), []).append(key)
        self.edits: list[Edit] = []

    def written(self, wanted: Mapping[KeyPath, Mapping[str, str]], canvas: dict[str, str]) -> str:
        for path, values in wanted.items():
            self._set(path, values)
        if ("canvas",) in self.spans:
            self._set(("canvas",), canvas)
        else:
            self._add_canvas(canvas)
        text = self.text
        for start, end, new in sorted(self.edits, reverse=True):
            text = text[:start] + new + text[end:]
        return text

    def _set(self, path: KeyPath, values: Mapping[str, str]) -> None:
        """Give a table these values; an empty one is taken out."""
        span = self.spans[path]
        if self.text[span.start] == "{":
            self._set_inline(path, span, values)
        elif self.text[span.start] == "[":
            self._set_lines(path, span, values)
        else:
            place = " ".join(str(part) for part in path)
            reason = "is written in pieces; write it as one table { ... } to have it placed"
            raise BoardError("position", f"{place}: {reason}", place, path)

    def _set_inline(self, path: KeyPath, span: Span, values: Mapping[str, str]) -> None:
        kept = [self.spans[*path, key] for key in self.keys[path] if key not in values]
        parts = [self.text[part.key : part.end] for part in kept]
        parts += [f"{key} = {value}" for key, value in values.items() if value]
        self.edits.append((span.start, span.end, f"{{ {', '.join(parts)} }}"))

    def _set_lines(self, path: KeyPath, span: Span, values: Mapping[str, str]) -> None:
        """Values that are there are replaced or go, others get lines below the header."""
        fresh = ""
        for key, value in values.items():
            old = self.spans.get((*path, key))
            if old is not None and value:
                self.edits.append((old.start, old.end, value))
            elif old is not None:
                self.edits.append((old.key, self._next_line(old.end), ""))
            elif value:
                fresh += f"{key} = {value}\n"
        if fresh:
            at = self._next_line(span.end)
            self.edits.append((at, at, fresh))

    def _next_line(self, at: int) -> int:
        end = self.text.find("\n", at)
        return len(self.text) if end < 0 else end + 1

    def _add_canvas(self, canvas: dict[str, str]) -> None:
        """A table of its own before the cities and what is said about them, or at the end."""
        lines = "".join(f"{key} = {value}\n" for key, value in canvas.items())
        cities = self.spans["cities",]
        if self.text[cities.start] == "[" and self.text[cities.key] == "[":
            at = self._above_comments(cities.key)
            self.edits.append((at, at, f"[canvas]\n{lines}\n"))
        else:
            self.edits.append((len(self.text), len(self.text), f"\n[canvas]\n{lines}"))

    def _above_comments(self, at: int) -> int:
        lines = self.text[:at].splitlines(keepends=True)
        while lines and lines[-1].startswith("#"):
            lines.pop()
        return sum(map(len, lines))
