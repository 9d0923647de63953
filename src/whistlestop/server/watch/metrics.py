"""Figures for Prometheus: how the server is doing, without saying about whom.

Labels are kinds, codes and names of our own; never a guest, a table or anything a client made up.
Every move is counted, so counting is plain addition; the text is made when somebody asks for it.
Figures that other parts keep (the store, the hub, the bot pool) are read then.
"""

from __future__ import annotations

import asyncio
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import accumulate
from typing import TYPE_CHECKING, Any

from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import (
    CounterMetricFamily,
    GaugeMetricFamily,
    HistogramMetricFamily,
    Metric,
)
from prometheus_client.registry import Collector

if TYPE_CHECKING:
    from whistlestop.server.hub import Hub
    from whistlestop.server.sockets.open_sockets import OpenSockets
    from whistlestop.server.store.base import Store
    from whistlestop.server.upkeep.schedule import Schedule

LAG_INTERVAL = 0.1  # seconds between looks at how late the event loop is
CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"

# Upper bounds of the histograms' buckets.
_SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.02, 0.05, 0.1, 0.15, 0.25, 0.5, 1.0, 2.5, 5.0)


class Times:
    """How often something took how long."""

    __slots__ = ("counts", "total")

    def __init__(self) -> None:
        self.counts = [0] * (len(_SECONDS) + 1)
        self.total = 0.0

    def observe(self, seconds: float) -> None:
        """Count once."""
        self.counts[bisect_left(_SECONDS, seconds)] += 1
        self.total += seconds


class Metrics(Collector):
    """The figures of one server."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.commands: dict[tuple[str, str], int] = {}
        self.ends: Counter[tuple[str]] = Counter()
        self.lag = Times()
        self.commits = Times()
        self.answers = Times()

    def count_command(self, kind: str, outcome: str, seconds: float) -> None:
        """Count a command, by its kind and what became of it."""
        # A Counter's own `+=` takes ten times as long.
        key = kind, outcome
        self.commands[key] = self.commands.get(key, 0) + 1
        self.answers.observe(seconds)

    def count_end(self, code: str) -> None:
        """Count a socket that ended, by the reason."""
        self.ends[(code,)] += 1

    def watch(
        self, store: Store, hub: Hub, sockets: OpenSockets, schedule: Schedule | None = None
    ) -> None:
        """Report these figures, and those that the parts of the server keep themselves."""
        self._store, self._hub, self._sockets, self._schedule = store, hub, sockets, schedule
        self.registry.register(self)

    async def measure(self, store: Store) -> None:
        """Measure until cancelled: how late the loop is, and the commits since the last look."""
        loop = asyncio.get_running_loop()
        while True:
            before = loop.time()
            await asyncio.sleep(LAG_INTERVAL)
            self.lag.observe(max(0.0, loop.time() - before - LAG_INTERVAL))
            self._take_latencies(store)

    def _take_latencies(self, store: Store) -> None:
        taken, store.counts.latencies = store.counts.latencies, []
        for seconds in taken:
            self.commits.observe(seconds)

    def text(self) -> bytes:
        """All figures in the format of Prometheus."""
        return generate_latest(self.registry)

    def collect(self) -> Iterable[Metric]:
        """All figures, as they are now."""
        says = "Commands, by kind and by what became of them."
        yield _by_labels("commands", says, ("kind", "outcome"), self.commands)
        says = "Sockets that the server closed, by reason."
        yield _by_labels("socket_ends", says, ("code",), self.ends)
        yield _histogram("loop_lag", "How late the event loop comes to its work.", self.lag)
        yield _histogram("commit", "How long a commit takes.", self.commits)
        yield _histogram("command", "From a command's arrival to its answer.", self.answers)
        yield from self._store_counts()
        stops = self._hub.clock.stops
        yield _counter("clock_stops", "Times that the game clock has stood still.", stops)
        yield _gauge("sockets", "Open sockets.", len(self._sockets))
        yield _gauge("tables_loaded", "Tables held in memory.", self._hub.tables_loaded)
        yield from self._bot_counts()
        if self._schedule is not None:
            yield from _backup_counts(self._schedule)

    def _store_counts(self) -> Iterator[Metric]:
        counts = self._store.counts
        yield _counter("commits", "Commits of the store.", counts.commits)
        yield _counter("appends", "Appends to tables' logs.", counts.appends)
        yield _counter("conflicts", "Appends that came second.", counts.conflicts)
        yield _counter("store_failures", "Commits that failed.", counts.failures)
        yield _gauge("damaged_tables", "Tables that cannot be read.", len(self._hub.damaged))
        behind = self._store.damage.behind
        yield _gauge("tables_behind", "Tables that lost their newest moves.", behind)

    def _bot_counts(self) -> Iterator[Metric]:
        yield _counter("bot_moves", "Actions chosen by bots.", self._hub.bot_moves)
        yield _counter("bot_failures", "Bots that failed to choose.", self._hub.bot_failures)
        pool = self._hub.bots
        yield _gauge("bot_workers", "Processes for bots that live.", pool.living)
        yield _gauge("bot_questions_waiting", "Questions that wait for one.", pool.waiting)
        failed = pool.counts.failed_starts
        yield _counter("bot_worker_failed_starts", "Such processes that did not start.", failed)


def _backup_counts(schedule: Schedule) -> Iterator[Metric]:
    says = "Seconds since the newest scheduled backup, or since the start without one."
    yield _gauge("backup_age_seconds", says, schedule.age)
    yield _counter("backups", "Scheduled backups that were written.", schedule.written)
    yield _counter("backup_failures", "Scheduled backups that failed.", schedule.failures)


def _gauge(name: str, says: str, value: float) -> GaugeMetricFamily:
    return GaugeMetricFamily(f"whistlestop_{name}", says, value)


def _counter(name: str, says: str, value: float) -> CounterMetricFamily:
    return CounterMetricFamily(f"whistlestop_{name}", says, value)


def _by_labels(
    name: str, says: str, labels: tuple[str, ...], counts: Mapping[Any, int]
) -> CounterMetricFamily:
    family = CounterMetricFamily(f"whistlestop_{name}", says, labels=labels)
    for values, count in counts.items():
        family.add_metric(values, count)
    return family


def _histogram(name: str, says: str, times: Times) -> HistogramMetricFamily:
    bounds = [*(str(bound) for bound in _SECONDS), "+Inf"]
    buckets = list(zip(bounds, accumulate(times.counts), strict=True))
    return HistogramMetricFamily(f"whistlestop_{name}_seconds", says, buckets, times.total)
