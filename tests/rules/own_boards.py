"""Boards made for one test: a map in a few words, written to a file that a position can name.

A route is written `north-south 3 red`, with `tunnel` or `ferry 2` after it if it is one; a ticket
`north-south 7`. The cards are those of the big boards. Nothing here decides a rule.
"""

from __future__ import annotations

import hashlib
from pathlib import Path

HEAD = """\
format = 1
id = "own"
title = "Own"
says = "A board for one test."
ticket_set = "all"
"""

CARDS = """
[cards]
colours = ["purple", "blue", "orange", "white", "green", "yellow", "black", "red"]
copies = 12
locomotives = 14
"""

RULES = {
    "min_players": "2",
    "max_players": "3",
    "trains": "45",
    "hand": "4",
    "market": "5",
    "points": "{ 1 = 1, 2 = 2, 3 = 4, 4 = 7, 5 = 10, 6 = 15, 8 = 21 }",
    "opening_regular": "1",
    "opening_keep": "1",
    "draw_tickets": "1",
    "tie_breaks": '["tickets", "trail"]',
}


def own_board(folder: Path, routes: str, tickets: str = "", **rules: object) -> str:
    """Write a board and return the name that finds it; routes and tickets are one per line."""
    rows = [line.split() for line in routes.split("\n") if line.strip()]
    cities = sorted({city for row in rows for city in row[0].split("-")})
    pairs = [line.split() for line in tickets.split("\n") if line.strip()]
    # Every player must be dealt a ticket, so some that no test asks for come last.
    pairs += [[f"{cities[0]}-{cities[1]}", str(points)] for points in (101, 102, 103)]
    switches = RULES | {key: str(value) for key, value in rules.items()}
    text = "\n".join(
        [
            HEAD,
            _rows("routes", [_route(row) for row in rows]),
            _rows("tickets", [f'cities = "{pair}", points = {points}' for pair, points in pairs]),
            CARDS,
            "[rules]",
            *[f"{key} = {value}" for key, value in switches.items()],
            "[cities]",
            *[f'{c} = {{ name = "{c}", lat = {i}.0, lon = 0.0 }}' for i, c in enumerate(cities)],
        ]
    )
    path = folder / f"{hashlib.sha256(text.encode()).hexdigest()[:16]}.toml"
    path.write_text(text)
    return str(path)


def _route(row: list[str]) -> str:
    pair, length, colour, *kind = row
    text = f'cities = "{pair}", length = {length}, colour = "{colour}"'
    if kind[:1] == ["tunnel"]:
        text += ", tunnel = true"
    if kind[:1] == ["ferry"]:
        text += f", ferry = {kind[1]}"
    return text


def _rows(key: str, rows: list[str]) -> str:
    return f"{key} = [\n" + "".join(f"  {{ {row} }},\n" for row in rows) + "]\n"
