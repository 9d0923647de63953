"""Boards small enough to list everything that can be: for exact probabilities and odd rules.

`SMALL` has eight cards and six tickets; `MANY_TICKETS` has a deck that is seen again and again.
"""

from __future__ import annotations

from whistlestop.boards.load import parse_board
from whistlestop.model.board import Board

SMALL = """\
format = 1
id = "small"
title = "Small"
says = "A board for exact probabilities."
ticket_set = "all"
routes = [
  { cities = "north-west", length = 1, colour = "red" },
  { cities = "north-west", length = 1, colour = "blue" },
  { cities = "north-east", length = 2, colour = "gray", ferry = 1 },
  { cities = "west-south", length = 1, colour = "gray" },
  { cities = "south-east", length = 1, colour = "blue", tunnel = true },
]
tickets = [
  { cities = "north-west", points = 1 },
  { cities = "north-east", points = 2 },
  { cities = "north-south", points = 3 },
  { cities = "west-east", points = 4 },
  { cities = "west-south", points = 5 },
  { cities = "east-south", points = 6 },
]
[cards]
colours = ["red", "blue"]
copies = 3
locomotives = 2
[rules]
min_players = 2
max_players = 3
trains = 4
hand = 1
market = 2
points = { 1 = 1, 2 = 2 }
opening_regular = 2
opening_keep = 1
draw_tickets = 2
last_round = 1
stations = 1
[cities]
north = { name = "North", lat = 60.0, lon = 10.0 }
west = { name = "West", lat = 55.0, lon = 5.0 }
east = { name = "East", lat = 54.0, lon = 15.0 }
south = { name = "South", lat = 50.0, lon = 9.0 }
"""


def small_board() -> Board:
    return parse_board(SMALL, "small.toml")


def many_tickets() -> Board:
    """Six tickets are offered and five go back, so that all see all of the deck many times."""
    pairs = [
        f'{{ cities = "{a}-{b}", points = {points} }},'
        for a, b in (("north", "west"), ("north", "east"), ("north", "south"), ("west", "east"))
        for points in range(1, 12)
    ]
    head, _, rest = SMALL.partition("tickets = [\n")
    _, _, tail = rest.partition("]\n")
    text = f"{head}tickets = [\n{chr(10).join(pairs)}\n]\n{tail}"
    return parse_board(text.replace("draw_tickets = 2", "draw_tickets = 6"), "many.toml")
