"""One TCP connection: aiohttp's, with our refusals, and bounds for how long a request's head may
take to come, and an answer to be read.

It knows no guests and no tables; a table's socket takes the line over and leaves it behind.
Invariant: whatever arrives, the answer is a Problem without a sentence, a traceback or a version,
and nothing that a stranger sends is written to the log.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar, cast

from aiohttp import hdrs, web

from whistlestop.server.http.request_response import plain_problem
from whistlestop.server.pace import PutOff
from whistlestop.server.watch.logs import note_defect

T = TypeVar("T")

WRITE_AHEAD = 16 * 1024  # frames beyond this wait in a queue of ours, where they are counted
# An answer is given three times as long as a head to get on by so many bytes, or to be read whole.
READ_ON = 16 * 1024
READ_TIMES = 3

# Makes what speaks on a line from now on: of its transport, of what puts work off, and of what it
# has to call when the line is gone.
TakesOver = Callable[[asyncio.Transport, PutOff, Callable[[], None]], asyncio.Protocol]


class HttpConnection(web.RequestHandler):
    """aiohttp's connection, which a table's socket can take over."""

    __slots__ = (
        "_ended",
        "_head_seconds",
        "_head_timer",
        "_put_off",
        "_read_timer",
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
        self._read_timer: asyncio.TimerHandle | None = None
        self.on_lost: Callable[[], object] | None = None

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

    def pause_writing(self) -> None:
        """Wait for the reader, but not for one that reads next to nothing."""
        super().pause_writing()
        self._await_reader()

    def resume_writing(self) -> None:
        """Go on with a reader that has caught up."""
        self._forget_reader()
        super().resume_writing()

    def _await_reader(self) -> None:
        if self.transport is not None:
            left = self.transport.get_write_buffer_size()
            seconds = READ_TIMES * self._head_seconds
            self._read_timer = self._loop.call_later(seconds, self._check_reader, left)

    def _check_reader(self, before: int) -> None:
        """End the connection if too little of an answer has been read."""
        transport = self.transport
        if transport is not None and transport.get_write_buffer_size() > before - READ_ON:
            transport.abort()
        else:
            self._await_reader()

    def _forget_reader(self) -> None:
        if self._read_timer is not None:
            self._read_timer.cancel()
            self._read_timer = None

    def hand_over(self, take_over: TakesOver) -> None:
        """Let something else speak on this line; the connection ends as if the line were gone.

        What came after the request is for the other one.
        """
        transport, tail = self.transport, self._message_tail
        if transport is None:
            raise ConnectionResetError("the line is gone")
        protocol = take_over(transport, self._put_off, self._ended)
        transport.set_protocol(protocol)
        self.transport = None
        self._forget_head()
        self._forget_reader()
        super().connection_lost(None)
        if self._buffer_paused:
            transport.resume_reading()
        if tail:
            protocol.data_received(tail)

    def data_received(self, data: bytes) -> None:
        """Take bytes from the line."""
        super().data_received(data)
        self._look_for_head()

    def _look_for_head(self) -> None:
        """Stop the clock when a request is there, start it with the first bytes of another."""
        if self._messages or self._current_request is not None:
            self._forget_head()
        else:
            self._await_head()

    def connection_lost(self, exc: BaseException | None) -> None:
        """End."""
        self._forget_head()
        self._forget_reader()
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
