"""The engine's tally as a readable `Score`."""

from __future__ import annotations

from whistlestop.engine.scoring.ranking import rank
from whistlestop.engine.scoring.scoring import tally_scores
from whistlestop.engine.scoring.tally import Tally
from whistlestop.engine.scoring.trail import longest_trail, web_of
from whistlestop.engine.state.flat_board import FlatBoard
from whistlestop.engine.state.state import State
from whistlestop.model.board import Board, City, Route, Ticket
from whistlestop.model.score import Score, ScoreItem, SeatScore


def score_of(board: Board, names: tuple[str, ...], t: FlatBoard, s: State) -> Score:
    """Score a position as if the game ended now."""
    tally = tally_scores(t, s)
    winners, used = rank(t, s, tally)
    seats = tuple(
        _seat_score(board, name, t, s, tally, seat, seat in winners)
        for seat, name in enumerate(names)
    )
    decided_by = "points" if used == 0 else board.rules.tie_breaks[used - 1]
    return Score(seats, tuple(winners), "shared" if len(winners) > 1 else decided_by)


def _seat_score(
    board: Board, name: str, t: FlatBoard, s: State, tally: Tally, seat: int, winner: bool
) -> SeatScore:
    web = web_of(t, s, seat)
    trail = int(longest_trail(web))
    return SeatScore(
        seat=seat,
        name=name,
        parts=_parts(board, t, s, tally, seat),
        tickets=_tickets(board, t, s, tally, seat),
        longest_trail=trail,
        trail=tuple(board.routes[r] for r in web.path),
        stations_built=int(t.stations) - int(s.bytes[t.o_stations + seat]),
        borrowed=_borrowed(board, t, s, tally, seat),
        total=int(tally.total[seat]),
        winner=winner,
    )


def _parts(board: Board, t: FlatBoard, s: State, tally: Tally, seat: int) -> tuple[ScoreItem, ...]:
    """E2: every item that the board has, in the order of a scoring."""
    owned = sum(s.bytes[t.o_owner + route.index] == seat for route in board.routes)
    parts = [
        ScoreItem("routes", int(tally.routes[seat]), owned),
        ScoreItem("tickets", int(tally.tickets[seat]), int(tally.completed[seat])),
    ]
    for number, bonus in enumerate(board.bonuses):
        at = number * int(t.players) + seat
        count, points = int(tally.counts[at]), int(tally.bonuses[at])
        parts.append(ScoreItem(bonus.name, points, count, bonus.label.get("en", "")))
    return tuple(parts)


def _tickets(
    board: Board, t: FlatBoard, s: State, tally: Tally, seat: int
) -> tuple[tuple[Ticket, bool], ...]:
    return tuple(
        (ticket, bool(tally.done[ticket.index]))
        for ticket in board.tickets
        if s.bytes[t.o_ticket + ticket.index] == seat
    )


def _borrowed(
    board: Board, t: FlatBoard, s: State, tally: Tally, seat: int
) -> tuple[tuple[City, Route], ...]:
    """B3: which route each station that is of use borrows."""
    if not t.stations:
        return ()
    cities = [c for c in board.cities if s.bytes[t.o_station + c.index] == seat]
    loans = [int(tally.borrowed[seat * t.stations + i]) for i in range(len(cities))]
    return tuple(
        (city, board.routes[route]) for city, route in zip(cities, loans, strict=True) if route >= 0
    )
