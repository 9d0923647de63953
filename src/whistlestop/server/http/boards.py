"""Handlers for boards: their facts, their drawings, and the outline of the land under them.

An outline is sent as its file has it, packed once. Invariant: an address with the outline's digest
may be kept for good, because another outline has another digest.
"""

from __future__ import annotations

import gzip
from functools import lru_cache

import msgspec
from aiohttp import hdrs, web

from whistlestop.boards.load import shipped_names
from whistlestop.model.board import Board
from whistlestop.protocol.operations import JSON
from whistlestop.render import board_svg
from whistlestop.render.outline import outline_digest, outline_text
from whistlestop.server.aside import aside
from whistlestop.server.errors import ServerRefusal
from whistlestop.server.finished.kept import Packed, packed
from whistlestop.server.http.board_facts import board_facts
from whistlestop.server.http.caching import ASK_AGAIN, FOR_A_WHILE, FOR_GOOD, drawn, packed_answer
from whistlestop.server.http.request_response import expensive
from whistlestop.server.offers import offered_board


def add_board_routes(app: web.Application) -> None:
    """Route what is asked about boards."""
    app.router.add_get(r"/api/boards/{name:[^/{}]+}.svg", expensive(board_drawing))
    app.router.add_get("/api/boards/{name}", expensive(board))
    app.router.add_get("/api/boards/{name}/outline", expensive(outline))


async def board(request: web.Request) -> web.StreamResponse:
    """A board: what is printed on it and where."""
    found = offered_board(request.match_info["name"])
    if found.id in shipped_names():
        return packed_answer(request, await aside(lambda: _facts(found.name)), JSON, FOR_A_WHILE)
    return packed_answer(request, await aside(lambda: _pack_facts(found)), JSON, ASK_AGAIN)


async def board_drawing(request: web.Request) -> web.StreamResponse:
    """The empty board, drawn."""
    found = offered_board(request.match_info["name"])
    if found.id in shipped_names():
        return drawn(request, await aside(lambda: _drawing(found.name)), FOR_A_WHILE)
    return drawn(request, await aside(lambda: board_svg(found).encode()), ASK_AGAIN)


@lru_cache(maxsize=64)
def _facts(name: str) -> Packed:
    return _pack_facts(offered_board(name))


def _pack_facts(found: Board) -> Packed:
    """The facts of a board. Most of them are texts of actions, which become a tenth when packed."""
    return packed(msgspec.json.encode(board_facts(found)))


@lru_cache(maxsize=64)
def _drawing(name: str) -> bytes:
    return board_svg(offered_board(name)).encode()


async def outline(request: web.Request) -> web.StreamResponse:
    """What lies under a board."""
    found = offered_board(request.match_info["name"])
    text = await aside(lambda: outline_text(found))
    if text is None:
        raise ServerRefusal("no_such_outline", 404, board=found.name)
    digest = outline_digest(found)
    kept = FOR_GOOD if request.query.get("v") == digest else ASK_AGAIN
    headers = {hdrs.CACHE_CONTROL: kept, hdrs.ETAG: f'"{digest}"', hdrs.VARY: hdrs.ACCEPT_ENCODING}
    if request.headers.get(hdrs.IF_NONE_MATCH) == headers[hdrs.ETAG]:
        return web.Response(status=304, headers=headers)
    if "gzip" not in request.headers.get(hdrs.ACCEPT_ENCODING, ""):
        return web.Response(body=text.encode(), content_type=JSON, headers=headers)
    headers[hdrs.CONTENT_ENCODING] = "gzip"
    return web.Response(body=_packed(text), content_type=JSON, headers=headers)


@lru_cache(maxsize=16)
def _packed(text: str) -> bytes:
    return gzip.compress(text.encode(), mtime=0)
