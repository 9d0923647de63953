"""A board file with new positions and everything else byte for byte as it was.

Only x, y, label, bow and [canvas] change, in whichever of TOML's styles the tables are written;
comments stay where they are.
"""

from __future__ import annotations

from collections.abc import Mapping

from whistlestop.boards.lines import Span, spans_of
from whistlestop.boards.read_values import BoardError, KeyPath
from whistlestop.render.layout.positions import BoardLayout

Edit = tuple[int, int, str]


def placed_text(text: str, layout: BoardLayout) -> str:
    """The text of the layout's board with the layout's positions."""
    points, width, height = layout.framed()
    cities = zip(layout.board.cities, points, layout.places, strict=True)
    wanted: dict[KeyPath, dict[str, str]] = {
        ("cities", city.id): {"x": f"{x:g}", "y": f"{y:g}", "label": f'"{place}"'}
        for city, (x, y), place in cities
    }
    for index, bow in enumerate(layout.bow_of_routes()):
        wanted["routes", index] = {"bow": f"{bow:g}" if bow else ""}
    return _Pen(text).written(wanted, {"width": f"{width}", "height": f"{height}"})


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
        """Values that are there are replaced, others get lines of their own under the header."""
        fresh = ""
        for key, value in values.items():
            old = self.spans.get((*path, key))
            if old is not None:
                self.edits.append((old.start, old.end, value or "0"))
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
