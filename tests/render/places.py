"""Boards with some things moved, for tests that must see a check fail."""

from __future__ import annotations

from dataclasses import replace

from whistlestop.model.board import Board, City, Route


def with_city(board: Board, id: str, **changes: float | str | tuple[float, float]) -> Board:
    """The board with one city changed, also at the ends of its routes."""
    changed = {c.id: c for c in board.cities}
    changed[id] = replace(changed[id], **changes)  # type: ignore[arg-type]
    return _rebuilt(board, changed, {})


def with_bow(board: Board, id: str, *bow: float) -> Board:
    """The board with another bow for one route: one number, or one for each half."""
    return _rebuilt(board, {c.id: c for c in board.cities}, {id: (bow[0], bow[-1])})


def _rebuilt(board: Board, cities: dict[str, City], bows: dict[str, tuple[float, float]]) -> Board:
    def route(r: Route) -> Route:
        return replace(r, a=cities[r.a.id], b=cities[r.b.id], bow=bows.get(r.id, r.bow))

    return replace(board, cities=tuple(cities.values()), routes=tuple(map(route, board.routes)))
