"""`whistlestop simulate BOT BOT…`: many games between bots, summed up."""

from __future__ import annotations

from typing import Any

import click

from whistlestop.cli.commands.lab.options import (
    check_files,
    file_options,
    print_result,
    seconds_option,
    worker_options,
    working_bots,
    write_tables,
)
from whistlestop.cli.console import progress_bar
from whistlestop.cli.help import WithBots
from whistlestop.cli.options import board_option, bots_like, fresh_seed, json_option, seed_option


@click.command("simulate", cls=WithBots)
@click.argument("bots", nargs=-1, required=True, metavar="BOT BOT...", shell_complete=bots_like)
@board_option()
@click.option("--games", type=int, default=100, help="How many games.")
@seed_option
@worker_options(workers=1)
@seconds_option
@click.option(
    "--fixed-seats", is_flag=True, help="Keep every bot in its seat; seats rotate otherwise."
)
@file_options
@json_option
def command(
    bots: tuple[str, ...],
    seed: int | str | None,
    fixed_seats: bool,
    csv: str | None,
    parquet: str | None,
    plot: str | None,
    as_json: bool,
    **options: Any,
) -> None:
    """Let bots play many games against each other, one BOT for each player.

    A BOT with a slash in it, as in ./my-bot or "node ./my-bot.mjs", is a program that speaks the
    protocol of docs/bots.md.

    The same seed gives the same games, whatever the number of workers.

        whistlestop simulate planner greedy --games 200 --seed 1
        whistlestop simulate planner:risk=0.1 planner greedy --board europe --workers 2
        whistlestop simulate "node ./my-bot.mjs" random --games 10 --seconds 60 --json
        whistlestop simulate planner planner --records games.wst.gz --dataset games.parquet
    """
    from whistlestop.lab import simulate
    from whistlestop.lab.show.plots import draw_simulation

    check_files(options, csv, parquet, plot)
    working = working_bots(bots, options["board"], len(bots), options["seconds"])
    with progress_bar("games") as progress:
        options |= {"seed": fresh_seed(seed), "rotate": not fixed_seats, "progress": progress}
        result = simulate(working, **options)
    write_tables(result, csv, parquet)
    if plot is not None:
        draw_simulation(result, plot)
    print_result(result, as_json)
