"""Where a server lives: below which path of its host, and at which address the world finds it.

All handlers see paths that begin at the server's own root, whatever lies before them: what the
proxy passed on is cut here, before a request is routed. Invariant: a base is a slash, or plain
names between slashes, and nothing else, so it can be written into a page, a header or a cookie's
name, and no address made with it leads to another host.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from aiohttp import hdrs, web
from aiohttp.http_parser import RawRequestMessage
from aiohttp.typedefs import Handler
from multidict import CIMultiDictProxy
from yarl import URL

from whistlestop.server.errors import ServerRefusal

ROOT = "/"
PREFIX = "X-Forwarded-Prefix"
LONGEST = 100
# No name begins with a dot: `.` and `..` would lead elsewhere.
_BASE = re.compile(r"/(?:[A-Za-z0-9_-][A-Za-z0-9._-]*/)*")
_HOST = re.compile(r"[A-Za-z0-9.-]{1,253}(?::[0-9]{1,5})?|\[[0-9A-Fa-f:.]{2,45}\](?::[0-9]{1,5})?")

BASE = web.RequestKey("base", str)


def read_base(text: str) -> str | None:
    """A base with a slash at both ends; None for a text that is none."""
    base = text if text.endswith("/") else f"{text}/"
    return base if len(base) <= LONGEST and _BASE.fullmatch(base) else None


@dataclass(frozen=True, slots=True)
class PublicAddress:
    """Where the world finds a server."""

    origin: str
    base: str = ROOT

    def __str__(self) -> str:
        return self.origin + self.base


def read_public_address(text: str) -> PublicAddress | None:
    """An address such as https://play.example/trains/; None for a text that is none."""
    try:
        parts = urlsplit(text)
    except ValueError:
        return None
    base = read_base(parts.path or ROOT)
    plain = text == f"{parts.scheme}://{parts.netloc}{parts.path}"
    if parts.scheme not in ("http", "https") or not _HOST.fullmatch(parts.netloc):
        return None
    return (
        PublicAddress(f"{parts.scheme}://{parts.netloc.lower()}", base) if base and plain else None
    )


def forwarded(headers: CIMultiDictProxy[str], name: str) -> str:
    """What the last proxy wrote into a header; what stands before that came from outside."""
    return headers.getall(name, [""])[-1].rpartition(",")[2].strip()


@dataclass(frozen=True, slots=True)
class BasePath:
    """Below which path requests arrive: the `fixed` one, or what a proxy says in a header if one is
    trusted, which has cut it then."""

    fixed: str | None = None
    proxy: bool = False

    def of(self, headers: CIMultiDictProxy[str]) -> str:
        """The base of a request; nothing where the proxy names one that cannot be."""
        if self.fixed is not None or not self.proxy:
            return self.fixed or ROOT
        named = forwarded(headers, PREFIX)
        return (read_base(named) or "") if named else ROOT

    def cut(self, message: RawRequestMessage) -> RawRequestMessage:
        """A request as it is below the base; a proxy may have cut that already."""
        if self.fixed is None or self.fixed == ROOT or not message.path.startswith(self.fixed):
            return message
        path, _, query = message.path[len(self.fixed) - 1 :].partition("?")
        url = URL.build(path=path, query_string=query, encoded=True)
        return message._replace(path=message.path[len(self.fixed) - 1 :], url=url)

    def reading(self, make: Callable[..., web.BaseRequest]) -> Callable[..., web.BaseRequest]:
        """What makes requests of messages, told where they arrived."""

        def request(message: RawRequestMessage, *rest: Any, **more: Any) -> web.BaseRequest:
            made = make(self.cut(message), *rest, **more)
            made[BASE] = self.of(message.headers)
            return made

        return request


def base_of(request: web.BaseRequest) -> str:
    """Below which path a request arrived."""
    base: str = request.get(BASE, ROOT)
    return base


@web.middleware
async def at_base(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Refuse a base that cannot be, and lead whoever left out its last slash there."""
    base = base_of(request)
    if not base:
        raise ServerRefusal("bad_request", 400)
    if base != ROOT and f"{request.rel_url.raw_path}/" == base:
        return web.Response(status=308, headers={hdrs.LOCATION: base})
    return await handler(request)
