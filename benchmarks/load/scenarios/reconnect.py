"""`reconnect`: the server is killed under everybody and started again: when are all back?"""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass
from pathlib import Path

from benchmarks.load.players.audit import Audit, audit
from benchmarks.load.players.crowd import Crowd
from benchmarks.load.progress import step
from benchmarks.load.scenarios.full_server import server_and_crowd, warm_up
from benchmarks.load.serving import Serving
from benchmarks.load.tally import percentile
from benchmarks.report import Figure

GIVE_UP = 120.0


@dataclass(frozen=True, slots=True)
class Reconnect:
    """How many tables, how far they have come, and the moves a second when the server dies."""

    tables: int = 1_000
    warm_up: int = 120
    rate: float = 125.0
    before: float = 5.0
    after: float = 10.0


@dataclass(slots=True)
class Seen:
    """What was measured, in seconds since the kill; `back` is each player's return."""

    cut: int
    accepting: float
    back: list[float]
    missing: int
    resent: int
    moves_after: int
    cpu: float
    audit: Audit


async def run(folder: Path, how: Reconnect) -> list[Figure]:
    """Kill a server in the middle of play and wait for everybody to return."""
    async with server_and_crowd(folder) as (server, crowd):
        seen = await _measure(how, server, crowd)
    return _figures(seen)


async def _measure(how: Reconnect, server: Serving, crowd: Crowd) -> Seen:
    await warm_up(crowd, how.tables, how.warm_up)
    step(f"{how.rate:g} moves/s, then the server is killed")
    crowd.coming_back = True
    playing = asyncio.create_task(crowd.play_evenly(how.rate, 3600.0))
    await asyncio.sleep(how.before)
    tally = crowd.new_tally()
    server.kill()
    killed = time.perf_counter()
    accepting = await server.start()
    back = await _returns(crowd, killed)
    cpu = server.sample().cpu
    step(f"everybody plays on for {how.after:g} s")
    missing, cut, resent = len(crowd.away), tally.lost.total(), tally.resent
    crowd.coming_back, tally = False, crowd.new_tally()
    await asyncio.sleep(how.after)
    playing.cancel()
    await asyncio.sleep(1.0)
    found = await audit(crowd)
    return Seen(cut, accepting, back, missing, resent, tally.moves, cpu, found)


async def _returns(crowd: Crowd, killed: float) -> list[float]:
    """When each of those cut off was back."""
    back: list[float] = []
    everybody = sum(len(party.players) for party in crowd.parties)
    while len(back) < everybody and time.perf_counter() - killed < GIVE_UP:
        await asyncio.sleep(0.05)
        new = everybody - len(crowd.away) - len(back)
        back += [time.perf_counter() - killed] * new
    return back


def _figures(seen: Seen) -> list[Figure]:
    found = seen.audit
    told = f"{found.moves:,} acknowledged moves at {found.tables:,} tables"
    return [
        Figure("sockets cut off", seen.cut, ""),
        Figure("accepting again", seen.accepting, "s"),
        Figure("half are back", percentile(seen.back, 0.5), "s"),
        Figure("all are back", max(seen.back, default=GIVE_UP), "s", 30),
        Figure("never came back", seen.missing, "", 0),
        Figure("server's CPU for it", seen.cpu, "s"),
        Figure("moves sent again", seen.resent, ""),
        Figure("moves after it", seen.moves_after, "", 1, True),
        Figure("acknowledged but not in the log", found.missing + found.broken, "", 0, note=told),
    ]
