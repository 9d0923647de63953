"""Where connections come in: as many as there are files for, and a word to those beyond.

It reads no requests: `connection` does, for everybody who was let in. Whoever comes when all places
are taken gets 503 with `Retry-After` and is gone again, so the server keeps the files that it needs
for its store and its bots. Where addresses are counted, none of them has more than half of the
places. Invariant: a connection counts from the moment it is accepted until it ends, and a system
that gives no more files is never asked again at once.
"""

from __future__ import annotations

import asyncio
import errno
import logging
import os
import socket
from collections import Counter
from collections.abc import Callable, Coroutine
from contextlib import suppress
from functools import partial
from typing import Any

from whistlestop.server.addresses.address_book import AddressBook
from whistlestop.server.addresses.client_address import client_address
from whistlestop.server.sockets.limits import RETRY_SECONDS
from whistlestop.server.watch.logs import note, note_defect

BACKLOG = 1024  # connections that wait to be accepted, when everybody comes back at once
AT_ONCE = 64  # connections that are accepted before the loop does other work
LEAVING = 16  # of those without a place who are given time to read why
LEAVE_SECONDS = 1.0
PAUSE = 0.5  # seconds without accepting, when the system gives no more files
NOTE_EVERY = 10.0  # seconds between two lines about it in the log

_NO_FILES = (errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM)
_BODY = b'{"code":"server_full","params":{"seconds":%d}}' % RETRY_SECONDS
_FULL = (
    b"HTTP/1.1 503 Service Unavailable\r\nServer: whistlestop\r\nConnection: close\r\n"
    b"Content-Type: application/json\r\nCache-Control: no-store\r\n"
    b"Retry-After: %d\r\nContent-Length: %d\r\n\r\n%b" % (RETRY_SECONDS, len(_BODY), _BODY)
)

# Makes the protocol of one connection, which calls the function when the connection has ended.
Connect = Callable[[Callable[[], None]], asyncio.Protocol]


