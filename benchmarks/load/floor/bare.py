"""The least that durable moves can cost here: bare sockets and a bare commit, and nothing else.

No WebSocket library, no message is read, no rule is asked: a message is a row in a SQLite file with
`synchronous = FULL`, those of 22 ms share a commit, and after it everybody in the group is sent a
frame of the sizes that were given, the sender with its acknowledgement in front. Whatever a server
does beyond that comes on top. It understands the load client's frames only.
"""

from __future__ import annotations

import argparse
import asyncio
import base64
import hashlib
import itertools
import json
import sqlite3
import struct
import threading
from collections import defaultdict
from pathlib import Path
from queue import SimpleQueue
from typing import cast

import uvloop

_ACK = b'{"type":"ack","id":"0.100","v":100}'
_DISTANCE = 0.022
_KEY = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"  # RFC 6455
_HELLO = "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
_SETUP = """PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 10000;
    CREATE TABLE moves (number INTEGER PRIMARY KEY, message BLOB)"""
_INSERT = "INSERT INTO moves (message) VALUES (?)"

Sent = tuple["Socket", bytes]


def framed(text: bytes) -> bytes:
    """A text as a WebSocket frame."""
    size = len(text)
    head = bytes((0x81, size)) if size < 126 else struct.pack("!BBH", 0x81, 126, size)
    return head + text


class Bare:
    """All sockets by their group, and the thread that commits."""

    def __init__(self, sizes: list[int], store: Path) -> None:
        self.groups: defaultdict[str, list[Socket]] = defaultdict(list)
        self._frames = itertools.cycle([framed(b"x" * size) for size in sizes])
        self._ack = framed(_ACK)
        self._loop = asyncio.get_running_loop()
        self._store = store
        self._waiting: list[Sent] = []
        self._last = 0.0
        self._queue: SimpleQueue[list[Sent]] = SimpleQueue()
        threading.Thread(target=self._commit, daemon=True).start()

    def take(self, socket: Socket, message: bytes) -> None:
        """Queue a message for the next commit."""
        if not self._waiting:
            self._loop.call_at(max(self._loop.time(), self._last + _DISTANCE), self._hand_over)
        self._waiting.append((socket, message))

    def _hand_over(self) -> None:
        self._last = self._loop.time()
        self._queue.put(self._waiting)
        self._waiting = []

    def _commit(self) -> None:
        connection = sqlite3.connect(self._store, isolation_level=None)
        connection.executescript(_SETUP)
        while True:
            moves = self._queue.get()
            connection.execute("BEGIN")
            connection.executemany(_INSERT, [(message,) for _, message in moves])
            connection.execute("COMMIT")
            self._loop.call_soon_threadsafe(self._tell, moves)

    def _tell(self, moves: list[Sent]) -> None:
        for sender, _ in moves:
            for socket in self.groups[sender.group]:
                frame = next(self._frames)
                socket.transport.write(self._ack + frame if socket is sender else frame)


class Socket(asyncio.Protocol):
    """A socket; the mask of the load client is all zero, so a frame's text is there as it is."""

    __slots__ = ("_bare", "_rest", "group", "transport")

    def __init__(self, bare: Bare) -> None:
        self._bare = bare
        self._rest = b""
        self.group = ""
        self.transport: asyncio.Transport

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Called by asyncio."""
        self.transport = cast(asyncio.Transport, transport)

    def connection_lost(self, error: Exception | None) -> None:
        """Called by asyncio: leave the group."""
        if self.group:
            self._bare.groups[self.group].remove(self)

    def data_received(self, data: bytes) -> None:
        """Called by asyncio: shake hands first, then take whole frames."""
        data = self._rest + data
        if not self.group:
            head, blank, rest = data.partition(b"\r\n\r\n")
            if blank:
                self._shake_hands(head.decode())
            self._rest = rest if blank else data
            return
        while len(data) >= 6 and len(data) >= (size := 6 + (data[1] & 0x7F)):
            self._bare.take(self, data[6:size])
            data = data[size:]
        self._rest = data

    def _shake_hands(self, head: str) -> None:
        self.group = head.split()[1]
        self._bare.groups[self.group].append(self)
        key = head.lower().index("sec-websocket-key: ") + len("sec-websocket-key: ")
        digest = hashlib.sha1(head[key:].split()[0].encode() + _KEY).digest()
        accept = base64.b64encode(digest).decode()
        self.transport.write(f"{_HELLO}Sec-WebSocket-Accept: {accept}\r\n\r\n".encode())


async def serve(port: int, sizes: list[int], store: Path) -> None:
    """Serve until the process is stopped."""
    bare = Bare(sizes, store)
    loop = asyncio.get_running_loop()
    server = await loop.create_server(lambda: Socket(bare), "127.0.0.1", port, backlog=1_000)
    await server.serve_forever()


def main() -> None:
    """Read the command line and serve."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--sizes", type=Path, required=True, help="a JSON list of frame sizes")
    given = parser.parse_args()
    sizes = json.loads(given.sizes.read_text())
    uvloop.run(serve(given.port, sizes, given.sizes.with_name("bare.db")))


if __name__ == "__main__":
    main()
