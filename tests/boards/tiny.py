"""A board small enough to break in every way: four cities, six routes, one option.

`PLACED` is the same board with every optional field in use. Neither is ever changed in place.
"""

TINY = """\
format = 1
id = "tiny"
title = "Tiny"
says = "A board for tests."
starter = "the smallest player"
ticket_set = "all"

routes = [
  { cities = "north-west", length = 2, colour = "red" },
  { cities = "north-west", length = 2, colour = "blue" },
  { cities = "north-east", length = 3, colour = "gray", ferry = 1 },
  { cities = "west-south", length = 1, colour = "gray" },
  { cities = "west-south", length = 1, colour = "gray" },
  { cities = "south-east", length = 2, colour = "blue", tunnel = true },
]

tickets = [
  { cities = "north-south", points = 3, long = true, sets = ["all"] },
  { cities = "west-east", points = 3, long = true, sets = ["all"] },
  { cities = "north-east", points = 3, sets = ["all"] },
  { cities = "south-east", points = 2, sets = ["all"] },
  { cities = "west-south", points = 1, sets = ["all"] },
  { cities = "west-north", points = 2, sets = ["all"] },
]

[labels]
train = "wagon"

[cards]
colours = ["red", "blue"]
copies = 6
locomotives = 4

[rules]
min_players = 2
max_players = 2
trains = 10
hand = 2
market = 3
points = { 1 = 1, 2 = 2, 3 = 4 }
opening_regular = 2
opening_long = 1
opening_keep = 1
draw_tickets = 2
stations = 1
tie_breaks = ["tickets", "trail"]

[cities]
north = { name = "North", lat = 60.0, lon = 10.0 }
west = { name = "West", lat = 55.0, lon = 5.0 }
east = { name = "East", lat = 54.0, lon = 15.0 }
south = { name = "South", lat = 50.0, lon = 9.0 }

[options.quick]
says = "Smaller hands."

[options.quick.rules]
hand = 1
"""

PLACES = {
    "lon = 10.0": 'lon = 10.0, x = 500, y = 60.5, label = "n", district = 1, fixed = true',
    "lon = 5.0": "lon = 5.0, x = 100, y = 300, label = [-20, 3.5], district = 1, station = [0, 30]",
    "lon = 15.0": "lon = 15.0, x = 900.5, y = 320, attraction = true",
    "lon = 9.0": "lon = 9.0, x = 450, y = 550, attraction = true",
    'colour = "red"': 'colour = "red", bow = [12, -3]',
    "[cards]": "[canvas]\nwidth = 1000\nheight = 600.5\nletters = 12\nwidest_name = 80\n\n[cards]",
    "hand = 2": "hand = 2\ndistricts = true\nattraction_points = 1",
}


def _placed(text: str) -> str:
    for old, new in PLACES.items():
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    return text


PLACED = _placed(TINY)  # the same with every optional field of a drawing and of a city in use
