"""`whistlestop review RECORD`: a recorded game told afterwards, luck apart from decisions."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import click

from whistlestop.cli.commands.lab.options import print_result
from whistlestop.cli.console import progress_bar
from whistlestop.cli.help import Explained
from whistlestop.cli.options import (
    board_option,
    files_like,
    game_option,
    json_option,
    read_record,
    seed_option,
)

if TYPE_CHECKING:
    from whistlestop.record import Record


@click.command("review", cls=Explained)
@click.argument("file", metavar="RECORD", shell_complete=files_like)
@click.option("--bot", default="planner", help="Who judges, by playing on.")
@click.option("--worlds", type=int, default=32, help="Worlds in which each action is tried.")
@click.option("--workers", type=int, default=os.cpu_count() or 1, help="How many processes.")
@seed_option
@game_option
@board_option(None, "The board file, if the game was played on a board of your own.")
@click.option("--plot", type=click.Path(), metavar="FILE", help="Draw the chances to win there.")
@json_option
def command(
    file: str,
    seed: int | str | None,
    game: int | None,
    board: str | None,
    plot: str | None,
    as_json: bool,
    **options: Any,
) -> None:
    """Tell the game in RECORD: what decisions cost, what was luck, and where it turned.

    Every decision is judged by what its player could know: planners play on after the action that
    was played and after others, and the coach says what that leads to. The final margin is told in
    five parts: the deal, the draws and the tunnels, which are luck, what the rivals did, and what
    the own decisions gave away. Beside it stand the most points that the tickets held allowed.

        whistlestop review evening.wst
        whistlestop review evening.wst --worlds 50 --plot evening.png
    """
    from whistlestop.lab.review import review
    from whistlestop.lab.show.plots import check_plot, draw_review

    check_plot(plot)
    record = _loaded(file, board, game)
    with progress_bar("decisions") as progress:
        result = review(record, seed=0 if seed is None else seed, progress=progress, **options)
    if plot is not None:
        draw_review(result, plot)
    print_result(result, as_json)


def _loaded(file: str, board: str | None, game: int | None) -> Record:
    from whistlestop.record import Record

    record = read_record(file, board, game)
    if not isinstance(record, Record):
        raise click.ClickException("Only the record of a whole game can be reviewed, not a seat's.")
    return record
