"""One layout from start to end: a search, an exact check of what it found, another try if need be.

Invariant: what comes back is the cleanest of the layouts that were tried, judged by the geometry
that draws the board.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from importlib import import_module

from whistlestop.model.board import Board
from whistlestop.render.geometry.clashes import clashes
from whistlestop.render.geometry.drawing import drawing_of
from whistlestop.render.geometry.measures import end_gaps
from whistlestop.render.layout.placement import Placement
from whistlestop.render.layout.wish import LayoutWish

Progress = Callable[[float, str], None]
"""Called with the part that is done, from 0 to 1, and what is done now."""
TRIES = 3
FARTHEST = 0.6
"""The greatest gap between a city and its routes, in spaces."""
STIR = 0.25
"""How far, in spaces, cities are moved before another try."""


class MissingExtraError(RuntimeError):
    """numpy or scipy is not installed; the message says how to get them."""


def need_extra() -> None:
    """Refuse, in a sentence, where numpy or scipy is missing."""
    # Vectors this short gain nothing from threads, and on a busy machine they wait for them.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    try:
        import_module("numpy")
        import_module("scipy.optimize")
    except ImportError:
        raise MissingExtraError(
            "Finding a layout needs numpy and scipy: `pip install 'whistlestop[layout]'`."
        ) from None


def found_layout(
    board: Board,
    wish: LayoutWish,
    progress: Progress | None = None,
    again: bool = False,
    joined: bool = False,
) -> Placement:
    """A clean layout for a board, or the cleanest that was found.

    `again` improves the layout that the board has instead of starting over; `joined` makes room in
    it for cities that joined the others, which stay about where they are.
    """
    need_extra()
    found: list[tuple[tuple[int, int], Placement]] = []
    for placement in _tries(board, wish, progress, again, joined):
        found.append((_faults(placement.on(board)), placement))
        if found[-1][0] == (0, 0):
            break
        if progress:
            progress(0.0, f"{sum(found[-1][0])} faults left")
    return min(found, key=lambda pair: pair[0])[1]


def _tries(
    board: Board, wish: LayoutWish, progress: Progress | None, again: bool, joined: bool
) -> Iterator[Placement]:
    """Layouts from several starts, and each settled once more: what is nearly clean usually needs
    nothing else."""
    for number in range(TRIES):
        begin = "joined" if joined else "here" if again and number == 0 else "home"
        placement = _tried(board, wish, progress, begin, STIR * number)
        yield placement
        yield _tried(placement.on(board), wish, progress, "here", 0.0)


def _faults(board: Board) -> tuple[int, int]:
    """What is wrong with a board's drawing, and how many routes end too far from their cities."""
    drawing = drawing_of(board)
    far = sum(max(end_gaps(drawing, route)) > FARTHEST for route in board.routes)
    return len(clashes(board)), far


def _tried(
    board: Board, wish: LayoutWish, progress: Progress | None, begin: str, stir: float
) -> Placement:
    from whistlestop.render.layout.placement import placement_of
    from whistlestop.render.layout.puzzle import LayoutPuzzle
    from whistlestop.render.layout.search import growing, search, settling
    from whistlestop.render.layout.start import here, home_of, start_of

    puzzle = LayoutPuzzle(board, wish)
    home = here(puzzle).points if begin == "joined" else home_of(puzzle)
    start = here(puzzle) if begin == "here" else start_of(puzzle, home, stir)
    stages = [*(() if begin == "here" else growing()), *settling()]
    return placement_of(puzzle, search(puzzle, start, home, stages, progress))
