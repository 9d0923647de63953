"""The workers of a Ray cluster: `--on ray`, with the extra `whistlestop[cluster]`.

Tasks and games are those of the pool, so the results are too. Ray plays a task again when its
worker dies; if a second one dies, a pool of this process plays the games, which can tell where.
Without a cluster in `RAY_ADDRESS`, the run starts a local one.
"""

from __future__ import annotations

import os
import warnings
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from whistlestop.lab.extras import needed
from whistlestop.lab.games.plan import SimulationPlan
from whistlestop.lab.games.results import Played
from whistlestop.lab.runs.worker import Task, play_task
from whistlestop.lab.runs.workers import Answer, WorkerPool, packed

AHEAD = 2
"""Tasks waiting at Ray for each of its cores, so that none is idle."""


class RayWorkers:
    """Tasks as remote functions."""

    def __init__(self, plans: Sequence[SimulationPlan], workers: int) -> None:
        self.plans = plans
        self._packed = packed(plans)
        self._ray = ray = needed("ray", "cluster")
        self._own = not ray.is_initialized()
        if self._own:
            _start(ray, workers)
        self._cores = max(1, int(ray.cluster_resources().get("CPU", 1)))
        self._sent = ray.put(self._packed)
        self._remote = ray.remote(max_retries=1)(_play_packed)

    def play(self, tasks: Iterable[Task]) -> Iterator[Answer]:
        """Hand out the tasks and yield each with its games, in any order."""
        queue = deque(tasks)
        waiting: dict[Any, Task] = {}
        while queue or waiting:
            while queue and len(waiting) < AHEAD * self._cores:
                task = queue.popleft()
                waiting[self._remote.remote(self._sent, task)] = task
            done, _ = self._ray.wait(list(waiting))
            for reference in done:
                task = waiting.pop(reference)
                yield task, self._answer(reference, task)

    def _answer(self, reference: Any, task: Task) -> list[Played]:
        try:
            played: list[Played] = self._ray.get(reference)
            return played
        except self._ray.exceptions.WorkerCrashedError:
            return self._play_here(task)

    def _play_here(self, task: Task) -> list[Played]:
        pool = WorkerPool(self.plans, 1)
        try:
            return next(played for _, played in pool.play([task]))
        finally:
            pool.close()

    def close(self) -> None:
        """Leave the cluster, if this process joined or started it."""
        if self._own:
            self._ray.shutdown()


def _start(ray: Any, workers: int) -> None:
    """Join the cluster of `RAY_ADDRESS`, or start one here with so many cores."""
    quiet = {"log_to_driver": False, "logging_level": "error"}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        if os.environ.get("RAY_ADDRESS"):
            ray.init(**quiet)
        else:
            ray.init(num_cpus=workers, include_dashboard=False, **quiet)


_unpacked: dict[bytes, list[SimulationPlan]] = {}


def _play_packed(packed_plans: bytes, task: Task) -> list[Played]:
    """Runs in a worker of Ray, which keeps the plans it has unpacked."""
    import pickle

    if packed_plans not in _unpacked:
        _unpacked.clear()
        _unpacked[packed_plans] = pickle.loads(packed_plans)
    return play_task(_unpacked[packed_plans], task)
