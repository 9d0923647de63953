"""`whistlestop restore FILE`: the tables of a backup into an empty store."""

from __future__ import annotations

import asyncio
from pathlib import Path

import click

from whistlestop.cli.commands.hosting.backup import counts_in_words
from whistlestop.cli.console import progress_bar
from whistlestop.cli.help import Explained
from whistlestop.cli.options import store_option


@click.command("restore", cls=Explained)
@click.argument("file", type=click.Path(path_type=Path))
@store_option
def command(file: Path, store: str | None) -> None:
    """Put the tables of the backup in FILE into a store that holds none.

    It may be another kind of store than the one the backup came from. A file that is cut off or
    was changed is refused, and then nothing has been restored.

        whistlestop restore tables.wsb --store new.db
    """
    from whistlestop.server.store.backup import restore
    from whistlestop.server.store.open import default_store

    where = store or default_store()
    with progress_bar("rows") as progress:
        counts = asyncio.run(restore(file, where, progress))
    click.echo(f"Restored {counts_in_words(counts)} from {file}.")
