"""One TCP connection: aiohttp's, with our refusals, with bounds, and a call when it can write.

Bounded are the bytes of a socket and the time in which the head of a request has to arrive.
It knows no guests and no tables. Invariant: whatever arrives, the answer is a Problem without a
sentence, a traceback or a version, and nothing that a stranger sends is written to the log.
"""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import Any, TypeVar, cast

from aiohttp import hdrs, web

from whistlestop.server.http.request_response import plain_problem
from whistlestop.server.watch.logs import note, note_defect

T = TypeVar("T")

# Enough for every message the rate limit lets through, at the largest size that is read.
BURST_BYTES = 256 * 1024
BYTES_PER_SECOND = 16 * 1024
# Frames beyond this wait in our own queue, where they are counted.
WRITE_AHEAD = 16 * 1024
SYSTEM_BUFFER = 64 * 1024

# Takes work over to do it later; False if the caller has to do it now.
PutOff = Callable[[Callable[[], None]], bool]


class HttpConnection(web.RequestHandler):
    """aiohttp's connection, with what a table's socket needs."""

    __slots__ = (
        "_bytes",
        "_ended",
        "_head_seconds",
        "_head_timer",
        "_metered",
        "_put_off",
        "_unread",
        "on_drained",
        "on_lost",
    )

    def __init__(
        self,
        server: web.Server,
        put_off: PutOff,
        head_seconds: float,
        ended: Callable[[], None],
        **settings: Any,
    ) -> None:
        """It calls `ended` when the connection is gone."""
        super().__init__(server, **settings)
        self._ended = ended
        self._put_off = put_off
        self._head_seconds = head_seconds
        self._head_timer: asyncio.TimerHandle | None = None
        self._unread: list[bytes] = []
        self.on_drained: Callable[[], None] | None = None
        self.on_lost: Callable[[], object] | None = None
        self._bytes = 0.0
        self._metered: float | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Begin, with a small buffer for writing."""
        super().connection_made(transport)
        # A cast, because uvloop's transports are no subclasses of asyncio's.
        cast(asyncio.WriteTransport, transport).set_write_buffer_limits(high=WRITE_AHEAD)
        self._await_head()

    def _await_head(self) -> None:
        """From now on the head of a request has to come, however slowly."""
        if self._head_timer is None:
            self._head_timer = self._loop.call_later(self._head_seconds, self._cut)

    def _forget_head(self) -> None:
        if self._head_timer is not None:
            self._head_timer.cancel()
            self._head_timer = None

    def _cut(self) -> None:
        """End the connection if it still waits for a request."""
        self._head_timer = None
        if self._waiter is not None and not self._waiter.done():
            self.force_close()

    def become_socket(self) -> None:
        """Be a table's socket from now on.

        Too many bytes end it: frames that never become a message would pass every other limit. And
        the system buffers less for it, so that the server notices early who does not read.
        """
        self._metered = self._loop.time()
        if self.transport is not None:
            line = self.transport.get_extra_info("socket")
            with suppress(OSError):
                line.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SYSTEM_BUFFER)

    def data_received(self, data: bytes) -> None:
        """Take bytes from the line; a socket's may be read a little later, with those of others."""
        if self._metered is None:
            super().data_received(data)
            self._look_for_head()
        elif not self._too_much(len(data), self._metered):
            self._unread.append(data)
            if len(self._unread) == 1 and not self._put_off(self._read):
                self._read()
        elif self.transport is not None:
            note("socket_cut", why="too_much")
            self.transport.abort()

    def _look_for_head(self) -> None:
        """Stop the clock when a request is there, start it with the first bytes of another."""
        if self._messages or self._current_request is not None:
            self._forget_head()
        else:
            self._await_head()

    def _read(self) -> None:
        """Read the bytes that came since the last time."""
        unread, self._unread = self._unread, []
        for data in unread:
            super().data_received(data)

    def _too_much(self, count: int, before: float) -> bool:
        now = self._metered = self._loop.time()
        gone = (now - before) * BYTES_PER_SECOND
        self._bytes = max(0.0, self._bytes - gone) + count
        return self._bytes > BURST_BYTES

    def resume_writing(self) -> None:
        """The line is free again."""
        super().resume_writing()
        if self.on_drained is not None:
            self.on_drained()

    def connection_lost(self, exc: BaseException | None) -> None:
        """Read the last bytes and end."""
        self._read()
        self.on_drained = None
        self._forget_head()
        self._ended()
        if self.on_lost is not None:
            self.on_lost()
        super().connection_lost(exc)

    def handle_error(
        self,
        request: web.BaseRequest,
        status: int = 500,
        exc: BaseException | None = None,
        message: str | None = None,
    ) -> web.StreamResponse:
        """Answer a request that cannot be read, or whose handler failed."""
        if request.writer.output_size > 0:
            raise ConnectionError("part of the answer is sent already")
        if status == 400:
            response = plain_problem(400, "bad_request")
        else:
            if exc is not None:
                note_defect("request", exc)
            response = plain_problem(status, "defect")
        response.force_close()
        return response

    async def finish_response(
        self, request: web.BaseRequest, resp: web.StreamResponse, start_time: float | None
    ) -> tuple[web.StreamResponse, bool]:
        """Finish any answer; aiohttp's own refusals become ours."""
        if isinstance(resp, web.HTTPException):
            allowed = resp.headers.get(hdrs.ALLOW)
            resp = plain_problem(resp.status, _CODES.get(resp.status, "bad_request"))
            if allowed is not None:
                resp.headers[hdrs.ALLOW] = allowed
        return await super().finish_response(request, resp, start_time)

    def log_exception(self, *args: Any, **kw: Any) -> None:
        """Note where aiohttp itself went wrong, but not with which data."""
        exc = kw.get("exc_info")
        note_defect("connection", exc if isinstance(exc, BaseException) else None)


async def while_connected(request: web.Request, work: Coroutine[Any, Any, T]) -> T:
    """What some work comes to; it is cancelled if whoever asked for it hangs up."""
    connection = request.protocol
    assert isinstance(connection, HttpConnection)
    task = asyncio.create_task(work)
    connection.on_lost = task.cancel
    try:
        return await task
    finally:
        connection.on_lost = None
        task.cancel()


_CODES = {404: "no_such_path", 405: "no_such_method", 413: "too_long", 417: "bad_request"}
