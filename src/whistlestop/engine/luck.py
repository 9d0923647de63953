"""The public door to luck: `Rng`, and `seeded`, which makes one.

The generator itself is compiled in `state.rng`, where nothing keeps its description; here both have
theirs, for `help`. This module adds no luck of its own: `seeded` gives what `state.rng` gives.
"""

from __future__ import annotations

from whistlestop.engine import packing as packing  # so that an `Rng` can be pickled and copied
from whistlestop.engine.state import rng as _rng
from whistlestop.engine.state.rng import Rng as Rng

Rng.__doc__ = """A source of luck: the same seed gives the same numbers, on every machine for ever.

`below(n)` is a whole number from 0 to n - 1, each equally likely (n is at most 2**31); `next32()`
gives 32 random bits; `copy()` is a generator that gives the same numbers from here on; `words()` is
the whole state, and `Rng(*words)` makes the generator again. `seeded` makes one from a seed.

>>> rng = seeded(7)
>>> rng.below(6), rng.copy().below(6) == rng.below(6)
(2, True)
"""


def seeded(seed: object, stream: str = "") -> Rng:
    """A generator for a seed and a named stream; the streams of one seed are independent.

    >>> seeded(7).words() == seeded(7).words() != seeded(7, "other").words()
    True
    """
    return _rng.seeded(seed, stream)
