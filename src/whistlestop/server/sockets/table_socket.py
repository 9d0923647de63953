"""A table's WebSocket: a hello, then commands in and frames out.

It limits and decodes; what a command means is the table's affair, and bytes are the line's.
Invariant: nothing that a client sends or leaves unread raises here, delays its table or grows
without bound.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable
from dataclasses import replace

import msgspec
from aiohttp import WSCloseCode, WSMsgType

from whistlestop.protocol.commands import Command, FromClient, Hello, Hint
from whistlestop.protocol.decoding import MessageDecoder
from whistlestop.protocol.limits import PROTOCOL
from whistlestop.protocol.messages import Bye, Refused
from whistlestop.server.errors import ServerRefusal
from whistlestop.server.pace import PutOff
from whistlestop.server.sockets.limits import RateLimit
from whistlestop.server.sockets.open_sockets import OpenSockets
from whistlestop.server.sockets.run_command import run_command
from whistlestop.server.sockets.socket_line import Message, SocketLine
from whistlestop.server.sockets.websocket_frame import PING, PONG, TEXT
from whistlestop.server.store.base import StoreUnavailable
from whistlestop.server.table.caller import Caller
from whistlestop.server.table.table import Table
from whistlestop.server.watch.logs import note, note_defect, note_refusal

# It refuses so many messages that come too fast, and closes the socket at the next one.
PATIENCE = 20

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


class TableSocket(SocketLine):
    """One client at one table. It is the table's Outlet."""

    __slots__ = (
        "_begun",
        "_beside",
        "_greeting",
        "_heard",
        "_name",
        "_rate",
        "_table",
        "_too_fast",
        "caller",
    )

    def __init__(
        self,
        table: Table,
        caller: Caller,
        sockets: OpenSockets,
        transport: asyncio.Transport,
        put_off: PutOff,
        ended: Callable[[], None],
    ) -> None:
        """It has a place among the sockets, and frees it in the end."""
        super().__init__(transport, sockets, put_off, ended)
        self.caller = caller
        self._name = table.state.id
        self._table = table
        self._heard = self._begun = self._loop.time()
        self._rate = RateLimit(sockets.limits, self._heard)
        self._too_fast = 0
        self._beside: asyncio.Task[None] | None = None
        self._greeting: asyncio.TimerHandle | None = self._loop.call_later(
            sockets.limits.hello, self._miss_hello
        )
        sockets.add(self)
        alias = caller.address.alias
        note("socket_open", table=self._name, sockets=len(sockets), address=alias)

    # What goes out

    def _refuse(self, refusal: ServerRefusal, id: str | None = None) -> None:
        note_refusal(refusal, self.caller.address, self._name)
        self.send(_encode(Refused(refusal.code, id, refusal.params or None)))

    # What comes in

    def _take(self, message: Message) -> Awaitable[None] | None:
        now = self._heard = self._loop.time()
        kind = message.type
        if kind is WSMsgType.CLOSE:
            self._code = message.data
            self._hang_up()
        elif self._closed is not None:
            pass  # it is not heard any more
        elif kind is WSMsgType.TEXT:
            if self._in_time(now) and self._within_share():
                return self._hear(message.data)
        elif kind is WSMsgType.BINARY:
            self.close("not_text", retry=False)
        else:
            self._pong(kind, message.data, now)
        return None

    def _hear(self, text: str) -> Awaitable[None] | None:
        message = self._decoded(text)
        if message is None:
            return None
        if self._greeting is not None:
            return self._greet(message)
        if type(message) is Hello:
            self._refuse(ServerRefusal("bad_message"))
        elif type(message) is Hint:
            self._run_hint(message)
        else:
            return self._run_command(message)
        return None

    def _miss_hello(self) -> None:
        self.close("no_hello", retry=True)

    async def _greet(self, hello: FromClient) -> None:
        """Welcome a client that says hello in our protocol, and nobody else."""
        self._stop_waiting()
        if type(hello) is not Hello:
            self._turn_away(ServerRefusal("no_hello"))
        elif hello.protocol != PROTOCOL:
            self._turn_away(ServerRefusal("wrong_protocol", protocol=PROTOCOL))
        else:
            if hello.invite is not None:
                self.caller = replace(self.caller, invite=hello.invite)
            await self._welcome(hello.since)

    def _stop_waiting(self) -> None:
        if self._greeting is not None:
            self._greeting.cancel()
            self._greeting = None

    async def _welcome(self, since: int | None) -> None:
        """Show the table as it is now; from then on the table sends what is new by itself."""
        try:
            self.send(await self._table.attach(self, since))
        except ServerRefusal as refusal:
            self._turn_away(refusal)
        except StoreUnavailable:
            self._turn_away(ServerRefusal("store_unavailable"))
        except Exception as defect:
            note_defect("attach", defect)
            self._turn_away(ServerRefusal("defect"))

    def _turn_away(self, refusal: ServerRefusal) -> None:
        self._refuse(refusal)
        self.close(refusal.code, retry=refusal.code in _PASSING)

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
        return not shut and not self._paused

    def close(self, code: str, *, retry: bool) -> None:
        """Say bye and close, without waiting for it."""
        if self._closed is not None:
            return
        self._queue, self._queued = [], 0
        if self._may_write():
            self._write(TEXT, _encode(Bye(code, retry)))
            self._say_close(_CLOSE_CODES.get(code, WSCloseCode.POLICY_VIOLATION))
        elif self._paused:
            self._transport.abort()  # whoever does not read hears no bye
        self._closed = code
        self._loop.call_soon(self._leave)

    def _leave(self) -> None:
        """Be no socket any more, neither for the server nor for the table."""
        if self._sockets.remove(self):
            self._stop_waiting()
            self._table.detach(self)

    def _finish(self) -> None:
        self._leave()
        if self._beside is not None:
            self._beside.cancel()  # nobody is there for the advice
        self._sockets.free_place(self.caller)
        why = self._closed or "left"
        self._sockets.metrics.count_end(why)
        seconds = round(self._loop.time() - self._begun, 1)
        note("socket_end", table=self._name, why=why, code=self._code, seconds=seconds)


def _id_of(text: str) -> str | None:
    """The id of a message that could not be read otherwise, so that its sender knows which."""
    try:
        id = msgspec.json.decode(text, type=_Named).id
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return None
    return id if _ID.fullmatch(id) else None
