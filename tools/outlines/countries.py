"""The two large boards: land, lakes, rivers and hills from geodata and our own list of ridges.

Borders are drawn only where they were the same all through the age of railways (North America).
A map of Europe from another year would be another map, so it has none.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from tools.outlines import hills
from tools.outlines.drawn import MARGIN, Drawn
from tools.outlines.plane import Box, Line, clip_line, clip_ring, simpler
from tools.outlines.sources import COASTS, NORTH_AMERICA, WORLD, topology
from tools.outlines.warp import Warp
from whistlestop.model.board import Board
from whistlestop.render.geometry.shapes import Point

CREDIT = "Made with Natural Earth."
USA_WATERS: dict[str, Point] = {
    "pacific_ocean": (29.0, -121.5),
    "atlantic_ocean": (31.5, -75.5),
    "gulf_of_mexico": (26.5, -90.5),
}
EUROPE_WATERS: dict[str, Point] = {
    "north_sea": (56.0, 2.5),
    "bay_of_biscay": (45.2, -4.5),
    "atlantic_ocean": (47.5, -9.0),
    "mediterranean_sea": (38.0, 5.5),
    "black_sea": (43.5, 34.5),
    "baltic_sea": (56.5, 18.5),
}
"""Waters that are named where there is room, with the places that their names are wanted at."""


@dataclass
class Region:
    """Geodata on its way to a canvas: what lies in `box`, warped with the cities.

    The box is in degrees, its edges being south, west, north and east.
    """

    drawn: Drawn
    warp: Warp
    box: Box

    def rings(self, rings: Iterable[list[Point]]) -> Iterable[Line]:
        """Closed shapes as they lie on the canvas."""
        for ring in rings:
            inside = clip_ring(ring, self.box)
            if len(inside) > 3:
                yield from self._warped(inside, closed=True)

    def lines(self, lines: Iterable[list[Point]]) -> Iterable[Line]:
        """Open lines as they lie on the canvas."""
        for line in lines:
            for part in clip_line(line, self.box):
                yield from self._warped(part, closed=False)

    def _warped(self, line: Line, closed: bool) -> Iterable[Line]:
        """Thinned out before the spline, which is what takes time."""
        reach = self.drawn.detail.canvas.grown(MARGIN + 200)
        rough = [self.warp.rough(place) for place in line]
        if closed:
            rough = clip_ring(rough, reach)
        if any(map(reach.holds, rough)):
            fine = simpler(rough, lambda p: 0.2 * self.drawn.detail.least(p), closed)
            yield [self.warp.pulled(point) for point in fine]


def usa(board: Board) -> Drawn:
    """North America: coasts, lakes, rivers, borders and hills."""
    drawn = Drawn(board, CREDIT)
    region = Region(drawn, Warp(board), Box(-5.0, -175.0, 80.0, -25.0))
    coasts, details = topology(COASTS), topology(NORTH_AMERICA)
    drawn.add("land", region.rings(coasts.rings("land")))
    drawn.add("lake", region.rings(details.rings("lakes")))
    drawn.add("river", region.lines(details.lines("rivers")))
    drawn.add("border", region.lines(coasts.shared_edges("countries")))
    drawn.add("state", region.lines(details.shared_edges("subunits")))
    hills.draw_hills(drawn, region.warp, hills.USA)
    for key, place in USA_WATERS.items():
        drawn.name(key, region.warp.exact(place))
    return drawn


def europe(board: Board) -> Drawn:
    """Europe: coasts, lakes, rivers and hills."""
    drawn = Drawn(board, CREDIT)
    region = Region(drawn, Warp(board), Box(8.0, -55.0, 82.0, 100.0))
    details = topology(WORLD)
    drawn.add("land", region.rings(topology(COASTS).rings("land")))
    drawn.add("lake", region.rings(details.rings("lakes")))
    drawn.add("river", region.lines(details.lines("rivers")))
    hills.draw_hills(drawn, region.warp, hills.EUROPE)
    for key, place in EUROPE_WATERS.items():
        drawn.name(key, region.warp.exact(place))
    return drawn
