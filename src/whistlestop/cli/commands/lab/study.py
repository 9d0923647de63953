"""`whistlestop study BOARD`: what games say about a board, as a page with pictures and data."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from whistlestop.cli.commands.lab.options import ANY_CODE, worker_options, working_bots
from whistlestop.cli.console import progress_bar
from whistlestop.cli.help import Explained
from whistlestop.cli.options import (
    boards_like,
    check_file,
    fresh_seed,
    json_option,
    print_json,
    seed_option,
)

if TYPE_CHECKING:
    from whistlestop.lab.study import Study


@click.command("study", cls=Explained)
@click.argument("board", callback=check_file, shell_complete=boards_like)
@click.option("--to", "folder", type=click.Path(), metavar="FOLDER", help="Write a page there.")
@click.option("--bot", default="planner", help="Who plays against itself.")
@click.option("--games", type=int, default=400, help="Games for each number.")
@click.option(
    "--players", type=int, multiple=True, help="Only with so many; may be given repeatedly."
)
@click.option(
    "--style", "styles", multiple=True, metavar="BOT", help="A bot of the style matrix, repeatedly."
)
@click.option("--blocks", type=int, default=24, help="Deals for each pair of styles.")
@click.option("--no-styles", is_flag=True, help="Leave the style matrix out.")
@seed_option
@worker_options()
@click.option("--any-code", is_flag=True, help=ANY_CODE)
@json_option
def command(
    board: str,
    folder: str | None,
    styles: tuple[str, ...],
    no_styles: bool,
    seed: int | str | None,
    as_json: bool,
    **options: Any,
) -> None:
    """Let a bot play itself on BOARD with every number of players, and tell what came of it.

    Ticket fairness, contested routes, attractive cities, seats and handicaps, styles against each
    other, lengths and scores; with --to FOLDER also as a page (index.html) with maps and charts,
    pictures for slides, and the data as JSON and Parquet.

        whistlestop study my-town.toml --games 200
        whistlestop study usa:classic --seed 1 --to usa-study
    """
    from whistlestop.lab.extras import needed
    from whistlestop.lab.study import study

    for module in ("matplotlib", "pyarrow") if folder is not None else ():
        needed(module, "lab")
    chosen = () if no_styles else styles or None
    _need_working((options["bot"], *(chosen or ())), board)
    with progress_bar("games") as progress:
        result = study(board, seed=fresh_seed(seed), styles=chosen, progress=progress, **options)
    if folder is not None:
        _write(result, folder)
    if as_json:
        print_json(result.data())
    else:
        click.echo(str(result))


def _need_working(bots: tuple[str, ...], board: str) -> None:
    from whistlestop.boards.load import load_board

    working_bots(bots, board, load_board(board).rules.min_players)


def _write(result: Study, folder: str) -> None:
    from whistlestop.lab.study.page import write_study

    with progress_bar("pictures") as progress:
        page = write_study(result, folder, progress)
    click.echo(f"Wrote {page}.", err=True)
