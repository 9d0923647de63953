"""Answers that browsers may keep: for good, for a while, or as long as nothing has changed.

Only the browser that asked may keep one, never a proxy on the way (`private`): an answer may set a
guest's cookie, and some are not for everybody.
"""

from __future__ import annotations

import hashlib

from aiohttp import hdrs, web

from whistlestop.protocol.operations import SVG
from whistlestop.server.finished.kept import Packed

FOR_GOOD = "private, max-age=31536000, immutable"
FOR_A_WHILE = "private, max-age=300"
# A board of the user's own may change at any time, and a guest of a finished game be forgotten.
ASK_AGAIN = "private, no-cache"
# A drawing carries its own style sheet and nothing else that could be active.
DRAWING_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"


def tag_of(text: bytes) -> str:
    """A strong tag for what follows from a text, or is the text."""
    return f'"{hashlib.sha256(text).hexdigest()[:20]}"'


def has_already(request: web.Request, tag: str) -> bool:
    """Whether the browser that asks has kept the answer with this tag."""
    return request.headers.get(hdrs.IF_NONE_MATCH) == tag


def unchanged(tag: str, kept: str) -> web.StreamResponse:
    """An answer without a body, for who has it."""
    return web.Response(status=304, headers={hdrs.CACHE_CONTROL: kept, hdrs.ETAG: tag})


def cached(
    request: web.Request, body: bytes, media: str, kept: str = FOR_A_WHILE
) -> web.StreamResponse:
    """An answer that seldom changes; whoever has it already gets a 304 without a body."""
    tag = tag_of(body)
    if has_already(request, tag):
        return unchanged(tag, kept)
    headers = {hdrs.CACHE_CONTROL: kept, hdrs.ETAG: tag}
    return web.Response(body=body, content_type=media, headers=headers)


def packed_answer(request: web.Request, what: Packed, media: str, kept: str) -> web.StreamResponse:
    """An answer in its short form, if the browser takes that."""
    short = "gzip" in request.headers.get(hdrs.ACCEPT_ENCODING, "")
    body = what.short if short else what.body
    response = cached(request, body, media, kept)
    response.headers[hdrs.VARY] = hdrs.ACCEPT_ENCODING
    if short and response.status != 304:
        response.headers[hdrs.CONTENT_ENCODING] = "gzip"
    return response


def drawn(
    request: web.Request, body: bytes, kept: str, tag: str | None = None
) -> web.StreamResponse:
    """A drawing; without a `tag`, by one made of its bytes."""
    tag = tag or tag_of(body)
    if has_already(request, tag):
        return unchanged(tag, kept)
    headers = {
        hdrs.CACHE_CONTROL: kept,
        hdrs.ETAG: tag,
        hdrs.CONTENT_SECURITY_POLICY: DRAWING_POLICY,
    }
    return web.Response(body=body, content_type=SVG, headers=headers)
