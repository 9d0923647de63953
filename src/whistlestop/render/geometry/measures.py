"""How good a drawing is, in numbers: gaps between cities and spaces, what the cities span.

Lengths are in spaces. `clashes` says what is wrong with a drawing; this says how well it uses its
sheet. Nothing here judges: what is good enough is up to whoever asks.
"""

from __future__ import annotations

import math

from whistlestop.model.board import Route
from whistlestop.render.geometry.drawing import CITY, SPACE, WIDTH, Drawing, Space
from whistlestop.render.geometry.shapes import Point


def end_gaps(drawing: Drawing, route: Route) -> tuple[float, float]:
    """From the disc of each end's city to the nearest point of the route's spaces."""
    ends = drawing.points[route.a.index], drawing.points[route.b.index]
    spaces = drawing.spaces[route.index]
    near, far = (min(_distance(end, space) for space in spaces) - CITY for end in ends)
    return near / SPACE, far / SPACE


def spans(drawing: Drawing) -> tuple[float, float]:
    """The part of the sheet's width and of its height that lies between the outermost cities."""
    xs, ys = zip(*drawing.points, strict=True)
    return (max(xs) - min(xs)) / drawing.width, (max(ys) - min(ys)) / drawing.height


def _distance(point: Point, space: Space) -> float:
    """From a point to a space's rectangle; zero inside."""
    (x, y), (cx, cy), (ux, uy) = point, space.centre, space.along
    along = abs((x - cx) * ux + (y - cy) * uy) - space.length / 2
    across = abs((y - cy) * ux - (x - cx) * uy) - WIDTH / 2
    return math.hypot(max(along, 0.0), max(across, 0.0))
