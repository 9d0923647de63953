"""All sockets of a process: how many there may be, whether they still live, and how they end.

It reads and writes no messages. Invariant: every socket that it let in is counted until it is
gone, and none that fell silent stays for long.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from math import ceil
from typing import TYPE_CHECKING

from whistlestop.server.addresses.rates import Rates
from whistlestop.server.errors import ServerRefusal
from whistlestop.server.sockets.limits import RETRY_SECONDS, SocketLimits

if TYPE_CHECKING:
    from whistlestop.server.sockets.socket_line import SocketLine
    from whistlestop.server.sockets.table_socket import TableSocket
    from whistlestop.server.table.caller import Caller
    from whistlestop.server.watch.metrics import Metrics

# A long burst of pings would delay the players' messages: after so many the loop does other work.
_PINGS_AT_ONCE = 50
# A frame waits until so many sockets have something to write, at the most.
WRITES_AT_ONCE = 100


class OpenSockets:
    """The open sockets, and how many commands are under way."""

    def __init__(self, limits: SocketLimits, metrics: Metrics) -> None:
        self.limits = limits
        self.metrics = metrics
        self.stopping = False
        self.busy = 0
        self._open: set[TableSocket] = set()
        self._places: Counter[str] = Counter()
        self._addresses: Counter[str] = Counter()
        self._taken = 0
        self._idle = asyncio.Event()
        self._empty = asyncio.Event()
        self._held: set[asyncio.Task[None]] = set()
        self._rates = Rates(limits.messages, limits.window)
        self._writing: list[SocketLine] = []

    def __len__(self) -> int:
        return len(self._open)

    def take_place(self, caller: Caller) -> None:
        """Take a place for one more socket. Raises ServerRefusal if there is none."""
        if self.stopping:
            raise ServerRefusal("restarting", 503)
        for places, name, most in self._shares(caller):
            if places[name] >= most:
                raise ServerRefusal("too_many_sockets", 429, most=most, seconds=RETRY_SECONDS)
        if self._taken >= self.limits.sockets:
            raise ServerRefusal("server_full", 503, seconds=RETRY_SECONDS)
        for places, name, _ in self._shares(caller):
            places[name] += 1
        self._taken += 1

    def free_place(self, caller: Caller) -> None:
        """Give back the place that a caller took."""
        self._taken -= 1
        if not self._taken:
            self._empty.set()
        for places, name, _ in self._shares(caller):
            places[name] -= 1
            if not places[name]:
                del places[name]

    def _shares(self, caller: Caller) -> Iterator[tuple[Counter[str], str, int]]:
        """Where a caller's sockets are counted, by which name, and how many there may be."""
        yield self._places, _name(caller), self.limits.sockets_per_guest
        shared = caller.address.limits
        if shared is not None:
            # However few there are, some are left for others.
            half = max(1, self.limits.sockets // 2)
            yield self._addresses, caller.address.name, min(shared.sockets, half)

    def add(self, socket: TableSocket) -> None:
        """Look after a socket from now on."""
        self._open.add(socket)

    def remove(self, socket: TableSocket) -> bool:
        """Forget a socket that has ended; whether it was there until now."""
        there = socket in self._open
        self._open.discard(socket)
        return there

    def check_rate(self, caller: Caller) -> None:
        """Hold somebody without a socket to the speed of one. Raises ServerRefusal."""
        wait = self._rates.take(_name(caller), asyncio.get_running_loop().time())
        if wait:
            raise ServerRefusal("too_fast", 429, seconds=ceil(wait))
        caller.address.take("commands")

    def begin(self) -> None:
        """Note that a command begins; a stop waits for its end. Raises ServerRefusal."""
        if self.stopping:
            raise ServerRefusal("restarting", 503)
        self.busy += 1

    def end(self) -> None:
        """Note that a command has ended, whatever came of it."""
        self.busy -= 1
        if not self.busy:
            self._idle.set()

    def write_soon(self, socket: SocketLine) -> None:
        """Let a socket write once the loop has finished its present work.

        Sockets that write one after the other cost less than each in between other work.
        """
        self._writing.append(socket)
        if len(self._writing) == 1:
            asyncio.get_running_loop().call_soon(self._write)
        elif len(self._writing) == WRITES_AT_ONCE:
            self._write()

    def _write(self) -> None:
        writing, self._writing = self._writing, []
        for socket in writing:
            socket.write()

    def hold(self, task: asyncio.Task[None]) -> None:
        """Keep a task of a socket until it is done; asyncio alone would not."""
        self._held.add(task)
        task.add_done_callback(self._held.discard)

    def send_away(self, banned: Callable[[Caller], bool]) -> None:
        """Close the sockets of whoever is banned."""
        for socket in [one for one in self._open if banned(one.caller)]:
            socket.close("banned", retry=False)

    async def look_after(self) -> None:
        """Ping the quiet and drop the silent, until cancelled."""
        loop = asyncio.get_running_loop()
        while True:
            await asyncio.sleep(self.limits.ping_after / 5)
            pinged = 0
            for socket in tuple(self._open):
                pinged += socket.look_after(loop.time())
                if pinged == _PINGS_AT_ONCE:
                    pinged = 0
                    await asyncio.sleep(0.001)

    async def stop(self) -> None:
        """Let commands in flight finish, then say goodbye to everybody."""
        self.stopping = True
        await self._wait_for(self._idle, self.busy)
        for socket in tuple(self._open):
            socket.close("restarting", retry=True)
        await self._wait_for(self._empty, self._taken)

    async def _wait_for(self, end: asyncio.Event, left: int) -> None:
        end.clear()
        if left:
            with suppress(TimeoutError):
                await asyncio.wait_for(end.wait(), self.limits.finish)


def _name(caller: Caller) -> str:
    token = caller.seat_token
    return caller.guest if token is None else f"{token.table}.{token.seat}"
