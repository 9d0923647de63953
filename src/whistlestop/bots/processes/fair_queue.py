"""Who is thought for next: parties take turns, and long thoughts leave one worker to short ones.

A party is whoever shares one turn, usually a table. The queue knows neither bots nor workers, and
never waits for anything but its next job. Invariant: while jobs of several parties wait in a lane,
none gets a second turn before each of the others has had one, and at most `most_long` long jobs are
out at the same time.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Iterator
from typing import Generic, Protocol, TypeVar


class Job(Protocol):
    """What waits in the queue."""

    @property
    def party(self) -> str:
        """Whose turn it takes."""

    @property
    def long(self) -> bool:
        """Whether it takes long."""


J = TypeVar("J", bound=Job)


class _Lane(Generic[J]):
    """Jobs in the order of their parties' turns."""

    def __init__(self) -> None:
        self._waiting: dict[str, deque[J]] = {}  # the party whose turn it is comes first

    def __len__(self) -> int:
        return sum(len(jobs) for jobs in self._waiting.values())

    def put(self, job: J) -> None:
        self._waiting.setdefault(job.party, deque()).append(job)

    def take(self) -> J | None:
        for party in self._waiting:
            jobs = self._waiting.pop(party)
            job = jobs.popleft()
            if jobs:
                self._waiting[party] = jobs  # behind all others
            return job
        return None

    def drop(self, job: J) -> None:
        jobs = self._waiting.get(job.party)
        if jobs is not None and job in jobs:
            jobs.remove(job)
            if not jobs:
                del self._waiting[job.party]


class FairQueue(Generic[J]):
    """Waiting jobs, dealt to workers that ask for one."""

    def __init__(self, most_long: int) -> None:
        self._most_long = most_long
        self._lanes: tuple[_Lane[J], _Lane[J]] = _Lane(), _Lane()  # short and long
        self._next = 0  # the lane whose turn it is
        self._long_out = 0
        self._changed = asyncio.Event()

    def __len__(self) -> int:
        """How many jobs wait."""
        return sum(len(lane) for lane in self._lanes)

    def put(self, job: J) -> None:
        """Let a job wait for its turn."""
        self._lanes[job.long].put(job)
        self._changed.set()

    def drop(self, job: J) -> None:
        """Forget a job if it still waits."""
        self._lanes[job.long].drop(job)

    def drain(self) -> Iterator[J]:
        """Take out every job that waits, whatever its length."""
        for lane in self._lanes:
            while (job := lane.take()) is not None:
                yield job

    async def get(self) -> J:
        """The next job; whoever takes it says when it is `done`."""
        while (job := self._take()) is None:
            self._changed.clear()
            await self._changed.wait()
        self._long_out += job.long
        return job

    def _take(self) -> J | None:
        """From the lane whose turn it is, else from the other; long ones only if they may go."""
        for lane in (self._next, 1 - self._next):
            if lane and self._long_out >= self._most_long:
                continue
            job = self._lanes[lane].take()
            if job is not None:
                self._next = 1 - lane
                return job
        return None

    def done(self, job: J) -> None:
        """Note that a job is no longer out."""
        self._long_out -= job.long
        self._changed.set()
