"""Programs of ours that begin as copies of a process which has everything loaded already.

Python needs half a second of the processor to load a server and a sixth of one to load a bot's
worker, again for each of the hundreds that tests start. A forge loads both once, then forks: what
runs is the same program with the same arguments, in a process of its own that can be killed. That
they start from nothing, too, is for test_start_and_stop, test_no_orphans and tests/bots/processes.
Elsewhere than on Linux everything starts from nothing. Invariant: a forge is a single thread, and
ends with its owner and takes its copies along.
"""

from __future__ import annotations

import atexit
import contextlib
import gc
import json
import os
import resource
import runpy
import select
import signal
import socket
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cache, partial
from importlib import import_module
from pathlib import Path
from typing import IO, cast

from whistlestop.bots.processes import process, worker

ROOT = Path(__file__).parents[1]
WORKER = worker.__name__
LARGEST = 1 << 17  # bytes of a request: arguments and the environment
LOADED = (
    "asyncpg",
    "whistlestop.boards.load",
    "whistlestop.cli.commands.hosting.serve",
    "whistlestop.cli.main",
    "whistlestop.server.run",
    "whistlestop.server.store.postgres.store",
)
CAN = sys.platform == "linux"


@dataclass(frozen=True, slots=True)
class Request:
    """A program to begin: a module as `python -m` runs it, or a worker with its own channel."""

    module: str
    arguments: Sequence[str]
    environment: Mapping[str, str]
    path: Sequence[str]
    files: int | None = None  # how many descriptors it may have


class Copy:
    """A process that began as a copy, as far as `subprocess.Popen` is needed of it."""

    def __init__(self, ended: socket.socket, stdout: IO[str] | None) -> None:
        self._ended = ended
        self.pid = int.from_bytes(ended.recv(4))
        assert self.pid, "the forge has ended"
        self.stdout = stdout
        self.returncode: int | None = None

    def poll(self) -> int | None:
        """The exit code of a process that has ended."""
        return self._ended_within(0)

    def wait(self, timeout: float | None = None) -> int:
        """Wait for the end and tell the exit code."""
        code = self._ended_within(timeout)
        if code is None:
            raise subprocess.TimeoutExpired("a copy", timeout or 0)
        return code

    def _ended_within(self, seconds: float | None) -> int | None:
        if self.returncode is None and _readable(seconds, self._ended):
            told = self._ended.recv(4)
            self.returncode = int.from_bytes(told, signed=True) if told else -signal.SIGKILL
            self._ended.close()
        return self.returncode

    def send_signal(self, number: int) -> None:
        """Send a signal, unless it has ended."""
        if self.poll() is None:
            with contextlib.suppress(ProcessLookupError):
                os.kill(self.pid, number)

    def kill(self) -> None:
        """End it at once."""
        self.send_signal(signal.SIGKILL)


def _readable(seconds: float | None, *files: socket.socket | int) -> set[int]:
    """Which of these can be read, by their numbers; there may be thousands."""
    poll = select.poll()
    for file in files:
        poll.register(file, select.POLLIN)
    return {fd for fd, _ in poll.poll(None if seconds is None else seconds * 1000)}


class Forge:
    """The owner's end of a forge."""

    def __init__(self, channel: socket.socket) -> None:
        self._channel = channel

    def copy(self, request: Request, fds: Sequence[int], stdout: IO[str] | None = None) -> Copy:
        """Begin a program with these descriptors: a worker's channel, or stdout and stderr."""
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_STREAM)
        with theirs:
            text = json.dumps(asdict(request)).encode()
            socket.send_fds(self._channel, [text], [theirs.fileno(), *fds])
        return Copy(ours, stdout)

    def worker(self, channel: socket.socket, modules: Sequence[str]) -> subprocess.Popen[bytes]:
        """What `whistlestop.bots.processes.process` starts as a program."""
        request = Request(WORKER, modules, dict(os.environ), [p or os.getcwd() for p in sys.path])
        return cast("subprocess.Popen[bytes]", self.copy(request, [channel.fileno()]))


@cache
def forge() -> Forge:
    """The forge of this process, which is started when it is asked for first."""
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    with theirs:
        fd = theirs.fileno()
        process = subprocess.Popen(
            [sys.executable, "-c", f"from tests.forge import begin; begin({fd})"],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            pass_fds=(fd,),
            env={**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), *sys.path])},
        )

    @atexit.register
    def end() -> None:
        ours.close()
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(10)

    return Forge(ours)


