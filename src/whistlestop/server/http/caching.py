"""Answers that browsers may keep: for good, for a while, or as long as nothing has changed.

Only the browser that asked may keep one, never a proxy on the way (`private`): an answer may set a
guest's cookie, and some are not for everybody.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Callable

from aiohttp import hdrs, web

from whistlestop.protocol.operations import SVG

FOR_GOOD = "private, max-age=31536000, immutable"
FOR_A_WHILE = "private, max-age=300"
ASK_AGAIN = "private, no-cache"  # a board of the user's own may change at any time
# A drawing carries its own style sheet and nothing else that could be active.
DRAWING_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"


def cached(
    request: web.Request, body: bytes, media: str, kept: str = FOR_A_WHILE
) -> web.StreamResponse:
    """An answer that seldom changes; whoever has it already gets a 304 without a body."""
    tag = f'"{hashlib.sha256(body).hexdigest()[:20]}"'
    headers = {hdrs.CACHE_CONTROL: kept, hdrs.ETAG: tag}
    if request.headers.get(hdrs.IF_NONE_MATCH) == tag:
        return web.Response(status=304, headers=headers)
    return web.Response(body=body, content_type=media, headers=headers)


async def drawn(draw: Callable[[], str], kept: str) -> web.StreamResponse:
    """A drawing, made in a thread because that takes milliseconds."""
    body = (await asyncio.to_thread(draw)).encode()
    headers = {hdrs.CACHE_CONTROL: kept, hdrs.CONTENT_SECURITY_POLICY: DRAWING_POLICY}
    return web.Response(body=body, content_type=SVG, headers=headers)
