"""A seat at a table, played over the network: connects, shows the player its views, sends actions.

It is a client of the documented protocol and uses nothing of a server but its messages. Invariant:
it answers a decision with one action, however often the connection breaks: it keeps the answer and
sends it again under the same id, and the table runs it once.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import aiohttp

from whistlestop.model.score import Score
from whistlestop.remote.address import TableAddress
from whistlestop.remote.known_table import Decision, KnownTable
from whistlestop.remote.line import ConnectionLost, Line
from whistlestop.remote.players import Player
from whistlestop.remote.session import RemoteSession


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

    async def run(self) -> Score | None:
        """Play; returns the final score. Raises RemoteError where there is nothing to play."""
        await self.player.open()
        try:
            async with aiohttp.ClientSession(cookie_jar=aiohttp.DummyCookieJar()) as http:
                line = Line(http, self.address, self.says)
                while not self.known.over:
                    await self._connection(line)
            return self.known.score()
        finally:
            await self._stop_thinking()
            await self.player.close()

    async def _connection(self, line: Line) -> None:
        """One connection from its beginning to its end, and the pause after it."""
        socket = await line.connect()
        try:
            await RemoteSession(self.known, self.answer, socket).run()
        except (ConnectionLost, aiohttp.ClientError, OSError):
            self.says("The connection was lost; coming back.")
            if self.known.fresh:
                line.works()
                self.known.fresh = False
            await line.rest()
        finally:
            await socket.close()

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
