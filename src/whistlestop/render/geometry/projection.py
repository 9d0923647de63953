"""From latitude and longitude to a flat plane, y pointing down, in units of one earth radius.

Large boards use the equal-area conic of Albers, cities a local equirectangular plane; the extent of
the places alone decides which. It knows neither boards nor pixels.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from whistlestop.render.geometry.shapes import Point

LARGE = 2.0
"""Degrees of latitude or longitude from which a board is drawn as a country."""


def project(places: Sequence[Point]) -> list[Point]:
    """Places as (latitude, longitude) in degrees to points of the plane."""
    flatten = projection_of(places)
    return [flatten(place) for place in places]


def projection_of(places: Sequence[Point]) -> Callable[[Point], Point]:
    """The projection that suits these places; it takes any place, also as latitude, longitude."""
    lats = [lat for lat, _ in places]
    lons = [lon for _, lon in places]
    spread = max(max(lats) - min(lats), max(lons) - min(lons))
    south, north = math.radians(min(lats)), math.radians(max(lats))
    middle = math.radians((min(lons) + max(lons)) / 2)
    flatten = _albers(south, north, middle) if spread > LARGE else _local(south, north, middle)
    return lambda place: flatten(math.radians(place[0]), math.radians(place[1]))


def turned(points: Sequence[Point], degrees: float) -> list[Point]:
    """The points turned clockwise, as seen on paper, around the origin."""
    cos, sin = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    return [(x * cos - y * sin, x * sin + y * cos) for x, y in points]


def _albers(south: float, north: float, middle: float) -> Callable[[float, float], Point]:
    """The conic whose two true parallels lie a sixth of the height inside the edges."""
    inset = (north - south) / 6
    sin1, sin2 = math.sin(south + inset), math.sin(north - inset)
    cone = (sin1 + sin2) / 2
    if abs(cone) < 1e-6:
        return _local(south, north, middle)
    constant = math.cos(south + inset) ** 2 + 2 * cone * sin1

    def flatten(lat: float, lon: float) -> Point:
        radius = math.sqrt(max(constant - 2 * cone * math.sin(lat), 0.0)) / cone
        angle = cone * (lon - middle)
        return radius * math.sin(angle), radius * math.cos(angle)

    return flatten


def _local(south: float, north: float, middle: float) -> Callable[[float, float], Point]:
    """Straight parallels and meridians, true in the middle of the board."""
    shrink = math.cos((south + north) / 2)
    return lambda lat, lon: ((lon - middle) * shrink, -lat)
