"""What all handlers share: reading a request, answering it, refusing it.

No handler lives here. Invariant: an answer is a type of the protocol, a refusal is a Problem with
the status of its code, and no body is read beyond 4 kB or for more than a few seconds.
"""

from __future__ import annotations

import asyncio
import re
from functools import cache, wraps
from typing import Any, TypeVar, overload

import msgspec
from aiohttp import hdrs, web
from aiohttp.typedefs import Handler

from whistlestop.protocol.decoding import MessageDecoder
from whistlestop.protocol.limits import MESSAGE_BYTES
from whistlestop.protocol.requests import Problem
from whistlestop.server.addresses.address_book import ADDRESS
from whistlestop.server.errors import TOO_MUCH, ServerRefusal
from whistlestop.server.table.caller import Caller

T = TypeVar("T")

CALLER = web.RequestKey("caller", Caller)

BODY_BYTES = MESSAGE_BYTES
BODY_SECONDS = 10.0  # 4 kB arrive in that time over any line

_TABLE = re.compile(r"[a-z0-9]{1,40}")
_WHOLE = re.compile(r"0|[1-9][0-9]{0,14}")
_encode = msgspec.json.Encoder().encode


def caller_of(request: web.Request) -> Caller:
    """Who asks: a guest by the cookie, or a program by a seat's token."""
    return request[CALLER]


def guest_of(request: web.Request) -> str:
    """The guest who asks; a seat's token is no guest."""
    caller = request[CALLER]
    if caller.seat_token is not None:
        raise ServerRefusal("guests_only", 403)
    return caller.guest


def expensive(handler: Handler) -> Handler:
    """A handler whose work takes milliseconds: no address may ask for it too often."""

    @wraps(handler)
    async def counted(request: web.Request) -> web.StreamResponse:
        request[ADDRESS].take("reads")
        return await handler(request)

    return counted


def table_id(request: web.Request) -> str:
    """The table in the path; refused here if no table could have that id."""
    name = request.match_info["id"]
    if not _TABLE.fullmatch(name):
        raise ServerRefusal("no_such_table", 404)
    return name


def whole_number(request: web.Request, name: str, least: int, most: int) -> int | None:
    """A whole number of the query, or None where it is not given."""
    text = request.query.get(name)
    if text is None:
        return None
    if not _WHOLE.fullmatch(text) or not least <= int(text) <= most:
        raise ServerRefusal("bad_query", 400, name=name, least=least, most=most)
    return int(text)


@overload
async def body_of(request: web.Request, kind: type[T]) -> T: ...


@overload  # a union of types is none itself
async def body_of(request: web.Request, kind: Any) -> Any: ...


async def body_of(request: web.Request, kind: Any) -> Any:
    """The body as a type of the protocol; unknown fields are refused by the types themselves."""
    data = await _body(request)
    try:
        return _decoder(kind).decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError):
        raise ServerRefusal("bad_message", 400) from None


async def _body(request: web.Request) -> bytes:
    try:
        async with asyncio.timeout(BODY_SECONDS):
            return await request.read()
    except web.HTTPRequestEntityTooLarge:
        raise ServerRefusal("too_long", 413, bytes=BODY_BYTES) from None
    except TimeoutError:
        raise ServerRefusal("too_slow", 408) from None
    except (web.RequestPayloadError, ConnectionError):  # broken, or broken off
        raise ServerRefusal("bad_request", 400) from None


@cache
def _decoder(kind: Any) -> MessageDecoder[Any]:
    return MessageDecoder(kind)


def answer(what: msgspec.Struct, status: int = 200, kept: str | None = None) -> web.Response:
    """An answer with a type of the protocol as its body; `kept` says how long browsers keep it."""
    response = web.Response(body=_encode(what), status=status, content_type="application/json")
    if kept is not None:
        response.headers[hdrs.CACHE_CONTROL] = kept
    return response


def problem(refusal: ServerRefusal) -> web.Response:
    """A refusal as an answer; where waiting helps, it says how long."""
    response = answer(Problem(refusal.code, refusal.params), refusal.status)
    seconds = refusal.params.get("seconds", 1 if refusal.status == TOO_MUCH else None)
    if refusal.status in (TOO_MUCH, 503) and seconds is not None:
        response.headers[hdrs.RETRY_AFTER] = str(seconds)
    return response


def plain_problem(status: int, code: str) -> web.Response:
    """A Problem for a request that never reached a handler, with the headers every answer has."""
    response = answer(Problem(code, {}), status)
    add_safe_headers(response)
    return response


# `same-origin`: no other site learns an address with an invite, and the Origin stays readable.
_SAFE_HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Content-Security-Policy": (
        "default-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; "
        "object-src 'none'"
    ),
    "Cache-Control": "no-store",
}


def add_safe_headers(response: web.StreamResponse) -> None:
    """Add the headers that every answer has, unless its handler chose otherwise."""
    response.headers["Server"] = "whistlestop"  # in place of names and versions
    for name, value in _SAFE_HEADERS.items():
        response.headers.setdefault(name, value)
