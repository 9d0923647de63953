"""`steady`: as many people as one process should bear, at the pace of people, for minutes."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from pathlib import Path

from benchmarks.load.floor.plain_load import Plain, measure_plain
from benchmarks.load.players.audit import Audit, audit
from benchmarks.load.players.crowd import SEATS, Crowd
from benchmarks.load.progress import step
from benchmarks.load.scenarios.full_server import server_and_crowd, warm_up
from benchmarks.load.serving import Serving, apart, bounds_of
from benchmarks.load.tally import mean, percentile
from benchmarks.load.window import MB, Window, idle_share, sync_seconds, window
from benchmarks.report import Figure

MOST_MEMORY = 600  # MB; flat is what grows by less than a tenth of it
SIZES_COPIED = 2_000  # frames whose sizes the plain transport imitates


@dataclass(frozen=True, slots=True)
class Steady:
    """How many, how fast, how long. Before that, each table is played to a version from 1 to
    `warm_up`, so that games are at all stages. No seconds of `plain` leave it out."""

    tables: int = 1_000
    rate: float = 125.0
    seconds: float = 300.0
    warm_up: int = 200
    idle: float = 20.0
    plain: float = 60.0


@dataclass(slots=True)
class Seen:
    """What was measured."""

    window: Window
    audit: Audit
    complaints: int
    sync: float
    plain: Plain | None = None
    bare: Plain | None = None


async def run(folder: Path, how: Steady) -> list[Figure]:
    """A steady rate of moves for a while, then the same on less than a server."""
    with apart() as core:
        seen = await measure(folder, how, core)
    return [
        *_answers(seen),
        *_losses(seen),
        *_memory(seen.window),
        *_work(seen),
        *_circumstances(seen),
    ]


async def measure(folder: Path, how: Steady, core: int | None = None) -> Seen:
    """Start a server, fill it with people, let them play, and look at everything."""
    async with server_and_crowd(folder, core) as (server, crowd):
        seen = await _play(how, server, crowd, folder)
    if how.plain:
        sizes = seen.window.tally.sizes[:SIZES_COPIED]
        load = folder, sizes, (how.tables, SEATS), how.rate, how.plain, core
        step(f"the plain transport for {how.plain:g} s")
        seen.plain = await measure_plain("plain", *load)
        step(f"bare sockets and commits for {how.plain:g} s")
        seen.bare = await measure_plain("bare", *load)
    return seen


async def _play(how: Steady, server: Serving, crowd: Crowd, folder: Path) -> Seen:
    await warm_up(crowd, how.tables, how.warm_up)
    await asyncio.sleep(1.0)
    step(f"nobody plays for {how.idle:g} s")
    idle = await idle_share(server, how.idle)
    step(f"{how.rate:g} moves/s for {how.seconds:g} s")
    async with window(server, crowd, idle) as seen:
        await crowd.play_evenly(how.rate, how.seconds)
    step("comparing what was acknowledged with the logs")
    found = await audit(crowd)
    return Seen(seen, found, server.complaints(), sync_seconds(folder))


# The figures


def _answers(seen: Seen) -> list[Figure]:
    times = seen.window.tally.latencies
    return [
        Figure("moves", seen.window.rate, "moves/s", note=f"{len(times):,} moves"),
        Figure("acknowledged, p50", percentile(times, 0.5) * 1e3, "ms", 20),
        Figure("acknowledged, p99", percentile(times, 0.99) * 1e3, "ms", 150),
        Figure("acknowledged, slowest", max(times, default=0.0) * 1e3, "ms"),
    ]


def _losses(seen: Seen) -> list[Figure]:
    tally, found = seen.window.tally, seen.audit
    told = f"{found.moves:,} acknowledged moves at {found.tables:,} tables"
    return [
        Figure("unexpected disconnects", tally.lost.total(), "", 0, note=_list(tally.lost)),
        Figure("refused", tally.refused.total(), "", 0, note=_list(tally.refused)),
        Figure("versions missed by a player", tally.gaps, "", 0),
        Figure("acknowledged but not in the log", found.missing + found.broken, "", 0, note=told),
        Figure("warnings and errors logged", seen.complaints, "", 0),
    ]


def _memory(seen: Window) -> list[Figure]:
    # From the middle of the second fifth to the middle of the last it is seven tenths of the time.
    per_move = seen.growth * MB / max(1.0, seen.rate * seen.seconds * 0.7)
    start = seen.samples[0].memory / MB
    kept = f"{per_move:.0f} bytes a move; the logs of running games are kept"
    return [
        Figure("memory, most", seen.peak, "MB", MOST_MEMORY, note=f"{start:.0f} MB at the start"),
        Figure("memory, growth", seen.growth, "MB", 0.1 * MOST_MEMORY, note=kept),
    ]


def _work(seen: Seen) -> list[Figure]:
    measured = seen.window
    note = f"{measured.idle * 100:.1f} % of a core when idle is not counted"
    figures = [Figure("CPU per move", measured.cpu_per_move * 1e6, "µs", 250, note=note)]
    for name, plain in (("plain transport", seen.plain), ("bare commits", seen.bare)):
        if plain is not None:
            p50 = percentile(plain.tally.latencies, 0.5) * 1e3
            times = measured.cpu_per_move / plain.cpu
            note = f"answered in {p50:.2f} ms p50; the server takes {times:.1f} times that"
            figures.append(Figure(f"CPU per move, {name}", plain.cpu * 1e6, "µs", note=note))
    return figures


def _circumstances(seen: Seen) -> list[Figure]:
    measured, tally = seen.window, seen.window.tally
    group = measured.counted("appends") / max(1.0, measured.counted("commits"))
    lag = bounds_of(measured.before, measured.after, "loop_lag")
    commit = bounds_of(measured.before, measured.after, "commit")
    late = f"late {percentile(tally.late, 0.99) * 1e3:.1f} ms p99"
    return [
        Figure("frames per move", tally.frames / max(1, tally.moves), ""),
        Figure("bytes per frame", mean(tally.sizes), "bytes"),
        Figure("games ended and begun again", tally.rematches, ""),
        Figure("loop lag of the server, p99", lag[1] * 1e3, "ms", note="or less"),
        Figure("commit, p99", commit[1] * 1e3, "ms", note=f"or less; {group:.2f} appends each"),
        Figure("a bare sync of this disk, p50", seen.sync * 1e3, "ms"),
        Figure("client's share of a core", measured.client * 100, "%", note=late),
        Figure("client had nobody to move", tally.starved, "times"),
    ]


def _list(counts: dict[str, int]) -> str:
    return ", ".join(f"{name}: {count}" for name, count in counts.items())
