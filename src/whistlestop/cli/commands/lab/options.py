"""What the commands of the lab share: options of a run, how a result is printed and saved.

It plays no games and computes nothing.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from functools import reduce
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

import click

from whistlestop.cli.options import board_option, fresh_seed, print_json, seed_option

if TYPE_CHECKING:
    from whistlestop.bots.programs.stdio import Program
    from whistlestop.lab import Terms

F = TypeVar("F", bound=Callable[..., Any])


class LabResult(Protocol):
    """What every result of the lab can do: print itself for people, and be data."""

    def to_dict(self) -> dict[str, Any]:
        """The result as JSON has it."""


class TableResult(LabResult, Protocol):
    """A result that also has a row for each seat of each game."""

    def rows(self) -> list[dict[str, Any]]:
        """The rows, all with the same columns."""


RESULTS = "Append all games to this file; a run that was interrupted goes on from there."
ON = "Where the games are played: pool (processes here) or ray (a Ray cluster)."
ANY_CODE = "Take games from the results file even if bots or rules have changed since."
RECORDS = "Write the records of all games there, packed, such as games.wst.gz."
DATASET = "Write every decision there, with what the seat knew and might do, as Parquet."
BLOCKS = "The most deals of a match; each is played once from every seat."
DECIDE = (
    "Stop a match when one side is surely better, tested at plus and minus this many Elo;"
    " 0 plays all blocks."
)


PATIENCE = "How long a bot may think about one decision; one that takes longer is replaced."


def _together(*options: Callable[[F], F]) -> Callable[[F], F]:
    """Several options as one, in the order in which help lists them."""
    return lambda command: reduce(lambda made, option: option(made), reversed(options), command)


def worker_options(workers: int | None = None) -> Callable[[F], F]:
    """Who plays the games, and the file that lets a run go on."""
    cores = workers or os.cpu_count() or 1
    return _together(
        click.option("--workers", type=int, default=cores, help="How many processes."),
        click.option("--on", default="pool", metavar="PLACE", help=ON),
        click.option("--results", type=click.Path(), metavar="FILE", help=RESULTS),
    )


# For bots that take their time, such as a language model far away.
seconds_option = click.option(
    "--seconds", type=click.FloatRange(0.1, 3600), default=10.0, help=PATIENCE
)


def match_options(blocks: int) -> Callable[[F], F]:
    """How matches are played."""
    return _together(
        board_option(),
        click.option("--players", type=int, default=2, help="Players in a game."),
        click.option("--blocks", type=int, default=blocks, help=BLOCKS),
        seed_option,
        worker_options(),
        seconds_option,
        click.option("--any-code", is_flag=True, help=ANY_CODE),
    )


# When a match may stop before its last block.
decide_option = click.option("--decide", type=click.FloatRange(0, 400), default=30, help=DECIDE)

# Files to write beside what is printed.
file_options = _together(
    click.option("--records", type=click.Path(), metavar="FILE", help=RECORDS),
    click.option("--dataset", type=click.Path(), metavar="FILE", help=DATASET),
    click.option("--csv", type=click.Path(), metavar="FILE", help="Write every game there as CSV."),
    click.option(
        "--parquet", type=click.Path(), metavar="FILE", help="Write every game there as Parquet."
    ),
    click.option(
        "--plot", type=click.Path(), metavar="FILE", help="Draw it there, as .png, .svg or .pdf."
    ),
)


def make_terms(options: dict[str, Any], progress: Callable[[int, int], None]) -> Terms:
    """The options of a command as the lab takes them."""
    from whistlestop.lab import Terms

    return Terms(**{**options, "seed": fresh_seed(options["seed"])}, progress=progress)


def named_bot(text: str, seconds: float = 10.0) -> str | Program:
    """Only here may a text name a program: whoever types it could run it anyway."""
    from whistlestop.bots.programs.stdio import Program

    return Program(text, seconds) if "/" in text else text


def working_bots(
    texts: Sequence[str], board: str, players: int, seconds: float = 10.0
) -> list[str | Program]:
    """The bots of a run; one that cannot even take a first decision is refused before it."""
    from whistlestop.lab.first_answer import need_answers
    from whistlestop.lab.games.plan import recipes

    bots = [named_bot(text, seconds) for text in texts]
    need_answers(recipes(bots), board, players, seconds)
    return bots


def check_files(
    options: Mapping[str, Any], csv: str | None, parquet: str | None, plot: str | None
) -> None:
    """Say before a long run what could not be written after it; `options` has the other files."""
    from whistlestop.lab.data.beside import check_place
    from whistlestop.lab.extras import needed
    from whistlestop.lab.show.plots import check_plot

    others = (options[name] for name in ("records", "dataset", "results"))
    places = [os.path.abspath(path) for path in (csv, parquet, plot, *others) if path is not None]
    if len(places) > len(set(places)):
        raise click.UsageError("Two of the files to write are one and the same.")
    if parquet is not None:
        needed("pyarrow", "lab")
    for path in filter(None, (csv, parquet)):
        check_place(path)
    check_plot(plot)


def write_tables(result: TableResult, csv: str | None, parquet: str | None) -> None:
    """Write every game as the tables that the user asked for."""
    from whistlestop.lab.data.tables import write_csv, write_parquet

    for path, write in ((csv, write_csv), (parquet, write_parquet)):
        if path is not None:
            write(path, result.rows())


def print_result(result: LabResult, as_json: bool) -> None:
    """Print what the lab found out, for people or for programs."""
    if as_json:
        print_json(result.to_dict())
    else:
        click.echo(str(result))
