"""`whistlestop tune BOT`: better constants for a bot, by sequential tests."""

from __future__ import annotations

from typing import Any

import click

from whistlestop.cli.commands.lab.options import (
    make_terms,
    match_options,
    print_result,
    working_bots,
)
from whistlestop.cli.console import progress_bar
from whistlestop.cli.help import WithBots
from whistlestop.cli.options import bots_like, json_option


@click.command("tune", cls=WithBots)
@click.argument("bot", shell_complete=bots_like)
@click.option(
    "--parameter",
    "parameters",
    multiple=True,
    metavar="NAME",
    help="Tune only this one; may be given repeatedly.",
)
@match_options(blocks=400)
@click.option("--rounds", type=int, default=1, help="Times over all of them.")
@click.option(
    "--step",
    type=click.FloatRange(0.01, 2),
    default=0.25,
    help="How far a value is moved at first, as a share of itself.",
)
@click.option(
    "--gain",
    type=click.FloatRange(1, 400),
    default=20,
    help="How much better a change has to be, in Elo.",
)
@json_option
def command(
    bot: str,
    parameters: tuple[str, ...],
    rounds: int,
    step: float,
    gain: float,
    as_json: bool,
    **options: Any,
) -> None:
    """Look for better values of the numbers in BOT, such as planner or planner:doubt=0.2.

    A changed bot plays the best one so far and takes its place only if a sequential test says that
    it is better. The same seed repeats the tuning.

        whistlestop tune planner --board new-york --parameter doubt --rounds 2 --seed 1
    """
    from whistlestop.lab import tune

    working_bots([bot], options["board"], options["players"])
    with progress_bar("games") as progress:
        terms = make_terms(options, progress)
        result = tune(bot, terms, parameters, rounds=rounds, step=step, gain=gain)
    print_result(result, as_json)
