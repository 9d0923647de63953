"""`several`: one or more processes on one PostgreSQL, sharing a port: what a move costs whom.

It starts a PostgreSQL of its own and throws it away. On a shared port the kernel deals the sockets
out, so the players of a table are spread over all processes; or they are kept together, as a proxy
does that goes by the table. Client, processes and database share this machine's cores, so rates
tell little on a small one; CPU per move and bytes tell more.
"""

from __future__ import annotations

import asyncio
import random
import sys
import time
from collections.abc import Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path

import psutil

from benchmarks.load.players.audit import Audit, audit
from benchmarks.load.players.crowd import SEATS, Crowd, crowd_at
from benchmarks.load.progress import step
from benchmarks.load.serving import START_SECONDS, Serving, free_port
from benchmarks.load.tally import Tally, percentile
from benchmarks.report import Figure
from tests.server.postgres import PostgresServer

FOREVER = 1_000_000
RAMP = 2.0  # seconds until everybody is at it
READY = "Whistlestop is at"


@dataclass(frozen=True, slots=True)
class Several:
    """How many processes and tables, how long, and at what rate (0: as many as possible). With
    `together` 1, each process has a port and tables of its own."""

    processes: int = 2
    tables: int = 200
    seconds: float = 30.0
    rate: float = 0.0
    together: int = 0
    warm_up: int = 60


@dataclass(frozen=True, slots=True)
class Meter:
    """What everybody had used at a moment: CPU seconds, commits, bytes of the write-ahead log."""

    at: float
    servers: float
    database: float
    commits: int
    wal: int


@dataclass(frozen=True, slots=True)
class Measured:
    """What was seen between two readings of the meter."""

    tallies: list[Tally]
    before: Meter
    after: Meter
    audits: list[Audit]
    bytes_per_entry: float
    load: tuple[float, float, float]


async def run(folder: Path, how: Several) -> list[Figure]:
    """Put the load on several processes over one database."""
    database = PostgresServer().start()
    shared = free_port()
    ports = [free_port() if how.together else shared for _ in range(how.processes)]
    servers = [_server(database.url, folder / f"{n}.log", port) for n, port in enumerate(ports)]
    try:
        for server in servers:
            await _start(server)
        async with AsyncExitStack() as stack:
            hosts = dict.fromkeys(server.host for server in servers)
            crowds = [await stack.enter_async_context(crowd_at(host)) for host in hosts]
            return _figures(how, await _measure(how, crowds, servers, database))
    finally:
        for server in servers:
            server.stop()
        database.throw_away()


def _server(store: str, log: Path, port: int) -> Serving:
    program = str(Path(sys.executable).with_name("whistlestop"))
    options = ["--port", str(port), "--bots", "1", "--log-level", "warning"]
    options += ["--reuse-port", "--no-address-limits"]  # the whole crowd is at one address
    return Serving([program, "serve", *options], port, log, None, store)


async def _start(server: Serving) -> None:
    """Wait for its own word: on a shared port, another may be the one that accepts."""
    await server.start()
    async with asyncio.timeout(START_SECONDS):
        while READY not in server.log.read_text():
            await asyncio.sleep(0.02)


async def _measure(
    how: Several, crowds: Sequence[Crowd], servers: Sequence[Serving], database: PostgresServer
) -> Measured:
    await _prepare(how, crowds)
    step(f"{how.rate or 'as many as possible'} moves/s for {how.seconds:g} s")
    tallies, before = [crowd.new_tally() for crowd in crowds], _read(servers, database)
    if how.rate:
        rate = how.rate / len(crowds)
        await asyncio.gather(*(crowd.play_evenly(rate, how.seconds) for crowd in crowds))
    else:
        await asyncio.sleep(how.seconds)
    after, load = _read(servers, database), psutil.getloadavg()
    for crowd in crowds:
        crowd.new_tally()
        crowd.hurry(lambda: 0)
    await asyncio.sleep(RAMP)
    step("comparing what was acknowledged with the logs")
    audits = [await audit(crowd) for crowd in crowds]
    return Measured(tallies, before, after, audits, _bytes_per_entry(database), load)


async def _prepare(how: Several, crowds: Sequence[Crowd]) -> None:
    """Games at all stages, and everybody at it if there is no rate."""
    tables = how.tables // len(crowds)
    step(f"seating {tables * len(crowds) * SEATS} people, playing up to version {how.warm_up}")
    for crowd in crowds:
        await crowd.gather(tables)
        crowd.hurry(lambda: random.randint(1, how.warm_up))
        await crowd.until_calm()
    if not how.rate:
        for crowd in crowds:
            crowd.hurry(lambda: FOREVER)
    await asyncio.sleep(RAMP)


def _read(servers: Sequence[Serving], database: PostgresServer) -> Meter:
    commits, wal = database.sql(
        "SELECT xact_commit, pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')"
        " FROM pg_stat_database WHERE datname = current_database()"
    ).split("|")
    cpu = sum(server.sample().cpu for server in servers)
    return Meter(time.perf_counter(), cpu, database.cpu(), int(commits), int(wal))


def _bytes_per_entry(database: PostgresServer) -> float:
    """Room on disk for all that is kept, with its indexes, for each entry."""
    tables = ("entries", "tables", "members", "results")
    room = " + ".join(f"pg_total_relation_size('whistlestop.{table}')" for table in tables)
    return float(database.sql(f"SELECT ({room})::float / count(*) FROM whistlestop.entries"))


def _figures(how: Several, seen: Measured) -> list[Figure]:
    before, after = seen.before, seen.after
    answers = [latency for tally in seen.tallies for latency in tally.latencies]
    seconds, moves = after.at - before.at, max(1, len(answers))
    wrong = sum(t.refused.total() + t.lost.total() + t.gaps for t in seen.tallies)
    missing = sum(audit.missing + audit.broken for audit in seen.audits)
    servers, database = after.servers - before.servers, after.database - before.database
    load = ", ".join(f"{value:.1f}" for value in seen.load)
    return [
        Figure("processes", how.processes, "", note=f"{how.tables * SEATS} sockets; load {load}"),
        Figure("durable moves", moves / seconds, "moves/s"),
        Figure("acknowledged, p50", percentile(answers, 0.5) * 1e3, "ms"),
        Figure("acknowledged, p99", percentile(answers, 0.99) * 1e3, "ms"),
        Figure("refused, cut off or missed", wrong, "", 0),
        Figure("acknowledged but not in the log", missing, "", 0),
        Figure("CPU per move, processes", servers / moves * 1e6, "µs"),
        Figure("CPU per move, PostgreSQL", database / moves * 1e6, "µs"),
        Figure("sent per move", sum(t.bytes for t in seen.tallies) / moves, "bytes"),
        Figure("transactions per move", (after.commits - before.commits) / moves, ""),
        Figure("write-ahead log per move", (after.wal - before.wal) / moves, "bytes"),
        Figure("room per entry, with all indexes", seen.bytes_per_entry, "bytes"),
    ]
