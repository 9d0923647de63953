"""`whistlestop table`: make a table on a running server, show one, download its game.

It is a guest of that server and keeps nothing: whoever opens the link of the first seat for people
is the host from then on. Where only bots and programs play, the game starts at once.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from whistlestop.cli.help import Explained, Suggesting
from whistlestop.cli.options import (
    boards_like,
    bots_like,
    bots_of,
    cannot_write,
    json_option,
    print_json,
)

if TYPE_CHECKING:
    from whistlestop.client import Client, RemoteTable
    from whistlestop.protocol.requests import Seen

MOST = 5  # seats

server_option = click.option(
    "--server",
    metavar="URL",
    envvar="WHISTLESTOP_SERVER",
    show_envvar=True,
    default="http://127.0.0.1:8000",
    help="The server's address.",
)


@click.group("table", cls=Suggesting)
def command() -> None:
    """Make a table on a running server, show one, download its game."""


@command.command("new", cls=Explained)
@server_option
@click.option(
    "--board",
    metavar="BOARD",
    default="usa",
    help="As the server names it.",
    shell_complete=boards_like,
)
@click.option(
    "--people", metavar="N", type=click.IntRange(0, MOST), default=1, help="Seats for people."
)
@click.option(
    "--programs", metavar="N", type=click.IntRange(0, MOST), default=0, help="Seats for programs."
)
@click.option(
    "--bots",
    metavar="BOTS",
    default="1",
    help="How many (greedy) or which: 2, or planner,level:2.",
    shell_complete=bots_like,
)
@click.option("--name", default="Host", help="What the first of the people is called for now.")
@click.option("--listed", is_flag=True, help="Let everybody find the table.")
@json_option
def new(
    server: str,
    board: str,
    people: int,
    programs: int,
    bots: str,
    name: str,
    listed: bool,
    as_json: bool,
) -> None:
    """Make a table and print its links and tokens.

    The first seat for people has a link that works once and makes its user the host, who starts the
    game. Others come by the link with the invite, and programs with tokens, as `whistlestop bot`
    does. Treat links and tokens like passwords. Without people the game starts at once.

        whistlestop table new --board europe --bots 2 --json
        whistlestop table new --people 2 --bots planner,greedy --listed
        whistlestop table new --people 0 --programs 2 --bots 0 --server https://play.example
    """
    from whistlestop.client import Client

    seats = ["me"] * (people > 0) + ["open"] * (people - 1) + ["remote"] * programs + _bots(bots)
    if not 2 <= len(seats) <= MOST:
        come_to = "more" if len(seats) > MOST else "fewer"
        raise click.UsageError(
            f"A table has 2 to {MOST} seats; people, programs and bots come to {come_to}."
        )
    with Client(server, name) as guest:
        made = _made(guest, board, seats, listed)
    if as_json:
        print_json(made)
    else:
        _tell(made)


def _bots(text: str) -> list[str]:
    """So many bots, or those that are named."""
    if text.isascii() and text.isdigit():
        return ["greedy"] * min(int(text), MOST + 1)
    return bots_of(text)


def _made(guest: Client, board: str, seats: list[str], listed: bool) -> dict[str, Any]:
    """A new table, with all that lets others in."""
    table = guest.new_table(board, seats, listed=listed)
    parts = [_seat(table, number, kind) for number, kind in enumerate(seats)]
    if "me" not in seats:
        table.start()
    return {
        "table": table.id,
        "board": board,
        "status": table.look().table.status,
        "address": table.link.partition("#")[0],
        "invite": table.link,
        "seats": parts,
    }


def _seat(table: RemoteTable, number: int, kind: str) -> dict[str, Any]:
    """What a seat is for, and what its player needs."""
    if kind == "me":
        return {"seat": number, "for": "host", **_granted(table.device_link(number))}
    if kind == "open":
        return {"seat": number, "for": "person", "link": table.link}
    if kind == "remote":
        return {"seat": number, "for": "program", **_granted(table.program_link(number))}
    return {"seat": number, "for": "bot", "bot": kind}


def _granted(link: str) -> dict[str, str]:
    """A link with the token of a seat, and the token."""
    from urllib.parse import unquote

    return {"link": link, "token": unquote(link.partition("=")[2])}


def _tell(made: dict[str, Any]) -> None:
    says = {
        "host": "you, the host (works once)",
        "person": "a person",
        "program": "a program (whistlestop bot BOT --table LINK)",
    }
    click.echo(f"{made['board']}, {made['status']}: {made['address']}")
    for seat in made["seats"]:
        told = says.get(seat["for"], seat.get("bot"))
        click.echo(f"  seat {seat['seat']}: {told}")
        if "link" in seat:
            click.echo(f"    {seat['link']}")
    click.echo(f"To look on, or to take a free seat:\n    {made['invite']}")


@command.command("show", cls=Explained)
@click.argument("link")
@json_option
def show(link: str, as_json: bool) -> None:
    """Show a table as its LINK lets one see it.

    A link with the token of a seat shows that seat's cards, too, with --json. A private table needs
    the link with its invite.

        whistlestop table show "https://play.example/t/4kq2vm7s#invite=INVITE"
        whistlestop table show https://play.example/t/4kq2vm7s --json
    """
    seen = _visited(link)
    if as_json:
        import msgspec

        print_json(msgspec.to_builtins(seen))
        return
    table, game = seen.table, seen.game
    click.echo(f"{table.options.board}, {table.status}, version {seen.v}")
    for number, seat in enumerate(table.seats):
        points = "" if game is None else f", {_points(seen, number)} points"
        turn = ", to decide" if game is not None and number in game.waiting else ""
        click.echo(
            f"  seat {number}: {seat.name or 'free'} ({seat.bot or seat.kind}){points}{turn}"
        )


def _points(seen: Seen, seat: int) -> int:
    """What a seat has: its final score, or the points so far."""
    assert seen.game is not None
    score = seen.game.score
    points: int = seen.game.players[seat].points if score is None else score.seats[seat].total
    return points


@command.command("download", cls=Explained)
@click.argument("link")
@click.option("--to", type=click.Path(), help="The file; by default the table's id with .wst.")
@click.option("--seat", type=click.IntRange(0, MOST - 1), help="As this seat saw the game.")
def download(link: str, to: str | None, seat: int | None) -> None:
    """Download the game of a table as a record.

    The record is whole once the game is over, before that as the link's seat, or a spectator, saw
    the game. A file that exists is left alone.

        whistlestop table download https://play.example/t/4kq2vm7s
        whistlestop table download https://play.example/t/4kq2vm7s --to evening.wst --seat 1
    """
    from whistlestop.client import Client
    from whistlestop.remote.address import read_link

    table = read_link(link).table
    path = Path(to or f"{table}.wst")
    if path.exists():
        raise click.UsageError(f"{path} exists already.")
    with Client(link) as guest:
        data = guest.table(link).record_bytes(seat)
    try:
        path.write_bytes(data)
    except OSError as error:
        raise cannot_write(path, error) from None
    click.echo(f"{path}: {len(data)} bytes")


def _visited(link: str) -> Seen:
    from whistlestop.client import Client
    from whistlestop.remote.address import read_link

    read_link(link)
    with Client(link) as guest:
        return guest.table(link).look()
