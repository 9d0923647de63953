"""How often the long tests do what they do: `WHISTLESTOP_SOAK=10` makes it ten times as often."""

from __future__ import annotations

import os

FACTOR = int(os.environ.get("WHISTLESTOP_SOAK", "1"))


def times(count: int) -> range:
    """The usual number of rounds, multiplied when soaking."""
    return range(count * FACTOR)
