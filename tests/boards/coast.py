"""A board with a bonus that exists nowhere else: what a fan adds is `ENTRY`, its words included.

Everything that shows a score has to show this one as well, without knowing its name.
"""

from __future__ import annotations

from importlib.resources import files

STARTER = (files("whistlestop.cli") / "starter_board.txt").read_text("utf-8")

ENTRY = """
[bonuses.coast]
counts = "cities"
cities = ["westhaven", "saltpans", "southgate", "lantern_bay"]
points = 3
label = { en = "Coast", nl = "Kust", fr = "Côte" }
"""
# The same places as a contest, whose name every object of the page's language has.
CONTEST = """
[bonuses.constructor]
counts = "cities"
earned = "most"
cities = ["westhaven", "saltpans"]
points = 5
label = "West coast"
"""


def coast(*entries: str, id: str = "coast") -> str:
    """The board that `whistlestop board new` writes, with these entries added to it."""
    text = STARTER.replace("TITLE", "Isle").replace("NAME", id)
    return text + "".join(entries)


COAST = coast(ENTRY)
