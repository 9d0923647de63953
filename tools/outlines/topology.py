"""TopoJSON read just as far as drawing needs it: rings and lines in degrees, shared edges.

Points are (latitude, longitude), as everywhere in this program.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from whistlestop.render.geometry.shapes import Point


class Topology:
    """A TopoJSON file with its arcs decoded."""

    def __init__(self, path: Path) -> None:
        data = json.loads(path.read_text("utf-8"))
        self.objects: dict[str, Any] = data["objects"]
        scale, origin = data["transform"]["scale"], data["transform"]["translate"]
        self.arcs = [list(_decoded(arc, scale, origin)) for arc in data["arcs"]]

    def rings(self, name: str) -> Iterator[list[Point]]:
        """Every ring of every polygon, holes too."""
        for shape in self.objects[name]["geometries"]:
            yield from self.rings_of(shape)

    def rings_of(self, shape: dict[str, Any]) -> Iterator[list[Point]]:
        """The rings of one polygon or of several; none of other shapes."""
        match shape["type"]:
            case "Polygon":
                polygons = [shape["arcs"]]
            case "MultiPolygon":
                polygons = shape["arcs"]
            case _:
                return
        for polygon in polygons:
            for ring in polygon:
                yield self._joined(ring)[:-1]

    def lines(self, name: str) -> Iterator[list[Point]]:
        """Every line of an object."""
        for shape in self.objects[name]["geometries"]:
            match shape["type"]:
                case "LineString":
                    yield self._joined(shape["arcs"])
                case "MultiLineString":
                    yield from map(self._joined, shape["arcs"])

    def shared_edges(self, name: str) -> list[list[Point]]:
        """The lines along which two areas of a layer touch."""
        edges: Counter[tuple[Point, Point]] = Counter()
        for shape in self.objects[name]["geometries"]:
            own = set()
            for ring in self.rings_of(shape):
                pairs = zip(ring, ring[1:] + ring[:1], strict=True)
                own |= {(p, q) if p < q else (q, p) for p, q in pairs if p != q}
            edges.update(own)
        return _chained([edge for edge, count in edges.items() if count > 1])

    def _joined(self, arcs: list[int]) -> list[Point]:
        line: list[Point] = []
        for i in arcs:
            arc = self.arcs[i] if i >= 0 else self.arcs[~i][::-1]
            line += arc[1:] if line else arc
        return line


def _decoded(arc: list[list[int]], scale: list[float], origin: list[float]) -> Iterator[Point]:
    x = y = 0
    for dx, dy, *_ in arc:
        x, y = x + dx, y + dy
        yield y * scale[1] + origin[1], x * scale[0] + origin[0]


def _chained(edges: list[tuple[Point, Point]]) -> list[list[Point]]:
    """Edges joined to lines that are as long as they go without a fork."""
    at: dict[Point, set[Point]] = {}
    for p, q in edges:
        at.setdefault(p, set()).add(q)
        at.setdefault(q, set()).add(p)
    forks = sorted(p for p, others in at.items() if len(others) != 2)
    lines = []
    for start in [*forks, *sorted(at)]:
        while at[start]:
            line = [start]
            while at[line[-1]] and (len(line) == 1 or line[-1] not in set(forks)):
                here = line[-1]
                then = min(at[here])
                at[here].discard(then)
                at[then].discard(here)
                line.append(then)
            lines.append(line)
    return lines
