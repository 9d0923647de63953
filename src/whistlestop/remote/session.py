"""One connection of a remote bot: what it hears and what it says, until the game or the line ends.

Ids of commands follow from the decision alone, so it may say something again on the next
connection. It speaks no faster than a server allows.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import aiohttp
import msgspec

from whistlestop.protocol.commands import AnswerBack, Do, FromClient, GiveValue, Hello, Return
from whistlestop.protocol.limits import MESSAGES_PER_WINDOW, PROTOCOL, WINDOW_SECONDS
from whistlestop.protocol.messages import Ack, FromServer, Refused, Update, Welcome
from whistlestop.remote.errors import RemoteError
from whistlestop.remote.known_table import Decision, KnownTable
from whistlestop.remote.line import hear

# Three quarters of what a server allows: answers to pings count too.
BURST = MESSAGES_PER_WINDOW * 3 // 4
PER_SECOND = MESSAGES_PER_WINDOW * 3 / 4 / WINDOW_SECONDS
ASIDE = "x"  # what ids begin with whose refusal does not matter
LONGEST_PAUSE = 4.0  # seconds before a refused command is sent again

_encode = msgspec.json.Encoder().encode


class RemoteSession:
    """One connection. `answer` gives the player's action for a decision."""

    def __init__(
        self,
        known: KnownTable,
        answer: Callable[[Decision], Awaitable[str]],
        socket: aiohttp.ClientWebSocketResponse,
    ) -> None:
        self.known = known
        self._answer = answer
        self._socket = socket
        self._wake = asyncio.Event()
        self._said: set[str] = set()
        self._refusals = 0
        self._level = 0.0
        self._spoke = asyncio.get_running_loop().time()

    async def run(self) -> None:
        """Play until the game is over. Raises ConnectionLost, and RemoteError."""
        await self._say(Hello(PROTOCOL, self.known.version))
        tasks = [asyncio.create_task(self._listen()), asyncio.create_task(self._act())]
        try:
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                task.result()
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    # What it hears

    async def _listen(self) -> None:
        while not self.known.over:
            self._hear(await hear(self._socket))
            self._wake.set()

    def _hear(self, message: FromServer) -> None:
        match message:
            case Welcome():
                self.known.welcome(message)
            case Update():
                self.known.update(message)
            case Ack():
                self._refusals = 0
            case Refused():
                self._refused(message)
        if self.known.version is not None and not self.known.seated:
            raise RemoteError("no_seat", "The token does not stand for a seat at this table.")

    def _refused(self, message: Refused) -> None:
        """Forget an answer that came late; try anything else again later."""
        if message.code == "not_your_seat":
            raise RemoteError("no_seat", "The token no longer stands for a seat at this table.")
        # A value or a no that comes late is not needed.
        aside = (message.id or "").startswith(ASIDE)
        if not aside and message.code not in ("stale", "id_reused"):
            self._refusals += 1
            pause = min(0.5 * 2**self._refusals, LONGEST_PAUSE)
            asyncio.get_running_loop().call_later(pause, self._say_again, message.id)

    def _say_again(self, id: str | None) -> None:
        if id is None:
            self._said.clear()
        self._said.discard(id or "")
        self._wake.set()

    # What it says

    async def _act(self) -> None:
        while True:
            await self._wake.wait()
            self._wake.clear()
            await self._come_back()
            await self._give_values()
            await self._say_no()
            for seat, decision in list(self.known.decisions()):
                await self._decide(seat, decision)

    async def _decide(self, seat: int, decision: int) -> None:
        id = f"d{decision}.{seat}"
        if id in self._said:
            return
        action = await self._answer((seat, decision))
        if (seat, decision) in self.known.decisions():
            self._said.add(id)
            await self._say(Do(id, seat, decision, action))

    async def _come_back(self) -> None:
        """Take back a seat that was lost to the clock."""
        for seat in self.known.you.away:
            id = f"r{self.known.version}.{seat}"
            if id not in self._said:
                self._said.add(id)
                await self._say(Return(id, seat))

    async def _give_values(self) -> None:
        """Add to the luck of the deal, once the commitment to the server's part is seen."""
        for commitment, seat in list(self.known.owed()):
            id = f"{ASIDE}{commitment[:16]}.{seat}"
            if id not in self._said:
                self._said.add(id)
                await self._say(GiveValue(id, seat, self.known.value((commitment, seat))))

    async def _say_no(self) -> None:
        """Decline a take-back at once: a program that has no opinion would keep people waiting."""
        if self.known.question is None:
            return
        asked, asker = self.known.question
        for seat in self.known.you.seats:
            id = f"{ASIDE}{asked}.{seat}"
            if seat != asker and id not in self._said:
                self._said.add(id)
                await self._say(AnswerBack(id, seat, asked, False))

    async def _say(self, message: FromClient) -> None:
        await self._pace()
        await self._socket.send_str(_encode(message).decode())

    async def _pace(self) -> None:
        """Wait until one more message is in time."""
        now = asyncio.get_running_loop().time()
        self._level = max(0.0, self._level - (now - self._spoke) * PER_SECOND) + 1
        self._spoke = now
        if self._level > BURST:
            await asyncio.sleep((self._level - BURST) / PER_SECOND)
