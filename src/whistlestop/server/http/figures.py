"""Who may read the figures of a server: everybody who reaches it, or who knows a token; and where.

With an address of their own, the figures are no longer beside the pages. Nothing else is answered
there. Invariant: whoever can reach that address takes no more from the server than a few of its
files, for no longer than a request takes.
"""

from __future__ import annotations

import asyncio
import contextlib
import hmac
import os
from dataclasses import dataclass
from functools import partial

from aiohttp import hdrs, web

from whistlestop.server.errors import ServerRefusal, StartupError
from whistlestop.server.http.connection import HttpConnection
from whistlestop.server.http.door import Door
from whistlestop.server.http.door import listen as listen_at
from whistlestop.server.http.own_hosts import OwnHosts, is_loopback, own_hosts
from whistlestop.server.watch.metrics import CONTENT_TYPE, Metrics

PLACES = 16  # connections at an address of their own; one Prometheus needs one
IDLE_SECONDS = 75.0


@dataclass(frozen=True, slots=True)
class Figures:
    """How figures are given: to those with the `token`, if there is one; `apart` at an address of
    their own."""

    token: str | None = None
    apart: bool = False

    def check(self, request: web.Request) -> None:
        """Refuse whoever may not read them here. Raises HTTPNotFound or ServerRefusal."""
        if self.apart:
            raise web.HTTPNotFound
        if not self.allows(request):
            raise ServerRefusal("bad_token", 401)

    def allows(self, request: web.Request) -> bool:
        """Whether a request shows the token."""
        if self.token is None:
            return True
        scheme, _, shown = request.headers.get(hdrs.AUTHORIZATION, "").partition(" ")
        right = hmac.compare_digest(shown.strip().encode(), self.token.encode())
        return right and scheme.lower() == "bearer"


FIGURES = web.AppKey("figures", Figures)


async def open_figures(
    listen: tuple[str, int] | None,
    metrics: Metrics,
    token: str | None,
    head_seconds: float,
    stack: contextlib.AsyncExitStack,
) -> None:
    """Give the figures at an address of their own, if one is wanted. Raises StartupError."""
    if listen is None:
        return
    access, hosts = Figures(token), _hosts(listen[0])

    async def figures(request: web.Request) -> web.Response:
        asked = request.headers.get(hdrs.HOST, "")
        if hosts is not None and asked and not hosts.has(asked):
            return web.Response(status=421)
        if not access.allows(request):
            return web.Response(status=401)
        return web.Response(body=metrics.text(), headers={hdrs.CONTENT_TYPE: CONTENT_TYPE})

    app = web.Application()
    app.router.add_get("/metrics", figures)
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    stack.push_async_callback(runner.cleanup)
    assert runner.server is not None
    connect = partial(
        HttpConnection,
        runner.server,
        _now,
        head_seconds,
        loop=asyncio.get_running_loop(),
        access_log=None,
        keepalive_timeout=IDLE_SECONDS,
        auto_decompress=False,
    )
    try:
        door = Door(await listen_at(*listen, reuse_port=False), connect, PLACES)
    except OSError as error:
        where = f"port {listen[1]} of {listen[0]}"
        # asyncio puts a sentence of its own around what the system says, except of names.
        number = error.errno or 0
        why = os.strerror(number) if number > 0 else error.strerror
        sentence = f"Metrics cannot be given on {where}: {why}."
        raise StartupError("cannot_listen", sentence) from None
    stack.callback(door.close)


def _hosts(listens: str) -> OwnHosts | None:
    """The names by which this machine alone is asked; in a network, whoever asks uses the name that
    they gave to this server, and the token keeps strangers out."""
    return own_hosts(listens, ()) if is_loopback(listens) else None


def _now(_: object) -> bool:
    """No work is put off: nothing here leads to a move."""
    return False
