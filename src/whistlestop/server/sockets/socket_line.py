"""The line of one WebSocket, once its request has been answered: bytes in, whole messages out.

aiohttp's reader makes messages of the bytes; what they mean is the affair of whoever inherits from
this. It is the transport's protocol itself: nothing of the request is kept, and a task exists only
while a message is worked on, since most sockets are silent most of the time. Sending never waits: a
frame goes to the transport as soon as the loop has finished its present work, together with other
frames for this client. When the line is full it goes into a short queue, and when that is full too
the socket is closed. Invariant: messages are taken one after the other in the order they came, all
that arrived before the end too, and neither what comes in nor what goes out grows without bound.
"""

from __future__ import annotations

import asyncio
import socket
from abc import abstractmethod
from collections.abc import Awaitable, Callable
from contextlib import suppress

from aiohttp import WSCloseCode, WSMessage
from aiohttp._websocket.reader import WebSocketDataQueue, WebSocketReader
from aiohttp.http import WebSocketError
from aiohttp.http_websocket import WSMessageTextBytes

from whistlestop.protocol.limits import MESSAGE_BYTES, QUEUE_BYTES, QUEUE_MESSAGES
from whistlestop.server.pace import PutOff
from whistlestop.server.sockets.open_sockets import OpenSockets
from whistlestop.server.sockets.websocket_frame import CLOSE, TEXT, close_payload, framed
from whistlestop.server.watch.logs import note, note_defect

CLOSE_SECONDS = 2.0  # for the client's part in the end
# So many bytes wait to go out together. Usually it is one frame: an update waits for the answer.
HELD_BYTES = 8 * 1024
# Enough for every message the rate limit lets through, at the largest size that is read.
BURST_BYTES = 256 * 1024
BYTES_PER_SECOND = 16 * 1024
UNTAKEN_BYTES = 64 * 1024  # of messages; the line is not read while twice as many wait
SYSTEM_BUFFER = 64 * 1024  # small, so that the server notices early who does not read

_NOTHING: list[bytes] = []  # what most sockets have in line; it stays empty

Message = WSMessage | WSMessageTextBytes


