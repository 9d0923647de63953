"""Figures for Prometheus: how the server is doing, without saying about whom.

Labels are kinds, codes and names of our own; never a guest, a table or anything a client made up.
Figures that others keep already (the store, the hub, the bot pool) are read when asked for.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from prometheus_client import CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

if TYPE_CHECKING:
    from whistlestop.server.hub import Hub
    from whistlestop.server.sockets import Sockets
    from whistlestop.server.store.base import Store

LAG_INTERVAL = 0.1
CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"

_SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.02, 0.05, 0.1, 0.15, 0.25, 0.5, 1.0, 2.5, 5.0)


class Metrics:
    """The figures of one server."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self._commands = Counter(
            "whistlestop_commands",
            "Commands, by kind and by what became of them.",
            ("kind", "outcome"),
            registry=self.registry,
        )
        self._by_kind: dict[tuple[str, str], Counter] = {}
        self._refusals = Counter(
            "whistlestop_socket_ends",
            "Sockets that the server closed, by reason.",
            ("code",),
            registry=self.registry,
        )
        self._lag = self._histogram("loop_lag", "How late the event loop comes to its work.")
        self._latency = self._histogram("commit", "How long a commit takes.")
        self._acknowledged = self._histogram("command", "From a command's arrival to its answer.")

    def _histogram(self, name: str, says: str) -> Histogram:
        return Histogram(
            f"whistlestop_{name}_seconds", says, buckets=_SECONDS, registry=self.registry
        )

    def count_command(self, kind: str, outcome: str, seconds: float) -> None:
        counter = self._by_kind.get((kind, outcome))
        if counter is None:
            counter = self._by_kind[kind, outcome] = self._commands.labels(kind, outcome)
        counter.inc()
        self._acknowledged.observe(seconds)

    def count_end(self, code: str) -> None:
        self._refusals.labels(code).inc()

    def watch(self, store: Store, hub: Hub, sockets: Sockets) -> None:
        """Also tell what these have counted themselves."""
        self.registry.register(_Counted(store, hub, sockets))

    async def measure(self, store: Store) -> None:
        """Measure until cancelled: how late the loop is, and the commits since the last look."""
        loop = asyncio.get_running_loop()
        while True:
            before = loop.time()
            await asyncio.sleep(LAG_INTERVAL)
            self._lag.observe(max(0.0, loop.time() - before - LAG_INTERVAL))
            self._take_latencies(store)

    def _take_latencies(self, store: Store) -> None:
        taken, store.counts.latencies = store.counts.latencies, []
        for seconds in taken:
            self._latency.observe(seconds)

    def text(self) -> bytes:
        return generate_latest(self.registry)


class _Counted(Collector):
    """What the parts of the server have counted themselves."""

    def __init__(self, store: Store, hub: Hub, sockets: Sockets) -> None:
        self._store = store
        self._hub = hub
        self._sockets = sockets

    def collect(self) -> Iterable[Metric]:
        yield from self._store_counts()
        yield _gauge("sockets", "Open sockets.", len(self._sockets))
        yield _gauge("tables_loaded", "Tables held in memory.", self._hub.tables_loaded)
        yield from self._bot_counts()

    def _store_counts(self) -> Iterator[Metric]:
        counts = self._store.counts
        yield _counter("commits", "Commits of the store.", counts.commits)
        yield _counter("appends", "Appends to tables' logs.", counts.appends)
        yield _counter("conflicts", "Appends that came second.", counts.conflicts)
        yield _counter("store_failures", "Commits that failed.", counts.failures)

    def _bot_counts(self) -> Iterator[Metric]:
        yield _counter("bot_moves", "Actions chosen by bots.", self._hub.bot_moves)
        yield _counter("bot_failures", "Bots that failed to choose.", self._hub.bot_failures)


def _gauge(name: str, says: str, value: float) -> GaugeMetricFamily:
    return GaugeMetricFamily(f"whistlestop_{name}", says, value)


def _counter(name: str, says: str, value: float) -> CounterMetricFamily:
    return CounterMetricFamily(f"whistlestop_{name}", says, value)
