"""`cold`: a start on a file full of unfinished games, and the first look at one of them."""

from __future__ import annotations

import asyncio
import os
import random
import time
from dataclasses import dataclass
from pathlib import Path

import msgspec

from benchmarks.load.players.heard import Welcome, read
from benchmarks.load.players.line import Line, dial
from benchmarks.load.players.player import Unexpected
from benchmarks.load.progress import step
from benchmarks.load.scenarios.cold_file import ColdTable, make_file
from benchmarks.load.serving import Serving, whistlestop
from benchmarks.load.tally import mean, percentile
from benchmarks.load.window import MB
from benchmarks.report import Figure
from whistlestop.protocol.commands import Hello
from whistlestop.protocol.limits import PROTOCOL

STARTS = 3
_HELLO = msgspec.json.encode(Hello(PROTOCOL))


@dataclass(frozen=True, slots=True)
class Cold:
    """How many tables are in the file, and how many of them are looked at."""

    tables: int = 10_000
    views: int = 500


@dataclass(frozen=True, slots=True)
class Seen:
    """What was measured, in seconds: every start, every first look, every look after it."""

    starts: list[float]
    first: list[float]
    second: list[float]


async def run(folder: Path, how: Cold) -> list[Figure]:
    """Start servers on a full file and look at tables for the first time."""
    path = folder / "tables.db"
    step(f"writing {how.tables} unfinished games")
    tables = await make_file(path, how.tables)
    step("starting the server on them")
    server = whistlestop(str(path), folder)
    try:
        starts = [await _start(server, path) for _ in range(STARTS)]
        step(f"looking at {how.views} tables")
        chosen = random.sample(tables, how.views)
        first = [await _look(server.host, table) for table in chosen]
        second = [await _look(server.host, table) for table in chosen]
    finally:
        server.stop()
    return _figures(path, tables, Seen(starts, first, second))


async def _start(server: Serving, path: Path) -> float:
    """Start with nothing of the file in memory."""
    server.stop()
    for file in path.parent.glob(f"{path.name}*"):
        with file.open("rb") as opened:
            os.fsync(opened.fileno())
            os.posix_fadvise(opened.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)
    return await server.start()


async def _look(host: str, table: ColdTable) -> float:
    """From the request for a socket until the table is shown."""
    begun = time.perf_counter()
    looking = Looking()
    await dial(looking, host, f"/api/tables/{table.id}/socket", table.cookie)
    version = await looking.welcomed
    took = time.perf_counter() - begun
    if version != table.version:
        raise Unexpected(f"shown version {version} instead of {table.version}")
    return took


class Looking:
    """Whoever looks at a table once."""

    def __init__(self) -> None:
        self.welcomed: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self._line: Line | None = None

    def opened(self, line: Line) -> None:
        """Called by the line: say hello."""
        self._line = line
        line.send(_HELLO)

    def heard(self, frame: bytes) -> None:
        """Called by the line: a welcome ends the wait."""
        message = read.decode(frame)
        if isinstance(message, Welcome) and self._line is not None:
            self.welcomed.set_result(message.v)
            self._line.leave()

    def closed(self, why: str) -> None:
        """Called by the line: a wait that has no end is let down."""
        if not self.welcomed.done():
            self.welcomed.set_exception(Unexpected(why))


def _figures(path: Path, tables: list[ColdTable], seen: Seen) -> list[Figure]:
    size = path.stat().st_size / MB
    entries = f"{mean([table.version for table in tables]):.0f} entries each, {size:.0f} MB"
    tried = f"slowest of {len(seen.starts)} starts"
    return [
        Figure("unfinished games in the file", len(tables), "", note=entries),
        Figure("accepting after", max(seen.starts), "s", 3, note=tried),
        Figure("first view of a table, p50", percentile(seen.first, 0.5) * 1e3, "ms"),
        Figure("first view of a table, p99", percentile(seen.first, 0.99) * 1e3, "ms", 100),
        Figure("second view of a table, p50", percentile(seen.second, 0.5) * 1e3, "ms"),
        Figure("second view of a table, p99", percentile(seen.second, 0.99) * 1e3, "ms"),
    ]
