"""How most scenarios begin: a server of its own, people at its tables, games at all stages."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from benchmarks.load.players.crowd import SEATS, Crowd, crowd_at
from benchmarks.load.progress import step
from benchmarks.load.serving import Serving, whistlestop


@asynccontextmanager
async def server_and_crowd(
    folder: Path, core: int | None = None
) -> AsyncIterator[tuple[Serving, Crowd]]:
    """A server that has just started, and a crowd for it, still empty; both are gone afterwards."""
    server = whistlestop(str(folder / "tables.db"), folder, core)
    await server.start()
    try:
        async with crowd_at(server.host) as crowd:
            yield server, crowd
    finally:
        server.stop()


async def warm_up(crowd: Crowd, tables: int, version: int) -> None:
    """Seat people at so many tables and let each table play up to a version from 1 to this."""
    step(f"seating {tables * SEATS} people at {tables} tables")
    await crowd.gather(tables)
    step(f"playing up to version {version}")
    crowd.hurry(lambda: random.randint(1, version))
    await crowd.until_calm()
