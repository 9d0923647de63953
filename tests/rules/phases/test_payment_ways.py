"""The numbers of the ways to pay: each stands for one way, and what is no way has none (C2, F1)."""

from __future__ import annotations

import pytest

from whistlestop.boards.load import load_board
from whistlestop.engine.lookup import codec_for
from whistlestop.engine.phases.payment import way_colour, way_number, way_wilds


@pytest.mark.parametrize("name", ["usa", "europe", "new-york", "london"])
def test_the_number_of_a_way_to_pay_says_its_colour_and_locomotives_and_nothing_else_has_one(
    name: str,
) -> None:
    """C2, C3, F1: fewer locomotives than a ferry asks for are no way to pay, nor are too many."""
    t = codec_for(load_board(name), 2).flat
    wild = int(t.wild)
    for route in range(int(t.routes)):
        price = t.route_colour[route], t.route_length[route], t.route_ferry[route]
        colour, length, ferry = map(int, price)
        fitting = range(wild) if colour == t.colours else [colour]
        ways = {
            (paid, wilds): way_number(t, *price, paid, wilds)
            for paid in range(-1, wild + 1)
            for wilds in range(length + 2)
        }
        for (paid, wilds), number in ways.items():
            possible = wilds == length or (paid in fitting and ferry <= wilds < length)
            assert (number >= 0) == possible
            if possible:
                assert way_wilds(t, *price, number) == wilds
                assert way_colour(t, *price, number) == (wild if wilds == length else paid)
        assert {int(number) for number in ways.values()} - {-1} == set(
            range(len(fitting) * (length - ferry) + 1)
        )
