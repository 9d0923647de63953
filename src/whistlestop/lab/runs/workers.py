"""Who plays the games of a run: this process, or worker processes on this machine.

Each worker gets one task at a time and sends its games back, in any order. A pool replaces a worker
that dies and has its games played again; where the same games kill a second worker, or a worker is
stuck in a decision, a simple bot answers there for the one that was asked. So a run ends whatever
its bots do. What comes back depends on the tasks alone.
"""

from __future__ import annotations

import pickle
import signal
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from multiprocessing import get_context, resource_tracker
from multiprocessing.connection import Connection, wait
from time import monotonic
from typing import Any, Protocol

from whistlestop.lab.errors import LabError
from whistlestop.lab.games.plan import SimulationPlan
from whistlestop.lab.games.play import NOBODY
from whistlestop.lab.games.results import LostDecision, Played
from whistlestop.lab.games.time_limit import too_long
from whistlestop.lab.runs.main_guard import need_guard, no_workers
from whistlestop.lab.runs.worker import GAME, PLY, SEAT, Task, Unable, play_task, work

GRACE = 2.0
"""A worker is killed after this many times what a decision may take: its alarm comes first."""
READY = 10
"""How many times longer it may take until the first bot of a game is asked: on a busy machine
dealing and making bots takes its time."""
LOOK = 0.5
"""Seconds between two looks for stuck workers."""
TRIES = 2
"""Workers that the same games must kill before a bot is blamed: one may die of something else."""

_ENDED = object()
"""What a worker says that has ended."""

Answer = tuple[Task, list[Played]]


class Workers(Protocol):
    """Plays tasks; `close` lets go of all processes."""

    def play(self, tasks: Iterable[Task]) -> Iterator[Answer]:
        """Yield every task with its games, in any order."""
        ...

    def close(self) -> None:
        """Let go of all processes."""
        ...


class OwnProcess:
    """Plays in this process, one task after the other."""

    def __init__(self, plans: Sequence[SimulationPlan]) -> None:
        self.plans = plans

    def play(self, tasks: Iterable[Task]) -> Iterator[Answer]:
        """Yield every task with its games, in the order given."""
        for task in tasks:
            yield task, play_task(self.plans, task)

    def close(self) -> None:
        """There is nothing to let go of."""


class _Worker:
    """A process, the way to talk to it, the slot it notes its place in, and its task."""

    def __init__(self, packed: bytes) -> None:
        # Started afresh, so that nothing of this process leaks into it.
        context = get_context("spawn")
        self.slot: Any = context.RawArray("q", [-1, 0, 0, 0])
        here, there = context.Pipe()
        self.connection: Connection = here
        self.process = context.Process(target=work, args=(there, packed, self.slot))
        with _deaf_to_interrupts():
            self.process.start()
        there.close()
        self.ready = False
        self.task: Task | None = None

    def give(self, task: Task) -> None:
        self.task = task
        self.slot[GAME] = -1
        self.connection.send(task)

    def stuck(self, seconds: float) -> bool:
        """Whether it has been in one decision for longer than that, or far longer in a deal."""
        game, _, seat, since = list(self.slot)
        most = seconds * (READY if seat == NOBODY else 1)
        return bool(game >= 0 and monotonic() * 1000 - since > most * 1000)

    def end(self) -> None:
        self.process.kill()
        self.process.join()
        self.connection.close()


@contextmanager
def _deaf_to_interrupts() -> Iterator[None]:
    """Processes started inside hear no interrupt, even at their start, until they ask for it."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    # Starting the tracker would lift the block again, so it is started first.
    resource_tracker.ensure_running()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


class WorkerPool:
    """Worker processes on this machine."""

    def __init__(self, plans: Sequence[SimulationPlan], workers: int) -> None:
        need_guard()
        self.plans = plans
        self.size = workers
        self._packed = packed(plans)
        self._workers: list[_Worker] = []
        self._tries: dict[tuple[int, int, int], int] = {}

    def play(self, tasks: Iterable[Task]) -> Iterator[Answer]:
        """Hand out the tasks and yield each with its games, in any order."""
        queue = deque(tasks)
        while queue or any(worker.task for worker in self._workers):
            while len(self._workers) < min(self.size, len(queue) + self._busy()):
                self._workers.append(_Worker(self._packed))
            for worker in self._workers:
                if worker.ready and worker.task is None and queue:
                    worker.give(queue.popleft())
            for worker in self._with_news():
                yield from self._hear(worker, queue)
            self._end_stuck(queue)

    def _busy(self) -> int:
        return sum(worker.task is not None for worker in self._workers)

    def _with_news(self) -> list[_Worker]:
        """The workers that have sent something, or have died."""
        by_connection = {worker.connection: worker for worker in self._workers}
        return [by_connection[c] for c in wait(list(by_connection), LOOK)]  # type: ignore[index]  # as above

    def _hear(self, worker: _Worker, queue: deque[Task]) -> Iterator[Answer]:
        try:
            message = worker.connection.recv()
        except (EOFError, OSError):
            message = _ENDED
        if message is _ENDED:
            self._replace(worker, queue, "its process was ended")
            return
        if isinstance(message, Unable):
            raise not_portable(message.why)
        if worker.task is None:
            worker.ready = True
            return
        task, worker.task = worker.task, None
        yield task, message

    def _end_stuck(self, queue: deque[Task]) -> None:
        for worker in list(self._workers):
            if worker.task is not None:
                seconds = self.plans[worker.task.plan].seconds
                if worker.stuck(GRACE * seconds):
                    self._replace(worker, queue, too_long(seconds), TRIES)

    def _replace(self, worker: _Worker, queue: deque[Task], problem: str, counts: int = 1) -> None:
        """Replace a worker; its games are queued again, after `TRIES` without the bot asked."""
        place = list(worker.slot)
        worker.end()
        self._workers.remove(worker)
        if not worker.ready:
            raise no_workers()
        task = worker.task
        if task is None:
            return
        key = (task.plan, task.start, task.stop)
        self._tries[key] = self._tries.get(key, 0) + counts
        if self._tries[key] >= TRIES:
            lost = LostDecision(place[GAME], place[PLY], place[SEAT], problem)
            # Lost twice in the same place: nothing a bot did, so trying on would never end.
            if place[GAME] < 0 or lost in task.lost:
                raise no_workers()
            task = Task(task.plan, task.start, task.stop, (*task.lost, lost))
        queue.appendleft(task)

    def close(self) -> None:
        """End the workers, in the middle of their games if need be."""
        while self._workers:
            self._workers.pop().end()


def packed(plans: Sequence[SimulationPlan]) -> bytes:
    """Plans ready to be sent, or the sentence why they cannot be."""
    try:
        return pickle.dumps(list(plans))
    # pickle raises several kinds of errors for what it cannot take.
    except Exception as error:
        raise not_portable(error) from None


def not_portable(error: object) -> LabError:
    """The refusal of a bot that cannot be sent to another process."""
    return LabError(
        "bot_not_portable",
        "A bot that plays in several workers must be a class or function at the top of a module"
        f" ({' '.join(str(error).split())}).",
    )
