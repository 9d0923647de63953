"""`whistlestop tournament BOT BOT…`: every bot against every other, rated."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from whistlestop.cli.commands.lab.options import (
    check_files,
    decide_option,
    file_options,
    make_terms,
    match_options,
    print_result,
    working_bots,
    write_tables,
)
from whistlestop.cli.console import progress_bar
from whistlestop.cli.help import WithBots
from whistlestop.cli.options import bots_like, json_option

if TYPE_CHECKING:
    from whistlestop.lab import Tournament


@click.command("tournament", cls=WithBots)
@click.argument("bots", nargs=-1, required=True, metavar="BOT BOT...", shell_complete=bots_like)
@match_options(blocks=100)
@decide_option
@file_options
@json_option
def command(
    bots: tuple[str, ...],
    csv: str | None,
    parquet: str | None,
    plot: str | None,
    as_json: bool,
    **options: Any,
) -> None:
    """Let every BOT play every other one and rate them all.

    A deal is played once from every seat, so neither luck nor seats favour anybody. With more than
    two players one challenger sits among copies of its rival, in both roles. Ratings are in Elo,
    with reference as the zero.

        whistlestop tournament random greedy reference --board new-york --seed 1
        whistlestop tournament my-bot planner --players 4 --results games.jsonl --plot matrix.png
    """
    from whistlestop.lab import tournament

    check_files(options, csv, parquet, plot)
    working = working_bots(bots, options["board"], options["players"], options["seconds"])
    with progress_bar("games") as progress:
        result = tournament(working, make_terms(options, progress))
    show_tournament(result, csv, parquet, plot, as_json)


def show_tournament(
    result: Tournament, csv: str | None, parquet: str | None, plot: str | None, as_json: bool
) -> None:
    """Print a rated result and write the files that the user asked for; `rate` does so, too."""
    from whistlestop.lab.show.plots import draw_tournament

    write_tables(result, csv, parquet)
    if plot is not None:
        draw_tournament(result, plot)
    print_result(result, as_json)
