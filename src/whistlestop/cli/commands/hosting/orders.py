"""Orders of `whistlestop admin`: what changes the tables and guests of a server, while it runs.

The server carries an order out; without one, the command does. Invariant: whatever cannot be taken
back is asked about first, unless --yes says that it is meant.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import click
import msgspec

from whistlestop.cli.backup_options import TimeSpan
from whistlestop.cli.console import figures_table, print_whole
from whistlestop.cli.help import Explained
from whistlestop.cli.options import json_option, print_json, store_option

if TYPE_CHECKING:
    from whistlestop.server.orders.orders import Order, OrderAnswer
    from whistlestop.server.store.operating import OperatedStore

F = TypeVar("F", bound=Callable[..., Any])
T = TypeVar("T")

yes_option = click.option("--yes", is_flag=True, help="Do not ask: it is meant.")
wait_option = click.option(
    "--wait",
    metavar="SECONDS",
    type=click.FloatRange(1, 86_400),
    default=60.0,
    help="How long to wait until a server has carried it out.",
)


def _shared(command: F) -> F:
    for option in (json_option, wait_option, store_option):
        command = option(command)
    return command


@click.command("close", cls=Explained)
@click.argument("table")
@yes_option
@_shared
def close(table: str, yes: bool, **where: Any) -> None:
    """Close a TABLE: nobody moves or talks there any more, its clock stands, its bots stop.

    It stays readable for those who could read it. `admin reopen` lets it go on.

        whistlestop admin close k2v7c0mexample00
    """
    from whistlestop.server.orders.orders import CloseTable

    _ask(f"Close the table {table}?", yes)
    answer = _give(CloseTable(table), where)
    _tell(answer, where, f"{table} is closed.", f"{table} was closed already.")


@click.command("reopen", cls=Explained)
@click.argument("table")
@_shared
def reopen(table: str, **where: Any) -> None:
    """Let a closed TABLE go on.

    Its players have the time left that they had, and its bots move again.

        whistlestop admin reopen k2v7c0mexample00
    """
    from whistlestop.server.orders.orders import ReopenTable

    answer = _give(ReopenTable(table), where)
    _tell(answer, where, f"{table} goes on.", f"{table} was not closed.")


@click.command("delete", cls=Explained)
@click.argument("table")
@yes_option
@_shared
def delete(table: str, yes: bool, **where: Any) -> None:
    """Delete a TABLE with all that is kept about it: log, talk, results, review.

    Whoever is there is told, and links to it lead nowhere. Backups made before still hold it.

        whistlestop admin delete k2v7c0mexample00 --yes
    """
    from whistlestop.server.orders.orders import DeleteTable

    _ask(f"Delete the table {table} for good?", yes)
    _tell(_give(DeleteTable(table), where), where, f"{table} is deleted.")


@click.command("ban", cls=Explained)
@click.argument("name", metavar="GUEST|ADDRESS")
@click.option("--why", metavar="TEXT", default="", help="A note for yourself.")
@yes_option
@_shared
def ban(name: str, why: str, yes: bool, **where: Any) -> None:
    """Ban a GUEST, by the id that `admin show` prints, or an ADDRESS or network.

    A banned guest may not sit, move, talk or make tables, and leaves its seats as if it were
    kicked. A guest is a browser: whoever throws its cookie away comes back as a new guest.

        whistlestop admin ban x7k2m9example0000000 --why "spam in the talk"
        whistlestop admin ban 203.0.113.0/24
    """
    from whistlestop.server.orders.orders import BanGuest, banned_name

    name = banned_name(name)
    _ask(f"Ban {name}?", yes)
    answer = _give(BanGuest(name, why[:200]), where)
    left = f", and leaves {_tables(len(answer.tables))}" if answer.tables else ""
    _tell(answer, where, f"{name} is banned{left}.", f"{name} was banned already{left}.")


@click.command("unban", cls=Explained)
@click.argument("name", metavar="GUEST|ADDRESS")
@_shared
def unban(name: str, **where: Any) -> None:
    """End the ban of a GUEST or an ADDRESS.

    Seats that were lost do not come back by themselves. What `serve --ban` names stays banned.

        whistlestop admin unban 203.0.113.0/24
    """
    from whistlestop.server.orders.orders import UnbanGuest, banned_name

    name = banned_name(name)
    answer = _give(UnbanGuest(name), where)
    _tell(answer, where, f"{name} is no longer banned.", f"{name} was not banned.")


@click.command("bans", cls=Explained)
@store_option
@json_option
def bans(store: str | None, as_json: bool) -> None:
    """List who is banned, since when, by whom and why.

    Those that `serve --ban` names are not among them.

        whistlestop admin bans
    """
    found = _beside(store, lambda beside: beside.bans())
    if as_json:
        print_json([msgspec.to_builtins(one) for one in found])
        return
    from whistlestop.cli.commands.hosting.admin import date

    listed = figures_table("Banned", "Since", "By", "Why", figures=())
    for one in found:
        listed.add_row(one.name, date(one.at), one.who, one.why)
    print_whole(listed)


@click.command("forget", cls=Explained)
@click.argument("guest")
@yes_option
@_shared
def forget(guest: str, yes: bool, **where: Any) -> None:
    """Forget a GUEST, by the id that `admin show` prints, as privacy laws ask for it.

    The name leaves logs, records, talk, lists, results and reviews; "Guest 2" or so stands there.
    What the guest said is dropped. Games stay as they were played; in a running one a bot goes on.
    It cannot be undone.

        whistlestop admin forget x7k2m9example0000000
    """
    from whistlestop.server.orders.orders import ForgetGuest

    if not yes:
        tables = _beside(where["store"], lambda beside: beside.tables_about(guest))
        _ask(f"Forget the guest {guest} at {_tables(len(tables))} for good?", yes)
    answer = _give(ForgetGuest(guest), where)
    _tell(answer, where, f"{guest} is forgotten at {_tables(len(answer.tables))}.")
    if where["as_json"]:
        return
    if answer.linked:
        others = ", ".join(answer.linked)
        click.echo(f"The same person also sat there from another device: {others}.")
        click.echo("At these tables that is forgotten, too; for the others, forget these guests.")
    click.echo(
        "Backups written before, copies from before an upgrade (NAME.schema-…) and damaged files"
        " that were kept still hold the name: delete them, or forget the guest again after a"
        " restore."
    )


@click.command("clean", cls=Explained)
@click.option(
    "--finished-older",
    metavar="TIME",
    type=TimeSpan(),
    help="Delete finished tables unchanged for so long: 90d, 12w.",
)
@click.option(
    "--unfinished-older",
    metavar="TIME",
    type=TimeSpan(),
    help="Delete tables unchanged for so long whose game is not over.",
)
@click.option("--dry-run", is_flag=True, help="Tell which tables would go, and delete none.")
@yes_option
@_shared
def clean(
    finished_older: float | None,
    unfinished_older: float | None,
    dry_run: bool,
    yes: bool,
    **where: Any,
) -> None:
    """Delete tables that nobody has touched for a while, a few at a time.

    `serve --keep-finished 90d --keep-unfinished 30d` does the same by itself, every minute.

        whistlestop admin clean --finished-older 90d --unfinished-older 30d --dry-run
    """
    from whistlestop.server.orders.retention import Retention
    from whistlestop.server.sources import Sources

    if finished_older is None and unfinished_older is None:
        raise click.UsageError("Say what is to go: --finished-older or --unfinished-older.")
    wanted = Retention(finished_older, unfinished_older).order(Sources().now())
    found = _old(where["store"], wanted.finished, wanted.unfinished) if dry_run or not yes else []
    if dry_run:
        _show_old(found, where["as_json"])
        return
    _ask(f"Delete {_tables(len(found))} for good?", yes)
    answer = _give(wanted, where)
    _tell(answer, where, f"{_tables(answer.count)} deleted.")


@click.command("rotate-keys", cls=Explained)
@click.option(
    "--keep",
    metavar="TIME",
    type=TimeSpan(),
    default="30d",
    help="How long cookies and links that the old key signed are good.",
)
@click.option(
    "--at-once", is_flag=True, help="End them at once: everybody is a new guest, without seats."
)
@yes_option
@_shared
def rotate_keys(keep: float, at_once: bool, yes: bool, **where: Any) -> None:
    """Sign cookies and seats' links with a new key, if somebody may know the old one.

    Browsers that come within the time get a new cookie by themselves and keep their seats. Links
    for programs and other devices are good until then.

        whistlestop admin rotate-keys
        whistlestop admin rotate-keys --at-once
    """
    from whistlestop.server.orders.orders import ChangeKey
    from whistlestop.server.sources import Sources

    if at_once:
        _ask("End all cookies and links at once? Nobody gets their seat back", yes)
    else:
        _ask("Change the key that signs cookies and links?", yes)
    until = 0 if at_once else Sources().now() + int(keep * 1000)
    answer = _give(ChangeKey(until), where)
    _tell(answer, where, "The key is changed.")


COMMANDS = (close, reopen, delete, ban, unban, bans, forget, clean, rotate_keys)


def _ask(question: str, yes: bool) -> None:
    if not yes:
        click.confirm(question, abort=True, err=True)


def _give(order: Order, where: dict[str, Any]) -> OrderAnswer:
    from whistlestop.server.orders.giving import give
    from whistlestop.server.store.open import default_store

    return asyncio.run(give(where["store"] or default_store(), order, where["wait"]))


def _beside(store: str | None, read: Callable[[OperatedStore], Any]) -> Any:
    """What is read from a store beside the server that has it."""
    from whistlestop.server.store.copying import open_copier
    from whistlestop.server.store.open import default_store

    async def ask() -> Any:
        async with open_copier(store or default_store()).operating() as beside:
            return await read(beside)

    return asyncio.run(ask())


def _old(store: str | None, finished: int | None, unfinished: int | None) -> list[dict[str, Any]]:
    from whistlestop.cli.commands.hosting.admin import read_tables

    limits = {"over": finished, "gathering": unfinished, "playing": unfinished}
    return [
        {"id": one.id, "status": one.status, "updated": one.updated, "size": one.size}
        for one in read_tables(store)
        if one.updated < (limits.get(one.status) or 0)
    ]


def _show_old(found: list[dict[str, Any]], as_json: bool) -> None:
    if as_json:
        print_json({"count": len(found), "tables": found})
        return
    from whistlestop.cli.commands.hosting.admin import date

    listed = figures_table("Table", "Status", "Updated", figures=("Bytes",))
    for one in found:
        listed.add_row(one["id"], one["status"], date(one["updated"]), f"{one['size']:,}")
    print_whole(listed)
    click.echo(f"{_tables(len(found))} would be deleted.")


def _tell(answer: OrderAnswer, where: dict[str, Any], done: str, nothing: str = "") -> None:
    if where["as_json"]:
        print_json(
            {
                "changed": answer.changed,
                "tables": list(answer.tables),
                "count": answer.count or len(answer.tables),
                "linked": list(answer.linked),
            }
        )
    else:
        click.echo(done if answer.changed or not nothing else nothing)


def _tables(count: int) -> str:
    return "1 table" if count == 1 else f"{count:,} tables"
