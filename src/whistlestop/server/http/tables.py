"""The handlers of tables and guests: each reads a request, asks the hub or the store, answers.

What may be done and seen is decided behind them. Invariant: a list tells of a table what its row
tells everybody, and of the one who asks only its own seats.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager

import msgspec
from aiohttp import web

from whistlestop._version import __version__
from whistlestop.protocol.commands import Command
from whistlestop.protocol.limits import HISTORY_ENTRIES, PROTOCOL
from whistlestop.protocol.messages import TablePart
from whistlestop.protocol.requests import (
    BoardStatistics,
    CreateTable,
    Me,
    PlayNow,
    Statistics,
    TableLine,
    Tables,
)
from whistlestop.server.errors import ServerRefusal
from whistlestop.server.http.guard import GUARD, NEW_COOKIE
from whistlestop.server.http.request_response import (
    answer,
    body_of,
    caller_of,
    guest_of,
    table_id,
    whole_number,
)
from whistlestop.server.hub import Hub
from whistlestop.server.offers import offers
from whistlestop.server.sockets.open_sockets import OpenSockets
from whistlestop.server.sockets.run_command import run_command
from whistlestop.server.sockets.table_socket import serve_socket
from whistlestop.server.store.base import GuestTally, TableRow

HUB = web.AppKey("hub", Hub)
SOCKETS = web.AppKey("sockets", OpenSockets)

STATUSES = ("gathering", "playing", "over")
PAGE = 50
LATEST = 10**14  # a time in milliseconds that no table will see

_table_part = msgspec.json.Decoder(TablePart)


def add_table_routes(app: web.Application) -> None:
    app.router.add_post("/api/play", play_now)
    app.router.add_post("/api/tables", create_table)
    app.router.add_get("/api/tables", listed_tables)
    app.router.add_get("/api/me", me)
    app.router.add_get("/api/me/tables", my_tables)
    app.router.add_get("/api/me/statistics", my_statistics)
    app.router.add_get("/api/offers", table_offers)
    app.router.add_get("/api/tables/{id}", seen)
    app.router.add_get("/api/tables/{id}/log", log)
    app.router.add_get("/api/tables/{id}/socket", socket)
    app.router.add_post("/api/tables/{id}/commands", command)


async def play_now(request: web.Request) -> web.StreamResponse:
    guest_of(request)
    wanted = await body_of(request, PlayNow)
    with _making(request):
        made = await request.app[HUB].play_now(caller_of(request), wanted)
    return answer(made, 201)


async def create_table(request: web.Request) -> web.StreamResponse:
    guest_of(request)
    wanted = await body_of(request, CreateTable)
    with _making(request):
        made = await request.app[HUB].create(caller_of(request), wanted)
    return answer(made, 201)


@contextmanager
def _making(request: web.Request) -> Iterator[None]:
    """A table is made at a decent pace, and a stop waits for it."""
    sockets = request.app[SOCKETS]
    sockets.check_rate(caller_of(request))
    sockets.begin()
    try:
        yield
    finally:
        sockets.end()


async def command(request: web.Request) -> web.StreamResponse:
    """One command without a socket; as fast as on a socket, and no faster."""
    hub, sockets = request.app[HUB], request.app[SOCKETS]
    name = table_id(request)
    wanted: Command = await body_of(request, Command)
    sockets.check_rate(caller_of(request))
    table = await hub.table(name)
    return answer(await run_command(sockets, table, caller_of(request), wanted))


async def socket(request: web.Request) -> web.StreamResponse:
    name = table_id(request)
    table = await request.app[HUB].table(name)
    return await serve_socket(request, name, table, caller_of(request), request.app[SOCKETS])


async def seen(request: web.Request) -> web.StreamResponse:
    table = await request.app[HUB].table(table_id(request))
    return answer(await table.seen(caller_of(request)))


async def log(request: web.Request) -> web.StreamResponse:
    after = whole_number(request, "after", 0, 10**9) or 0
    limit = whole_number(request, "limit", 1, HISTORY_ENTRIES) or HISTORY_ENTRIES
    table = await request.app[HUB].table(table_id(request))
    return answer(await table.log(caller_of(request), after, limit))


async def me(request: web.Request) -> web.StreamResponse:
    guest = guest_of(request)
    guard = request.app[GUARD]
    # Whoever comes back stays known: the cookie lasts for a year from here.
    request[NEW_COOKIE] = guard.signer.guest_cookie(guest, guard.sources.now())
    return answer(Me(guest, PROTOCOL, __version__))


async def listed_tables(request: web.Request) -> web.StreamResponse:
    statuses, limit, before = _list_query(request)
    rows = await request.app[HUB].store.listed(statuses, limit + 1, before)
    lines = [_line(row) for row in rows]
    return answer(_page(lines, limit))


async def my_tables(request: web.Request) -> web.StreamResponse:
    statuses, limit, before = _list_query(request)
    found = await request.app[HUB].store.tables_of(guest_of(request), statuses, limit + 1, before)
    lines = [_line(mine.row, mine.seats) for mine in found]
    return answer(_page(lines, limit))


def _list_query(request: web.Request) -> tuple[tuple[str, ...], int, int | None]:
    status = request.query.get("status")
    if status is not None and status not in STATUSES:
        raise ServerRefusal("bad_query", 400, name="status")
    limit = whole_number(request, "limit", 1, PAGE) or PAGE
    before = whole_number(request, "before", 0, LATEST)
    return STATUSES if status is None else (status,), limit, before


def _line(row: TableRow, seats: tuple[int, ...] = ()) -> TableLine:
    table = _table_part.decode(row.summary)
    your_turn = not set(seats).isdisjoint(table.waiting)
    return TableLine(table, row.version, row.updated, list(seats), your_turn)


def _page(lines: list[TableLine], limit: int) -> Tables:
    """The first `limit` of one more than that, and where the rest begins."""
    more = len(lines) > limit
    return Tables(lines[:limit], lines[limit - 1].updated if more else None)


async def my_statistics(request: web.Request) -> web.StreamResponse:
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
    return answer(await asyncio.to_thread(offers))
