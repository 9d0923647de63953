"""Cities that were added to a board whose others have places: a first place among them for each.

The loader wants x and y of all cities or of none, and without them latitude and longitude of all,
so whoever adds one would have to draw it first. Here the file as TOML reads it gets places for such
cities: by latitude and longitude as the cities around them are placed, otherwise by the cities that
their routes lead to. The search then makes room. What is not as it should be in a file is left for
the loader to refuse.
"""

from __future__ import annotations

import cmath
import math
from collections.abc import Iterable, Mapping
from typing import Any

from whistlestop.render.geometry.drawing import SPACE
from whistlestop.render.geometry.projection import project

Places = dict[str, complex]
"""Points of a plane by the ids of cities."""
NEAREST = 1.5 * SPACE
"""A newcomer gets no place nearer to another city than this."""
GOLDEN = math.pi * (3 - math.sqrt(5))


def with_newcomers(data: dict[str, Any]) -> tuple[dict[str, Any], tuple[str, ...]]:
    """A parsed board file in which every city has a place, and the ids of those that had none."""
    cities = data.get("cities")
    if not isinstance(cities, dict) or not all(isinstance(c, dict) for c in cities.values()):
        return data, ()
    spots, links = _located(cities), _links(data.get("routes"))
    drawn = any(key in city for city in cities.values() for key in ("x", "y"))
    placed = _points(cities, "x", "y") if drawn else _drawn(spots, links)
    keys = ("x", "y") if drawn else ("lat", "lon")
    new = tuple(id for id, city in cities.items() if not any(key in city for key in keys))
    if not new or len(new) + len(placed) != len(cities) or not placed:
        return data, ()
    found = _placed(new, placed, spots, links)
    sheet = _sheet(data) if drawn else None
    for id in new:
        placed[id] = _apart(found[id], placed.values(), sheet)
    told = {id: {"x": round(at.real, 1), "y": round(at.imag, 1)} for id, at in placed.items()}
    kept = data if drawn else {key: value for key, value in data.items() if key != "canvas"}
    return kept | {"cities": {id: told[id] | city for id, city in cities.items()}}, new


def _drawn(spots: Places, links: Mapping[str, Mapping[str, float]]) -> Places:
    """Geography as large as a drawing of it: routes are about as long as their spaces."""
    ways = [
        (abs(spots[a] - spots[b]), long)
        for a, ends in links.items()
        for b, long in ends.items()
        if a in spots and b in spots
    ]
    far = sum(way for way, _ in ways)
    if not far:
        return {}
    scale = SPACE * sum(long for _, long in ways) / far
    corner = complex(*(min(getattr(s, p) for s in spots.values()) for p in ("real", "imag")))
    return {id: (spot - corner) * scale + 2 * SPACE * (1 + 1j) for id, spot in spots.items()}


def _points(cities: Mapping[str, Mapping[str, Any]], x: str, y: str) -> Places:
    """The cities that have both numbers."""
    pairs: dict[str, Any] = {id: (city.get(x), city.get(y)) for id, city in cities.items()}
    return {id: complex(*pair) for id, pair in pairs.items() if all(map(_is_number, pair))}


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and math.isfinite(value) and not isinstance(value, bool)


def _located(cities: Mapping[str, Mapping[str, Any]]) -> Places:
    """Geography as a plane, y pointing down as on the sheet."""
    spots = _points(cities, "lat", "lon")
    if not spots:
        return {}
    flat = project([(spot.real, spot.imag) for spot in spots.values()])
    return {id: complex(*point) for id, point in zip(spots, flat, strict=True)}


def _links(routes: object) -> dict[str, dict[str, float]]:
    """How long the routes of each city are, by the city at their other end."""
    links: dict[str, dict[str, float]] = {}
    for route in routes if isinstance(routes, list) else ():
        pair = route.get("cities") if isinstance(route, dict) else None
        a, dash, b = pair.partition("-") if isinstance(pair, str) else ("", "", "")
        length = route.get("length") if dash else None
        if isinstance(length, int | float):
            links.setdefault(a, {})[b] = links.setdefault(b, {})[a] = float(length)
    return links


def _placed(
    new: Iterable[str], placed: Places, spots: Places, links: Mapping[str, Mapping[str, float]]
) -> Places:
    """A place for every newcomer; one that only newcomers lead to follows them."""
    found = {}
    for id in new:
        if (place := _by_geography(id, placed, spots)) is not None:
            found[id] = place
    left = [id for id in new if id not in found]
    while left:
        known = placed | found
        ready = [id for id in left if links.get(id, {}).keys() & known.keys()]
        for id in ready or left:
            found[id] = _by_routes(links.get(id, {}), known)
        left = [id for id in left if id not in found]
    return found


def _by_geography(id: str, placed: Places, spots: Places) -> complex | None:
    """Where the placed cities would put it: those around it count most."""
    both = [other for other in placed if other in spots]
    if id not in spots or len(both) < 2:
        return None
    here, there = [spots[other] for other in both], [placed[other] for other in both]
    turn = _similarity(here, there)
    near = [1 / max(abs(spots[id] - spot) ** 2, 1e-12) for spot in here]
    ways = [p + turn * (spots[id] - spot) for spot, p in zip(here, there, strict=True)]
    return sum(w * n for w, n in zip(ways, near, strict=True)) / sum(near)


def _similarity(here: list[complex], there: list[complex]) -> complex:
    """The one factor that scales and turns differences of one plane to those of the other."""
    a, b = _mean(here), _mean(there)
    size = sum(abs(spot - a) ** 2 for spot in here)
    both = zip(here, there, strict=True)
    return sum((s - a).conjugate() * (p - b) for s, p in both) / size if size else 0j


def _by_routes(lengths: Mapping[str, float], known: Places) -> complex:
    """In the middle of the cities it is joined to, or outwards from the only one."""
    ends = {other: long for other, long in lengths.items() if other in known}
    middle = _mean(list(known.values()))
    if not ends:
        return middle
    here = _mean([known[other] for other in ends])
    if len(ends) > 1:
        return here
    (long,) = ends.values()
    way = here - middle or 1 + 0j
    return here + way / abs(way) * (long + 1) * SPACE


def _mean(points: list[complex]) -> complex:
    return sum(points) / len(points)


def _sheet(data: Mapping[str, Any]) -> complex | None:
    """The lower right corner of the canvas, if the file has one."""
    canvas = data.get("canvas")
    size: Any = (None, None)
    if isinstance(canvas, dict):
        size = (canvas.get("width"), canvas.get("height"))
    return complex(*size) if all(map(_is_number, size)) else None


def _apart(place: complex, others: Iterable[complex], sheet: complex | None) -> complex:
    """The place itself, or one near it that is free, in a spiral around it."""
    taken = list(others)
    step = 0
    while True:
        way = cmath.rect(SPACE / 2 * math.sqrt(step), GOLDEN * step)
        spot = _on_sheet(place + way, sheet)
        # After that many tries the sheet is full, and the search has to make room.
        if step > 2000 or all(abs(spot - other) >= NEAREST for other in taken):
            return spot
        step += 1


def _on_sheet(spot: complex, sheet: complex | None) -> complex:
    edge = sheet or complex(9000, 9000)
    x = min(max(spot.real, SPACE), max(edge.real - SPACE, 0))
    return complex(x, min(max(spot.imag, SPACE), max(edge.imag - SPACE, 0)))
