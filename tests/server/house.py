"""A real server on a free port with a store of its own, and visitors that speak to it.

No part is replaced: stories run against `whistlestop.server.run.running`, over real connections.
"""

from __future__ import annotations

import asyncio
import contextlib
import io
import json
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import aiohttp
import uvloop

from tests.server.soak import FACTOR
from whistlestop.server.run import Server, Settings, running
from whistlestop.server.table.talk.limits import TalkLimits
from whistlestop.server.watch import logs

Story = Callable[["Scene"], Awaitable[None]]
# All visitors of most stories are at one address, and more of them than one address may have.
USUAL: dict[str, Any] = {"bots": 1, "addresses": None}
HELLO = {"type": "hello", "protocol": 2}
LONGEST = 180  # seconds that a story may take on a machine that has much else to do
CHATTY = TalkLimits(guest=10**6, address=10**6, table=10**6)
"""For stories that use talk to test something else."""
INVITES: dict[str, str] = {}
"""The invites of tables that visitors made: everybody here comes by the link."""


class Visitor:
    """A browser, more or less: keeps its cookie and says which page it is on."""

    def __init__(self, address: str, origin: str | None = "same") -> None:
        self.address = address.rstrip("/")
        self.headers: dict[str, str] = {}
        if origin is not None:
            self.headers["Origin"] = self.address if origin == "same" else origin
        self._session = aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(unsafe=True))

    async def __aenter__(self) -> Visitor:
        return self

    async def __aexit__(self, *error: object) -> None:
        await self._session.close()

    async def get(self, path: str, **headers: str) -> tuple[int, Any]:
        return await self._ask("GET", path, None, headers)

    async def post(self, path: str, body: Any, **headers: str) -> tuple[int, Any]:
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        return await self._ask("POST", path, data, headers)

    async def _ask(
        self, method: str, path: str, data: bytes | None, headers: dict[str, str]
    ) -> tuple[int, Any]:
        said = {**self.headers, **headers}
        async with self._session.request(
            method, self.address + path, data=data, headers=said
        ) as answer:
            text = await answer.text()
            is_json = answer.content_type == "application/json"
            return answer.status, json.loads(text) if is_json else text

    async def headers_of(self, path: str, **headers: str) -> tuple[int, Any]:
        said = {**self.headers, **headers}
        async with self._session.get(self.address + path, headers=said) as answer:
            return answer.status, answer.headers

    def cookie(self) -> str | None:
        for cookie in self._session.cookie_jar:
            if cookie.key == "whistlestop_guest":
                return str(cookie.value)
        return None

    async def new_table(self, **options: Any) -> str:
        """A table with this visitor and one open seat."""
        seats = [{"kind": "me"}, {"kind": "open"}]
        body = {"name": "Ann", "seats": seats, "options": options}
        status, made = await self.post("/api/tables", body)
        assert status == 201, made
        INVITES[made["table"]] = made["invite"]
        return str(made["table"])

    @contextlib.asynccontextmanager
    async def socket(self, table: str, **headers: str) -> AsyncIterator[Line]:
        said = {**self.headers, **headers}
        path = f"{self.address}/api/tables/{table}/socket"
        async with self._session.ws_connect(path, headers=said, max_msg_size=0) as ws:
            yield Line(ws)

    @contextlib.asynccontextmanager
    async def at(self, table: str, **headers: str) -> AsyncIterator[Line]:
        """A socket on which the greetings are done."""
        async with self.socket(table, **headers) as line:
            await line.say({**HELLO, "invite": INVITES.get(table)})
            line.welcome = await line.hear("welcome")
            yield line


class Line:
    """The client's end of a table's socket."""

    def __init__(self, ws: aiohttp.ClientWebSocketResponse) -> None:
        self.ws = ws
        self.welcome: Any = None

    async def say(self, message: Any) -> None:
        await self.ws.send_str(message if isinstance(message, str) else json.dumps(message))

    async def hear(self, kind: str | None = None) -> Any:
        """The next message, or the next of a kind."""
        while True:
            message = await self.ws.receive(timeout=30)
            assert message.type is aiohttp.WSMsgType.TEXT, (message.type, self.ws.close_code)
            heard = json.loads(message.data)
            if kind is None or heard["type"] == kind:
                return heard

    async def until_closed(self) -> list[Any]:
        """Everything that still comes before the server closes."""
        heard: list[Any] = []
        while True:
            message = await self.ws.receive(timeout=15)
            if message.type is not aiohttp.WSMsgType.TEXT:
                return heard
            heard.append(json.loads(message.data))


