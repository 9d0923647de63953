"""`whistlestop replay FILE`: a recorded game in words, or any ply of it as text, drawing or data."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from whistlestop.cli.console import make_console
from whistlestop.cli.options import board_option, json_option, print_json

if TYPE_CHECKING:
    from whistlestop.engine.view import View
    from whistlestop.record import Record, SeatRecord


@click.command("replay")
@click.argument("file")
@click.option("--at", type=int, help="Show the position after so many plies; 0 is after the deal.")
@click.option("--seat", help="As this seat saw it: its number, counted from 0, or the name.")
@click.option("--svg", type=click.Path(), help="Write a drawing of the position there.")
@board_option(None, "The board file, if the game was played on a board of your own.")
@json_option
def command(
    file: str,
    at: int | None,
    seat: str | None,
    svg: str | None,
    board: str | None,
    as_json: bool,
) -> None:
    """Show the game recorded in FILE.

    Without --at it is told ply by ply to its end; with --at one position is shown. Without --seat
    the telling holds everything, and a position is what a spectator saw.
    """
    from whistlestop.record import load

    record = load(file, board)
    record.verify()
    viewer = _seat(record, seat)
    if at is not None or svg is not None:
        _show_position(_view(record, at, viewer), svg, as_json)
    elif as_json:
        print_json(_facts(record, seat is not None, viewer))
    else:
        _tell(record, seat is not None, viewer)
