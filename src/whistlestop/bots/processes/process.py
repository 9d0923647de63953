"""One worker as its owner sees it: a process behind a socket that answers one question at a time.

It shares nothing with its owner (no sockets, no threads, no input) and can be killed at any moment.
This module does not know what the questions mean; `pool` does.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import socket
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass

from whistlestop.bots.processes.messages import HEADER, READY

# How long a worker may take to start: it imports the package and reads all boards.
START_SECONDS = 30.0
# In bytes: a few pieces of advice take less than a hundredth of it, so more is nonsense.
LARGEST_ANSWER = 1 << 16

_PROGRAM = "import sys; from whistlestop.bots.processes.worker import main; main(sys.argv[1:])"


class WorkerLost(Exception):
    """The process ended, or sent something that is no answer."""


@dataclass(eq=False, slots=True)
class BotProcess:
    """A running worker."""

    _process: subprocess.Popen[bytes]
    _reader: asyncio.StreamReader
    _writer: asyncio.StreamWriter

    @classmethod
    async def start(cls, modules: Sequence[str] = ()) -> BotProcess:
        """Start a worker and wait until it can be asked; `modules` may register more bots."""
        process, ours = _started(modules)
        try:
            worker = cls(process, *await asyncio.open_unix_connection(sock=ours))
        except BaseException as error:
            process.kill()
            process.wait()
            ours.close()
            if isinstance(error, OSError):
                raise WorkerLost(str(error)) from error
            raise
        try:
            async with asyncio.timeout(START_SECONDS):
                if await worker._receive() != READY:
                    raise WorkerLost("no greeting")
        except BaseException as error:
            await worker.stop()
            if isinstance(error, TimeoutError):
                raise WorkerLost("no greeting in time") from None
            raise
        return worker

    @property
    def pid(self) -> int:
        """The number of its process."""
        return self._process.pid

    @property
    def lives(self) -> bool:
        """Whether its process runs."""
        return self._process.poll() is None

    async def ask(self, question: bytes, seconds: float) -> bytes:
        """The answer. After TimeoutError or WorkerLost the caller must stop the worker."""
        async with asyncio.timeout(seconds):
            try:
                self._writer.write(question)
                await self._writer.drain()
            except OSError as error:
                raise WorkerLost(str(error)) from error
            return await self._receive()

    async def _receive(self) -> bytes:
        try:
            size = HEADER.unpack(await self._reader.readexactly(HEADER.size))[0]
            if size > LARGEST_ANSWER:
                raise WorkerLost("the answer is too long")
            return await self._reader.readexactly(size)
        except (OSError, asyncio.IncompleteReadError) as error:
            raise WorkerLost("it ended") from error

    async def stop(self) -> None:
        """Kill the process and wait until it is gone."""
        self._process.kill()
        self._writer.close()
        try:
            with contextlib.suppress(OSError):
                await self._writer.wait_closed()
            # A large process takes a while to give its memory back; let others go on meanwhile.
            while self._process.poll() is None:
                await asyncio.sleep(0.001)
        finally:
            self._process.wait()


def _started(modules: Sequence[str]) -> tuple[subprocess.Popen[bytes], socket.socket]:
    """A new process and our end of its channel. Raises WorkerLost."""
    try:
        # Both need descriptors, and the system may have none left.
        ours, theirs = socket.socketpair()
        with theirs:
            try:
                return _popen(theirs, modules), ours
            except OSError:
                ours.close()
                raise
    except OSError as error:
        raise WorkerLost(str(error)) from error


def _popen(channel: socket.socket, modules: Sequence[str]) -> subprocess.Popen[bytes]:
    """Start the process; on Linux it asks to end with the thread that starts it."""
    fd = channel.fileno()
    return subprocess.Popen(
        [sys.executable, "-P", "-c", _PROGRAM, str(fd), str(os.getpid()), *modules],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        pass_fds=(fd,),
        env={**os.environ, "PYTHONPATH": os.pathsep.join(p or os.getcwd() for p in sys.path)},
    )
