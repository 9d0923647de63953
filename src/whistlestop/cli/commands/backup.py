"""`whistlestop backup FILE`: all tables of a store in one file, while a server may be running."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from whistlestop.cli.console import make_console
from whistlestop.cli.help import Explained

store_option = click.option(
    "--store",
    metavar="URL",
    help="Where tables are kept: a file, or postgresql://user:password@host/database; by default "
    "a file among your own data.",
)


@click.command("backup", cls=Explained)
@click.argument("file", type=click.Path(path_type=Path))
@store_option
def command(file: Path, store: str | None) -> None:
    """Write all tables into FILE, which must not exist yet.

    A server may go on using the store. The file holds the hidden cards of running games, so only
    you may read it; `whistlestop restore` puts it back, into a file or into PostgreSQL.

        whistlestop backup tables.wsb
        whistlestop backup tables.wsb --store evening.db
    """
    from whistlestop.server.store.backup import backup
    from whistlestop.server.store.open import default_store

    with progress_bar("rows") as progress:
        counts = asyncio.run(backup(store or default_store(), file, progress))
    click.echo(f"Wrote {in_words(counts)} to {file}.")


def in_words(counts: dict[str, int]) -> str:
    return f"{_number(counts['table'], 'table')} with {_number(counts['entry'], 'entry')}"


def _number(count: int, word: str) -> str:
    many = {"table": "tables", "entry": "entries"}[word]
    return f"{count:,} {word if count == 1 else many}"


@contextmanager
def progress_bar(what: str) -> Iterator[Callable[[int, int], None]]:
    """A bar on the screen, for the time of the block; off a screen there is none."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    console = make_console(stderr=True)
    columns = (what, BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(
        *columns, console=console, transient=True, disable=not console.is_terminal
    ) as bar:
        task = bar.add_task(what, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)