class Door:
    """Listens, and lets in as many connections as there are places."""

    def __init__(
        self,
        sockets: list[socket.socket],
        connect: Connect,
        places: int,
        book: AddressBook | None = None,
    ) -> None:
        """With a `book`, half of the places are kept from any one address; behind a proxy there is
        only one, so none then."""
        self.sockets = sockets
        self.places = places
        self.taken = 0
        self.turned_away = 0
        self._connect = connect
        self._book = book
        self._half = max(1, places // 2)
        self._held: Counter[str] = Counter()  # places by the address that has them
        self._loop = asyncio.get_running_loop()
        self._tasks: set[asyncio.Task[None]] = set()
        self._leaving = 0
        self._noted = -NOTE_EVERY
        self._noted_count = 0
        self._closed = False
        self._spare = _spare_file()
        for listening in sockets:
            self._loop.add_reader(listening.fileno(), self._accept, listening)

    def close(self) -> None:
        """Let nobody in any more; those who are in stay."""
        if self._closed:
            return
        self._closed = True
        for listening in self.sockets:
            self._loop.remove_reader(listening.fileno())
            listening.close()
        self._free_spare()

    def _accept(self, listening: socket.socket) -> None:
        for _ in range(AT_ONCE):
            try:
                line, peer = listening.accept()
            except OSError as error:
                if error.errno in _NO_FILES:
                    self._no_files(listening)
                return
            line.setblocking(False)
            name = "" if self._book is None else client_address(peer[0], [], 0)
            too_many = self._book is not None and self._held[name] >= self._half
            if self.taken < self.places and not too_many:
                self._let_in(line, name)
            else:
                self._turn_away(line, name if too_many else None)

    # Those who find a place

    def _let_in(self, line: socket.socket, name: str) -> None:
        self.taken += 1
        self._held[name] += 1
        with suppress(OSError):
            line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._spawn(self._hand_over(line, name))

    async def _hand_over(self, line: socket.socket, name: str) -> None:
        ended = _Once(partial(self._give_back, name))
        try:
            await self._loop.connect_accepted_socket(lambda: self._connect(ended), line)
        except BaseException:
            line.close()
            ended()
            raise

    def _give_back(self, name: str) -> None:
        self.taken -= 1
        self._held[name] -= 1
        if not self._held[name]:
            del self._held[name]

    # Those who do not

    def _turn_away(self, line: socket.socket, name: str | None) -> None:
        self._note(name)
        if self._leaving < LEAVING:
            self._leaving += 1
            self._spawn(self._say_full(line))
        else:
            _say_full_at_once(line)

    async def _say_full(self, line: socket.socket) -> None:
        """Say why, and wait until it is read: closing at once might take the answer back."""
        try:
            async with asyncio.timeout(LEAVE_SECONDS):
                await self._loop.sock_sendall(line, _FULL)
                line.shutdown(socket.SHUT_WR)
                while await self._loop.sock_recv(line, 4096):
                    pass
        except (OSError, TimeoutError):
            pass
        finally:
            self._leaving -= 1
            line.close()

    def _no_files(self, listening: socket.socket) -> None:
        """Answer those who wait, one after the other with the file kept for that; without it, leave
        them for later."""
        self._free_spare()
        try:
            for _ in range(AT_ONCE):
                line, _ = listening.accept()
                line.setblocking(False)
                _say_full_at_once(line)
                self._note()
        except OSError as error:
            if error.errno in _NO_FILES:
                self._note()
                self._loop.remove_reader(listening.fileno())
                self._loop.call_later(PAUSE, self._go_on, listening)
        self._spare = _spare_file()

    def _free_spare(self) -> None:
        spare, self._spare = self._spare, None
        if spare is not None:
            os.close(spare)

    def _go_on(self, listening: socket.socket) -> None:
        if not self._closed:
            self._loop.add_reader(listening.fileno(), self._accept, listening)

    def _note(self, name: str | None = None) -> None:
        """Count somebody turned away; now and then that is worth a line. `name` is an address that
        has its half."""
        self.turned_away += 1
        now = self._loop.time()
        if now - self._noted >= NOTE_EVERY:
            count, self._noted_count = self.turned_away - self._noted_count, self.turned_away
            self._noted = now
            facts: dict[str, Any] = {"connections": self.taken, "turned_away": count}
            if name is not None and self._book is not None:
                facts["address"] = self._book.alias(name)
            note("connections_full", logging.WARNING, **facts)

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = self._loop.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        failure = None if task.cancelled() else task.exception()
        if failure is not None and not isinstance(failure, OSError):  # a line that broke is none
            note_defect("door", failure)


class _Once:
    """Calls a function the first time it is called itself."""

    __slots__ = ("_function",)

    def __init__(self, function: Callable[[], None]) -> None:
        self._function: Callable[[], None] | None = function

    def __call__(self) -> None:
        function, self._function = self._function, None
        if function is not None:
            function()


def _spare_file() -> int | None:
    """A file that is opened only to be closed when one is needed; None if there is none left."""
    try:
        return os.open(os.devnull, os.O_RDONLY | os.O_CLOEXEC)
    except OSError:
        return None


def _say_full_at_once(line: socket.socket) -> None:
    """Say why and close, with what has been sent to us read as far as it has come."""
    with suppress(OSError):
        line.send(_FULL)
        line.shutdown(socket.SHUT_WR)
        line.recv(65536)
    line.close()


async def listen(host: str, port: int, *, reuse_port: bool) -> list[socket.socket]:
    """Sockets that listen on every address of a host. Raises OSError."""
    loop = asyncio.get_running_loop()
    found = await loop.getaddrinfo(
        host or None, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
    )
    sockets: list[socket.socket] = []
    try:
        for family, kind, protocol, _, address in dict.fromkeys(found):
            listening = socket.socket(family, kind, protocol)
            sockets.append(listening)
            _bind(listening, address, reuse_port=reuse_port)
    except BaseException:
        for listening in sockets:
            listening.close()
        raise
    return sockets


def _bind(listening: socket.socket, address: tuple[object, ...], *, reuse_port: bool) -> None:
    listening.setblocking(False)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    if reuse_port:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
    if listening.family == socket.AF_INET6:
        listening.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
    listening.bind(address)
    listening.listen(BACKLOG)
