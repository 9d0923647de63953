"""`whistlestop admin`: what tables a server keeps, while it runs; its orders are in `orders`.

It reads the store and asks no server, so it works on both databases and whether one runs or not.
Invariant: nothing is changed here, and nothing is told that would help a player.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import click

from whistlestop.cli.commands.hosting.orders import COMMANDS
from whistlestop.cli.console import figures_table, print_whole
from whistlestop.cli.help import Suggesting
from whistlestop.cli.options import json_option, print_json, store_option

if TYPE_CHECKING:
    from whistlestop.server.upkeep.tables import StoredTable, StoredTableDetails

STATUSES = ("gathering", "playing", "over")
_ORDERS: dict[str, Callable[[StoredTable], tuple[Any, ...]]] = {
    "updated": lambda table: (-table.updated, table.id),
    "created": lambda table: (-table.created, table.id),
    "size": lambda table: (-table.size, table.id),
}

limit_option = click.option(
    "--limit", metavar="N", type=click.IntRange(1, 10**9), default=50, help="How many at most."
)


@click.group("admin", cls=Suggesting)
def command() -> None:
    """Look after the tables and guests of a server, while it runs or not.

    The store is found as `whistlestop serve` finds it: by --store, WHISTLESTOP_STORE or
    whistlestop.toml.
    """


for _order in COMMANDS:
    command.add_command(_order)


@command.command("list")
@store_option
@click.option("--status", type=click.Choice(STATUSES), help="Only tables of this status.")
@click.option(
    "--by", "order", type=click.Choice(list(_ORDERS)), default="updated", help="What comes first."
)
@limit_option
@json_option
def list_(store: str | None, status: str | None, order: str, limit: int, as_json: bool) -> None:
    """List tables with their players, age and size, the newest or largest first.

    Versions count everything that happened at a table, talk too.

        whistlestop admin list
        whistlestop admin list --status playing --by size --limit 10
    """
    tables = [table for table in read_tables(store) if status is None or table.status == status]
    shown = sorted(tables, key=_ORDERS[order])[:limit]
    if as_json:
        print_json([asdict(table) for table in shown])
        return
    _print(shown)
    if len(tables) > len(shown):
        click.echo(f"and {len(tables) - len(shown):,} more (--limit)")


@command.command("show")
@click.argument("table")
@store_option
@json_option
def show(table: str, store: str | None, as_json: bool) -> None:
    """Show one TABLE: its status, who sits there by name and by guest, and how far it is.

    A guest is a browser; its id is the same at all of its tables.

        whistlestop admin show k2v7c0mexample00
    """
    from whistlestop.server.store.open import default_store
    from whistlestop.server.upkeep.tables import stored_table

    found = asyncio.run(stored_table(store or default_store(), table))
    if as_json:
        print_json(asdict(found))
    else:
        _print_details(found)


@command.command("size")
@store_option
@limit_option
@json_option
def size(store: str | None, limit: int, as_json: bool) -> None:
    """Tell how much room tables take, by status, and which are the largest.

    Indexes and free pages of the database come on top of what is told here.

        whistlestop admin size
    """
    tables = read_tables(store)
    largest = sorted(tables, key=_ORDERS["size"])[:limit]
    room: Counter[str] = Counter()
    for table in tables:
        room[table.status] += table.size
    counts = Counter(table.status for table in tables)
    if as_json:
        by_status = {name: {"tables": counts[name], "bytes": room[name]} for name in sorted(counts)}
        told = {"bytes": room.total(), "tables": len(tables), "by_status": by_status}
        print_json({**told, "largest": [asdict(table) for table in largest]})
        return
    overview = figures_table("Status", figures=("Tables", "Bytes"))
    for name in sorted(counts):
        overview.add_row(name, f"{counts[name]:,}", f"{room[name]:,}")
    overview.add_row("all", f"{len(tables):,}", f"{room.total():,}")
    print_whole(overview)
    click.echo()
    _print(largest)


def read_tables(store: str | None) -> list[StoredTable]:
    """All tables of a store."""
    from whistlestop.server.store.open import default_store
    from whistlestop.server.upkeep.tables import stored_tables

    return asyncio.run(stored_tables(store or default_store()))


def _print(tables: Sequence[StoredTable]) -> None:
    columns = ("Table", "Status", "Board", "Updated", "Players")
    listed = figures_table(*columns, figures=("Version", "Bytes"))
    for table in tables:
        status = f"{table.status}, closed" if table.closed else table.status
        words = (table.id, status, table.board, date(table.updated), ", ".join(table.names))
        listed.add_row(*words, f"{table.version:,}", f"{table.size:,}")
    print_whole(listed)


def _print_details(found: StoredTableDetails) -> None:
    table = found.table
    closed = ", closed" if table.closed else ""
    decisions = "1 decision" if found.plies == 1 else f"{found.plies} decisions"
    click.echo(f"{table.id}: {table.status} on {table.board}, {decisions}{closed}")
    click.echo(f"made {date(table.created)}, changed {date(table.updated)} (UTC)")
    click.echo(f"{found.entries:,} entries, version {table.version:,}, {table.size:,} bytes")
    seats = figures_table("Seat", "Kind", "Name", "Guest", "Bot", "Away", figures=())
    for seat in found.seats:
        guest = f"{seat.guest} (host)" if seat.guest == found.host else seat.guest
        words = (str(seat.seat), seat.kind, seat.name, guest, seat.bot, seat.away)
        seats.add_row(*(word or "" for word in words))
    print_whole(seats)


def date(milliseconds: int) -> str:
    """A time for people, by UTC."""
    return time.strftime("%Y-%m-%d %H:%M", time.gmtime(milliseconds / 1000))
