"""A run: blocks of games of one or more plans, each block played once and never again.

A run reads the blocks that its results file holds, lets workers play the others, and writes those
in the order in which they were asked for. Invariant: what a run holds depends on its plans and on
the blocks asked for, not on workers, interruptions or the place where games are played.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from whistlestop.lab.data.files import GameFiles
from whistlestop.lab.errors import LabError
from whistlestop.lab.games.plan import SimulationPlan
from whistlestop.lab.games.results import Played
from whistlestop.lab.runs.results_file import ResultsFile
from whistlestop.lab.runs.worker import Task
from whistlestop.lab.runs.workers import OwnProcess, WorkerPool, Workers

Progress = Callable[[int, int], None]
"""Called with how many games are done and how many there are."""

CHUNKS = 16
"""Tasks for each worker, so that the others do not wait long for a slow one at the end."""
LARGEST = 500
"""Games in a task at most: a worker that is lost costs no more, and progress shows often."""
MOST_WORKERS = 256
PLACES = ("pool", "ray")


class GameBlock(NamedTuple):
    """A block of a plan, both by number."""

    plan: int
    number: int


class Run:
    """Plays blocks and keeps their games. As a context it leaves no worker behind."""

    def __init__(
        self,
        plans: Sequence[SimulationPlan],
        *,
        workers: int = 1,
        on: str = "pool",
        results: str | Path | None = None,
        any_code: bool = False,
        progress: Progress | None = None,
        files: GameFiles | None = None,
    ) -> None:
        check_number("workers", workers, MOST_WORKERS)
        if on not in PLACES:
            raise LabError(
                "bad_place", f"Games are played on {' or '.join(PLACES)}, not {on!r:.40}."
            )
        self.plans = tuple(plans)
        self.played: dict[GameBlock, list[Played]] = {}
        self.done = 0
        self.total = 0
        # Games that whoever uses the run expects to ask for later; only `progress` shows them.
        self.ahead = 0
        self._worker_count = workers
        self._on = on
        self._progress = progress
        self._files = files
        self._workers: Workers | None = None
        self._results = None if results is None else ResultsFile(results, any_code=any_code)

    def play(self, wanted: Iterable[GameBlock], games: int | None = None) -> None:
        """Play the blocks that are not there yet; `games` cuts the last block short."""
        blocks = [block for block in wanted if block not in self.played]
        self.total += sum(self._stop(block, games) - self._start(block) for block in blocks)
        missing = [block for block in blocks if not self.recall(block)]
        self._show_progress()
        waiting = deque(blocks)
        self._write(waiting)
        for block, played in self._in_order(missing, games):
            self.played[block] = played
            if self._results is not None and len(played) == self.plans[block.plan].players:
                self._results.add(self.plans[block.plan], block.number, played)
            self._write(waiting)

    def _write(self, waiting: deque[GameBlock]) -> None:
        """Write games to the files, each block as soon as all that were asked for before it."""
        while self._files is not None and waiting and waiting[0] in self.played:
            block = waiting.popleft()
            played = self.played[block]
            self.played[block] = self._files.add(block.plan, self.plans[block.plan], played)

    def games(self, plan: int) -> Iterator[list[Played]]:
        """The blocks of a plan that have been played, in order."""
        numbers = sorted(block.number for block in self.played if block.plan == plan)
        return (self.played[GameBlock(plan, number)] for number in numbers)

    def recall(self, block: GameBlock) -> bool:
        """Take a block from the results file, if it is there."""
        found = None
        if self._results is not None:
            found = self._results.get(self.plans[block.plan], block.number)
        if found is None:
            return False
        self.played[block] = found
        self.done += len(found)
        return True

    def _in_order(
        self, blocks: Sequence[GameBlock], games: int | None
    ) -> Iterator[tuple[GameBlock, list[Played]]]:
        """The blocks as they were asked for, each as soon as all before it are done."""
        tasks = list(self._tasks(blocks, games))
        waiting: dict[tuple[int, int], list[Played]] = {}
        order = iter(tasks)
        due = next(order, None)
        for task, played in self._made_workers().play(tasks) if tasks else ():
            waiting[task.plan, task.start] = played
            self.done += len(played)
            self._show_progress()
            while due is not None and (due.plan, due.start) in waiting:
                yield from self._split(due, waiting.pop((due.plan, due.start)))
                due = next(order, None)

    def _tasks(self, blocks: Sequence[GameBlock], games: int | None) -> Iterator[Task]:
        """Neighbouring blocks of a plan together, as many as keep all workers busy to the end."""
        total = sum(self.plans[block.plan].players for block in blocks)
        most = min(LARGEST, max(1, total // (self._worker_count * CHUNKS)))
        task: Task | None = None
        for block in blocks:
            start, stop = self._start(block), self._stop(block, games)
            if task is not None:
                goes_on = (task.plan, task.stop) == (block.plan, start)
                if goes_on and stop - task.start <= most:
                    task = Task(task.plan, task.start, stop)
                    continue
                yield task
            task = Task(block.plan, start, stop)
        if task is not None:
            yield task

    def _split(self, task: Task, played: list[Played]) -> Iterator[tuple[GameBlock, list[Played]]]:
        size = self.plans[task.plan].players
        for at in range(0, len(played), size):
            yield GameBlock(task.plan, (task.start + at) // size), played[at : at + size]

    def _start(self, block: GameBlock) -> int:
        return block.number * self.plans[block.plan].players

    def _stop(self, block: GameBlock, games: int | None) -> int:
        stop = self._start(block) + self.plans[block.plan].players
        return stop if games is None else min(stop, games)

    def _made_workers(self) -> Workers:
        if self._workers is None:
            if self._on == "ray":
                from whistlestop.lab.runs.cluster import RayWorkers

                self._workers = RayWorkers(self.plans, self._worker_count)
            elif self._worker_count == 1:
                self._workers = OwnProcess(self.plans)
            else:
                self._workers = WorkerPool(self.plans, self._worker_count)
        return self._workers

    def _show_progress(self) -> None:
        if self._progress is not None:
            self._progress(self.done, self.total + self.ahead)

    def close(self) -> None:
        """Let go of the workers and the results file."""
        if self._workers is not None:
            self._workers.close()
        if self._results is not None:
            self._results.close()

    def __enter__(self) -> Run:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()


def check_number(name: str, value: object, most: int) -> None:
    """Refuse, in a sentence, what is no whole number from 1 to `most`."""
    whole = isinstance(value, int) and not isinstance(value, bool)
    if not whole or not 1 <= value <= most:  # type: ignore[operator]  # whole says it is a number
        raise LabError(f"bad_{name}", f"The number of {name} is 1 to {most:,}, not {value!r:.40}.")
