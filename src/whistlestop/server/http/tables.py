"""Handlers for tables and guests: each reads a request, asks the hub or the store, and answers.

The table decides what its caller may do and see. Invariant: a list shows of a table what its row
shows everybody, and of the caller only the caller's own seats.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

import msgspec
from aiohttp import web
from msgspec.structs import replace

from whistlestop._version import __version__
from whistlestop.protocol.commands import Command, Hint
from whistlestop.protocol.limits import HISTORY_ENTRIES, LATEST, LIST_TABLES, PROTOCOL
from whistlestop.protocol.messages import TablePart
from whistlestop.protocol.requests import (
    BoardStatistics,
    CreateTable,
    ForkTable,
    Made,
    Me,
    PlayNow,
    Statistics,
    TableLine,
    Tables,
)
from whistlestop.server.addresses.address_book import ADDRESS
from whistlestop.server.errors import ServerRefusal
from whistlestop.server.http.base_path import PublicAddress
from whistlestop.server.http.connection import while_connected
from whistlestop.server.http.guard import GUARD, NEW_COOKIE
from whistlestop.server.http.request_response import (
    answer,
    body_of,
    caller_of,
    expensive,
    guest_of,
    table_id,
    whole_number,
)
from whistlestop.server.hub import Hub
from whistlestop.server.offers import offers
from whistlestop.server.sockets.open_sockets import OpenSockets
from whistlestop.server.sockets.opening import open_socket
from whistlestop.server.sockets.run_command import run_command
from whistlestop.server.store.base import GuestTally, TableRow
from whistlestop.server.table.caller import Caller
from whistlestop.server.table.table import Table

HUB = web.AppKey("hub", Hub)
SOCKETS = web.AppKey("sockets", OpenSockets)
PUBLIC = web.AppKey("public", PublicAddress)

STATUSES = ("gathering", "playing", "over")

T = TypeVar("T")

_table_part = msgspec.json.Decoder(TablePart)


def add_table_routes(app: web.Application) -> None:
    """Route what is asked about tables and guests."""
    app.router.add_post("/api/play", play_now)
    app.router.add_post("/api/tables", create_table)
    app.router.add_get("/api/tables", expensive(listed_tables))
    app.router.add_get("/api/me", me)
    app.router.add_get("/api/me/tables", expensive(my_tables))
    app.router.add_get("/api/me/statistics", expensive(my_statistics))
    app.router.add_get("/api/offers", table_offers)
    app.router.add_get("/api/tables/{id}", seen)
    app.router.add_get("/api/tables/{id}/log", expensive(log))
    app.router.add_get("/api/tables/{id}/socket", socket)
    app.router.add_post("/api/tables/{id}/commands", command)
    app.router.add_post("/api/tables/{id}/fork", expensive(fork_table))


async def play_now(request: web.Request) -> web.StreamResponse:
    """Make a table with bots and start its game."""
    return await _made(request, PlayNow, request.app[HUB].play_now)


async def create_table(request: web.Request) -> web.StreamResponse:
    """Make a table."""
    return await _made(request, CreateTable, request.app[HUB].create)


async def fork_table(request: web.Request) -> web.StreamResponse:
    """Make a table that goes on from a ply of a finished game."""
    guest_of(request)
    table = await table_of(request)
    return await _made(
        request, ForkTable, lambda caller, wanted: request.app[HUB].fork(caller, table, wanted)
    )


async def _made(
    request: web.Request, kind: type[T], make: Callable[[Caller, T], Awaitable[Made]]
) -> web.StreamResponse:
    """Make a table for a guest, not too fast; a stop waits until it is made."""
    guest_of(request)
    wanted = await body_of(request, kind)
    caller, sockets = caller_of(request), request.app[SOCKETS]
    sockets.check_rate(caller)
    sockets.begin()
    try:
        return answer(await make(caller, wanted), 201)
    finally:
        sockets.end()


async def table_of(request: web.Request) -> Table:
    """The table in the path. Looking for one in the store is work."""
    hub, name = request.app[HUB], table_id(request)
    if not hub.has_loaded(name):
        request[ADDRESS].take("reads")
    return await hub.table(name)


async def command(request: web.Request) -> web.StreamResponse:
    """Run one command without a socket, no faster than on one."""
    sockets = request.app[SOCKETS]
    wanted: Command = await body_of(request, Command)
    sockets.check_rate(caller_of(request))
    running = run_command(sockets, await table_of(request), caller_of(request), wanted)
    if isinstance(wanted, Hint):  # advice for somebody who is gone would keep others waiting
        return answer(await while_connected(request, running))
    return answer(await running)


async def socket(request: web.Request) -> web.StreamResponse:
    """Open a table's socket."""
    table = await table_of(request)
    return await open_socket(request, table, caller_of(request), request.app[SOCKETS])


