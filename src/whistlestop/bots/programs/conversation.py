"""Lines to a program and back, each with a time limit: the pipes and signals behind `stdio`.

The program runs in a process group of its own, so that everything it has started ends with it; its
standard error is ours. This module knows nothing of bots or views. Invariant: no call waits longer
than its time limit.
"""

from __future__ import annotations

import contextlib
import errno
import os
import selectors
import signal
import subprocess
import time
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

from whistlestop.bots.contract import BotError

LONGEST_LINE = 4096  # bytes; an action takes less than a hundred
BYE_SECONDS = 1.0
CHUNK = 1 << 16


class Conversation:
    """A running program: it gets lines and answers with one line at a time."""

    def __init__(self, command: Sequence[str]) -> None:
        self.name = Path(command[0]).name
        self._process = _start(command)
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._in = self._process.stdin.fileno()
        self._out = self._process.stdout.fileno()
        self._heard = b""
        os.set_blocking(self._in, False)
        os.set_blocking(self._out, False)

    def ask(self, lines: Sequence[bytes], seconds: float) -> str:
        """Send some lines and return the line that the program answers."""
        deadline = time.monotonic() + seconds
        self._listen()
        if self._heard:
            self._fail("unasked", "said something before it was asked")
        self._tell(b"".join(lines), deadline)
        return self._answer(deadline)

    def end(self, last_words: bytes) -> None:
        """End the program; after last words it gets a moment to end by itself."""
        if self._process.returncode is not None:
            return
        if last_words:
            with contextlib.suppress(OSError):
                os.write(self._in, last_words)
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                with contextlib.suppress(OSError):
                    pipe.close()
        if last_words:
            self._wait(BYE_SECONDS)
        self.kill()
        self._process.wait()

    def kill(self) -> None:
        """Kill the program and everything it has started, without cleaning up."""
        # Its process id is not reused before we have waited for it.
        if self._process.returncode is None:
            with contextlib.suppress(OSError):
                os.killpg(self._process.pid, signal.SIGKILL)

    def _tell(self, data: bytes, deadline: float) -> None:
        while data:
            self._until(self._in, selectors.EVENT_WRITE, deadline)
            with contextlib.suppress(BlockingIOError):
                try:
                    data = data[os.write(self._in, data[:CHUNK]) :]
                except BrokenPipeError:
                    self._ended()

    def _answer(self, deadline: float) -> str:
        while b"\n" not in self._heard:
            if len(self._heard) > LONGEST_LINE:
                self._fail("bad_answer", f"answered with more than {LONGEST_LINE} characters")
            self._until(self._out, selectors.EVENT_READ, deadline)
            if not self._listen():
                self._ended()
        line, _, self._heard = self._heard.partition(b"\n")
        try:
            return line.decode().strip()
        except UnicodeDecodeError:
            self._fail("bad_answer", "answered with what is not UTF-8")

    def _listen(self) -> bool:
        """Read what the program has said so far; False if it has closed its output."""
        try:
            more = os.read(self._out, CHUNK)
        except BlockingIOError:
            return True
        self._heard += more
        return bool(more)

    def _until(self, fd: int, event: int, deadline: float) -> None:
        """Wait until a pipe can be read or written."""
        with selectors.DefaultSelector() as selector:
            selector.register(fd, event)
            left = deadline - time.monotonic()
            if left <= 0 or not selector.select(left):
                self._fail("hung", "did not answer in time")

    def _ended(self) -> NoReturn:
        end = self._wait(BYE_SECONDS)
        if end is None:
            self._fail("ended", "closed its output instead of answering")
        how = "with exit code" if end.si_code == os.CLD_EXITED else "by signal"
        self._fail("ended", f"ended {how} {end.si_status} instead of answering")

    def _wait(self, seconds: float) -> os.waitid_result | None:
        """How the program ended, if it does in time; `end` still has to wait for it."""
        deadline = time.monotonic() + seconds
        pause = 0.0005
        while True:
            options = os.WEXITED | os.WNOHANG | os.WNOWAIT
            end = os.waitid(os.P_PID, self._process.pid, options)
            if end is not None or time.monotonic() > deadline:
                return end
            time.sleep(pause)
            pause = min(pause * 2, 0.02)

    def _fail(self, code: str, what: str) -> NoReturn:
        raise BotError(code, f"The program {self.name} {what}.")


def _start(command: Sequence[str]) -> subprocess.Popen[bytes]:
    try:
        return subprocess.Popen(
            list(command),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            bufsize=0,
            start_new_session=True,
        )
    except OSError as error:
        raise BotError("no_program", _why_not(command[0], error)) from None


def _why_not(program: str, error: OSError) -> str:
    if error.errno == errno.ENOENT:
        return f"There is no program {program}, or what its first line names is not there."
    if error.errno == errno.EACCES:
        if program.endswith(".py"):
            return f"{program} is no program; `whistlestop bots add {program}` lets its bot in."
        return f"{program} may not be run; `chmod +x` makes a file a program."
    if error.errno == errno.ENOEXEC:
        return f"{program} is no program; a script begins with a line such as #!/usr/bin/env node."
    return f"The program {program} cannot be started ({error.strerror})."
