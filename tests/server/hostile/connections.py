"""Connections that no browser makes: requests and handshakes cut short, garbled, forged, or ended
in the middle. Each is the bytes that are sent and how the connection is left.
"""

from __future__ import annotations

import asyncio
import contextlib
import socket
import struct
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random
from typing import Literal

from tests.server.house import frame

Leaving = Literal["wait", "half", "reset", "at once"]
LEAVINGS: tuple[Leaving, ...] = ("wait", "half", "reset", "at once")
READ_SECONDS = 0.1
KEY = b"AAAAAAAAAAAAAAAAAAAAAA=="


@dataclass(frozen=True)
class Place:
    """What somebody who attacks knows of a server."""

    host: str
    port: int
    table: str
    cookie: str
    invite: str | None = None

    @property
    def handshake(self) -> bytes:
        return self.request(
            "GET",
            f"/api/tables/{self.table}/socket",
            "Connection: Upgrade",
            "Upgrade: websocket",
            "Sec-WebSocket-Version: 13",
            f"Sec-WebSocket-Key: {KEY.decode()}",
        )

    def request(self, method: str, path: str, *headers: str, body: bytes = b"") -> bytes:
        lines = [
            f"{method} {path} HTTP/1.1",
            f"Host: {self.host}:{self.port}",
            f"Origin: http://{self.host}:{self.port}",
            f"Cookie: whistlestop_guest={self.cookie}",
            *headers,
        ]
        return ("\r\n".join(lines) + "\r\n\r\n").encode() + body


def _noise(place: Place, chance: Random) -> bytes:
    return chance.randbytes(chance.randint(1, 600)) + chance.choice([b"", b"\r\n\r\n"])


def _other_protocol(place: Place, chance: Random) -> bytes:
    return chance.choice(
        [
            b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + chance.randbytes(200),
            b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + chance.randbytes(40),
            b"SSH-2.0-OpenSSH_9.6\r\n",
            b"*1\r\n$4\r\nPING\r\n",
            b"GET / HTTP/0.9\r\n\r\n",
            b"GET /\r\n",
            b"\0" * 400,
        ]
    )


def _bent_request(place: Place, chance: Random) -> bytes:
    data = bytearray(place.request("GET", f"/api/tables/{place.table}", "X-A: b"))
    for _ in range(chance.randint(1, 8)):
        at = chance.randrange(len(data))
        data[at : at + chance.randint(0, 2)] = chance.randbytes(chance.randint(0, 3))
    return bytes(data)


def _cut_request(place: Place, chance: Random) -> bytes:
    path = f"/api/tables/{place.table}/commands"
    whole = place.request("POST", path, "Content-Length: 40", body=b'{"type":"start","id":"x"}')
    return whole[: chance.randrange(1, len(whole))]


def _odd_headers(place: Place, chance: Random) -> bytes:
    odd = [
        "Content-Length: -1",
        "Content-Length: 9999999999999999999",
        "Content-Length: 5\r\nContent-Length: 6",
        "Content-Length: 5\r\nTransfer-Encoding: chunked",
        "Transfer-Encoding: gzip, chunked",
        "Transfer-Encoding: \x0bchunked",
        "Expect: 100-continue\r\nContent-Length: 5",
        "Expect: a-miracle",
        "Content-Encoding: gzip\r\nContent-Length: 3",
        "Host: other\r\nHost: another",
        "X-Long: " + "x" * 9000,
        "\r\n".join(f"X-{i}: {i}" for i in range(300)),
        "No colon here",
        " folded: yes",
        "Range: bytes=0-0,-1",
        "Cookie: whistlestop_guest=" + "a." * 200,
        "Authorization: Bearer " + "\xff" * 50,
        "Origin: null",
        "Upgrade: websocket\r\nConnection: Upgrade",
    ]
    method = chance.choice(["GET", "POST", "PUT", "TRACE", "CONNECT", "HEAD", "BREW", "get", ""])
    paths = ["/", "/api/tables", "/api/play", "*", "//", "/%00", "/t/%ff%fe", "/../../etc/passwd"]
    paths += ["/api/tables/" + "a" * 5000, "http://evil.example/", "/api/tables?before=1&before=x"]
    body = chance.choice([b"", b"hello", b"5\r\nhello\r\n0\r\n\r\n", b"zz\r\n", b"\x1f\x8b\x08"])
    return place.request(method, chance.choice(paths), chance.choice(odd), body=body)


