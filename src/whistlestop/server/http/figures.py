"""Who may read the figures of a server: everybody who reaches it, or who knows a token; and where.

With an address of their own, the figures are no longer beside the pages. Nothing else is answered
there.
"""

from __future__ import annotations

import contextlib
import hmac
import os
from dataclasses import dataclass

from aiohttp import hdrs, web

from whistlestop.server.errors import ServerRefusal, StartupError
from whistlestop.server.watch.metrics import CONTENT_TYPE, Metrics


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
    stack: contextlib.AsyncExitStack,
) -> None:
    """Give the figures at an address of their own, if one is wanted. Raises StartupError."""
    if listen is None:
        return
    access = Figures(token)

    async def figures(request: web.Request) -> web.Response:
        if not access.allows(request):
            return web.Response(status=401)
        return web.Response(body=metrics.text(), headers={hdrs.CONTENT_TYPE: CONTENT_TYPE})

    app = web.Application()
    app.router.add_get("/metrics", figures)
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    stack.push_async_callback(runner.cleanup)
    try:
        await web.TCPSite(runner, *listen).start()
    except OSError as error:
        where = f"port {listen[1]} of {listen[0]}"
        # asyncio puts a sentence of its own around what the system says, except of names.
        number = error.errno or 0
        why = os.strerror(number) if number > 0 else error.strerror
        sentence = f"Metrics cannot be given on {where}: {why}."
        raise StartupError("cannot_listen", sentence) from None
