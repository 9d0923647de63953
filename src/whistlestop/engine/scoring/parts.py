"""Which things hang together: parts that are joined, as a vec of numbers (union-find).

Each thing names another one of its part, up to one that names itself: the root, which stands for
the part. This is the one union-find of all compiled code; bots wrap it in `ways.CityGroups`. It
knows neither cities nor routes.
"""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from whistlestop.engine.state.flat_board import filled


def separate(count: i64) -> vec[i64]:
    """So many things, each a part by itself."""
    part = filled(count, 0)
    i: i64 = 0
    while i < count:
        part[i] = i
        i += 1
    return part


def root(part: vec[i64], i: i64) -> i64:
    """The root of a thing's part; shortens the way to it for the next who asks."""
    while part[i] != i:
        part[i] = part[part[i]]
        i = part[i]
    return i


def plain_root(part: vec[i64], i: i64) -> i64:
    """Like `root` but without shortening the way, so that joins can be undone."""
    while part[i] != i:
        i = part[i]
    return i


def join(part: vec[i64], a: i64, b: i64) -> None:
    """Make one part of two; its root is the one that `b` had."""
    part[root(part, a)] = root(part, b)
