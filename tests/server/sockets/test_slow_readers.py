"""Somebody who stops reading: closed at the bound, and nobody else waits for it."""

from __future__ import annotations

import asyncio
import contextlib
import socket
from collections.abc import AsyncIterator
from statistics import quantiles

import pytest

from tests.server.house import CHATTY, House, Line, Scene
from tests.server.sockets.test_table_socket import HELLO_FRAME
from whistlestop.protocol.limits import QUEUE_BYTES, QUEUE_MESSAGES
from whistlestop.server.sockets.limits import SocketLimits
from whistlestop.server.sockets.table_socket import TableSocket

BEARABLE = 0.050
LIMITS = SocketLimits(messages=1_000_000)


@contextlib.asynccontextmanager
async def stalled_reader(scene: Scene, table: str) -> AsyncIterator[None]:
    """A client that says hello and never reads what comes."""
    loop = asyncio.get_running_loop()
    line = socket.socket()
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    line.setblocking(False)
    try:
        await loop.sock_connect(line, (scene.host, scene.port))
        opening = scene.handshake(table, scene.ann.cookie() or "") + HELLO_FRAME
        await loop.sock_sendall(line, opening)
        yield
    finally:
        line.close()


async def _say(ann: Line, bob: Line, number: int) -> float:
    """How long it takes until somebody else is shown a line of chat."""
    loop = asyncio.get_running_loop()
    begun = loop.time()
    await ann.say({"type": "say", "id": f"s{number}", "text": "x" * 300})
    await bob.hear("update")
    return loop.time() - begun


@pytest.mark.slow
def test_one_stalled_reader_is_closed_and_delays_nobody(house: House) -> None:
    async def story(scene: Scene) -> None:
        table = await scene.ann.new_table()
        async with scene.ann.at(table) as ann, scene.visitor() as other, other.at(table) as bob:
            before = [await _say(ann, bob, n) for n in range(200)]
            async with stalled_reader(scene, table):
                await _until_sockets(scene, 3)
                during: list[float] = []
                while not house.lines("socket_end") and len(during) < 3000:
                    during.append(await _say(ann, bob, 1000 + len(during)))
            ends = house.lines("socket_end")
            assert [end["why"] for end in ends] == ["too_slow"]
            usual, stalled = quantiles(before, n=10)[8], quantiles(during, n=10)[8]
            assert stalled < usual + BEARABLE
            assert ann.ws.close_code is None

    house.run(story, limits=LIMITS, talk=CHATTY)


async def _until_sockets(scene: Scene, count: int) -> None:
    async with asyncio.timeout(5):
        while len(scene.server.sockets) != count:
            await asyncio.sleep(0.01)


def test_what_waits_for_a_stalled_reader_is_bounded(house: House) -> None:
    """Frames are sent as a table sends them; nothing waits, and the queue keeps its bounds."""

    async def story(scene: Scene) -> None:
        table = await scene.ann.new_table()
        async with stalled_reader(scene, table):
            await _until_sockets(scene, 1)
            outlets = (await scene.server.hub.table(table)).outlets
            async with asyncio.timeout(5):
                while not outlets:
                    await asyncio.sleep(0.01)
            outlet = next(iter(outlets))
            assert isinstance(outlet, TableSocket)
            loop, slowest, most = asyncio.get_running_loop(), 0.0, 0
            while outlets:
                begun = loop.time()
                outlet.send(b"x" * 2000)
                slowest = max(slowest, loop.time() - begun)
                most = max(most, len(outlet._queue))
                await asyncio.sleep(0)
            assert slowest < BEARABLE
            assert most <= QUEUE_MESSAGES
            assert most * 2000 <= QUEUE_BYTES

    house.run(story, limits=LIMITS)
    assert [end["why"] for end in house.lines("socket_end")] == ["too_slow"]


def test_a_slow_reader_that_catches_up_misses_nothing(house: House) -> None:
    async def story(scene: Scene) -> None:
        table = await scene.ann.new_table()
        async with scene.ann.at(table) as ann:
            outlet = next(iter((await scene.server.hub.table(table)).outlets))
            for number in range(60):
                outlet.send(b'{"type":"update","v":%d,"pad":"%s"}' % (number, b"x" * 3000))
            heard = [(await ann.hear("update"))["v"] for _ in range(60)]
            assert heard == list(range(60))

    house.run(story)
