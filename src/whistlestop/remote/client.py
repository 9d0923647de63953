"""A seat at a table, played over the network: connects, shows the player its views, sends actions.

It is a client of the documented protocol and uses nothing of a server but its messages. Invariant:
it answers a decision with one action, however often the connection breaks: it keeps the answer and
sends it again under the same id, and the table runs it once.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable

import aiohttp

from whistlestop.model.score import Score
from whistlestop.remote.address import TableAddress
from whistlestop.remote.errors import RemoteError
from whistlestop.remote.known_table import Decision, KnownTable
from whistlestop.remote.players import Player
from whistlestop.remote.session import ConnectionLost, RemoteSession

FIRST_PATIENCE = 60.0  # seconds in which a server must be found at all
PATIENCE = 3600.0  # seconds in which one that was lost must come back
SHORTEST_PAUSE = 0.5  # seconds between tries to connect; each pause doubles the next
LONGEST_PAUSE = 4.0  # so that it is back within five seconds once the server is
SILENCE = 80.0  # seconds; the server pings those who are quiet more often than that

_FATAL = {
    400: "The server does not understand the request.",
    401: "The token is not one of this server.",
    403: "The token does not let anybody in at this table.",
    404: "There is no such table.",
}


class RemoteBot:
    """Plays until the game is over. It calls `says` with what its user may want to know."""

    def __init__(
        self, address: TableAddress, player: Player, says: Callable[[str], None] = print
    ) -> None:
        self.address = address
        self.player = player
        self.says = says
        self.known = KnownTable()
        self._answers: dict[Decision, asyncio.Task[str]] = {}
        self._pause = SHORTEST_PAUSE

    async def run(self) -> Score | None:
        """Play; returns the final score. Raises RemoteError where there is nothing to play."""
        await self.player.open()
        try:
            async with aiohttp.ClientSession() as http:
                while not self.known.over:
                    await self._connection(http)
            return self.known.score()
        finally:
            await self._stop_thinking()
            await self.player.close()

    async def _connection(self, http: aiohttp.ClientSession) -> None:
        """One connection from its beginning to its end, and the pause after it."""
        socket = await self._connect(http)
        try:
            await RemoteSession(self.known, self.answer, socket).run()
        except (ConnectionLost, aiohttp.ClientError, OSError):
            self.says("The connection was lost; coming back.")
            await self._rest()
        finally:
            await socket.close()

    async def _connect(self, http: aiohttp.ClientSession) -> aiohttp.ClientWebSocketResponse:
        """Try to connect until that works. Raises RemoteError after a while."""
        patience = FIRST_PATIENCE if self.known.version is None else PATIENCE
        deadline = asyncio.get_running_loop().time() + patience
        tries = 0
        while (socket := await self._try(http)) is None:
            if asyncio.get_running_loop().time() > deadline:
                raise RemoteError("unreachable", f"{self.address} cannot be reached.")
            if tries == 0:
                self.says(f"{self.address} does not answer; trying again.")
            tries += 1
            await self._rest()
        return socket

    async def _try(self, http: aiohttp.ClientSession) -> aiohttp.ClientWebSocketResponse | None:
        try:
            return await http.ws_connect(
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

    async def _rest(self) -> None:
        """A pause of random length that grows from try to try, so that not all come at once."""
        if self.known.fresh:
            self._pause, self.known.fresh = SHORTEST_PAUSE, False
        await asyncio.sleep(self._pause * random.uniform(0.5, 1.0))
        self._pause = min(self._pause * 2, LONGEST_PAUSE)

    async def answer(self, decision: Decision) -> str:
        """The player's answer. It is asked once, even if the connection breaks meanwhile."""
        if decision not in self._answers:
            self._forget_old()
            self._answers[decision] = asyncio.create_task(self._think(decision))
        return await asyncio.shield(self._answers[decision])

    def _forget_old(self) -> None:
        current = set(self.known.decisions())
        for decision, task in list(self._answers.items()):
            if task.done() and decision not in current:
                del self._answers[decision]

    async def _think(self, decision: Decision) -> str:
        choice = await self.player.choose(self.known.view(decision[0]))
        if choice.failure is not None:
            self.says(f"{choice.failure} Playing `{choice.action}` instead.")
        return choice.action

    async def _stop_thinking(self) -> None:
        for task in self._answers.values():
            task.cancel()
        await asyncio.gather(*self._answers.values(), return_exceptions=True)