class SocketLine(asyncio.Protocol):
    """A WebSocket without its request. `ended` is called when the connection is gone."""

    __slots__ = (
        "_bytes",
        "_closed",
        "_code",
        "_ended",
        "_ending",
        "_held",
        "_loop",
        "_lost",
        "_messages",
        "_metered",
        "_paused",
        "_put_off",
        "_queue",
        "_queued",
        "_reader",
        "_reading_paused",
        "_sockets",
        "_transport",
        "_unread",
        "_work",
    )

    def __init__(
        self,
        transport: asyncio.Transport,
        sockets: OpenSockets,
        put_off: PutOff,
        ended: Callable[[], None],
    ) -> None:
        self._transport = transport
        self._sockets = sockets
        self._put_off = put_off
        self._ended = ended
        self._loop = asyncio.get_running_loop()
        self._messages = WebSocketDataQueue(self, UNTAKEN_BYTES, loop=self._loop)  # type: ignore[arg-type]
        self._reader = WebSocketReader(
            self._messages, MESSAGE_BYTES + 1, compress=False, decode_text=True
        )
        self._bytes = 0.0
        self._metered = self._loop.time()
        self._unread = b""
        self._reading_paused = False
        self._work: asyncio.Task[None] | None = None
        self._held = b""
        self._queue: list[bytes] = _NOTHING
        self._queued = 0
        self._paused = False
        self._ending: asyncio.TimerHandle | None = None
        self._lost = False
        self._closed: str | None = None  # the code of our bye
        self._code = int(WSCloseCode.ABNORMAL_CLOSURE)
        with suppress(OSError):
            line = transport.get_extra_info("socket")
            line.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SYSTEM_BUFFER)

    # For whoever inherits

    @abstractmethod
    def _take(self, message: Message) -> Awaitable[None] | None:
        """Do what a text, a ping or anything else asks for; what is left of it takes a while."""

    @abstractmethod
    def _finish(self) -> None:
        """The line is gone, and everything that came by it is done."""

    @abstractmethod
    def close(self, code: str, *, retry: bool) -> None:
        """Say bye and close, without waiting for it."""

    # What comes in

    def data_received(self, data: bytes) -> None:
        """Take bytes from the line; they may be read a little later, with those of others."""
        if self._too_much(len(data)):
            note("socket_cut", why="too_much")
            self._transport.abort()
            return
        waits = bool(self._unread)
        self._unread += data
        if not waits and not self._put_off(self._read):
            self._read()

    def _too_much(self, count: int) -> bool:
        """Whether there are too many bytes: frames that never become a message would pass every
        other limit."""
        now = self._loop.time()
        left = self._bytes - (now - self._metered) * BYTES_PER_SECOND
        self._metered = now
        self._bytes = left + count if left > 0 else count
        return self._bytes > BURST_BYTES

    def _read(self) -> None:
        """Read the bytes that came since the last time."""
        unread, self._unread = self._unread, b""
        self._reader.feed_data(unread)
        if self._work is None and (self._messages._size or self._messages.exception() is not None):
            # With a name: to make one up takes a while.
            self._work = asyncio.Task(self._take_all(), loop=self._loop, name="socket")

    async def _take_all(self) -> None:
        """Take every message that is there; whatever is wrong with one ends the socket."""
        try:
            while self._messages._size:
                rest = self._take(await self._messages.read())
                if rest is not None:
                    await rest
            self._look_for_error()
        except Exception as defect:
            note_defect("socket", defect)
            self.close("defect", retry=True)
        finally:
            self._work = None
            if self._lost:
                self._end()

    def _look_for_error(self) -> None:
        error = self._messages.exception()
        if error is not None and self._ending is None:
            code = error.code if isinstance(error, WebSocketError) else WSCloseCode.INTERNAL_ERROR
            self._code = int(code)
            self._hang_up(code)

    def pause_reading(self) -> None:
        """Called by aiohttp: too many messages wait."""
        self._reading_paused = True
        if not self._transport.is_closing():
            self._transport.pause_reading()

    def resume_reading(self) -> None:
        """Called by aiohttp: there is room for more messages."""
        self._reading_paused = False
        if not self._transport.is_closing():
            self._transport.resume_reading()

    # What goes out

    def write(self) -> None:
        """Hand all held frames to the transport, in one system call."""
        held, self._held = self._held, b""
        if held and not self._transport.is_closing():
            self._transport.write(held)

    def send(self, frame: bytes) -> None:
        """Send a frame without waiting, unless the end has begun."""
        if self._closed is not None or self._transport.is_closing():
            return
        if self._queue or self._paused:
            self._put_in_line(frame)
        elif not self._held:
            self._held = framed(TEXT, frame)
            self._sockets.write_soon(self)
        else:
            self._held += framed(TEXT, frame)
            if len(self._held) > HELD_BYTES:
                self.write()

    def _write(self, opcode: int, payload: bytes) -> None:
        self.write()
        self._transport.write(framed(opcode, payload))

    def _put_in_line(self, frame: bytes) -> None:
        self.write()
        if not self._queue:
            self._queue = []
        self._queue.append(frame)
        self._queued += len(frame)
        if len(self._queue) > QUEUE_MESSAGES or self._queued > QUEUE_BYTES:
            self.close("too_slow", retry=True)

    def pause_writing(self) -> None:
        """The line is full."""
        self._paused = True

    def resume_writing(self) -> None:
        """Send what waited, now that the line is free again."""
        self._paused = False
        while self._queue and not self._paused and not self._transport.is_closing():
            frame = self._queue.pop(0)
            self._queued -= len(frame)
            self._write(TEXT, frame)

    # How it ends

    def _say_close(self, code: int) -> None:
        """Our part of the closing handshake; a client that takes no part in it is cut off."""
        if self._ending is None and not self._transport.is_closing():
            self._write(CLOSE, close_payload(code))
            self._ending = self._loop.call_later(CLOSE_SECONDS, self._transport.abort)

    def _hang_up(self, code: int = WSCloseCode.OK) -> None:
        """End the line once all is sent, which cannot last."""
        self._say_close(code)
        self._transport.close()

    def connection_lost(self, exc: BaseException | None) -> None:
        """Take what came last, and end."""
        self._lost = True
        if self._ending is not None:
            self._ending.cancel()
        self._ended()
        self._read()
        if self._work is None:
            self._end()

    def _end(self) -> None:
        self._messages._protocol = None  # type: ignore[assignment]  # or each keeps the other
        self._finish()
