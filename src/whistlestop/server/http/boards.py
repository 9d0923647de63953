"""Outlines over HTTP: the land under a board, for clients that draw it.

An outline is sent as its file has it, packed once. Invariant: an address with the outline's digest
may be kept for good, because another outline has another digest.
"""

from __future__ import annotations

import asyncio
import gzip
from functools import lru_cache

from aiohttp import hdrs, web

from whistlestop.protocol.operations import JSON
from whistlestop.render.outline import outline_digest, outline_text
from whistlestop.server.errors import ServerRefusal
from whistlestop.server.offers import offered_board

# `private`: an answer may set a guest's cookie.
FOR_GOOD = "private, max-age=31536000, immutable"
ASK_AGAIN = "private, no-cache"


def add_outline_routes(app: web.Application) -> None:
    app.router.add_get("/api/boards/{name}/outline", outline)


async def outline(request: web.Request) -> web.StreamResponse:
    """What lies under a board."""
    board = offered_board(request.match_info["name"])
    text = await asyncio.to_thread(outline_text, board)
    if text is None:
        raise ServerRefusal("no_such_outline", 404, board=board.name)
    digest = outline_digest(board)
    kept = FOR_GOOD if request.query.get("v") == digest else ASK_AGAIN
    headers = {
        hdrs.CACHE_CONTROL: kept,
        hdrs.ETAG: f'"{digest}"',
        hdrs.VARY: hdrs.ACCEPT_ENCODING,
    }
    if request.headers.get(hdrs.IF_NONE_MATCH) == headers[hdrs.ETAG]:
        return web.Response(status=304, headers=headers)
    if "gzip" not in request.headers.get(hdrs.ACCEPT_ENCODING, ""):
        return web.Response(body=text.encode(), content_type=JSON, headers=headers)
    headers[hdrs.CONTENT_ENCODING] = "gzip"
    return web.Response(body=_packed(text), content_type=JSON, headers=headers)


@lru_cache(maxsize=16)
def _packed(text: str) -> bytes:
    return gzip.compress(text.encode(), mtime=0)
