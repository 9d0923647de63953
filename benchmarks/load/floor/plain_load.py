"""The same load on less than a server: as many sockets, moves and bytes as the real one had."""

from __future__ import annotations

import asyncio
import json
import random
import sys
from dataclasses import dataclass
from pathlib import Path

from benchmarks.load.players.line import Line, dial
from benchmarks.load.serving import Serving, free_port
from benchmarks.load.tally import Tally
from benchmarks.load.window import idle_share

_MOVE = b'{"type":"do","id":"0.100","seat":0,"decision":99,"action":"claim duluth-omaha 2 red"}'
_AT_ONCE = 100


class Talker:
    """One socket of a group."""

    def __init__(self, tally: Tally) -> None:
        self._tally = tally
        self._opened = asyncio.get_running_loop().create_future()
        self._line: Line | None = None
        self._due: float | None = None

    async def come(self, host: str, path: str) -> None:
        """Connect, and wait until the server has agreed."""
        await dial(self, host, path)
        await self._opened

    def opened(self, line: Line) -> None:
        """Called by the line."""
        self._line = line
        self._opened.set_result(None)

    def heard(self, frame: bytes) -> None:
        """Called by the line: count the frame, and time an answer."""
        self._tally.note_frame(len(frame))
        if self._due is not None and frame.startswith(b"{"):
            self._tally.latencies.append(asyncio.get_running_loop().time() - self._due)
            self._due = None

    def closed(self, why: str) -> None:
        """Called by the line."""
        self._tally.lost[why] += 1

    def act(self, due: float) -> None:
        """Send a move that was due then."""
        if self._line is not None:
            self._due = due
            self._line.send(_MOVE)


@dataclass(frozen=True, slots=True)
class Plain:
    """What that cost: CPU seconds per move, and the time to the answer."""

    cpu: float
    tally: Tally


async def measure_plain(
    program: str,
    folder: Path,
    sizes: list[int],
    crowd: tuple[int, int],
    rate: float,
    seconds: float,
    core: int | None,
) -> Plain:
    """Run `plain` or `bare` under the same load; `crowd` is how many groups of how many."""
    (folder / "sizes.json").write_text(json.dumps(sizes))
    port = free_port()
    command = [sys.executable, "-m", f"benchmarks.load.floor.{program}", "--port", str(port)]
    command += ["--sizes", str(folder / "sizes.json")]
    server = Serving(command, port, folder / f"{program}.log", core)
    await server.start()
    try:
        tally = Tally()
        talkers = await _connect(server.host, *crowd, tally)
        idle = await idle_share(server, min(10.0, seconds))
        before = server.sample()
        await _talk(talkers, rate, seconds, tally)
        after = server.sample()
        used = after.cpu - before.cpu - idle * (after.at - before.at)
        return Plain(used / max(1, tally.moves), tally)
    finally:
        server.kill()


async def _connect(host: str, groups: int, seats: int, tally: Tally) -> list[Talker]:
    gate = asyncio.Semaphore(_AT_ONCE)
    talkers = [Talker(tally) for _ in range(groups * seats)]

    async def come(number: int, talker: Talker) -> None:
        async with gate:
            await talker.come(host, f"/{number // seats}")

    await asyncio.gather(*(come(i, talker) for i, talker in enumerate(talkers)))
    return talkers


async def _talk(talkers: list[Talker], rate: float, seconds: float, tally: Tally) -> None:
    loop = asyncio.get_running_loop()
    due = loop.time()
    end = due + seconds
    while (due := due + random.expovariate(rate)) < end:
        if (early := due - loop.time()) > 0:
            await asyncio.sleep(early)
        random.choice(talkers).act(due)
    await asyncio.sleep(0.5)
