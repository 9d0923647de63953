"""Districts (clause E11): the only place that says when one is linked and what it scores.

`part` gives for each city, from `base` on, any number that its connected part of own routes has
alone. The final score, a bot's guess and the lab's best network all ask here. A district has two
places or more, which reading a board makes sure of, so a linked one is always touched.
"""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from whistlestop.engine.state.flat_board import FlatBoard


def district_points(t: FlatBoard, part: vec[i64], base: i64) -> i64:
    """E11: the sum of the numbers of all districts that are linked."""
    points: i64 = 0
    number: i64 = 1
    while number <= t.max_district:
        if joins_left(t, part, base, number) == 0:
            points += number
        number += 1
    return points


def joins_left(
    t: FlatBoard, part: vec[i64], base: i64, number: i64, one: i64 = -1, two: i64 = -1
) -> i64:
    """How many joins link all places of a district: 0 if they are linked, -1 if it has none.

    It counts as if the parts `one` and `two` were joined already.
    """
    first = t.district_start[number - 1]
    end = t.district_start[number]
    left: i64 = -1
    at = first
    while at < end:
        here = part[base + t.district_cities[at]]
        # A part counts where it is met first.
        before = first
        while before < at:
            there = part[base + t.district_cities[before]]
            if there == here or (there == one and here == two) or (there == two and here == one):
                break
            before += 1
        if before == at:
            left += 1
        at += 1
    return left
