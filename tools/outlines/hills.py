"""Mountain ranges as rows of small engraved hills, drawn only where the board leaves room.

Ridges are rough lines in degrees, our own; the hills stand along them in a fixed scatter.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import pairwise

from tools.outlines.drawn import Drawn
from tools.outlines.plane import Line
from tools.outlines.warp import Warp
from whistlestop.render.geometry.shapes import Point

STEP = 6.5
"""Pixels between two hills along a ridge."""
GOLDEN = 0.6180339887

USA: tuple[tuple[Point, ...], ...] = (
    (
        (60, -127),
        (56, -123),
        (53.5, -119.5),
        (51.3, -116.3),
        (49, -114),
        (47.2, -113),
        (45.6, -112),
    ),
    ((46, -110.5), (44, -110), (42.8, -109.3)),
    ((41.3, -106.3), (39.5, -106.2), (38, -105.6), (36, -105.6)),
    ((49.2, -121.2), (46.8, -121.6), (44, -121.8), (41.4, -122.2)),
    ((40.2, -121.2), (38, -119.5), (36.5, -118.4), (35.3, -118.6)),
    ((58, -132.5), (54.5, -128.5), (51, -124.5)),
    ((41.8, -111.6), (40, -111.4), (38, -112.2)),
    ((40.8, -115.5), (39, -114.8)),
    ((34.8, -84.2), (36, -82.4), (37.6, -80.6), (39.1, -79.3), (40.8, -77.6), (41.7, -75.6)),
    ((43.8, -74.3), (44.4, -73.8)),
    ((44, -71.6), (45.2, -70), (46, -69)),
    ((35.6, -94), (36, -92.5)),
    ((34.2, -111.5), (33.6, -109.2)),
    ((31, -108.7), (28, -107.5), (25, -105.9), (22.5, -104.6)),
    ((27.5, -101.5), (25, -100.3), (22.5, -99.4)),
    ((47.5, -72.5), (49, -70.3)),
    ((66, -65), (63, -67)),
)

EUROPE: tuple[tuple[Point, ...], ...] = (
    ((43, -1.3), (42.7, 0.6), (42.5, 2.3)),
    ((44.1, 7), (45.4, 6.9), (46.2, 7.9), (46.6, 9.5), (46.9, 11.3), (47.1, 13), (47.5, 14.8)),
    ((44.4, 9.4), (43.6, 12), (42.2, 13.6), (40.9, 15.3), (39.3, 16.4)),
    ((49.4, 19), (49.2, 20.8), (48.4, 23.8), (47.2, 25.2), (45.7, 25.6), (45.4, 23.3)),
    ((45.2, 14.9), (44.2, 16.5), (43.1, 18.5), (42.3, 20), (40.8, 20.8), (39.4, 21.4)),
    ((43.2, 23.1), (42.7, 25.4)),
    ((41.7, 23.9), (41.5, 25.2)),
    ((43.8, 40.3), (43.2, 42.7), (42.5, 45), (41.4, 47.6)),
    ((59.5, 7.2), (61.5, 8.6), (63.3, 12.6), (66, 15.2), (68.2, 18.4)),
    ((56.6, -4.3), (57.4, -5)),
    ((40.3, -5.5), (41, -3.8)),
    ((37, -3.6), (38.2, -2.4)),
    ((43, -6.2), (43, -4.6)),
    ((45.3, 2.9), (44.4, 3.6)),
    ((47.9, 8.2), (48.6, 8.4)),
    ((50.5, 12.9), (50.8, 15.5), (50.2, 17)),
    ((36.9, 30.6), (37.1, 32.8), (37.9, 35.6), (38.3, 38)),
    ((40.7, 36.5), (40.6, 39), (40.9, 41.2)),
    ((30.8, -8.3), (32, -5.6), (33.6, -3.9), (35.4, 0.5), (36.3, 3.6), (35.6, 7.4)),
    ((42.2, 9.1),),
    ((40.1, 9.3),),
    ((53, -3.8),),
    ((54.5, -3),),
    ((52.2, 58), (56, 58.8), (60, 59), (64, 59.5)),
)


def draw_hills(drawn: Drawn, warp: Warp, ridges: Sequence[Sequence[Point]]) -> None:
    """Set little hills along ridges, wherever the board leaves room."""
    places = [place for ridge in ridges for place in _along([warp.exact(p) for p in ridge])]
    places.sort(key=lambda place: place[1])  # a hill in front stands over the one behind
    marks = []
    for n, point in enumerate(places):
        point, size = (round(point[0]), round(point[1])), 4.0 + round(3 * ((n * GOLDEN) % 1))
        if drawn.detail.coarser(point) < 4 and drawn.room(
            (point[0], point[1] - size / 2), size + 1.5
        ):
            marks += list(_hill(point, size))
    drawn.add("relief", marks, fine=True)


def _along(ridge: list[Point]) -> Iterator[Point]:
    """Points along a ridge, strewn a little to both sides."""
    if len(ridge) == 1:
        yield ridge[0]
    n = 0
    for (x1, y1), (x2, y2) in pairwise(ridge):
        length = math.hypot(x2 - x1, y2 - y1)
        for i in range(int(length / STEP)):
            n += 1
            t = i * STEP / length
            off = 18 * ((n * GOLDEN) % 1 - 0.5)
            side = (y1 - y2) / length * off, (x2 - x1) / length * off
            yield x1 + t * (x2 - x1) + side[0], y1 + t * (y2 - y1) + side[1]


def _hill(foot: Point, size: float) -> Iterator[Line]:
    """A peak with a short line of shade on its right side."""
    x, y = foot
    yield [(x - size, y), (x - 0.2 * size, y - size * 1.15), (x + size, y)]
    yield [(x + 0.35 * size, y), (x + 0.1 * size, y - 0.55 * size)]
