"""A table's WebSocket: a hello, then commands in and frames out.

It reads, limits and decodes; what a command means is the table's affair. Sending never waits: a
frame goes to the transport as soon as the loop has finished its present work, together with other
frames for this client. When the line is full it goes into a short queue, and when that is full too
the socket is closed. Invariant: nothing that a client sends or leaves unread raises here, delays
its table or grows without bound.
"""

from __future__ import annotations

import asyncio
import re
from collections import deque
from dataclasses import replace

import msgspec
from aiohttp import WSCloseCode, WSMsgType, web

from whistlestop.protocol.commands import Command, FromClient, Hello, Hint
from whistlestop.protocol.decoding import MessageDecoder
from whistlestop.protocol.limits import MESSAGE_BYTES, PROTOCOL, QUEUE_BYTES, QUEUE_MESSAGES
from whistlestop.protocol.messages import Bye, Refused
from whistlestop.server.errors import ServerRefusal
from whistlestop.server.http.connection import HttpConnection
from whistlestop.server.sockets.limits import RateLimit
from whistlestop.server.sockets.open_sockets import OpenSockets
from whistlestop.server.sockets.run_command import run_command
from whistlestop.server.sockets.websocket_frame import PING, PONG, TEXT, framed
from whistlestop.server.store.base import StoreUnavailable
from whistlestop.server.table.caller import Caller
from whistlestop.server.table.table import Table
from whistlestop.server.watch.logs import note, note_defect, note_refusal

CLOSE_SECONDS = 2.0
# It refuses so many messages that come too fast, and closes the socket at the next one.
PATIENCE = 20
# So many frames wait to go out together. Usually it is one: an update waits for the answer.
MOST_HELD = 4

_encode = msgspec.json.Encoder().encode
_decoder: MessageDecoder[FromClient] = MessageDecoder(FromClient)
_ID = re.compile(r"[A-Za-z0-9_.-]{1,40}")

_CLOSE_CODES = {
    "restarting": WSCloseCode.SERVICE_RESTART,
    "too_slow": WSCloseCode.TRY_AGAIN_LATER,
    "not_text": WSCloseCode.UNSUPPORTED_DATA,
}

# Codes of refusals that may not come again: the client is asked to come back.
_PASSING = ("store_unavailable", "busy", "restarting", "defect")


class _Named(msgspec.Struct):
    """The id of a message that is otherwise no good."""

    id: str


async def serve_socket(
    request: web.Request, name: str, table: Table, caller: Caller, sockets: OpenSockets
) -> web.WebSocketResponse:
    """Answer a request for a table's socket, until it is closed."""
    sockets.take_place(caller)
    try:
        ws = web.WebSocketResponse(
            timeout=CLOSE_SECONDS, autoping=False, compress=False, max_msg_size=MESSAGE_BYTES + 1
        )
        await _shake_hands(ws, request)
        connection, transport = request.protocol, request.transport
        if isinstance(connection, HttpConnection) and transport is not None:
            connection.become_socket()
            socket = TableSocket(name, table, caller, sockets, ws, connection, transport)
            # In a task of its own, or every message would wake all handlers that led here.
            await asyncio.create_task(socket.run())
        return ws
    finally:
        sockets.free_place(caller)


async def _shake_hands(ws: web.WebSocketResponse, request: web.Request) -> None:
    try:
        await ws.prepare(request)
    except ValueError:
        # A key that is no text at all; other bad keys aiohttp refuses itself.
        raise ServerRefusal("bad_request", 400) from None


