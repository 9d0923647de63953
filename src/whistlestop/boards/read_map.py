"""The map of a board file: cities with their places on the drawing, and the routes between them.

It says which routes are double and gives every route its id; it knows no rules and no tickets. The
map it returns is connected, every city has a place on the canvas, and route ids are unique.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from whistlestop.boards.graph import ends_of, parts_of
from whistlestop.boards.read_rules import LONGEST_ROUTE, MOST
from whistlestop.boards.read_values import DASH, TomlTable, nearest, refuse, shown
from whistlestop.model.board import GRAY, City, Route

MARGIN = 60.0
DEFAULT_WIDTH = 1000.0
LETTERS, WIDEST_NAME = 13.0, 76.0
MOST_DISTRICTS = 20

_ID = re.compile(r"[a-z0-9_]{1,40}")
_PAIR = re.compile(r"([a-z0-9_]{1,40})-([a-z0-9_]{1,40})")
_LABELS = ("n", "ne", "e", "se", "s", "sw", "w", "nw")
_CITY_KEYS = (
    *("name", "lat", "lon", "attraction", "district"),
    *("x", "y", "fixed", "label", "station"),
)
_CANVAS_KEYS = ("width", "height", "letters", "widest_name")
_ROUTE_KEYS = ("cities", "length", "colour", "tunnel", "ferry", "bow")


@dataclass(frozen=True, slots=True)
class Canvas:
    """The size of the drawing; a height of 0 means as high as the cities need.

    `letters` is the font size of names, `widest_name` how wide a line of a name may be.
    """

    width: float = DEFAULT_WIDTH
    height: float = 0.0
    letters: float = LETTERS
    widest_name: float = WIDEST_NAME


def read_canvas(value: object) -> Canvas:
    """The size that a `[canvas]` table gives the drawing."""
    table = TomlTable(value, "canvas", ("canvas",), _CANVAS_KEYS)
    return Canvas(
        table.number("width", 60, 10000),
        table.number("height", 60, 10000),
        table.number("letters", 5, 40, LETTERS),
        table.number("widest_name", 10, 1000, WIDEST_NAME),
    )


def read_cities(value: object, canvas: Canvas) -> tuple[tuple[City, ...], Canvas]:
    """Every city with a place on the drawing, and the canvas they are placed on."""
    table = TomlTable(value, "cities", ("cities",))
    ids = list(table)
    if not 2 <= len(ids) <= MOST:
        table.refuse("limit", f"a board has 2 to {MOST} cities, not {len(ids)}")
    rows = [_city_row(table, city) for city in ids]
    placed = _need_alike(rows)
    cities = tuple(_city(n, id, row) for n, (id, row) in enumerate(zip(ids, rows, strict=True)))
    _check_names(cities)
    _check_districts(cities)
    return (cities, _fitting(cities, canvas)) if placed else _projected(cities, canvas)


def _need_alike(rows: Sequence[TomlTable]) -> bool:
    """Whether cities lie by x and y, which none may lack then; otherwise all lie on the map."""
    placed = any("x" in row or "y" in row for row in rows)
    a, b = ("x", "y") if placed else ("lat", "lon")
    lacking = [row for row in rows if a not in row and b not in row]
    halves = any((a in row) != (b in row) for row in rows)  # reading these says what is missing
    if lacking and len(lacking) < len(rows) and not halves:
        reason = (
            f"has no {a} and {b}, though others do; whistlestop board layout places it among them"
        )
        lacking[0].refuse("position", reason)
    return placed


def _city_row(table: TomlTable, id: str) -> TomlTable:
    table.check_slug(id, _ID, "new_york")
    return TomlTable(table.raw(id), f"city {id}", ("cities", id), _CITY_KEYS)


def _city(index: int, id: str, row: TomlTable) -> City:
    placed = "x" in row or "y" in row
    located = "lat" in row or "lon" in row or not placed
    return City(
        index=index,
        id=id,
        name=row.text("name"),
        lat=row.number("lat", -90, 90) if located else 0.0,
        lon=row.number("lon", -180, 180) if located else 0.0,
        x=row.number("x", 0, 10000) if placed else 0.0,
        y=row.number("y", 0, 10000) if placed else 0.0,
        label=_label(row),
        attraction=row.flag("attraction", False),
        district=row.whole("district", 1, MOST_DISTRICTS) if "district" in row else 0,
        station=row.pair("station", -1000, 1000) if "station" in row else None,
        fixed=_fixed(row, placed),
    )


def _fixed(row: TomlTable, placed: bool) -> bool:
    """Whether the city stays where x and y put it when a layout is looked for."""
    fixed = row.flag("fixed", False)
    if fixed and not placed:
        row.refuse("position", "is fixed, but has no x and y", "fixed")
    return fixed


def _label(row: TomlTable) -> str | tuple[float, float]:
    """The side that a name stands on, or the way from the city to the middle of the name."""
    if isinstance(row.raw("label", "e"), list):
        return row.pair("label", -1000, 1000)
    return row.word("label", _LABELS, "e")


def _check_names(cities: Sequence[City]) -> None:
    first: dict[str, City] = {}
    for city in cities:
        other = first.setdefault(city.name, city)
        if other is not city:
            reason = f"has the same name as city {other.id}, {shown(city.name)}"
            refuse("duplicate", f"city {city.id}", reason, ("cities", city.id, "name"))


def _check_districts(cities: Sequence[City]) -> None:
    sizes = Counter(city.district for city in cities if city.district)
    for city in cities:
        if sizes[city.district] == 1:
            reason = f"is alone in district {city.district}, and a district links two or more"
            refuse("rules", f"city {city.id}", reason, ("cities", city.id, "district"))


def _projected(cities: tuple[City, ...], canvas: Canvas) -> tuple[tuple[City, ...], Canvas]:
    """Places by latitude and longitude, east and west drawn to the scale of the middle latitude."""
    lats, lons = [c.lat for c in cities], [c.lon for c in cities]
    squeeze = math.cos(math.radians((min(lats) + max(lats)) / 2))
    across = (max(lons) - min(lons)) * squeeze
    down = max(lats) - min(lats)
    canvas = _canvas_for(across, down, canvas)
    scale = _scale(across, down, canvas)
    left = (canvas.width - across * scale) / 2
    top = (canvas.height - down * scale) / 2
    west, north = min(lons), max(lats)
    return tuple(
        replace(
            city,
            x=round(left + (city.lon - west) * squeeze * scale, 1),
            y=round(top + (north - city.lat) * scale, 1),
        )
        for city in cities
    ), canvas


def _canvas_for(across: float, down: float, canvas: Canvas) -> Canvas:
    """A canvas with a height: the one given, or one no more than twice as high as wide."""
    if canvas.height:
        return canvas
    room = canvas.width - 2 * MARGIN
    needed = room * min(down / across if across else 2.0, 2.0)
    return replace(canvas, height=round(needed + 2 * MARGIN, 1))


def _scale(across: float, down: float, canvas: Canvas) -> float:
    rooms = ((canvas.width - 2 * MARGIN, across), (canvas.height - 2 * MARGIN, down))
    return min((room / span for room, span in rooms if span), default=1.0)


def _fitting(cities: Sequence[City], canvas: Canvas) -> Canvas:
    """The canvas given, if all cities lie on it; without one, a canvas around them."""
    if not canvas.height:
        right, bottom = max(c.x for c in cities), max(c.y for c in cities)
        return replace(canvas, width=right + MARGIN, height=bottom + MARGIN)
    for city in cities:
        if city.x > canvas.width or city.y > canvas.height:
            size = f"{canvas.width:g} by {canvas.height:g}"
            reason = f"x {city.x:g}, y {city.y:g} lies outside the canvas of {size}"
            refuse("position", f"city {city.id}", reason, ("cities", city.id, "x"))
    return canvas


def place_of(kind: str, number: int, value: object) -> str:
    """How a sentence names a route or ticket: by its cities, or by its number if it has none."""
    cities = value.get("cities") if isinstance(value, dict) else None
    match = _PAIR.fullmatch(cities) if isinstance(cities, str) else None
    return f"{kind} {match[1]}{DASH}{match[2]}" if match else f"{kind} {number}"


def read_pair(row: TomlTable, cities: Mapping[str, City]) -> tuple[City, City]:
    """The two different cities that `cities = "paris-zurich"` names."""
    text = row.text("cities")
    match = _PAIR.fullmatch(text)
    if not match:
        reason = f'cities must be two ids like "paris-zurich", not {shown(text)}'
        row.refuse("range", reason, "cities")
    for id in match.groups():
        if id not in cities:
            row.refuse("unknown-city", f'there is no city "{id}"{nearest(id, cities)}', "cities")
    if match[1] == match[2]:
        row.refuse("same-city", "must join two different cities", "cities")
    return cities[match[1]], cities[match[2]]


def read_routes(
    values: Sequence[object], cities: Sequence[City], colours: Sequence[str]
) -> tuple[Route, ...]:
    """Every route with its id and its twin, on a map that holds together."""
    if not 1 <= len(values) <= MOST:
        reason = f"a board has 1 to {MOST} routes, not {len(values)}"
        refuse("limit", "routes", reason, ("routes",))
    by_id = {city.id: city for city in cities}
    routes = [_route(n, value, by_id, colours) for n, value in enumerate(values)]
    named = _with_ids(routes)
    _check_connected(cities, named)
    return named


def _route(index: int, value: object, cities: Mapping[str, City], colours: Sequence[str]) -> Route:
    place = place_of("route", index + 1, value)
    row = TomlTable(value, place, ("routes", index), _ROUTE_KEYS)
    a, b = read_pair(row, cities)
    route = Route(
        index=index,
        id="",
        a=a,
        b=b,
        length=row.whole("length", 1, LONGEST_ROUTE),
        colour=_colour(row, colours),
        tunnel=row.flag("tunnel", False),
        ferry=row.whole("ferry", 0, LONGEST_ROUTE, 0),
        bow=_bow(row),
    )
    _check_ferry(row, route)
    return route


def _bow(row: TomlTable) -> tuple[float, float]:
    """How far the curve leaves the straight line: one number, or one for each half."""
    if isinstance(row.raw("bow", 0.0), list):
        return row.pair("bow", -1000, 1000)
    bow = row.number("bow", -1000, 1000, 0.0)
    return bow, bow


def _colour(row: TomlTable, colours: Sequence[str]) -> str:
    colour = row.text("colour")
    if colour != GRAY and colour not in colours:
        reason = f"there are no cards of the colour {shown(colour)}"
        row.refuse("unknown-colour", reason + nearest(colour, (*colours, GRAY)), "colour")
    return colour


def _check_ferry(row: TomlTable, route: Route) -> None:
    if not route.ferry:
        return
    if route.tunnel:
        row.refuse("route", "cannot be a ferry and a tunnel", "ferry")
    if route.colour != GRAY:
        row.refuse("route", f"a ferry is gray, not {route.colour}", "colour")
    if route.ferry > route.length:
        reason = f"ferry {route.ferry} is more than its length {route.length}"
        row.refuse("route", reason, "ferry")


def _with_ids(routes: Sequence[Route]) -> tuple[Route, ...]:
    """Ids in file order; the two sides of a double route get different ids and know each other."""
    pairs: dict[frozenset[str], list[Route]] = {}
    for route in routes:
        pairs.setdefault(frozenset((route.a.id, route.b.id)), []).append(route)
    named = list(routes)
    for sides in pairs.values():
        for route in _sides(sides):
            named[route.index] = route
    return tuple(named)


def _sides(routes: Sequence[Route]) -> list[Route]:
    """The routes between one pair of cities with their ids; equal length makes them double."""
    first = routes[0]
    name = f"{first.a.id}-{first.b.id}"
    if len(routes) == 1:
        return [replace(first, id=name)]
    if len(routes) > 2:
        reason = f"{len(routes)} routes join these two cities, and two is the most"
        place = f"route {first.a.id}{DASH}{first.b.id}"
        refuse("duplicate", place, reason, ("routes", routes[2].index))
    second = routes[1]
    if first.length != second.length:
        return [replace(first, id=name), replace(second, id=f"{name}#2")]
    ids = (name, f"{name}#2")
    if first.colour != second.colour:
        ids = (f"{name}:{first.colour}", f"{name}:{second.colour}")
    return [
        replace(first, id=ids[0], twin=second.index),
        replace(second, id=ids[1], twin=first.index),
    ]


def _check_connected(cities: Sequence[City], routes: Sequence[Route]) -> None:
    part = parts_of(len(cities), ends_of(routes))
    for city in cities:
        if part[city.index] != part[0]:
            reason = f"cannot be reached from {cities[0].id} by any routes"
            refuse("disconnected", f"city {city.id}", reason, ("cities", city.id))
