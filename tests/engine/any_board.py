"""Boards made at random, with every switch anywhere in its range: what a fan's file may say.

`any_board` gives a checked `Board`; what the loader refuses is thrown away and tried again.
"""

from __future__ import annotations

from itertools import combinations, pairwise
from random import Random
from typing import Any

from whistlestop.boards.load import BoardError, board_from_data
from whistlestop.model.board import Board

COLOURS = ["red", "blue", "green", "black", "white", "pink", "gold", "teal", "lime", "plum"]


def any_board(rng: Random) -> Board:
    while True:
        try:
            return board_from_data(_data(rng), "any.toml")
        except BoardError:
            continue


def _data(rng: Random) -> dict[str, Any]:
    cities = [f"c{i}" for i in range(rng.randint(3, 9))]
    colours = COLOURS[: rng.randint(1, 10)]
    routes = _routes(rng, cities, colours)
    return {
        "format": 1,
        "id": "any",
        "title": "Any",
        "says": "A board made at random.",
        "ticket_set": "all",
        "routes": routes,
        "tickets": _tickets(rng, cities),
        "cards": {
            "colours": colours,
            "copies": rng.choice([1, 3, 8, 20]),
            "locomotives": rng.choice([0, 1, 5, 20]),
        },
        "rules": _rules(rng, {route["length"] for route in routes}),
        "cities": {
            c: {"name": c.upper(), "lat": float(i), "lon": 0.0} for i, c in enumerate(cities)
        },
    }


def _routes(rng: Random, cities: list[str], colours: list[str]) -> list[dict[str, Any]]:
    """A chain through all cities, so that the map is connected, and more at random."""
    pairs = list(pairwise(cities))
    more = list(combinations(cities, 2))
    pairs += rng.choices(more, k=rng.randint(0, 14))
    routes = []
    for a, b in dict.fromkeys(pairs):
        length = rng.choice([1, 1, 2, 3, 4, 6, 9])
        sides = rng.choice([1, 1, 2])
        routes += [_route(rng, f"{a}-{b}", length, colours) for _ in range(sides)]
    return routes


def _route(rng: Random, cities: str, length: int, colours: list[str]) -> dict[str, Any]:
    route: dict[str, Any] = {
        "cities": cities,
        "length": length,
        "colour": rng.choice([*colours, "gray", "gray"]),
    }
    if rng.random() < 0.4:
        route["tunnel"] = True
    elif route["colour"] == "gray" and rng.random() < 0.4:
        route["ferry"] = rng.randint(1, length)
    return route


def _tickets(rng: Random, cities: list[str]) -> list[dict[str, Any]]:
    pairs = [(pair, points) for pair in combinations(cities, 2) for points in range(1, 5)]
    chosen = rng.sample(pairs, min(len(pairs), rng.randint(6, 60)))
    return [
        {"cities": "-".join(pair), "points": points, "long": rng.random() < 0.3}
        for pair, points in chosen
    ]


def _rules(rng: Random, lengths: set[int]) -> dict[str, Any]:
    long, regular = rng.choice([0, 0, 1, 2]), rng.randint(0, 4)
    draw = rng.randint(1, 6)
    least = rng.randint(2, 5)
    return {
        "min_players": least,
        "max_players": rng.randint(least, 5),
        "trains": rng.randint(9, 30),
        "hand": rng.randint(0, 8),
        "market": rng.randint(1, 10),
        "points": {str(length): length for length in sorted(lengths)},
        "opening_regular": regular,
        "opening_long": long,
        "opening_keep": rng.randint(1, max(1, long + regular)),
        "opening_refused": rng.choice(["under", "out"]),
        "draw_tickets": draw,
        "draw_keep": rng.randint(1, draw),
        "wipe": rng.randint(1, 11),
        "single_track_players": rng.randint(0, 5),
        "tunnel_cards": rng.randint(0, 5),
        "stations": rng.choice([0, 0, 1, 3, 5]),
        "last_round": rng.randint(0, 8),
        "longest_trail": rng.choice([0, 10]),
        "globetrotter": rng.choice([0, 15]),
        "station_points": rng.choice([0, 4]),
        "tie_breaks": rng.sample(["tickets", "stations", "trail"], rng.randint(0, 3)),
    }
