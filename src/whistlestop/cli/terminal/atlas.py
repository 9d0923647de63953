"""The map in words: which routes leave a city, where to, and whose they are."""

from __future__ import annotations

from rich.console import Console
from rich.table import Table
from rich.text import Text

from whistlestop.bots.network import is_open
from whistlestop.cli.terminal.names import find_cities
from whistlestop.engine.view import View
from whistlestop.model.board import GRAY, City, Route
from whistlestop.render.palette import MARK_WORDS


def print_map(console: Console, view: View, words: list[str]) -> None:
    """Every city with its routes, or only the cities that the words name."""
    cities = find_cities(view.board, words) if words else list(view.board.cities)
    if not cities:
        console.print(f'There is no city "{" ".join(words):.40}" on this board.', style="bold red")
        return
    table = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
    table.add_column(style="bold", no_wrap=True)
    table.add_column()
    for city in sorted(cities, key=lambda city: city.name):
        table.add_row(_city_name(view, city), _routes(view, city))
    console.print(table)
    names = ("you" if p.seat == view.seat else p.name for p in view.players)
    owners = ", ".join(f"{mark} {name}" for mark, name in zip(MARK_WORDS, names, strict=False))
    console.print(f"Claimed by {owners}; x can no longer be claimed.", style="dim")


def _city_name(view: View, city: City) -> str:
    owner = view.station_owners[city.index]
    marks = "*" * city.attraction + (f" [{MARK_WORDS[owner]}]" if owner is not None else "")
    district = f" ({city.district})" if city.district else ""
    return f"{city.name}{district}{marks}"


def _routes(view: View, city: City) -> Text:
    at = [route for route in view.board.routes if city in (route.a, route.b)]
    at.sort(key=lambda route: _other(route, city).name)
    return Text(", ").join(_route(view, route, city) for route in at)


def _route(view: View, route: Route, city: City) -> Text:
    assert view.seat is not None
    colour = "any" if route.colour == GRAY else route.colour
    kind = " tunnel" if route.tunnel else f" ferry {route.ferry}" if route.ferry else ""
    text = f"{_other(route, city).name} {route.length} {colour}{kind}"
    owner = view.owners[route.index]
    if owner is not None:
        return Text(f"{text} {MARK_WORDS[owner]}", style="bold" if owner == view.seat else "dim")
    return Text(text) if is_open(view, view.seat, route) else Text(f"{text} x", style="dim")


def _other(route: Route, city: City) -> City:
    return route.b if route.a == city else route.a
