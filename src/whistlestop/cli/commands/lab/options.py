"""What the commands of the lab share: options of a run, how a result is printed and saved.

It plays no games and computes nothing.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

import click

from whistlestop.cli.options import board_option, fresh_seed, print_json, seed_option

if TYPE_CHECKING:
    from collections.abc import Iterable

    from whistlestop.bots.programs.stdio import Program
    from whistlestop.lab import Terms
    from whistlestop.lab.show.parquet import Row

F = TypeVar("F", bound=Callable[..., Any])


class LabResult(Protocol):
    """What every result of the lab can do: print itself for people, and be data."""

    def to_dict(self) -> dict[str, Any]:
        """The result as JSON has it."""


def worker_options(workers: int | None = None) -> Callable[[F], F]:
    """Who plays the games, and the file that lets a run go on."""

    def options(command: F) -> F:
        cores = workers or os.cpu_count() or 1
        for option in (
            click.option("--results", type=click.Path(), metavar="FILE", help=RESULTS),
            click.option("--on", default="pool", show_default=True, metavar="PLACE", help=ON),
            click.option(
                "--workers", type=int, default=cores, show_default=True, help="How many processes."
            ),
        ):
            command = option(command)
        return command

    return options


RESULTS = "Append all games to this file; a run that was interrupted goes on from there."
ON = "Where the games are played: pool (processes here) or ray (a Ray cluster)."
ANY_CODE = "Take games from the results file even if bots or rules have changed since."


def match_options(blocks: int) -> Callable[[F], F]:
    """How matches are played."""

    def options(command: F) -> F:
        for option in (
            click.option("--any-code", is_flag=True, help=ANY_CODE),
            worker_options(),
            seed_option(),
            click.option(
                "--blocks",
                type=int,
                default=blocks,
                show_default=True,
                help="The most deals of a match; each is played once from every seat.",
            ),
            click.option(
                "--players", type=int, default=2, show_default=True, help="Players in a game."
            ),
            board_option(),
        ):
            command = option(command)
        return command

    return options


def decide_option(command: F) -> F:
    """When a match may stop before its last block."""
    return click.option(
        "--decide",
        type=click.FloatRange(0, 400),
        default=30,
        show_default=True,
        help="Stop a match when one side is surely better, tested at plus and minus this many Elo;"
        " 0 plays all blocks.",
    )(command)


def file_options(command: F) -> F:
    """Files to write beside what is printed."""
    plot = click.option(
        "--plot", type=click.Path(), metavar="FILE", help="Draw it there, as .png, .svg or .pdf."
    )
    parquet = click.option(
        "--parquet", type=click.Path(), metavar="FILE", help="Write every game there as Parquet."
    )
    return parquet(plot(command))


def make_terms(options: dict[str, Any], progress: Callable[[int, int], None]) -> Terms:
    """The options of a command as the lab takes them."""
    from whistlestop.lab import Terms

    return Terms(**{**options, "seed": fresh_seed(options["seed"])}, progress=progress)


def named_bot(text: str) -> str | Program:
    """Only here may a text name a program: whoever types it could run it anyway."""
    from whistlestop.bots.programs.stdio import Program

    return Program(text) if "/" in text else text


def check_files(parquet: str | None, plot: str | None) -> None:
    """Say before a long run what could not be written after it."""
    from whistlestop.lab.extras import needed
    from whistlestop.lab.show.plots import check_plot

    if parquet is not None:
        needed("pyarrow", "lab")
    check_plot(plot)


def print_result(result: LabResult, as_json: bool) -> None:
    """Print what the lab found out, for people or for programs."""
    if as_json:
        print_json(result.to_dict())
    else:
        click.echo(str(result))


def save_files(
    parquet: str | None,
    rows: Callable[[], Iterable[Row]],
    plot: str | None,
    draw: Callable[[str], None],
) -> None:
    """Write what was asked for."""
    if parquet is not None:
        from whistlestop.lab.show.parquet import write_parquet

        write_parquet(parquet, rows())
    if plot is not None:
        draw(plot)
