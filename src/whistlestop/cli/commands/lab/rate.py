"""`whistlestop rate BOT`: one bot against the ladder."""

from __future__ import annotations

from typing import Any

import click

from whistlestop.cli.commands.lab.options import (
    check_files,
    decide_option,
    file_options,
    make_terms,
    match_options,
    working_bots,
)
from whistlestop.cli.commands.lab.tournament import show_tournament
from whistlestop.cli.console import progress_bar
from whistlestop.cli.help import WithBots
from whistlestop.cli.options import bots_like, json_option


@click.command("rate", cls=WithBots)
@click.argument("bot", shell_complete=bots_like)
@click.option(
    "--against",
    "rungs",
    multiple=True,
    metavar="BOT",
    help="Play this bot instead of the ladder; may be given repeatedly.",
)
@match_options(blocks=50)
@decide_option
@file_options
@json_option
def command(
    bot: str,
    rungs: tuple[str, ...],
    csv: str | None,
    parquet: str | None,
    plot: str | None,
    as_json: bool,
    **options: Any,
) -> None:
    """Let BOT play each rung of the ladder and tell where it stands.

    A match stops as soon as it is clear who is better. The result is a rating in Elo with its 95 %
    interval, reference being the zero, beside those of the rungs. A BOT with a slash in it is a
    program.

        whistlestop rate my-bot --board europe
        whistlestop rate ./my-bot --against greedy --blocks 24
    """
    from whistlestop.lab import rate_bot

    check_files(options, csv, parquet, plot)
    table = options["board"], options["players"], options["seconds"]
    own, *_ = working_bots((bot, *rungs), *table)
    with progress_bar("games") as progress:
        result = rate_bot(own, make_terms(options, progress), rungs)
    show_tournament(result, csv, parquet, plot, as_json)
