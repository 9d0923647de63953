"""The way to a table's socket: it connects, patiently, and comes back after a pause.

What is said there is `session`'s affair, or that of whoever listens. Invariant: pauses grow from
try to try and differ at random, so that not all clients of a server come at once.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable

import aiohttp
import msgspec

from whistlestop.protocol.messages import Bye, FromServer
from whistlestop.protocol.requests import Problem
from whistlestop.remote.address import TableAddress
from whistlestop.remote.errors import RemoteError
from whistlestop.remote.refusals import refusal

FIRST_PATIENCE = 60.0  # seconds in which a server must be found at all
PATIENCE = 3600.0  # seconds in which one that was lost must come back
SHORTEST_PAUSE = 0.5  # seconds between tries to connect; each pause doubles the next
LONGEST_PAUSE = 4.0  # so that it is back within five seconds once the server is
SILENCE = 80.0  # seconds; the server pings those who are quiet more often than that

_FATAL = {
    400: "The server does not understand the request.",
    401: "The token is not one of this server.",
    403: "This table does not let you in.",
    404: "There is no such table.",
}
_decoder: msgspec.json.Decoder[FromServer] = msgspec.json.Decoder(FromServer)


class ConnectionLost(Exception):
    """The connection is gone; whoever had it should come back."""


class Line:
    """Connects to one table as often as that is asked for. It calls `says` with what its user may
    want to know."""

    def __init__(
        self, http: aiohttp.ClientSession, address: TableAddress, says: Callable[[str], None]
    ) -> None:
        self.address = address
        self.says = says
        self._http = http
        self._found = False
        self._pause = SHORTEST_PAUSE

    async def connect(self) -> aiohttp.ClientWebSocketResponse:
        """Try to connect until that works. Raises RemoteError after a while."""
        patience = PATIENCE if self._found else FIRST_PATIENCE
        deadline = asyncio.get_running_loop().time() + patience
        tries = 0
        while (socket := await self._try()) is None:
            if asyncio.get_running_loop().time() > deadline:
                raise RemoteError("unreachable", f"{self.address} cannot be reached.")
            if tries == 0:
                self.says(f"{self.address} does not answer; trying again.")
            tries += 1
            await self.rest()
        return socket

    async def _try(self) -> aiohttp.ClientWebSocketResponse | None:
        try:
            return await self._http.ws_connect(
                self.address.socket,
                headers=self.address.headers,
                timeout=aiohttp.ClientWSTimeout(ws_receive=SILENCE, ws_close=2.0),
            )
        except aiohttp.WSServerHandshakeError as error:
            if error.status in _FATAL:
                raise RemoteError("refused", _FATAL[error.status]) from None
            return None
        except (aiohttp.ClientError, OSError, TimeoutError):
            return None

    def works(self) -> None:
        """Note that the server was heard: it will be waited for, and the next pause is short."""
        self._found, self._pause = True, SHORTEST_PAUSE

    async def rest(self) -> None:
        """A pause of random length that grows from try to try."""
        await asyncio.sleep(self._pause * random.uniform(0.5, 1.0))
        self._pause = min(self._pause * 2, LONGEST_PAUSE)


async def hear(socket: aiohttp.ClientWebSocketResponse) -> FromServer:
    """The next message of a server. Raises ConnectionLost, and RemoteError where coming back would
    not help."""
    try:
        message = await socket.receive()
    except TimeoutError:
        raise ConnectionLost from None
    if message.type is not aiohttp.WSMsgType.TEXT:
        raise ConnectionLost
    try:
        heard = _decoder.decode(message.data)
    except msgspec.DecodeError:
        raise RemoteError("bad_server", "The server speaks another protocol.") from None
    if isinstance(heard, Bye):
        if heard.retry:
            raise ConnectionLost
        if heard.code == "wrong_protocol":
            raise refusal(Problem(heard.code, {}))
        raise RemoteError("turned_away", f"The server closed the connection ({heard.code}).")
    return heard
