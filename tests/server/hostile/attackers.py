"""Those who send such messages, over sockets that they keep open, several at a time.

Each message gets one answer, a refusal; anything else is counted as what it is. Not more is sent at
once than a socket's own queue of answers holds.
"""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice

import uvloop

from tests.server.hostile.connections import Leaving, Place, broken, connect
from tests.server.hostile.messages import Role, messages
from tests.server.transport.house import frame

AT_ONCE = 20
# A connection may bring so many bytes before it is cut off as a flood.
BYTES = 200_000
CONNECTIONS_AT_ONCE = 40
PATIENCE = 120

_CODE = re.compile(rb'"code":"([a-z_]+)"')
_HELLO = frame(1, b'{"type":"hello","protocol":1}')


class Attacker:
    """One socket through which messages are fired."""

    def __init__(self, place: Place, role: Role) -> None:
        self.place = place
        self.role = role
        self.bytes = 0
        self._buffer = bytearray()

    async def open(self) -> None:
        self._reader, self._writer = await asyncio.open_connection(self.place.host, self.place.port)
        self._writer.write(self.place.handshake)
        head = await self._reader.readuntil(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 101"), head
        if self.role != "unknown":
            self._writer.write(_HELLO)
            while not (await self._next()).startswith(b'{"type":"welcome"'):
                pass

    async def fire(self, batch: list[bytes]) -> Counter[str]:
        """Send all at once; the answers, by their codes."""
        data = b"".join(frame(1, message) for message in batch)
        self.bytes += len(data)
        self._writer.write(data)
        heard: Counter[str] = Counter()
        while heard.total() < len(batch):
            answer = await self._next()
            if answer.startswith(b'{"type":"refused"'):
                code = _CODE.search(answer)
                assert code is not None
                heard[code[1].decode()] += 1
            elif not answer.startswith(b'{"type":"update"'):
                raise AssertionError(answer[:200])
        return heard

    async def _next(self) -> bytes:
        """The payload of the next frame."""
        while (found := self._frame()) is None:
            piece = await self._reader.read(65536)
            assert piece, "the server has closed"
            self._buffer += piece
        return found

    def _frame(self) -> bytes | None:
        buffer = self._buffer
        if len(buffer) < 2:
            return None
        size, start = buffer[1], 2
        if size > 125:
            start = 4 if size == 126 else 10
            size = int.from_bytes(buffer[2:start], "big")
        if len(buffer) < start + size:
            return None
        payload = bytes(buffer[start : start + size])
        del buffer[: start + size]
        return payload

    async def close(self) -> None:
        self._writer.write(frame(8, b"\x03\xe8"))
        while await self._reader.read(65536):
            pass
        self._writer.close()
        await self._writer.wait_closed()


@dataclass
class Attack:
    """Attackers in several roles at the same time, and what they were answered."""

    places: list[tuple[Place, Role]]
    seed: object
    answers: Counter[str] = field(default_factory=Counter)
    connections: int = 0

    async def send(self, count: int) -> None:
        """So many messages at least, shared out among all."""
        share = -(-count // len(self.places))
        async with asyncio.timeout(PATIENCE), asyncio.TaskGroup() as group:
            for number, (place, role) in enumerate(self.places):
                stream = islice(messages(role, f"{self.seed} {number}"), share)
                group.create_task(self._send(place, role, stream))

    async def _send(self, place: Place, role: Role, stream: Iterator[bytes]) -> None:
        batch = list(islice(stream, AT_ONCE))
        while batch:
            attacker = Attacker(place, role)
            await attacker.open()
            while batch and attacker.bytes < BYTES:
                self.answers += await attacker.fire(batch)
                batch = list(islice(stream, AT_ONCE))
            await attacker.close()

    async def break_connections(self, count: int) -> None:
        """So many broken connections."""
        place, _ = self.places[0]
        stream = islice(broken(place, self.seed), count)
        async with asyncio.timeout(PATIENCE), asyncio.TaskGroup() as group:
            for _ in range(CONNECTIONS_AT_ONCE):
                group.create_task(self._break(place, stream))

    async def _break(self, place: Place, stream: Iterator[tuple[bytes, Leaving]]) -> None:
        for data, leaving in stream:
            got = await connect(place, data, leaving)
            self.connections += 1
            assert not got or got.startswith(b"HTTP/"), got[:100]
            assert got[9:10] != b"5", (data, got[:300])


def attack(
    places: list[tuple[Place, Role]], seed: object, messages: int, connections: int
) -> tuple[Counter[str], int]:
    """A whole attack, for a process of its own: the answers by their codes, and the connections."""
    made = Attack(places, seed)

    async def whole() -> None:
        await made.send(messages)
        await made.break_connections(connections)

    uvloop.run(whole())
    return made.answers, made.connections