class TableSocket:
    """One client at one table. It is the table's Outlet."""

    def __init__(
        self,
        name: str,
        table: Table,
        caller: Caller,
        sockets: OpenSockets,
        ws: web.WebSocketResponse,
        connection: HttpConnection,
        transport: asyncio.Transport,
    ) -> None:
        self.caller = caller
        self._name = name
        self._table = table
        self._sockets = sockets
        self._ws = ws
        self._connection = connection
        self._transport = transport
        self._loop = asyncio.get_running_loop()
        self._heard = self._begun = self._loop.time()
        self._rate = RateLimit(sockets.limits, self._heard)
        self._too_fast = 0
        self._queue: deque[bytes] = deque()
        self._queued = 0
        self._held: list[bytes] = []
        self._closed: str | None = None
        self._beside: asyncio.Task[None] | None = None
        self._ending: asyncio.Task[None] | None = None

    # What goes out

    def send(self, frame: bytes) -> None:
        """Send a frame without waiting."""
        if self._closed is not None or self._transport.is_closing():
            return
        if self._queue or self._connection.writing_paused:
            self._put_in_line(frame)
            return
        self._held.append(framed(TEXT, frame))
        if len(self._held) == 1:
            self._sockets.write_soon(self)
        elif len(self._held) > MOST_HELD:
            self.write()

    def write(self) -> None:
        """Hand all held frames to the transport, in one system call."""
        held, self._held = self._held, []
        if held and not self._transport.is_closing():
            self._transport.write(b"".join(held))

    def _write(self, opcode: int, payload: bytes) -> None:
        self.write()
        self._transport.write(framed(opcode, payload))

    def _put_in_line(self, frame: bytes) -> None:
        self.write()
        self._queue.append(frame)
        self._queued += len(frame)
        if len(self._queue) > QUEUE_MESSAGES or self._queued > QUEUE_BYTES:
            self.close("too_slow", retry=True)

    def _drained(self) -> None:
        """Send what waited, now that the line is free again."""
        while self._queue and not self._connection.writing_paused:
            if self._transport.is_closing():
                return
            frame = self._queue.popleft()
            self._queued -= len(frame)
            self._write(TEXT, frame)

    def _refuse(self, refusal: ServerRefusal, id: str | None = None) -> None:
        note_refusal(refusal, self.caller.address, self._name)
        self.send(_encode(Refused(refusal.code, id, refusal.params or None)))

    # What comes in

    async def run(self) -> None:
        """Serve this client until the socket is closed."""
        self._sockets.add(self)
        self._connection.on_drained = self._drained
        alias = self.caller.address.alias
        note("socket_open", table=self._name, sockets=len(self._sockets), address=alias)
        try:
            if await self._greet():
                await self._listen()
        finally:
            self._table.detach(self)
            self._sockets.remove(self)
            if self._beside is not None:
                self._beside.cancel()  # nobody is there for the advice
            if self._ending is not None:
                await asyncio.wait((self._ending,))
            self._note_end()

    def _note_end(self) -> None:
        why = self._closed or "left"
        self._sockets.metrics.count_end(why)
        seconds = round(self._loop.time() - self._begun, 1)
        note("socket_end", table=self._name, why=why, code=self._ws.close_code, seconds=seconds)

    async def _greet(self) -> bool:
        """Whether the client said hello in our protocol in time, and was welcomed."""
        try:
            async with asyncio.timeout(self._sockets.limits.hello):
                hello = await self._next()
        except TimeoutError:
            self.close("no_hello", retry=True)
            return False
        if hello is None:
            return False
        if not isinstance(hello, Hello):
            return self._turn_away(ServerRefusal("no_hello"))
        if hello.protocol != PROTOCOL:
            return self._turn_away(ServerRefusal("wrong_protocol", protocol=PROTOCOL))
        if hello.invite is not None:
            self.caller = replace(self.caller, invite=hello.invite)
        return await self._welcome(hello.since)

    async def _welcome(self, since: int | None) -> bool:
        """Show the table as it is now; from then on the table sends what is new by itself."""
        try:
            self.send(await self._table.attach(self, since))
        except ServerRefusal as refusal:
            return self._turn_away(refusal)
        except StoreUnavailable:
            return self._turn_away(ServerRefusal("store_unavailable"))
        except Exception as defect:
            note_defect("attach", defect)
            return self._turn_away(ServerRefusal("defect"))
        return True

    def _turn_away(self, refusal: ServerRefusal) -> bool:
        self._refuse(refusal)
        self.close(refusal.code, retry=refusal.code in _PASSING)
        return False

    async def _listen(self) -> None:
        while (message := await self._next()) is not None:
            if isinstance(message, Hello):
                self._refuse(ServerRefusal("bad_message"))
            elif isinstance(message, Hint):
                self._run_hint(message)
            else:
                await self._run_command(message)

    def _run_hint(self, hint: Hint) -> None:
        """Run a hint in a task: advice takes seconds, and the player may act meanwhile."""
        if self._beside is not None and not self._beside.done():
            self._refuse(ServerRefusal("too_fast"), hint.id)
            return
        self._beside = self._loop.create_task(self._run_command(hint))
        self._sockets.hold(self._beside)

    async def _run_command(self, command: Command) -> None:
        try:
            ack = await run_command(self._sockets, self._table, self.caller, command)
            self.send(_encode(ack))
        except ServerRefusal as refusal:
            self._refuse(refusal, command.id)
            if refusal.code == "stale" and self._closed is None:
                await self._welcome(None)

    async def _next(self) -> FromClient | None:
        """The next good message, or None when there will be no more."""
        while self._closed is None:
            if self._held:
                await asyncio.sleep(0)  # it goes out now, before aiohttp may close the line
            message = await self._ws.receive()
            now = self._heard = self._loop.time()
            kind = message.type
            if kind is WSMsgType.TEXT:
                if self._in_time(now) and self._within_share():
                    decoded = self._decoded(message.data)
                    if decoded is not None:
                        return decoded
            elif kind is WSMsgType.PING or kind is WSMsgType.PONG:
                self._pong(kind, message.data, now)
            else:
                if kind is WSMsgType.BINARY:
                    self.close("not_text", retry=False)
                return None
        return None

    def _decoded(self, text: str) -> FromClient | None:
        try:
            return _decoder.decode(text)
        except (msgspec.DecodeError, UnicodeError):
            self._refuse(ServerRefusal("bad_message"), _id_of(text))
            return None

    def _in_time(self, now: float) -> bool:
        if self._rate.allows(now):
            self._too_fast = 0
            return True
        self._too_fast += 1
        if self._too_fast > PATIENCE:
            self.close("too_fast", retry=False)
        else:
            self._refuse(ServerRefusal("too_fast"))
        return False

    def _within_share(self) -> bool:
        """Whether this client's address may say more. If not, others may be the reason, so that
        alone closes no socket."""
        try:
            self.caller.address.take("commands")
        except ServerRefusal as refusal:
            self._refuse(refusal)
            return False
        return True

    def _pong(self, kind: WSMsgType, payload: bytes, now: float) -> None:
        if self._in_time(now) and kind is WSMsgType.PING and self._may_write():
            self._write(PONG, payload)

    # How it ends

    def look_after(self, now: float) -> int:
        """Ping a quiet client, drop a silent one; 1 if a ping was sent."""
        silent, limits = now - self._heard, self._sockets.limits
        if silent > limits.silent_after:
            self._closed = self._closed or "silent"
            self._transport.abort()
        elif silent > limits.ping_after and self._may_write():
            self._write(PING, b"")
            return 1
        return 0

    def _may_write(self) -> bool:
        """Whether something goes out at once."""
        shut = self._closed is not None or self._transport.is_closing()
        return not shut and not self._connection.writing_paused

    def close(self, code: str, *, retry: bool) -> None:
        """Say bye and close, without waiting for it."""
        if self._closed is not None:
            return
        self._queue.clear()
        self._queued = 0
        if not self._transport.is_closing():
            self._write(TEXT, _encode(Bye(code, retry)))
        self._closed = code
        self._ending = self._loop.create_task(self._close(code))
        self._sockets.hold(self._ending)

    async def _close(self, code: str) -> None:
        """The closing handshake; a client that takes no part in it is cut off."""
        try:
            close_code = _CLOSE_CODES.get(code, WSCloseCode.POLICY_VIOLATION)
            await self._ws.close(code=close_code, drain=False)
        finally:
            if not self._transport.is_closing() or self._transport.get_write_buffer_size():
                self._transport.abort()


def _id_of(text: str) -> str | None:
    """The id of a message that could not be read otherwise, so that its sender knows which."""
    try:
        id = msgspec.json.decode(text, type=_Named).id
    except (msgspec.DecodeError, UnicodeError):
        return None
    return id if _ID.fullmatch(id) else None