def _broken_handshake(place: Place, chance: Random) -> bytes:
    good = place.handshake
    old, new = chance.choice(
        [
            (b"Sec-WebSocket-Version: 13", b"Sec-WebSocket-Version: 12"),
            (b"Sec-WebSocket-Version: 13\r\n", b""),
            (KEY, b"short"),
            (KEY, b"\xff\xfe"),
            (b"Sec-WebSocket-Key", b"Sec-WebSocket-Lock"),
            (b"Upgrade: websocket", b"Upgrade: h2c"),
            (b"Connection: Upgrade", b"Connection: close"),
            (b"Origin: http", b"Origin: https"),
            (b"GET", b"POST"),
            (b"/socket", b"/socket/socket"),
        ]
    )
    return good.replace(old, new) + frame(1, b"{}")


def _broken_frames(place: Place, chance: Random) -> bytes:
    """Frames that break the protocol, before or after a hello."""
    said = chance.random() < 0.5
    hello = frame(1, b'{"type":"hello","protocol":1}') if said else b""
    kinds = (
        lambda: frame(1, b"\xff\xfe\xed\xa0\x80"),
        lambda: frame(1, chance.randbytes(60)),
        lambda: frame(2, chance.randbytes(60)),
        lambda: frame(1, b"x" * chance.choice([4097, 5000, 70_000])),
        lambda: frame(1, b"{}", mask=False),
        lambda: frame(chance.choice([3, 4, 5, 6, 7, 11, 12, 15]), b"x"),
        lambda: frame(9, b"x" * 126),
        lambda: frame(9, b"x", fin=False),
        lambda: frame(8, b"\x00"),
        lambda: frame(8, b"\x00\x01bye"),
        lambda: frame(8, b"\x03\xe8\xff\xff"),
        lambda: frame(0, b"a rest of nothing"),
        lambda: frame(1, b"{", fin=False) + frame(1, b"}"),
        lambda: b"".join(frame(1 if not i else 0, b"x" * 400, fin=False) for i in range(20)),
        lambda: bytes((0xC1, 0x81)) + b"\0\0\0\0x",
        lambda: bytes((0x81, 0xFF)) + b"\xff" * 8 + b"\0\0\0\0",
        lambda: bytes((0x81, 0xFE, 0x10)),
        lambda: chance.randbytes(chance.randint(1, 200)),
        lambda: frame(1, b'{"type":"hello","protocol":99}'),
        lambda: frame(1, b'{"type":"start","id":"a"}') if not said else frame(2, b""),
    )
    return place.handshake + hello + chance.choice(kinds)()


HTTP: tuple[Callable[[Place, Random], bytes], ...] = (
    _noise,
    _other_protocol,
    _bent_request,
    _cut_request,
    _odd_headers,
    _broken_handshake,
)


def broken(place: Place, seed: object) -> Iterator[tuple[bytes, Leaving]]:
    """Connections without end, half of them sockets."""
    chance = Random(f"connections {seed}")
    while True:
        kind = chance.choice(HTTP) if chance.random() < 0.5 else _broken_frames
        yield kind(place, chance), chance.choice(LEAVINGS)


async def connect(place: Place, data: bytes, leaving: Leaving) -> bytes:
    """Make such a connection; what came back."""
    reader, writer = await asyncio.open_connection(place.host, place.port)
    got = b""
    try:
        writer.write(data)
        if leaving == "half":
            writer.write_eof()
        if leaving != "at once":
            got = await _read(reader)
        if leaving == "reset":
            line = writer.get_extra_info("socket")
            line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    except OSError:
        pass  # it was cut off, which is an answer too
    finally:
        writer.close()
        with contextlib.suppress(OSError):
            await writer.wait_closed()
    return got


async def _read(reader: asyncio.StreamReader) -> bytes:
    got = b""
    with contextlib.suppress(TimeoutError, OSError):
        async with asyncio.timeout(READ_SECONDS):
            while piece := await reader.read(65536):
                got += piece
    return got
