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
        reach = self.drawn.detail.canvas.grown(MARGIN + 100)
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
    drawn.name("pacific_ocean", 100, 762, 0, 17)
    drawn.name("atlantic_ocean", 1285, 640, 0, 17)
    drawn.name("gulf_of_mexico", 875, 832, 0, 14)
    drawn.name("hudson_bay", 862, -160, 0, 14)
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
    drawn.name("atlantic_ocean", 116, 443, 0, 18)
    drawn.name("north_sea", 487, 226, 0, 13)
    drawn.name("bay_of_biscay", 226, 482, 0, 11)
    drawn.name("mediterranean_sea", 450, 808, 0, 15)
    drawn.name("black_sea", 1296, 586, 15, 12)
    drawn.name("baltic_sea", 775, 172, 0, 11)
    drawn.name("adriatic_sea", 727, 620, 42, 9.5)
    return drawn
