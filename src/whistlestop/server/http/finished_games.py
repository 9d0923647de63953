"""Handlers for games by ply, as stories and as records, and for the coach.

A running game gives its caller nothing here that the caller has not seen already: its record is the
one of the caller's own seat. Drawing and replaying take milliseconds, so they happen in a thread.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from aiohttp import hdrs, web

from whistlestop.engine.game import Game
from whistlestop.protocol.operations import JSON, RECORD
from whistlestop.record.seat import redact_game
from whistlestop.render import view_svg
from whistlestop.server.errors import ServerRefusal
from whistlestop.server.finished.coach import Coach
from whistlestop.server.finished.story import Stories
from whistlestop.server.http.caching import FOR_A_WHILE, FOR_GOOD, drawn
from whistlestop.server.http.connection import while_connected
from whistlestop.server.http.request_response import answer, caller_of, table_id, whole_number
from whistlestop.server.http.tables import HUB, SOCKETS
from whistlestop.server.table.table import Table

STORIES = web.AppKey("stories", Stories)
COACH = web.AppKey("coach", Coach)


def add_finished_game_routes(app: web.Application) -> None:
    """Route what is asked about finished games."""
    app[STORIES] = Stories()
    app.router.add_get("/api/tables/{id}/record.wst", record)
    app.router.add_get("/api/tables/{id}/story", story)
    app.router.add_get(r"/api/tables/{id}/plies/{ply:\d{1,5}}.svg", ply_drawing)
    app.router.add_get(r"/api/tables/{id}/plies/{ply:\d{1,5}}", ply)
    app.router.add_get(r"/api/tables/{id}/plies/{ply:\d{1,5}}/advice", ply_advice)


async def ply(request: web.Request) -> web.StreamResponse:
    """One ply of a finished game."""
    table, number = await _table_of(request), int(request.match_info["ply"])
    # The game will not change any more, but the table it was played at may get a rematch.
    return answer(await table.at(caller_of(request), number, _seat(request)), kept=FOR_A_WHILE)


async def ply_advice(request: web.Request) -> web.StreamResponse:
    """What the coach says about one ply; a bot works that out, so not too often."""
    caller, number, seat = caller_of(request), int(request.match_info["ply"]), _seat(request)
    request.app[SOCKETS].check_rate(caller)
    table = await _table_of(request)
    game = await table.finished(caller)
    # At the last ply nobody has to decide any more.
    if number >= game.ply or (seat is not None and seat >= len(game.names)):
        raise ServerRefusal("no_such_ply", 404)
    thought = request.app[COACH].on(table.state, number, seat, caller)
    return answer(await while_connected(request, thought), kept=FOR_A_WHILE)


async def ply_drawing(request: web.Request) -> web.StreamResponse:
    """One ply of a finished game, drawn."""
    table, number, seat = await _table_of(request), int(request.match_info["ply"]), _seat(request)
    game = await table.finished(caller_of(request))
    if number > game.ply or (seat is not None and seat >= len(game.names)):
        raise ServerRefusal("no_such_ply", 404)
    undone = game.ply - number
    return await drawn(lambda: view_svg(table.state.without(undone).view(seat)), FOR_GOOD)


async def story(request: web.Request) -> web.StreamResponse:
    """A finished game, every ply of it."""
    table = await _table_of(request)
    await table.finished(caller_of(request))
    response = web.Response(body=await request.app[STORIES].of(table.state), content_type=JSON)
    response.enable_compression()
    response.headers[hdrs.CACHE_CONTROL] = FOR_A_WHILE
    return response


async def record(request: web.Request) -> web.StreamResponse:
    """The record: whole once the game is over, before that as the caller's seat saw the game."""
    table, caller, seat = await _table_of(request), caller_of(request), _seat(request)
    over = table.state.status == "over"
    if over:
        write = _whole_record(await table.finished(caller), seat)
    else:
        seen = await table.seen(caller)  # refuses whoever may not look at this table
        if table.state.game is None:
            raise ServerRefusal("wrong_time", stage=seen.table.status)
        write = _own_record(table.state.game, tuple(own.seat for own in seen.mine), seat)
    body = (await asyncio.to_thread(write)).encode()
    kept = FOR_GOOD if over else "no-store"
    headers = {
        hdrs.CACHE_CONTROL: kept,
        hdrs.CONTENT_DISPOSITION: f'attachment; filename="{table.state.id}.wst"',
    }
    return web.Response(body=body, content_type=RECORD, headers=headers)


def _whole_record(game: Game, seat: int | None) -> Callable[[], str]:
    """Everything, or what one seat saw if that is asked for."""
    if seat is not None and seat >= len(game.names):
        raise ServerRefusal("no_such_seat", 404, seat=seat)
    return lambda: str((game.record if seat is None else game.record.redact(seat)).dumps())


def _own_record(game: Game, own: tuple[int, ...], seat: int | None) -> Callable[[], str]:
    """What the caller's seat saw: the one asked for, else the first, else a spectator's."""
    if seat is not None and seat not in own:
        raise ServerRefusal("not_your_seat", 403, seat=seat)
    viewer = seat if seat is not None else own[0] if own else None
    # A copy, because the game goes on while the thread writes.
    then = game.copy()
    return lambda: redact_game(then, viewer, None).dumps()


async def _table_of(request: web.Request) -> Table:
    return await request.app[HUB].table(table_id(request))


def _seat(request: web.Request) -> int | None:
    return whole_number(request, "seat", 0, 4)
