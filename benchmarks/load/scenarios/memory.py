"""`memory`: what an open table with five sockets keeps, just opened and some moves later."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from pathlib import Path

from benchmarks.load.players.crowd import SEATS
from benchmarks.load.progress import step
from benchmarks.load.scenarios.full_server import server_and_crowd
from benchmarks.report import Figure

# Tables that come and play before anything is counted: what all tables share is there then.
FIRST = 50
CALM = 2.0  # seconds until nothing is under way any more
KB = 1024


@dataclass(frozen=True, slots=True)
class Memory:
    """How many tables are opened, and to which version they are played then."""

    tables: int = 500
    version: int = 60


async def run(folder: Path, how: Memory) -> list[Figure]:
    """Open tables and look how much larger the server has become."""
    async with server_and_crowd(folder) as (server, crowd):
        await crowd.gather(FIRST)
        crowd.hurry(lambda: how.version)
        await crowd.until_calm()
        await asyncio.sleep(CALM)
        before = server.sample().memory
        step(f"seating {how.tables * SEATS} people at {how.tables} tables")
        await crowd.gather(how.tables)
        await asyncio.sleep(CALM)
        opened = server.sample().memory
        step(f"playing all up to version {how.version}")
        crowd.hurry(lambda: how.version)
        await crowd.until_calm()
        await asyncio.sleep(CALM)
        played = server.sample().memory
    note = f"{how.tables} tables of {SEATS}, {before / KB / KB:.0f} MB before them"
    return [
        Figure("a table, just opened", (opened - before) / how.tables / KB, "kB", 60, note=note),
        Figure(f"a table at version {how.version}", (played - before) / how.tables / KB, "kB"),
    ]
