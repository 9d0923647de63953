"""A message as one WebSocket frame (RFC 6455), so that several can go out in one system call.

It only writes; aiohttp reads. (aiohttp's own sending is a coroutine that writes each by itself.)
"""

from __future__ import annotations

from struct import Struct as Packing

# The first byte of a whole message: 0x80 and the opcode.
TEXT, CLOSE, PING, PONG = 0x81, 0x88, 0x89, 0x8A

_short_header = Packing("!BB").pack
_header = Packing("!BBH").pack
_long_header = Packing("!BBQ").pack
close_payload = Packing("!H").pack


def framed(opcode: int, payload: bytes) -> bytes:
    """A whole message as one frame; the length takes 7, 16 or 64 bits."""
    size = len(payload)
    if size < 126:
        return _short_header(opcode, size) + payload
    if size < 65536:
        return _header(opcode, 126, size) + payload
    return _long_header(opcode, 127, size) + payload
