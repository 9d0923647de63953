"""The map in words: which routes leave a city, where to, and whose they are.

The word `map` during a game prints it. It draws a view and decides nothing: whether a route is
still open comes from `bots.advice.network`.
"""

from __future__ import annotations

from rich.console import Console
from rich.table import Table
from rich.text import Text

from whistlestop.cli.terminal.find_names import find_cities
from whistlestop.cli.terminal.line_wrap import flow
from whistlestop.engine.knowledge.view import View
from whistlestop.model.board import GRAY, City, Route
from whistlestop.render.palette import MARK_WORDS
from whistlestop.render.summary import word_for


def print_map(console: Console, view: View, words: list[str]) -> None:
    """Every city with its routes, or only the cities that the words name."""
    cities = find_cities(view.board, words) if words else list(view.board.cities)
    if not cities:
        console.print(f'There is no city "{" ".join(words):.40}" on this board.', style="bold red")
        return
    table = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
    table.add_column(style="bold", no_wrap=True)
    table.add_column()
    names = {city: _city_name(view, city) for city in sorted(cities, key=lambda c: c.name)}
    room = console.width - max(map(len, names.values())) - 4
    for city, name in names.items():
        table.add_row(name, flow(_routes(view, city), room, ", "))
    console.print(table)
    players = ("you" if p.seat == view.seat else p.name for p in view.players)
    owners = ", ".join(f"{mark} {name}" for mark, name in zip(MARK_WORDS, players, strict=False))
    star = f", * {word_for(view.board, 'attraction')}" * any(c.attraction for c in cities)
    console.print(f"Claimed by {owners}, x can no longer be claimed{star}.", style="dim")


def _city_name(view: View, city: City) -> str:
    owner = view.station_owners[city.index]
    marks = "*" * city.attraction + (f" [{MARK_WORDS[owner]}]" if owner is not None else "")
    district = f" ({city.district})" if city.district else ""
    bonuses = "".join(f" ({title})" for title in view.board.titles_at(city))
    return f"{city.name}{district}{bonuses}{marks}"


def _routes(view: View, city: City) -> list[Text]:
    """The routes at a city by where they go, the sides of a double route together."""
    ways: dict[tuple[str, int], list[Text]] = {}
    for route in view.board.routes:
        if city in (route.a, route.b):
            other = route.b if route.a == city else route.a
            ways.setdefault((other.name, route.length), []).append(_side(view, route))
    return [
        Text(f"{name} {length} ").append_text(Text("/").join(sides))
        for (name, length), sides in sorted(ways.items(), key=lambda item: item[0])
    ]


def _side(view: View, route: Route) -> Text:
    assert view.seat is not None
    colour = "any" if route.colour == GRAY else route.colour
    kind = " tunnel" if route.tunnel else f" ferry {route.ferry}" if route.ferry else ""
    owner = view.owners[route.index]
    if owner is not None:
        mark = MARK_WORDS[owner]
        return Text(f"{colour}{kind}{mark}", style="bold" if owner == view.seat else "dim")
    if not view.is_open(route, view.seat):
        return Text(f"{colour}{kind}x", style="dim")
    return Text(f"{colour}{kind}")
