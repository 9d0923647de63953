"""`whistlestop backup FILE`: all tables of a store in one file, while a server may be running."""

from __future__ import annotations

import asyncio
from pathlib import Path

import click

from whistlestop.cli.console import progress_bar
from whistlestop.cli.help import Explained
from whistlestop.cli.options import store_option


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
    click.echo(f"Wrote {counts_in_words(counts)} to {file}.")


def counts_in_words(counts: dict[str, int]) -> str:
    """How many tables and entries a backup holds: `2 tables with 310 entries`."""
    return f"{_number(counts['table'], 'table')} with {_number(counts['entry'], 'entry')}"


def _number(count: int, word: str) -> str:
    many = {"table": "tables", "entry": "entries"}[word]
    return f"{count:,} {word if count == 1 else many}"
