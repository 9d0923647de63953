"""Who is thought for next: parties take turns, and long thoughts leave one worker to short ones.

A party is whoever shares one turn, named from the outside in. A server names an address, a guest
and a table, so an address with ten tables has no more turns than one with a single table. The
queue knows neither bots nor workers, and never waits for anything but its next job. Invariant:
while jobs of several parties wait in a lane, none gets a second turn before each of the others has
had one, and the same holds within a party; at most `most_long` long jobs are out at the same time.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Iterator
from contextlib import suppress
from typing import Generic, Protocol, TypeVar

Party = tuple[str, ...]


class Job(Protocol):
    """What waits in the queue."""

    @property
    def party(self) -> Party:
        """Whose turn it takes."""

    @property
    def long(self) -> bool:
        """Whether it takes long."""


J = TypeVar("J", bound=Job)


class _Turns(Generic[J]):
    """Jobs in the order of turns: outer parties take turns, and within each of them inner ones."""

    def __init__(self) -> None:
        self._jobs: deque[J] = deque()  # of the party itself
        self._inner: dict[str, _Turns[J]] = {}  # the party whose turn it is comes first

    def __len__(self) -> int:
        return len(self._jobs) + sum(len(inner) for inner in self._inner.values())

    def __bool__(self) -> bool:
        return bool(self._jobs or self._inner)

    def put(self, job: J, party: Party) -> None:
        if not party:
            self._jobs.append(job)
        else:
            self._inner.setdefault(party[0], _Turns()).put(job, party[1:])

    def take(self) -> J | None:
        if self._jobs:
            return self._jobs.popleft()
        for name in self._inner:
            inner = self._inner.pop(name)
            job = inner.take()
            if inner:
                self._inner[name] = inner  # behind all others
            return job
        return None

    def drop(self, job: J, party: Party) -> None:
        if not party:
            with suppress(ValueError):
                self._jobs.remove(job)
        elif (inner := self._inner.get(party[0])) is not None:
            inner.drop(job, party[1:])
            if not inner:
                del self._inner[party[0]]


class FairQueue(Generic[J]):
    """Waiting jobs, dealt to workers that ask for one."""

    def __init__(self, most_long: int) -> None:
        self._most_long = most_long
        self._lanes: tuple[_Turns[J], _Turns[J]] = _Turns(), _Turns()  # short and long
        self._next = 0  # the lane whose turn it is
        self._long_out = 0
        self._changed = asyncio.Event()

    def __len__(self) -> int:
        """How many jobs wait."""
        return sum(len(lane) for lane in self._lanes)

    def put(self, job: J) -> None:
        """Let a job wait for its turn."""
        self._lanes[job.long].put(job, job.party)
        self._changed.set()

    def drop(self, job: J) -> None:
        """Forget a job if it still waits."""
        self._lanes[job.long].drop(job, job.party)

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
