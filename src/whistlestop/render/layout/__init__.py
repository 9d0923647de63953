"""Layouts in which all spaces have one size, found for `whistlestop board layout`.

`puzzle` is the board as arrays, `start` where the search begins: geography, a sketch or a drawing
of the graph, its lines untangled (`crossings`), after `newcomers` got a place among the others.
`search` grows the spaces and presses everything apart by the cost and the gradient that `energy`
works out from the spaces along curves (`rails`), the distances of rectangles and discs (`apart`)
and the angles at cities (`fans`); `sides` moves names and stations across routes. `placement` is
what comes out, and `write_positions` puts it into the board file. The same board, wish and seed
give the same layout.
Only positions ever change. Sizes and shapes are those of `render.geometry`, which also judges the
result. All of it needs numpy and scipy, the extra `layout`.
"""

from __future__ import annotations

from whistlestop.render.layout.find import MissingExtraError, Progress, found_layout, need_extra
from whistlestop.render.layout.newcomers import with_newcomers
from whistlestop.render.layout.placement import Placement
from whistlestop.render.layout.wish import LayoutWish
from whistlestop.render.layout.write_positions import placed_text

__all__ = [
    "LayoutWish",
    "MissingExtraError",
    "Placement",
    "Progress",
    "found_layout",
    "need_extra",
    "placed_text",
    "with_newcomers",
]
