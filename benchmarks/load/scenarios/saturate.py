"""`saturate`: everybody answers at once, and the server has one core: how many moves a second?"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from pathlib import Path

from benchmarks.load.progress import step
from benchmarks.load.scenarios.full_server import server_and_crowd, warm_up
from benchmarks.load.serving import apart
from benchmarks.load.tally import percentile
from benchmarks.load.window import Window, sync_seconds, window
from benchmarks.report import Figure

FOREVER = 1_000_000
RAMP = 3.0  # seconds until everybody is at it


@dataclass(frozen=True, slots=True)
class Saturate:
    """How many tables, for how long. Games are first played to a version from 1 to `warm_up`."""

    tables: int = 1_000
    seconds: float = 30.0
    warm_up: int = 120


async def run(folder: Path, how: Saturate) -> list[Figure]:
    """Let everybody play as fast as the server answers."""
    with apart() as core:
        return _figures(await _measure(folder, how, core), sync_seconds(folder))


async def _measure(folder: Path, how: Saturate, core: int | None) -> Window:
    async with server_and_crowd(folder, core) as (server, crowd):
        await warm_up(crowd, how.tables, how.warm_up)
        step(f"as many moves as possible for {how.seconds:g} s")
        crowd.hurry(lambda: FOREVER)
        await asyncio.sleep(RAMP)
        async with window(server, crowd, 0.0) as seen:
            await asyncio.sleep(how.seconds)
        return seen


def _figures(seen: Window, sync: float) -> list[Figure]:
    tally, times = seen.tally, seen.tally.latencies
    appends, commits = seen.counted("appends"), seen.counted("commits")
    share = (seen.samples[-1].cpu - seen.samples[0].cpu) / seen.seconds
    by_server = f"{appends / seen.scraped:,.0f} by the server's own count"
    wrong = tally.refused.total() + tally.lost.total() + tally.gaps
    return [
        Figure("durable moves on one core", seen.rate, "moves/s", 1_500, True, by_server),
        Figure("commits", commits / seen.scraped, "a second"),
        Figure("appends in a commit", appends / max(1.0, commits), ""),
        Figure("acknowledged, p50", percentile(times, 0.5) * 1e3, "ms"),
        Figure("acknowledged, p99", percentile(times, 0.99) * 1e3, "ms"),
        Figure("refused, cut off or missed", wrong, "", 0),
        Figure("CPU per move", seen.cpu_per_move * 1e6, "µs"),
        Figure("server's share of its core", share * 100, "%"),
        Figure("client's share of a core", seen.client * 100, "%"),
        Figure("memory, most", seen.peak, "MB"),
        Figure("a bare sync of this disk, p50", sync * 1e3, "ms"),
    ]
