"""Numbers that change with the stage of a game: one for its end, its middle and its beginning.

The stage is the share of trains that the fastest seat has left. In between, a number follows the
smooth curve that these three draw.
"""

from __future__ import annotations

Stages = tuple[float, float, float]
"""A number for the end, the middle and the beginning of a game."""

NONE: Stages = (0.0, 0.0, 0.0)
"""Nothing at any stage."""


def at_stage(numbers: Stages, left: float) -> float:
    """What a number is with this share of trains left; never below the smallest of the three."""
    late, middle, early = numbers
    gone = 1.0 - left
    return late * gone * gone + 2.0 * middle * left * gone + early * left * left


def added(one: Stages, other: Stages) -> Stages:
    """The sum of two, which is the sum at every stage."""
    return one[0] + other[0], one[1] + other[1], one[2] + other[2]
