"""A stretch of time that is measured: the server from outside, its own figures, and the client."""

from __future__ import annotations

import asyncio
import contextlib
import os
import resource
import statistics
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path

from benchmarks.load.players.crowd import Crowd
from benchmarks.load.serving import Sample, Serving, read_metrics
from benchmarks.load.tally import Tally

LAST_ANSWERS = 1.0  # seconds until those on their way have come
MB = 1024 * 1024


@dataclass(slots=True)
class Window:
    """What was measured. `idle` is the CPU that the server uses anyway, in seconds per second."""

    tally: Tally
    idle: float
    samples: list[Sample] = field(default_factory=list)
    before: dict[str, float] = field(default_factory=dict)
    after: dict[str, float] = field(default_factory=dict)
    scraped: float = 0.0  # seconds between the two readings of the server's own figures
    client: float = 0.0
    moves: int = 0  # acknowledged within the window

    @property
    def seconds(self) -> float:
        """How long it was."""
        return self.samples[-1].at - self.samples[0].at

    @property
    def rate(self) -> float:
        """Acknowledged moves in a second."""
        return self.moves / self.seconds

    @property
    def cpu_per_move(self) -> float:
        """Seconds of all threads and children, beyond those of an idle server."""
        used = self.samples[-1].cpu - self.samples[0].cpu - self.idle * self.seconds
        return used / max(1, self.moves)

    @property
    def peak(self) -> float:
        """The most memory, in MB."""
        return max(sample.memory for sample in self.samples) / MB

    @property
    def growth(self) -> float:
        """How many MB more the last fifth of the time needed than the second fifth."""
        fifth = max(1, len(self.samples) // 5)
        early = statistics.fmean(s.memory for s in self.samples[fifth : 2 * fifth] or self.samples)
        late = statistics.fmean(s.memory for s in self.samples[-fifth:])
        return (late - early) / MB

    def counted(self, name: str) -> float:
        """How often a counter of the server went up, between its two readings."""
        key = f"whistlestop_{name}_total"
        return self.after.get(key, 0.0) - self.before.get(key, 0.0)


@contextlib.asynccontextmanager
async def window(server: Serving, crowd: Crowd, idle: float) -> AsyncIterator[Window]:
    """Measure what happens within."""
    before = await read_metrics(crowd.session, crowd.host)
    begun, own = time.perf_counter(), _own_cpu()
    seen = Window(crowd.new_tally(), idle, before=before)
    watching = asyncio.create_task(_watch(server, seen.samples))
    try:
        yield seen
    finally:
        watching.cancel()
    seen.samples.append(server.sample())
    seen.moves = seen.tally.moves
    seen.client = (_own_cpu() - own) / (time.perf_counter() - begun)
    seen.after = await read_metrics(crowd.session, crowd.host)
    seen.scraped = time.perf_counter() - begun
    await asyncio.sleep(LAST_ANSWERS)


async def _watch(server: Serving, samples: list[Sample]) -> None:
    while True:
        samples.append(server.sample())
        await asyncio.sleep(1.0)


async def idle_share(server: Serving, seconds: float) -> float:
    """The CPU a server uses while nobody does anything, in seconds per second."""
    before = server.sample()
    await asyncio.sleep(seconds)
    after = server.sample()
    return (after.cpu - before.cpu) / (after.at - before.at)


def _own_cpu() -> float:
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


def sync_seconds(folder: Path, times: int = 200) -> float:
    """What this disk takes to make a page durable, the median: the floor of every commit."""
    took = []
    with (folder / "sync").open("wb") as file:
        for _ in range(times):
            file.write(b"x" * 4096)
            file.flush()
            begun = time.perf_counter()
            os.fdatasync(file.fileno())
            took.append(time.perf_counter() - begun)
    return statistics.median(took)
