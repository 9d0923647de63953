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
from urllib.parse import urlsplit

import msgspec
import uvloop

from tests.server.hostile.connections import Leaving, Place, broken, connect
from tests.server.hostile.messages import Kind, Role, bodies, messages
from tests.server.house import HELLO, INVITES, Visitor, frame
from tests.server.soak import FACTOR

AT_ONCE = 20
# A connection may bring so many bytes before it is cut off as a flood.
BYTES = 200_000
CONNECTIONS_AT_ONCE = 40
PATIENCE = 120 * FACTOR

KINDS: tuple[Kind, ...] = ("commands", "tables", "play")

_LENGTH = re.compile(rb"Content-Length: ([0-9]+)")
_CODE = re.compile(rb'"code":"([a-z_]+)"')


class Attacker:
    """One socket through which messages are fired."""

    def __init__(self, place: Place, role: Role) -> None:
        self.place = place
        self.role = role
        self.bytes = 0
        self._buffer = bytearray()

    async def open(self) -> None:
        self._reader, self._writer = await asyncio.open_connection(self.place.host, self.place.port)
        self._buffer.clear()
        self._writer.write(self.place.handshake)
        head = await self._reader.readuntil(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 101"), head
        if self.role != "unknown":
            hello = {**HELLO, "invite": self.place.invite}
            self._writer.write(frame(1, msgspec.json.encode(hello)))
            while not (await self._next()).startswith(b'{"type":"welcome"'):
                pass

    async def fire(self, batch: list[bytes]) -> Counter[str]:
        """Send all at once; the answers, by their codes."""
        self.send(batch)
        heard: Counter[str] = Counter()
        while heard.total() < len(batch):
            answer = await self._next()
            if answer.startswith(b'{"type":"refused"'):
                code = _CODE.search(answer)
                assert code is not None
                heard[code[1].decode()] += 1
            elif self.role == "unknown" and b'"no_hello"' in answer:
                # Something understood that was no hello: the door closes, so knock again.
                heard["no_hello"] += 1
                self._writer.close()
                await self.open()
                self.send(batch[heard.total() :])
            elif not answer.startswith(b'{"type":"update"'):
                raise AssertionError(answer[:200])
        return heard

    def send(self, batch: list[bytes]) -> None:
        data = b"".join(frame(1, message) for message in batch)
        self.bytes += len(data)
        self._writer.write(data)

    async def _next(self) -> bytes:
        found = await self.next_or_none()
        assert found is not None, "the server has closed"
        return found

    async def next_or_none(self) -> bytes | None:
        """The payload of the next frame, or None at the end."""
        while (found := self._frame()) is None:
            piece = await self._reader.read(65536)
            if not piece:
                self._writer.close()
                return None
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


class Poster:
    """One connection on which bad requests follow each other."""

    def __init__(self, place: Place, kind: Kind) -> None:
        self.place = place
        paths = {"commands": f"/api/tables/{place.table}/commands"}
        self.path = paths.get(kind, f"/api/{kind}")

    async def post(self, stream: Iterator[bytes]) -> Counter[str]:
        """Send all, one after the other; the answers, by their codes."""
        reader, writer = await asyncio.open_connection(self.place.host, self.place.port)
        heard: Counter[str] = Counter()
        for body in stream:
            length = f"Content-Length: {len(body)}"
            writer.write(self.place.request("POST", self.path, length, body=body))
            head = await reader.readuntil(b"\r\n\r\n")
            answer = await reader.readexactly(int(_LENGTH.findall(head)[0]))
            code = _CODE.search(answer)
            assert code is not None, (body, answer)
            assert head[9:10] == b"4", (body, head)
            heard[code[1].decode()] += 1
            if b"Connection: close" in head:
                writer.close()
                reader, writer = await asyncio.open_connection(self.place.host, self.place.port)
        writer.close()
        return heard


Entries = list[tuple[Place, Role]]


async def entries_of(address: str, ann: Visitor) -> tuple[Entries, str]:
    """Where attackers come in, a table that gathers and a running game, in every role; and which
    table the game is at."""
    parts = urlsplit(address)
    host, port = str(parts.hostname), int(parts.port or 0)
    gathering = await ann.new_table()
    seats = [{"kind": "me"}, {"kind": "here"}]
    _, made = await ann.post("/api/tables", {"name": "Ann", "seats": seats})
    running = str(made["table"])
    INVITES[running] = made["invite"]
    start = {"type": "start", "id": "start"}
    assert (await ann.post(f"/api/tables/{running}/commands", start))[0] == 200
    async with Visitor(address) as eve:
        await eve.get("/api/me")
        cookies = {"spectator": eve.cookie(), "unknown": eve.cookie(), "player": ann.cookie()}
    roles: tuple[Role, ...] = ("spectator", "unknown", "player")
    return [
        (Place(host, port, table, str(cookies[role]), INVITES[table]), role)
        for table in (gathering, running)
        for role in roles
    ], running


@dataclass
class Attack:
    """Attackers in several roles at the same time, and what they were answered."""

    places: Entries
    seed: object
    answers: Counter[str] = field(default_factory=Counter)
    connections: int = 0

    async def send(self, count: int) -> None:
        """So many messages at least, shared out among all; some as the bodies of requests."""
        posts = count // 40 // len(KINDS)
        share = -(-(count - posts * len(KINDS)) // len(self.places))
        async with asyncio.timeout(PATIENCE), asyncio.TaskGroup() as group:
            for number, (place, role) in enumerate(self.places):
                stream = islice(messages(role, f"{self.seed} {number}"), share)
                group.create_task(self._send(place, role, stream))
            for kind in KINDS:
                stream = islice(bodies(kind, self.seed), posts)
                group.create_task(self._post(self.places[-1][0], kind, stream))

    async def _post(self, place: Place, kind: Kind, stream: Iterator[bytes]) -> None:
        self.answers += await Poster(place, kind).post(stream)

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
    places: Entries, seed: object, messages: int, connections: int
) -> tuple[Counter[str], int]:
    """A whole attack, for a process of its own: the answers by their codes, and the connections."""
    made = Attack(places, seed)

    async def whole() -> None:
        await made.send(messages)
        await made.break_connections(connections)

    uvloop.run(whole())
    return made.answers, made.connections
