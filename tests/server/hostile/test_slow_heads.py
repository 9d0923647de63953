"""Connections whose request never gets ready end soon, and a stop waits for no thought."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import time

import pytest

from tests.server.hostile.test_thinking import asked_to_choose_tickets, hint_request
from tests.server.house import House, Scene

PATIENCE = 0.6  # seconds, instead of ten
HEAD = b"GET /api/me HTTP/1.1\r\nHost: localhost\r\n"
BOARD = b"GET /api/boards/europe HTTP/1.1\r\nHost: localhost\r\n\r\n"
ASKED = 200  # answers of 60 kB: more than the system keeps for somebody who does not read


async def seconds_until_closed(reader: asyncio.StreamReader, begun: float) -> float:
    with contextlib.suppress(ConnectionError):
        async with asyncio.timeout(10):
            while await reader.read(65536):
                pass
    return time.monotonic() - begun


async def drip(writer: asyncio.StreamWriter) -> None:
    """A header that never ends, a byte at a time."""
    with contextlib.suppress(ConnectionError):
        while not writer.is_closing():
            writer.write(b"x")
            await writer.drain()
            await asyncio.sleep(0.1)


@pytest.mark.parametrize("start", [b"", HEAD, HEAD + b"\r\n" + HEAD], ids=["no", "half", "second"])
@pytest.mark.parametrize("dripping", [False, True], ids=["silent", "dripping"])
def test_a_head_that_does_not_end_is_cut_off(house: House, start: bytes, dripping: bool) -> None:
    async def story(scene: Scene) -> None:
        reader, writer = await asyncio.open_connection(scene.host, scene.port)
        begun = time.monotonic()
        writer.write(start)
        if start.count(HEAD) == 2:  # after a whole request, idling is allowed until more comes
            await reader.readuntil(b"}")
            writer.write(b"X-More: ")
        feeding = asyncio.create_task(drip(writer)) if dripping else None
        took = await seconds_until_closed(reader, begun)
        assert took < 8 * PATIENCE
        if feeding is not None:
            feeding.cancel()
        writer.close()
        assert (await scene.ann.get("/api/me"))[0] == 200

    house.run(story, head_seconds=PATIENCE)


def asking(scene: Scene) -> socket.socket:
    """A line on which much is asked for at once."""
    line = socket.create_connection((scene.host, scene.port))
    line.sendall(BOARD * ASKED)
    line.setblocking(False)
    return line


def is_cut(line: socket.socket) -> bool:
    try:
        line.send(b"GET")
    except BlockingIOError:
        return False
    except ConnectionError:
        return True
    return False


@pytest.mark.parametrize("dripping", [False, True], ids=["silent", "dripping"])
def test_a_connection_that_does_not_read_its_answers_is_cut_off(
    house: House, dripping: bool
) -> None:
    """Else a stranger could keep places for connections, for ever."""

    async def story(scene: Scene) -> None:
        line = asking(scene)
        async with asyncio.timeout(30):
            while not is_cut(line):
                await asyncio.sleep(0.1)
                if dripping:
                    with contextlib.suppress(BlockingIOError, ConnectionError):
                        line.recv(100)
        line.close()
        assert (await scene.ann.get("/api/me"))[0] == 200

    house.run(story, head_seconds=PATIENCE)


def test_a_slow_connection_that_goes_on_reading_gets_all_its_answers(house: House) -> None:
    async def story(scene: Scene) -> None:
        line, answers, begun = asking(scene), 0, time.monotonic()
        while answers < ASKED:
            await asyncio.sleep(0.03)
            with contextlib.suppress(BlockingIOError):
                heard = line.recv(200_000)
                assert heard
                answers += heard.count(b"Content-Type: ")
        assert time.monotonic() - begun > 4 * PATIENCE
        line.close()

    house.run(story, head_seconds=PATIENCE)


def test_connections_and_sockets_that_rest_between_requests_stay(house: House) -> None:
    async def story(scene: Scene) -> None:
        table = await scene.ann.new_table()
        reader, writer = await asyncio.open_connection(scene.host, scene.port)
        async with scene.ann.at(table) as line:
            for _ in range(2):
                writer.write(HEAD + b"\r\n")
                await reader.readuntil(b"}")
                await asyncio.sleep(2 * PATIENCE)
            await line.say({"type": "say", "id": "s", "text": "still here"})
            await line.hear("ack")
        writer.close()

    house.run(story, head_seconds=PATIENCE)


def test_a_stop_waits_for_no_hint(house: House) -> None:
    with contextlib.ExitStack() as held:
        ended = 0.0

        async def story(scene: Scene) -> None:
            nonlocal ended
            for _ in range(8):
                game = await asked_to_choose_tickets(scene.ann)
                line = held.enter_context(socket.create_connection((scene.host, scene.port)))
                line.sendall(hint_request(scene, *game))
            while scene.server.hub.bots.waiting < 6:
                await asyncio.sleep(0.02)
            ended = time.monotonic()

        house.run(story)
        assert time.monotonic() - ended < 3.0
