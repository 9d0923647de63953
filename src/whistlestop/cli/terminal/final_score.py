"""The end of a game: the score item by item, every ticket, and who won and why.

It prints a `Score`, after a game in the terminal and under a replay; it adds up nothing itself.
"""

from __future__ import annotations

from rich.console import Console
from rich.table import Table

from whistlestop.model.board import Board
from whistlestop.model.score import Score, SeatScore
from whistlestop.render.summary import counted, listed, pair, plural, word_for

_REASONS = {
    "tickets": "more tickets completed",
    "stations": "fewer stations built",
    "trail": "the longer trail",
}


def print_ending(console: Console, board: Board, score: Score, you: int | None = None) -> None:
    """The whole result for people."""
    console.print(_items(board, score, you))
    console.print()
    for seat in score.seats:
        _print_seat(console, board, seat, you)
    console.print()
    console.print(verdict(score, you), style="bold")


def _items(board: Board, score: Score, you: int | None) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="bold")
    table.add_column("score")
    for seat in score.seats:
        table.add_column(_name(seat, you), justify="right")
    names = dict.fromkeys(name for seat in score.seats for name in seat.items())
    for name in names:
        table.add_row(name, *(f"{seat.items().get(name, 0):+d}" for seat in score.seats))
    table.add_row("total", *(str(seat.total) for seat in score.seats), style="bold")
    return table


def _print_seat(console: Console, board: Board, seat: SeatScore, you: int | None) -> None:
    trains = counted(seat.longest_trail, word_for(board, "train"))
    # Only where it earns something or decides ties.
    matters = board.rules.longest_trail or "trail" in board.rules.tie_breaks
    trail = f", longest trail {trains}" if matters else ""
    done = f"{seat.completed} of {len(seat.tickets)} tickets complete"
    console.print(f"{_name(seat, you)}: {done}{trail}", style="bold")
    for ticket, complete in sorted(seat.tickets, key=lambda held: (not held[1], -held[0].points)):
        sign, points = ("✓", ticket.points) if complete else ("✗", -ticket.points)
        console.print(f"  {sign} {pair(ticket)} {points:+d}", style="green" if complete else "red")
    for city, route in seat.borrowed:
        station = word_for(board, "station")
        console.print(f"  the {station} in {city.name} borrowed {pair(route)}", style="dim")


def _name(seat: SeatScore, you: int | None) -> str:
    return "You" if seat.seat == you else seat.name


def verdict(score: Score, you: int | None = None) -> str:
    """Who won, and by which comparison if the points did not tell."""
    winners = [_name(score.seats[seat], you) for seat in score.winners]
    best = max(score.totals)
    points = f"{best} {plural('point', abs(best))}"
    if len(winners) > 1:
        return f"{listed(winners)} share the win with {points}."
    wins = "win" if winners == ["You"] else "wins"
    if score.decided_by == "points":
        return f"{winners[0]} {wins} with {points}."
    tied = listed(_name(seat, you) for seat in score.seats if seat.total == best)
    return f"{tied} have {points} each; {winners[0]} {wins} by {_REASONS[score.decided_by]}."
