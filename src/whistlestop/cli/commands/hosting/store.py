"""`whistlestop store`: whether stored games are still what they were, and what damage there is.

`verify` and `check` change nothing and may run beside a server; `repair` needs the file for itself.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from typing import TYPE_CHECKING

import click

from whistlestop.cli.console import progress_bar
from whistlestop.cli.help import FOUND_BAD, Suggesting
from whistlestop.cli.options import add_for_this_run, json_option, print_json, store_option

if TYPE_CHECKING:
    from whistlestop.server.upkeep.repair import Looked, Repaired
    from whistlestop.server.upkeep.verify import Verified

MOST_NAMED = 100  # tables that are listed on a screen; JSON has all of them


@click.group("store", cls=Suggesting)
def command() -> None:
    """Look after a store: replay its games, look for damage, mend it.

    Before an update, `verify` with the new version tells whether every game is read as it was
    played.
    """


@command.command("verify", finds="Games come out otherwise, or cannot be read.")
@store_option
@click.option(
    "--board",
    "boards",
    metavar="FILE",
    multiple=True,
    help="A board file that games were played on (may be given repeatedly).",
)
@json_option
@click.pass_context
def verify(ctx: click.Context, store: str | None, boards: tuple[str, ...], as_json: bool) -> None:
    """Replay every stored game with this version, and tell which come out otherwise.

    Every move, every answer of chance and every final score is compared with the store. Nothing is
    changed, a server may go on using the store, and stores of older versions are read as they are:
    run it with a new version before you let that have the store.

        whistlestop store verify
        whistlestop store verify --store evening.db --json
    """
    from whistlestop.server.store.open import default_store
    from whistlestop.server.upkeep.verify import verify

    add_for_this_run(boards)
    with progress_bar("tables") as progress:
        found = asyncio.run(verify(store or default_store(), progress))
    if as_json:
        print_json(asdict(found))
    else:
        _tell_verified(found)
    if found.differences:
        ctx.exit(FOUND_BAD)


def _tell_verified(found: Verified) -> None:
    finished = f"{found.finished:,} of them finished"
    click.echo(
        f"Read {_number(found.tables, 'table')} with {_number(found.games, 'game')}, {finished}, "
        f"and {_number(found.entries, 'entry')} (schema {found.schema})."
    )
    if not found.differences:
        click.echo("Every one comes out as it was played.")
        return
    verb = "comes" if len(found.differences) == 1 else "come"
    click.echo(f"{_number(len(found.differences), 'table')} {verb} out otherwise:")
    for difference in found.differences[:MOST_NAMED]:
        click.echo(f"  {difference}")
    _tell_rest(len(found.differences))


@command.command("check", finds="The file is damaged.")
@store_option
@json_option
@click.pass_context
def check(ctx: click.Context, store: str | None, as_json: bool) -> None:
    """Look at every page of a store's file for damage, and name the tables that lack something.

    A server looks for three seconds when it starts; this takes as long as it takes, and changes
    nothing. A server may go on using the file.

        whistlestop store check
        whistlestop store check --store evening.db
    """
    from whistlestop.server.store.open import default_store
    from whistlestop.server.upkeep.repair import look

    where = store or default_store()
    found = look(where)
    if as_json:
        print_json({"sound": found.sound, **asdict(found)})
    else:
        _tell_looked(where, found)
    if not found.sound:
        ctx.exit(FOUND_BAD)


def _tell_looked(where: str, found: Looked) -> None:
    if found.sound:
        click.echo(f"{where} is sound.")
        return
    if found.parts:
        click.echo(f"{where} is damaged in {', '.join(found.parts)}.")
    if found.tables is None:
        click.echo("Which tables lack something can be told only after a repair.")
    elif found.tables:
        click.echo(f"{_number(len(found.tables), 'table')} cannot be read to the end:")
        for table in found.tables[:MOST_NAMED]:
            click.echo(f"  {table}")
        _tell_rest(len(found.tables))
    else:
        click.echo("Every table can be read to its end.")
    click.echo("Stop the server, and `whistlestop store repair` saves what can be saved.")


@command.command("repair", finds="Tables have lost something that cannot be saved.")
@store_option
@json_option
@click.pass_context
def repair(ctx: click.Context, store: str | None, as_json: bool) -> None:
    """Save what can be saved of a damaged file, and report what that is.

    The damaged file is kept beside the new one. Stop the server first. A sound file is only
    replayed.

        whistlestop store repair
        whistlestop store repair --store evening.db
    """
    from whistlestop.server.store.open import default_store
    from whistlestop.server.upkeep.repair import repair

    where = store or default_store()
    with _without_log(), progress_bar("tables") as progress:
        done = asyncio.run(repair(where, progress))
    if as_json:
        print_json(asdict(done))
    else:
        _tell_repaired(where, done)
    if done.games.differences or done.behind or done.key_lost:
        ctx.exit(FOUND_BAD)


@contextmanager
def _without_log() -> Iterator[None]:
    """Leave out the server's log: the report says all of it."""
    log = logging.getLogger("whistlestop.server")
    level = log.level
    log.setLevel(logging.CRITICAL)
    try:
        yield
    finally:
        log.setLevel(level)


def _tell_repaired(where: str, done: Repaired) -> None:
    if done.kept is None:
        click.echo(f"No page of {where} is bad.")
    else:
        click.echo(f"{where} was damaged in {', '.join(done.parts)}.")
        click.echo(f"The damaged file is kept as {done.kept}.")
        click.echo(f"Saved {done.rows:,} rows.")
    if done.older is not None:
        click.echo(f"As an older version left it, the file is kept as {done.older}.")
    if done.made_again:
        click.echo(f"Made {_number(len(done.made_again), 'row')} of tables again from their logs.")
    if done.behind:
        click.echo(f"{_number(done.behind, 'table')} lost their newest moves.")
    if done.key_lost:
        click.echo("The key of all cookies was lost: everybody is a new guest.")
    _tell_verified(done.games)


def _tell_rest(count: int) -> None:
    if count > MOST_NAMED:
        click.echo(f"  and {count - MOST_NAMED:,} more (--json has them all)")


def _number(count: int, word: str) -> str:
    many = "entries" if word == "entry" else f"{word}s"
    return f"{count:,} {word if count == 1 else many}"
