"""Handlers for puzzles: which there are, one as its seat sees it, and its answer.

What is sent of a position is made of the view that the puzzle keeps, so nothing that its seat did
not know can be sent. Puzzles belong to the package and are the same for whoever asks.
"""

from __future__ import annotations

from datetime import UTC, datetime
from functools import lru_cache

import msgspec
from aiohttp import web

from whistlestop.bots.advice.network import Network
from whistlestop.bots.processes.messages import AdvisedAction
from whistlestop.bots.puzzles import (
    Puzzle,
    PuzzleError,
    hints_of,
    puzzle_by_id,
    puzzle_of_day,
    puzzles_of,
)
from whistlestop.bots.puzzles.moves import move_of
from whistlestop.protocol.operations import JSON
from whistlestop.protocol.puzzles import (
    HintPart,
    MoveValue,
    PuzzleEntry,
    PuzzleList,
    PuzzlePosition,
    PuzzleSolution,
)
from whistlestop.protocol.view_to_wire import own_view, public_view
from whistlestop.server.aside import aside
from whistlestop.server.errors import ServerRefusal
from whistlestop.server.http.caching import ASK_AGAIN, FOR_A_WHILE, cached
from whistlestop.server.http.request_response import expensive

KEPT = 64


def add_puzzle_routes(app: web.Application) -> None:
    """Route what is asked about puzzles."""
    app.router.add_get("/api/puzzles", expensive(puzzle_list))
    app.router.add_get("/api/puzzles/{puzzle}", expensive(position))
    app.router.add_get("/api/puzzles/{puzzle}/solution", expensive(solution))


async def puzzle_list(request: web.Request) -> web.StreamResponse:
    """All puzzles, and which one is today's."""
    return cached(request, await aside(_listed), JSON, ASK_AGAIN)


async def position(request: web.Request) -> web.StreamResponse:
    """One puzzle as its seat sees it."""
    name = request.match_info["puzzle"]
    return cached(request, await aside(lambda: _position(name)), JSON, FOR_A_WHILE)


async def solution(request: web.Request) -> web.StreamResponse:
    """The answer of one puzzle, with reasons."""
    name = request.match_info["puzzle"]
    return cached(request, await aside(lambda: _solution(name)), JSON, FOR_A_WHILE)


def _listed() -> bytes:
    entries = [PuzzleEntry(p.id, p.board_name, p.theme, p.level) for p in puzzles_of()]
    today = puzzle_of_day(datetime.now(UTC).date())
    return msgspec.json.encode(PuzzleList(today.id, entries))


def _found(name: str) -> Puzzle:
    try:
        return puzzle_by_id(name)
    except PuzzleError:
        raise ServerRefusal("no_such_puzzle", 404) from None


@lru_cache(maxsize=KEPT)
def _position(name: str) -> bytes:
    puzzle = _found(name)
    view = puzzle.view
    assert view.seat is not None, "a puzzle is somebody's decision"
    net = Network(view, view.seat)
    return msgspec.json.encode(
        PuzzlePosition(
            id=puzzle.id,
            board=view.board.name,
            theme=puzzle.theme,
            level=puzzle.level,
            view=public_view(puzzle.world.view(None), None),
            own=own_view(view, 0),
            made=[ticket.id for ticket in view.tickets if net.joins(ticket)],
            moves=list(dict.fromkeys(map(move_of, view.legal))),
            hints=[HintPart(hint.code, dict(hint.params)) for hint in hints_of(puzzle)],
        )
    )


@lru_cache(maxsize=KEPT)
def _solution(name: str) -> bytes:
    puzzle = _found(name)
    options = [
        AdvisedAction(str(one.action), one.value, one.reason, dict(one.params))
        for one in puzzle.advice()
    ]
    moves = [MoveValue(move_of(text), margin, win) for text, margin, win in puzzle.moves]
    return msgspec.json.encode(
        PuzzleSolution(puzzle.id, move_of(puzzle.answer), puzzle.gain, puzzle.harm, moves, options)
    )