class Scene:
    """A running server with a first visitor."""

    def __init__(self, server: Server, ann: Visitor) -> None:
        self.server = server
        self.ann = ann
        self.address = server.address
        parts = urlsplit(server.address)
        self.host, self.port = str(parts.hostname), int(parts.port or 0)

    def visitor(self, origin: str | None = "same") -> Visitor:
        return Visitor(self.address, origin)

    async def raw(self, data: bytes, wait: float = 5.0, after: bytes = b"") -> bytes:
        """Send bytes as they are; everything that comes back until the server closes, or is silent
        for a while after having said something."""
        reader, writer = await asyncio.open_connection(self.host, self.port)
        try:
            writer.write(data)
            with contextlib.suppress(ConnectionError):
                await writer.drain()
            return await _read_all(reader, wait, after)
        finally:
            writer.close()
            with contextlib.suppress(ConnectionError):
                await writer.wait_closed()

    def handshake(self, table: str, cookie: str) -> bytes:
        """The request that opens a table's socket, as bytes."""
        lines = (
            f"GET /api/tables/{table}/socket HTTP/1.1",
            f"Host: {self.host}:{self.port}",
            f"Origin: {self.ann.address}",
            f"Cookie: whistlestop_guest={cookie}",
            "Connection: Upgrade",
            "Upgrade: websocket",
            "Sec-WebSocket-Version: 13",
            "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
        )
        return ("\r\n".join(lines) + "\r\n\r\n").encode()


async def _read_all(reader: asyncio.StreamReader, wait: float, after: bytes) -> bytes:
    got = b""
    with contextlib.suppress(TimeoutError, ConnectionError):
        while piece := await asyncio.wait_for(reader.read(65536), wait if after in got else 10.0):
            got += piece
    return got


def frame(opcode: int, payload: bytes, *, fin: bool = True, mask: bool = True) -> bytes:
    """A client's WebSocket frame; masked with zeros, which leaves the payload readable."""
    first = (0x80 if fin else 0) | opcode
    bit = 0x80 if mask else 0
    if len(payload) < 126:
        header = bytes((first, bit | len(payload)))
    elif len(payload) < 65536:
        header = bytes((first, bit | 126)) + len(payload).to_bytes(2, "big")
    else:
        header = bytes((first, bit | 127)) + len(payload).to_bytes(8, "big")
    return header + (b"\0\0\0\0" if mask else b"") + payload


class House:
    """Opens servers for stories, each with a store of its own, and keeps what they log."""

    def __init__(self, folder: Path) -> None:
        self.store = str(folder / "tables.db")
        self.logged = io.StringIO()

    def run(self, story: Story, **settings: Any) -> None:
        uvloop.run(self._run(story, settings))

    async def _run(self, story: Story, settings: dict[str, Any]) -> None:
        wanted = Settings(store=self.store, port=0, **{**USUAL, **settings})
        async with running(wanted) as server, Visitor(server.address) as ann:
            await asyncio.wait_for(story(Scene(server, ann)), LONGEST * FACTOR)

    @contextlib.contextmanager
    def open(self, **settings: Any) -> Iterator[tuple[Scene, Callable[[Any], Any]]]:
        """A server for many short stories; it works while one of them is run."""
        wanted = Settings(store=self.store, port=0, **{**USUAL, **settings})
        with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
            stack = contextlib.AsyncExitStack()
            server = runner.run(stack.enter_async_context(running(wanted)))
            try:
                ann = runner.run(_visit(stack, server.address))
                yield Scene(server, ann), runner.run
            finally:
                runner.run(stack.aclose())

    def lines(self, event: str | None = None) -> list[dict[str, Any]]:
        """The lines of the log."""
        lines = [json.loads(line) for line in self.logged.getvalue().splitlines()]
        return [line for line in lines if event is None or line["event"] == event]


async def _visit(stack: contextlib.AsyncExitStack, address: str) -> Visitor:
    return await stack.enter_async_context(Visitor(address))


@contextlib.contextmanager
def captured_logs(house: House) -> Iterator[None]:
    """Logs as a server writes them, kept in the house; afterwards everything is as before."""
    root = logging.getLogger()
    before, level, ours = root.handlers[:], root.level, logs.logger.level
    logs.set_up_logs("debug", house.logged)
    try:
        yield
    finally:
        root.handlers[:] = before
        root.setLevel(level)
        logs.logger.setLevel(ours)
        logging.getLogger("asyncio").setLevel(logging.NOTSET)
