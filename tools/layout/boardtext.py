"""A board file with new positions and everything else byte for byte as it was.

Only x, y, label, bow and [canvas] change. It expects what the shipped boards have: one city and
one route per line.
"""

from __future__ import annotations

import re

from tools.layout.state import Layout

CANVAS = re.compile(r"^\[canvas\]\n(?:\w+ = .*\n)*\n?", re.MULTILINE)
CITY_LINE = re.compile(r"^(\w+) = \{ (name = .*?) \}$", re.MULTILINE)
ROUTE_LINE = re.compile(r'^  \{ (cities = "([\w-]+)", .*?) \},$', re.MULTILINE)
OLD = re.compile(r', (?:x|y|label|bow) = (?:"\w+"|[-\d.]+)')


class UnfitFile(ValueError):
    """A board file that is not written one city and one route per line."""


def rewritten(text: str, layout: Layout) -> str:
    points, width, height = layout.framed()
    canvas = f"[canvas]\nwidth = {width}\nheight = {height}\n\n"
    text = CANVAS.sub("", text).replace("[cities]\n", f"{canvas}[cities]\n", 1)
    start = text.index("[cities]\n")
    return _with_bows(text[:start], layout) + _with_points(text[start:], layout, points)


def _with_points(text: str, layout: Layout, points: list[tuple[float, float]]) -> str:
    places = {
        city.id: f', x = {x:g}, y = {y:g}, label = "{place}"'
        for city, (x, y), place in zip(layout.board.cities, points, layout.places, strict=True)
    }

    def city(match: re.Match[str]) -> str:
        return f"{match[1]} = {{ {OLD.sub('', match[2])}{places.pop(match[1])} }}"

    text = CITY_LINE.sub(city, text)
    if places:
        raise UnfitFile(f"city {next(iter(places))} does not stand on a line of its own")
    return text


def _with_bows(text: str, layout: Layout) -> str:
    bows = layout.bow_of_routes()
    lines = [match for match in ROUTE_LINE.finditer(text) if ", length = " in match[1]]
    if len(lines) != len(bows):
        raise UnfitFile(f"{len(lines)} of {len(bows)} routes stand on a line of their own")
    for match, route, bow in reversed(list(zip(lines, layout.board.routes, bows, strict=True))):
        if match[2] != f"{route.a.id}-{route.b.id}":
            raise UnfitFile(f"route {route.id} does not stand on a line of its own")
        shown = f", bow = {bow:g}" if bow else ""
        line = f"  {{ {OLD.sub('', match[1])}{shown} }},"
        text = text[: match.start()] + line + text[match.end() :]
    return text
