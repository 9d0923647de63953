"""Finished games by ply and as records, the boards they are played on, and the OpenAPI document.

A running game gives its caller nothing here that the caller has not seen already: its record is the
one of the caller's own seat. Drawing and replaying take milliseconds, so they happen in a thread.
Answers that never change may be kept by the browser that asked, never by anybody between.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Callable
from functools import cache, lru_cache

import msgspec
from aiohttp import hdrs, web

from whistlestop.boards.load import shipped_names
from whistlestop.engine.game import Game
from whistlestop.protocol.operations import JSON, RECORD, SVG
from whistlestop.protocol.schema import openapi
from whistlestop.record.seat import redact_game
from whistlestop.render import board_svg, view_svg
from whistlestop.server.errors import ServerRefusal
from whistlestop.server.finished.coach import Coach
from whistlestop.server.finished.story import Stories
from whistlestop.server.http.board_facts import board_facts
from whistlestop.server.http.request_response import answer, caller_of, table_id, whole_number
from whistlestop.server.http.tables import HUB, SOCKETS
from whistlestop.server.offers import offered_board
from whistlestop.server.table.table import Table

STORIES = web.AppKey("stories", Stories)
COACH = web.AppKey("coach", Coach)

# `private`: answers may set a guest's cookie, and some are not for everybody.
FOR_GOOD = "private, max-age=31536000, immutable"
FOR_A_WHILE = "private, max-age=300"
ASK_AGAIN = "private, no-cache"  # a board of the user's own may change at any time
# A drawing carries its own style sheet and nothing else that could be active.
DRAWING_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"


def add_history_routes(app: web.Application) -> None:
    app[STORIES] = Stories()
    app.router.add_get("/api/tables/{id}/record.wst", record)
    app.router.add_get("/api/tables/{id}/story", story)
    app.router.add_get(r"/api/tables/{id}/plies/{ply:\d{1,5}}.svg", ply_drawing)
    app.router.add_get(r"/api/tables/{id}/plies/{ply:\d{1,5}}", ply)
    app.router.add_get(r"/api/tables/{id}/plies/{ply:\d{1,5}}/advice", ply_advice)
    app.router.add_get(r"/api/boards/{name:[^/{}]+}.svg", board_drawing)
    app.router.add_get("/api/boards/{name}", board)
    app.router.add_get("/api/openapi.json", openapi_document)


async def ply(request: web.Request) -> web.StreamResponse:
    """One ply of a finished game."""
    table, number = await _table_of(request), int(request.match_info["ply"])
    response = answer(await table.at(caller_of(request), number, _seat(request)))
    # The game will not change any more, but the table it was played at may get a rematch.
    response.headers[hdrs.CACHE_CONTROL] = FOR_A_WHILE
    return response


async def ply_advice(request: web.Request) -> web.StreamResponse:
    """What the coach says about one ply; a bot works that out, so not too often."""
    caller, number, seat = caller_of(request), int(request.match_info["ply"]), _seat(request)
    request.app[SOCKETS].check_rate(caller)
    table = await _table_of(request)
    game = await table.finished(caller)
    # At the last ply nobody has to decide any more.
    if number >= game.ply or (seat is not None and seat >= len(game.names)):
        raise ServerRefusal("no_such_ply", 404)
    response = answer(await request.app[COACH].on(table.state, number, seat, caller))
    response.headers[hdrs.CACHE_CONTROL] = FOR_A_WHILE
    return response


async def ply_drawing(request: web.Request) -> web.StreamResponse:
    """One ply of a finished game, drawn."""
    table, number, seat = await _table_of(request), int(request.match_info["ply"]), _seat(request)
    game = await table.finished(caller_of(request))
    if number > game.ply or (seat is not None and seat >= len(game.names)):
        raise ServerRefusal("no_such_ply", 404)
    undone = game.ply - number
    return await _drawn(lambda: view_svg(table.state.without(undone).view(seat)), FOR_GOOD)


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
    seen = await table.seen(caller)  # refuses whoever may not look at this table
    game, over = table.state.game, seen.table.status == "over"
    if game is None:
        raise ServerRefusal("wrong_time", stage=seen.table.status)
    if over:
        write = _whole_record(game, seat)
    else:
        write = _own_record(game, tuple(own.seat for own in seen.mine), seat)
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


async def board(request: web.Request) -> web.StreamResponse:
    """A board: what is printed on it and where."""
    found = offered_board(request.match_info["name"])
    if found.id in shipped_names():
        return _cached(request, await asyncio.to_thread(_facts, found.name), JSON)
    body = await asyncio.to_thread(lambda: msgspec.json.encode(board_facts(found)))
    return _cached(request, body, JSON, ASK_AGAIN)


async def board_drawing(request: web.Request) -> web.StreamResponse:
    """The empty board, drawn."""
    found = offered_board(request.match_info["name"])
    if found.id in shipped_names():
        return await _drawn(lambda: _drawing(found.name), FOR_A_WHILE)
    return await _drawn(lambda: board_svg(found), ASK_AGAIN)


async def openapi_document(request: web.Request) -> web.StreamResponse:
    """The HTTP part of the protocol as OpenAPI."""
    return _cached(request, await asyncio.to_thread(_openapi), JSON)


@cache
def _openapi() -> bytes:
    return msgspec.json.encode(openapi())


@lru_cache(maxsize=64)
def _facts(name: str) -> bytes:
    return msgspec.json.encode(board_facts(offered_board(name)))


@lru_cache(maxsize=64)
def _drawing(name: str) -> str:
    return board_svg(offered_board(name))


def _cached(
    request: web.Request, body: bytes, media: str, kept: str = FOR_A_WHILE
) -> web.StreamResponse:
    """An answer that seldom changes; asking again costs next to nothing."""
    tag = f'"{hashlib.sha256(body).hexdigest()[:20]}"'
    headers = {hdrs.CACHE_CONTROL: kept, hdrs.ETAG: tag}
    if request.headers.get(hdrs.IF_NONE_MATCH) == tag:
        return web.Response(status=304, headers=headers)
    return web.Response(body=body, content_type=media, headers=headers)


async def _drawn(draw: Callable[[], str], kept: str) -> web.StreamResponse:
    body = (await asyncio.to_thread(draw)).encode()
    headers = {hdrs.CACHE_CONTROL: kept, hdrs.CONTENT_SECURITY_POLICY: DRAWING_POLICY}
    return web.Response(body=body, content_type=SVG, headers=headers)


async def _table_of(request: web.Request) -> Table:
    return await request.app[HUB].table(table_id(request))


def _seat(request: web.Request) -> int | None:
    return whole_number(request, "seat", 0, 4)