def start(
    words: Sequence[str],
    log: Path,
    *,
    environment: Mapping[str, str] | None = None,
    files: int | None = None,
    forged: bool = True,
) -> Copy | subprocess.Popen[str]:
    """`python -m` with these words, without input; what it complains of is added to `log`.

    With `files`, it may have so many descriptors; unless `forged`, it starts from nothing.
    """
    told = dict(os.environ if environment is None else environment)
    with log.open("a") as complaints:
        if not (forged and CAN):
            return subprocess.Popen(
                [sys.executable, "-m", *words],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=complaints,
                text=True,
                cwd=ROOT,
                env=told,
                preexec_fn=partial(_limit_files, files),
            )
        reading, writing = os.pipe()
        with open(writing, "wb") as stdout:
            request = Request(words[0], words[1:], told, [str(ROOT), *sys.path], files)
            return forge().copy(request, [stdout.fileno(), complaints.fileno()], open(reading))


def _limit_files(files: int | None) -> None:
    if files is not None:
        resource.setrlimit(resource.RLIMIT_NOFILE, (files, files))


def begin(fd: int) -> None:
    """The forge's own program."""
    for name in LOADED:
        import_module(name)
    boards = import_module("whistlestop.boards.load")
    for name in boards.shipped_names():
        boards.load_board(name)
    import_module("whistlestop.server.http.pages").read_page_files()
    gc.collect()
    gc.freeze()
    become, fds = _forged(socket.socket(fileno=fd))
    _live(become, fds)


def _forged(channel: socket.socket) -> tuple[Request, list[int]]:
    """Make copies until the owner ends; only a copy returns from here, with what it has to be."""
    reading, waking = os.pipe()
    os.set_blocking(waking, False)
    signal.set_wakeup_fd(waking)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the owner's affair
    living: dict[int, socket.socket] = {}
    while True:
        ready = _readable(None, channel, reading)
        if reading in ready:
            os.read(reading, 4096)
            _tell_ends(living)
        if channel.fileno() not in ready:
            continue
        text, fds, _, _ = socket.recv_fds(channel, LARGEST, 4)
        if not text:
            for pid in living:
                os.kill(pid, signal.SIGKILL)
            os._exit(0)
        pid = os.fork()
        ended = socket.socket(fileno=fds[0])
        if not pid:
            signal.set_wakeup_fd(-1)
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            signal.signal(signal.SIGINT, signal.default_int_handler)
            for file in (channel, ended, *living.values()):
                file.close()
            os.close(reading)
            os.close(waking)
            return Request(**json.loads(text)), fds[1:]
        for one in fds[1:]:
            os.close(one)
        living[pid] = ended
        with contextlib.suppress(OSError):  # nobody waits for it any more
            ended.sendall(pid.to_bytes(4))


def _tell_ends(living: dict[int, socket.socket]) -> None:
    """Tell owners which of their copies have ended, and how."""
    with contextlib.suppress(ChildProcessError):
        while (found := os.waitpid(-1, os.WNOHANG))[0]:
            pid, status = found
            if (ended := living.pop(pid, None)) is not None:
                with ended, contextlib.suppress(OSError):
                    ended.sendall(os.waitstatus_to_exitcode(status).to_bytes(4, signed=True))


def _live(request: Request, fds: list[int]) -> None:
    """Be the program that was asked for."""
    if request.module != WORKER and not _has_forge(fds):
        _live(*_forged(_NEW.pop()))
        return
    os.environ.clear()
    os.environ.update(request.environment)
    sys.path[:] = request.path
    if request.module == WORKER:
        worker.main([str(fds[0]), str(os.getppid()), *request.arguments])
        return
    for number, fd in enumerate(fds, 1):
        os.dup2(fd, number)
        os.close(fd)
    # As Python opens them: until the program ends.
    sys.stdout, sys.stderr = os.fdopen(1, "w"), os.fdopen(2, "w", 1, errors="backslashreplace")
    _limit_files(request.files)
    faults = import_module("whistlestop.server.faults")
    faults.plan_faults(os.environ.get(faults.VARIABLE, ""))
    sys.argv = [request.module, *request.arguments]
    runpy.run_module(request.module, run_name="__main__", alter_sys=True)


_NEW: list[socket.socket] = []


def _has_forge(fds: list[int]) -> bool:
    """Fork a forge of its own for a server's workers; False in that forge."""
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    if os.fork():
        theirs.close()
        process._popen = Forge(ours).worker
        return True
    ours.close()
    for fd in fds:
        os.close(fd)
    _NEW.append(theirs)
    return False
