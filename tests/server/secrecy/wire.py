"""The client's end of real connections, which keeps every byte that comes in.

It speaks HTTP and WebSocket by hand, because a library would hide headers and framing. Nothing is
changed in what is kept but the time of day in the header `Date`, which is the machine's own.
"""

from __future__ import annotations

import asyncio
import contextlib
import re
from typing import Any

import msgspec

from tests.server.house import frame

PATIENCE = 30.0

_DATE = re.compile(rb"\r\nDate: [A-Za-z]{3}, [0-9]{2} [A-Za-z]{3} [0-9]{4} [0-9:]{8} GMT\r\n")
_LENGTH = re.compile(rb"\r\nContent-Length: ([0-9]+)\r\n", re.IGNORECASE)
_COOKIE = re.compile(rb"\r\nSet-Cookie: whistlestop_guest=([^;]+);")
_TEXT, _CLOSE, _PING, _PONG = 1, 8, 9, 10


class Kept(msgspec.Struct):
    """What came in on one connection, or in answer to one request."""

    label: str
    data: bytes = b""


class _Own(msgspec.Struct):
    seat: int
    decision: int | None


class Message(msgspec.Struct):
    """As much of a message as a client has to understand to go on."""

    type: str
    v: int | None = None
    id: str | None = None
    code: str | None = None
    mine: list[_Own] | None = None
    result: dict[str, Any] | None = None


_decoder = msgspec.json.Decoder(Message)


class Address(msgspec.Struct, frozen=True):
    """Where a server listens."""

    host: str
    port: int

    @property
    def name(self) -> str:
        return f"{self.host}:{self.port}"


def request_head(method: str, path: str, headers: dict[str, str]) -> bytes:
    lines = [f"{method} {path} HTTP/1.1", *(f"{name}: {value}" for name, value in headers.items())]
    return ("\r\n".join(lines) + "\r\n\r\n").encode()


async def _read_answer(reader: asyncio.StreamReader, method: str) -> tuple[int, bytes, bytes]:
    """The status, the head without the time of day, and the body."""
    head = await reader.readuntil(b"\r\n\r\n")
    status = int(head[9:12])
    length = _LENGTH.search(head)
    size = int(length[1]) if length is not None and method != "HEAD" and status != 304 else 0
    body = await reader.readexactly(size)
    shown = _DATE.sub(b"\r\nDate: now\r\n", head)
    assert shown != head, "the time of day is where it is looked for"
    return status, shown, body


class Asking:
    """A connection for requests, one after the other."""

    def __init__(self, address: Address, headers: dict[str, str]) -> None:
        self.address = address
        self.headers = headers
        self.cookie: str | None = None
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(
        self, method: str, path: str, body: bytes | None = None, **more: str
    ) -> tuple[int, bytes, Kept]:
        """The status, the body, and all that came back."""
        async with asyncio.timeout(PATIENCE):
            reader, writer = await self._connected()
            headers = {"Host": self.address.name, **self.headers, **more}
            if body is not None:
                headers["Content-Length"] = str(len(body))
            writer.write(request_head(method, path, headers) + (body or b""))
            status, head, answer = await _read_answer(reader, method)
        if b"Connection: close" in head:
            await self.close()
        self._note_cookie(head)
        return status, answer, Kept(f"{method} {path}", head + answer)

    def _note_cookie(self, head: bytes) -> None:
        """Go on as the guest that the server says this is."""
        made = _COOKIE.search(head)
        if made is not None:
            self.cookie = made[1].decode()
            self.headers["Cookie"] = f"whistlestop_guest={self.cookie}"

    async def _connected(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        if self._streams is None:
            self._streams = await asyncio.open_connection(self.address.host, self.address.port)
        return self._streams

    async def close(self) -> None:
        if self._streams is not None:
            await _shut(self._streams[1])
            self._streams = None


async def _shut(writer: asyncio.StreamWriter) -> None:
    writer.close()
    with contextlib.suppress(ConnectionError):
        await writer.wait_closed()


class Ear:
    """A table's socket, listening."""

    def __init__(self, label: str) -> None:
        self.label = label
        self.data = bytearray()
        self.version = 0
        self.decisions: dict[int, int | None] = {}
        self.answers: dict[str, Message] = {}
        self.welcomes = 0
        self.refusals: list[str] = []
        self.closed = False
        self._news = asyncio.Event()
        self._listening: asyncio.Task[None] | None = None

    @property
    def kept(self) -> Kept:
        return Kept(self.label, bytes(self.data))

    async def open(self, address: Address, table: str, headers: dict[str, str]) -> bool:
        """Shake hands; False if the server does not want to."""
        reader, writer = await asyncio.open_connection(address.host, address.port, limit=1 << 20)
        self._reader, self._writer = reader, writer
        wanted = {
            "Host": address.name,
            **headers,
            "Connection": "Upgrade",
            "Upgrade": "websocket",
            "Sec-WebSocket-Version": "13",
            "Sec-WebSocket-Key": "AAAAAAAAAAAAAAAAAAAAAA==",
        }
        writer.write(request_head("GET", f"/api/tables/{table}/socket", wanted))
        status, head, body = await _read_answer(reader, "GET")
        self.data += head + body
        if status == 101:
            self._listening = asyncio.create_task(self._listen())
            return True
        self.closed = True
        await _shut(writer)
        return False

    async def _listen(self) -> None:
        try:
            while await self._hear():
                pass
        except (asyncio.IncompleteReadError, ConnectionError):
            pass
        finally:
            self.closed = True
            self._news.set()

    async def _hear(self) -> bool:
        """One frame; False after the last one."""
        head = await self._reader.readexactly(2)
        size = head[1] & 0x7F
        longer = await self._reader.readexactly({126: 2, 127: 8}.get(size, 0))
        payload = await self._reader.readexactly(int.from_bytes(longer, "big") if longer else size)
        self.data += head + longer + payload
        opcode = head[0] & 0x0F
        if opcode == _TEXT:
            self._take(_decoder.decode(payload))
        elif opcode == _PING:
            self._writer.write(frame(_PONG, payload))
        elif opcode == _CLOSE:
            self._writer.write(frame(_CLOSE, payload))
        return opcode != _CLOSE

    def _take(self, message: Message) -> None:
        if message.v is not None and message.type in ("welcome", "update"):
            self.version = message.v
            self.decisions |= {own.seat: own.decision for own in message.mine or ()}
            self.welcomes += message.type == "welcome"
        elif message.type == "refused":
            self.refusals.append(str(message.code))
        if message.id is not None:
            self.answers[message.id] = message
        self._news.set()

    def say(self, message: Any) -> None:
        self._writer.write(frame(_TEXT, msgspec.json.encode(message)))

    async def hello(self, since: int | None = None) -> None:
        """Introduce oneself and wait for a welcome, or for a refusal."""
        told = {} if since is None else {"since": since}
        self.say({"type": "hello", "protocol": 2, **told})
        await self.until(lambda: self.welcomes > 0 or self.closed)

    async def answer(self, id: str) -> Message:
        await self.until(lambda: id in self.answers)
        return self.answers[id]

    async def until(self, true: Any) -> None:
        async with asyncio.timeout(PATIENCE):
            while not true():
                self._news.clear()
                await self._news.wait()

    async def close(self) -> None:
        """Say goodbye and wait until the other side has gone."""
        if self._listening is not None:
            if not self.closed:
                self._writer.write(frame(_CLOSE, b"\x03\xe8"))
            async with asyncio.timeout(PATIENCE):
                await self._listening
            await _shut(self._writer)
