"""A server under load, as a process of its own: started, watched, stopped or killed."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import aiohttp
import psutil

START_SECONDS = 60.0


def free_port() -> int:
    """A port that nobody uses at this moment."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@dataclass(frozen=True, slots=True)
class Sample:
    """A process and its children at a moment: CPU seconds of all threads so far, bytes held."""

    at: float
    cpu: float
    memory: int
    children: int  # bytes held by the children


@contextmanager
def apart() -> Iterator[int | None]:
    """The core for a server; the client takes the others meanwhile, if there are any.

    A client that is woken by every frame would take the core from the server in the middle of
    sending, and what it leaves in the caches would be counted as the server's work.
    """
    cores = sorted(os.sched_getaffinity(0))
    if len(cores) == 1:
        yield None
        return
    os.sched_setaffinity(0, cores[1:])
    try:
        yield cores[0]
    finally:
        os.sched_setaffinity(0, cores)


class Serving:
    """One server process after the other on one port. The store is no part of its command, since
    the address of a database tells its password."""

    def __init__(
        self,
        command: Sequence[str],
        port: int,
        log: Path,
        core: int | None,
        store: str | None = None,
    ) -> None:
        self.command = list(command)
        self.port = port
        self.host = f"127.0.0.1:{port}"
        self.log = log
        self.core = core
        self.environment = None if store is None else {**os.environ, "WHISTLESTOP_STORE": store}
        self._process: subprocess.Popen[bytes] | None = None
        self._watched: psutil.Process | None = None

    async def start(self) -> float:
        """Start a process and wait until it accepts; how many seconds that took."""
        pinned = [] if self.core is None else ["taskset", "--cpu-list", str(self.core)]
        begun = time.perf_counter()
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(
                [*pinned, *self.command], stdout=log, stderr=log, env=self.environment
            )
        await self._accepting(begun + START_SECONDS)
        took = time.perf_counter() - begun
        self._watched = psutil.Process(self._process.pid)
        return took

    async def _accepting(self, deadline: float) -> None:
        while True:
            try:
                _, writer = await asyncio.open_connection("127.0.0.1", self.port)
                writer.close()
                return
            except OSError:
                assert self._process is not None
                if self._process.poll() is not None or time.perf_counter() > deadline:
                    raise SystemExit(f"The server does not start:\n{self.tail()}") from None
                await asyncio.sleep(0.005)

    def sample(self) -> Sample:
        """What the server has used so far, its children too."""
        assert self._watched is not None
        children = self._watched.children(recursive=True)
        cpu, held = _cpu(self._watched), 0
        for child in children:
            try:
                cpu += _cpu(child)
                held += child.memory_info().rss
            except psutil.NoSuchProcess:
                continue
        return Sample(time.perf_counter(), cpu, self._watched.memory_info().rss, held)

    def kill(self) -> None:
        """End it as a power cut would."""
        assert self._process is not None
        self._process.kill()
        self._process.wait()

    def stop(self) -> None:
        """Ask it to stop, and wait; a server that does not is killed."""
        if self._process is None or self._process.poll() is not None:
            return
        self._process.send_signal(signal.SIGTERM)
        try:
            self._process.wait(20)
        except subprocess.TimeoutExpired:
            self.kill()

    def tail(self, lines: int = 15) -> str:
        """The last lines of its log."""
        return "\n".join(self.log.read_text(errors="replace").splitlines()[-lines:])

    def complaints(self) -> int:
        """How many warnings and errors the server has logged."""
        count = 0
        for line in self.log.read_text(errors="replace").splitlines():
            if line.startswith("{"):
                count += json.loads(line).get("level") in ("warning", "error", "critical")
            else:
                count += not line.startswith("Whistlestop is at")
        return count


def _cpu(process: psutil.Process) -> float:
    times = process.cpu_times()
    used: float = times.user + times.system
    return used


def whistlestop(store: str, folder: Path, core: int | None = None, port: int = 0) -> Serving:
    """Our server on a store. Bots have one process; nobody asks them anything here."""
    port = port or free_port()
    program = str(Path(sys.executable).with_name("whistlestop"))
    options = ["--port", str(port), "--bots", "1", "--log-level", "warning"]
    # The whole crowd is at one address.
    options.append("--no-address-limits")
    return Serving([program, "serve", *options], port, folder / "server.log", core, store)


async def read_metrics(session: aiohttp.ClientSession, host: str) -> dict[str, float]:
    """The server's own figures, by name and labels as Prometheus writes them."""
    async with session.get(f"http://{host}/metrics") as answer:
        answer.raise_for_status()
        text = await answer.text()
    lines = [line.rpartition(" ") for line in text.splitlines() if not line.startswith("#")]
    return {name: float(value) for name, _, value in lines}


def bounds_of(before: dict[str, float], after: dict[str, float], name: str) -> tuple[float, float]:
    """Between two readings of a histogram: what half and 99 of 100 observations do not exceed, in
    seconds, as far as its buckets tell."""
    prefix = f"whistlestop_{name}_seconds_bucket"
    buckets = [
        (float(key.split('le="')[1].rstrip('"}')), count - before.get(key, 0.0))
        for key, count in after.items()
        if key.startswith(prefix)
    ]
    total = buckets[-1][1] if buckets else 0.0

    def bound(share: float) -> float:
        return next((most for most, count in buckets if count >= share * total), 0.0)

    return bound(0.5), bound(0.99)
