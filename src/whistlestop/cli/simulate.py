"""`whistlestop simulate BOT BOT…`: many games between bots, summed up."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from whistlestop.cli.console import make_console
from whistlestop.cli.options import (
    board_option,
    fresh_seed,
    json_option,
    print_json,
    seed_option,
)

if TYPE_CHECKING:
    from whistlestop.bots.stdio import Program
    from whistlestop.lab import Simulation


class WithBots(click.Command):
    """Lists the bots under its help; they are looked up only then."""

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        from whistlestop.bots import bot_entry, bot_names

        with formatter.section("Bots"):
            entries = [bot_entry(name) for name in bot_names()]
            formatter.write_dl([(entry.name, entry.says) for entry in entries])
        with formatter.section("Parameters, as in random:by=actions"):
            formatter.write_dl(
                [
                    (f"{entry.name}:{p.name}={p.default}", p.says)
                    for entry in entries
                    for p in entry.parameters
                ]
            )


@click.command("simulate", cls=WithBots)
@click.argument("bots", nargs=-1, required=True, metavar="BOT BOT...")
@board_option()
@click.option("--games", type=int, default=100, show_default=True, help="How many games.")
@seed_option()
@click.option("--workers", type=int, default=1, show_default=True, help="How many processes.")
@click.option(
    "--fixed-seats", is_flag=True, help="Keep every bot in its seat; seats rotate otherwise."
)
@json_option
def command(
    bots: tuple[str, ...],
    board: str,
    games: int,
    seed: int | str | None,
    workers: int,
    fixed_seats: bool,
    as_json: bool,
) -> None:
    """Let bots play many games against each other, one BOT for each player.

    A BOT with a slash in it, as in ./my-bot or "node ./my-bot.mjs", is a program that speaks the
    protocol of docs/bots.md.

    The same seed gives the same games, whatever the number of workers.
    """
    used = fresh_seed(seed)
    result = _run(bots, board, games, used, workers, not fixed_seats)
    if as_json:
        print_json(result.to_dict())
    else:
        click.echo(str(result))


def _run(
    bots: tuple[str, ...], board: str, games: int, seed: int | str, workers: int, rotate: bool
) -> Simulation:
    """Simulate under a progress bar, which only a screen shows."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    from whistlestop.lab import simulate

    columns = ("games", BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    console = make_console(stderr=True)
    with Progress(
        *columns, console=console, transient=True, disable=not console.is_terminal
    ) as bar:
        task = bar.add_task("games", total=games)
        return simulate(
            [_bot(text) for text in bots],
            board,
            games,
            seed,
            workers=workers,
            rotate=rotate,
            progress=lambda done, _: bar.update(task, completed=done),
        )


def _bot(text: str) -> str | Program:
    """Only here may a text name a program: whoever types it could run it anyway."""
    from whistlestop.bots.stdio import Program

    return Program(text) if "/" in text else text
