"""A thin WebSocket client: thousands of them fit in one process and leave it time to measure.

It speaks as much of RFC 6455 as our server does: whole frames, no extensions. It reconnects nothing
and understands no message. Invariant: after `closed` was called, nothing else is.
"""

from __future__ import annotations

import asyncio
import struct
from typing import Protocol, cast

_TEXT, _CLOSE, _PING, _PONG = 0x81, 0x88, 0x89, 0x8A
_NORMAL_CLOSE = b"\x88\x82\0\0\0\0\x03\xe8"
# The mask of a frame protects proxies from pages; all zero it is legal and costs nothing.
_NO_MASK = b"\0\0\0\0"
_REQUEST = (
    "GET {path} HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\n"
    "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    "Sec-WebSocket-Key: d2hpc3RsZXN0b3AgbG9hZA==\r\nCookie: {cookie}\r\n\r\n"
)


class Listener(Protocol):
    """Whoever uses a line."""

    def opened(self, line: Line) -> None:
        """The server has agreed; the line can be used."""
        ...

    def heard(self, frame: bytes) -> None:
        """A text has come."""
        ...

    def closed(self, why: str) -> None:
        """The line is gone; nothing follows."""
        ...


class Line(asyncio.Protocol):
    """One WebSocket."""

    __slots__ = ("_listener", "_open", "_request", "_rest", "_transport", "_why")

    def __init__(self, listener: Listener, host: str, path: str, cookie: str) -> None:
        self._listener = listener
        self._request = _REQUEST.format(path=path, host=host, cookie=cookie).encode()
        self._rest = b""
        self._open = False
        self._why = "cut off"
        self._transport: asyncio.Transport | None = None

    def send(self, message: bytes) -> None:
        """Send a text; what is sent on a closed line is lost."""
        if self._transport is None or self._transport.is_closing():
            return
        size = len(message)
        short = bytes((_TEXT, 0x80 | size)) if size < 126 else struct.pack("!BBH", _TEXT, 254, size)
        self._transport.write(short + _NO_MASK + message)

    def leave(self) -> None:
        """Close in good order; the listener hears nothing more."""
        self._listener = _Nobody()
        if self._transport is not None and not self._transport.is_closing():
            self._transport.write(_NORMAL_CLOSE)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Called by asyncio: ask for a WebSocket."""
        # Not asked for by type: uvloop's transports are none of asyncio's classes.
        self._transport = cast(asyncio.Transport, transport)
        self._transport.write(self._request)

    def data_received(self, data: bytes) -> None:
        """Called by asyncio: take the answer first, then whole frames."""
        data = self._rest + data if self._rest else data
        if not self._open:
            head, blank, data = data.partition(b"\r\n\r\n")
            if not blank:
                self._rest = head
                return
            self._shake_hands(head)
        self._rest = self._take_frames(data)

    def _shake_hands(self, head: bytes) -> None:
        status = head[9:12].decode()
        if status != "101":
            self._end(f"status {status}")
            return
        self._open = True
        self._listener.opened(self)

    def _take_frames(self, data: bytes) -> bytes:
        """Hand on all whole frames; what is left is the beginning of the next."""
        at, end = 0, len(data)
        while end - at >= 2:
            size, start = data[at + 1], at + 2
            if size >= 126:
                start += 2 if size == 126 else 8
                size = int.from_bytes(data[at + 2 : start], "big")
            if start + size > end:
                break
            self._take(data[at], data[start : start + size])
            at = start + size
        return data[at:]

    def _take(self, opcode: int, payload: bytes) -> None:
        if opcode == _TEXT:
            self._listener.heard(payload)
        elif opcode == _PING and self._transport is not None:
            self._transport.write(_pong(payload))
        elif opcode == _CLOSE:
            self._end(f"close {int.from_bytes(payload[:2], 'big')}")
        else:
            self._end(f"a frame of kind {opcode:#x}")

    def _end(self, why: str) -> None:
        self._why = why
        if self._transport is not None:
            self._transport.close()

    def connection_lost(self, error: Exception | None) -> None:
        """Called by asyncio: tell the listener, for the last time."""
        listener, self._listener = self._listener, _Nobody()
        listener.closed(self._why if error is None else str(error))


def _pong(payload: bytes) -> bytes:
    return bytes((_PONG, 0x80 | len(payload))) + _NO_MASK + payload


class _Nobody:
    """Listens when nobody does any more."""

    def opened(self, line: Line) -> None:
        pass

    def heard(self, frame: bytes) -> None:
        pass

    def closed(self, why: str) -> None:
        pass


async def dial(
    listener: Listener, host: str, path: str, cookie: str = "", source: str | None = None
) -> Line:
    """Connect; the listener hears `opened` once the server has agreed. Raises OSError."""
    loop = asyncio.get_running_loop()
    name, port = host.rsplit(":", 1)
    local = None if source is None else (source, 0)
    _, line = await loop.create_connection(
        lambda: Line(listener, host, path, cookie), name, int(port), local_addr=local
    )
    return line
