"""All sockets of a process: how many there may be, whether they still live, and how they end.

It reads and writes no messages. Invariant: every socket that was let in is counted until it is
gone, and none that has fallen silent stays for long.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from whistlestop.protocol.limits import (
    MESSAGES_PER_WINDOW,
    SOCKETS_PER_GUEST,
    WINDOW_SECONDS,
)
from whistlestop.server.errors import ServerRefusal

if TYPE_CHECKING:
    from whistlestop.server.sockets.table_socket import TableSocket
    from whistlestop.server.table.caller import Caller
    from whistlestop.server.watch.metrics import Metrics

# A burst of pings would hold up everybody else; so many go out between two breaths.
_PINGS_AT_ONCE = 50
# Nobody waits for more sockets than these to be written to.
WRITES_AT_ONCE = 100


@dataclass(frozen=True, slots=True)
class SocketLimits:
    """What a server bears. Seconds and counts; tests change them, operators the first."""

    sockets: int = 10_000
    sockets_per_guest: int = SOCKETS_PER_GUEST
    messages: int = MESSAGES_PER_WINDOW
    window: float = WINDOW_SECONDS
    hello: float = 10.0
    ping_after: float = 25.0
    silent_after: float = 50.0
    finish: float = 5.0


class RateLimit:
    """How fast somebody may speak: a burst of `messages`, and as many again in each window."""

    __slots__ = ("_full", "_level", "_rate", "_seen")

    def __init__(self, limits: SocketLimits, now: float) -> None:
        self._full = limits.messages
        self._rate = limits.messages / limits.window
        self._level = 0.0
        self._seen = now

    def allows(self, now: float) -> bool:
        """Whether one more is in time; what is refused does not count."""
        level = max(0.0, self._level - (now - self._seen) * self._rate)
        self._seen = now
        fits = level + 1 <= self._full
        self._level = level + 1 if fits else level
        return fits

    def rested(self, now: float) -> bool:
        """Whether all that was said is forgotten."""
        return (now - self._seen) * self._rate >= self._level


class OpenSockets:
    """The open sockets, and the commands that are being carried out."""

    def __init__(self, limits: SocketLimits, metrics: Metrics) -> None:
        self.limits = limits
        self.metrics = metrics
        self.stopping = False
        self.busy = 0
        self._open: set[TableSocket] = set()
        self._places: Counter[str] = Counter()
        self._taken = 0
        self._idle = asyncio.Event()
        self._held: set[asyncio.Task[None]] = set()
        self._paces: dict[str, RateLimit] = {}
        self._writing: list[TableSocket] = []

    def __len__(self) -> int:
        return len(self._open)

    def take_place(self, caller: Caller) -> str:
        """A place for one more socket. Raises ServerRefusal if there is none."""
        if self.stopping:
            raise ServerRefusal("restarting", 503)
        name = _name(caller)
        if self._places[name] >= self.limits.sockets_per_guest:
            raise ServerRefusal("too_many_sockets", 429, most=self.limits.sockets_per_guest)
        if self._taken >= self.limits.sockets:
            raise ServerRefusal("server_full", 503)
        self._places[name] += 1
        self._taken += 1
        return name

    def free_place(self, name: str) -> None:
        self._taken -= 1
        self._places[name] -= 1
        if not self._places[name]:
            del self._places[name]

    def add(self, socket: TableSocket) -> None:
        self._open.add(socket)

    def remove(self, socket: TableSocket) -> None:
        self._open.discard(socket)

    def check_pace(self, caller: Caller) -> None:
        """Without a socket one may be as fast as on one. Raises ServerRefusal."""
        now = asyncio.get_running_loop().time()
        name = _name(caller)
        pace = self._paces.get(name)
        if pace is None:
            pace = self._paces[name] = RateLimit(self.limits, now)
        if not pace.allows(now):
            raise ServerRefusal("too_fast", 429)

    def begin(self) -> None:
        """A command is being carried out; a stop waits for its end."""
        if self.stopping:
            raise ServerRefusal("restarting", 503)
        self.busy += 1

    def end(self) -> None:
        self.busy -= 1
        if not self.busy:
            self._idle.set()

    def write_soon(self, socket: TableSocket) -> None:
        """Let a socket write once the loop has done what it is at. What all write at a stretch
        costs the system, and the work it would interrupt, less than each by itself."""
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
        """Hold on to something a socket does beside listening, until it is done."""
        self._held.add(task)
        task.add_done_callback(self._held.discard)

    async def look_after(self) -> None:
        """Ping the quiet and drop the silent, until cancelled."""
        loop = asyncio.get_running_loop()
        while True:
            await asyncio.sleep(self.limits.ping_after / 5)
            self._forget_paces(loop.time())
            pinged = 0
            for socket in tuple(self._open):
                pinged += socket.look_after(loop.time())
                if pinged == _PINGS_AT_ONCE:
                    pinged = 0
                    await asyncio.sleep(0.001)

    def _forget_paces(self, now: float) -> None:
        """Whoever has been quiet for a whole window may start afresh."""
        quiet = [name for name, pace in self._paces.items() if pace.rested(now)]
        for name in quiet:
            del self._paces[name]

    async def stop(self) -> None:
        """Let commands in flight finish, then say goodbye to everybody."""
        self.stopping = True
        await self._wait_until_idle()
        for socket in tuple(self._open):
            socket.close("restarting", retry=True)
        if self._held:
            await asyncio.wait(self._held, timeout=self.limits.finish)

    async def _wait_until_idle(self) -> None:
        self._idle.clear()
        if self.busy:
            try:
                await asyncio.wait_for(self._idle.wait(), self.limits.finish)
            except TimeoutError:
                return


def _name(caller: Caller) -> str:
    token = caller.seat_token
    return caller.guest if token is None else f"{token.table}.{token.seat}"