async def seen(request: web.Request) -> web.StreamResponse:
    """The table as the caller may see it."""
    table = await table_of(request)
    return answer(await table.seen(caller_of(request)))


async def log(request: web.Request) -> web.StreamResponse:
    """A piece of the table's log as the caller may see it."""
    after = whole_number(request, "after", 0, 10**9) or 0
    limit = whole_number(request, "limit", 1, HISTORY_ENTRIES) or HISTORY_ENTRIES
    table = await table_of(request)
    return answer(await table.log(caller_of(request), after, limit))


async def me(request: web.Request) -> web.StreamResponse:
    """Who asks, and a cookie that lasts a year from now."""
    guest = guest_of(request)
    guard = request.app[GUARD]
    old = guard.cookie(request) or ""
    request[NEW_COOKIE] = guard.signer.renewed_cookie(guest, old, guard.sources.now())
    public = request.app.get(PUBLIC)
    return answer(Me(guest, PROTOCOL, __version__, None if public is None else str(public)))


async def listed_tables(request: web.Request) -> web.StreamResponse:
    """Tables that everybody may find, the most recently updated first."""
    statuses, limit, before = _list_query(request)
    rows = await request.app[HUB].store.listed(statuses, limit + 1, before)
    return answer(_page(request.app[HUB], [(row, ()) for row in rows], limit))


async def my_tables(request: web.Request) -> web.StreamResponse:
    """Tables where the guest has a seat, the most recently updated first."""
    statuses, limit, before = _list_query(request)
    found = await request.app[HUB].store.tables_of(guest_of(request), statuses, limit + 1, before)
    return answer(_page(request.app[HUB], [(mine.row, mine.seats) for mine in found], limit))


def _list_query(request: web.Request) -> tuple[tuple[str, ...], int, int | None]:
    status = request.query.get("status")
    if status is not None and status not in STATUSES:
        raise ServerRefusal("bad_query", 400, name="status")
    limit = whole_number(request, "limit", 1, LIST_TABLES) or LIST_TABLES
    before = whole_number(request, "before", 0, LATEST)
    return STATUSES if status is None else (status,), limit, before


def _line(row: TableRow, seats: tuple[int, ...] = ()) -> TableLine:
    summary = _table_part.decode(row.summary)
    waiting = [seat for seat in range(len(summary.seats)) if row.waiting >> seat & 1]
    table = replace(summary, waiting=waiting)
    your_turn = not set(seats).isdisjoint(table.waiting)
    deadline = _deadline(row, table)
    return TableLine(table, row.version, row.updated, list(seats), your_turn, deadline)


def _deadline(row: TableRow, table: TablePart) -> int | None:
    """When the clock runs out: that is what the row is due for, unless a bot has yet to move."""
    waiting = [table.seats[seat] for seat in table.waiting]
    bots = any(seat.kind == "bot" or seat.away is not None for seat in waiting)
    return None if bots else row.due_at


def _page(hub: Hub, found: list[tuple[TableRow, tuple[int, ...]]], limit: int) -> Tables:
    """Given limit + 1 rows, the first `limit` and the next page's cursor.

    A row that cannot be read is left out and made again from the table's log.
    """
    lines: list[TableLine] = []
    for row, seats in found[:limit]:
        try:
            lines.append(_line(row, seats))
        except msgspec.DecodeError:
            hub.spawn(hub.make_rows([row.id]))
    return Tables(lines, found[limit - 1][0].updated if len(found) > limit else None)


async def my_statistics(request: web.Request) -> web.StreamResponse:
    """How the guest has fared, board by board."""
    tallies = await request.app[HUB].store.tallies(guest_of(request))
    return answer(Statistics([_statistics(tally) for tally in tallies]))


def _statistics(tally: GuestTally) -> BoardStatistics:
    return BoardStatistics(
        tally.board,
        tally.players,
        tally.played,
        tally.won,
        round(tally.total / tally.played, 2),
        tally.best,
        tally.tickets_held,
        tally.tickets_made,
    )


async def table_offers(request: web.Request) -> web.StreamResponse:
    """What a table can be made of."""
    return answer(await asyncio.to_thread(offers))
