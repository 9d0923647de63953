"""Parties take turns, and long jobs never take all there is."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

from whistlestop.bots.processes.fair_queue import FairQueue


@dataclass(frozen=True)
class Ask:
    who: str
    number: int
    long: bool = False

    @property
    def party(self) -> tuple[str, ...]:
        return tuple(self.who.split("/"))


def names(queue: FairQueue[Ask]) -> list[str]:
    return [f"{job.who}{job.number}" for job in queue.drain()]


def test_a_party_with_many_jobs_waits_its_turn_after_each() -> None:
    queue: FairQueue[Ask] = FairQueue(1)
    for number in range(4):
        queue.put(Ask("a", number))
    queue.put(Ask("b", 0))
    queue.put(Ask("c", 0))
    queue.put(Ask("b", 1))
    assert len(queue) == 7
    assert names(queue) == ["a0", "b0", "c0", "a1", "b1", "a2", "a3"]
    assert len(queue) == 0


def test_a_job_that_is_dropped_takes_no_turn() -> None:
    queue: FairQueue[Ask] = FairQueue(1)
    for ask in (Ask("a", 0), Ask("b", 0), Ask("a", 1), Ask("a", 1, long=True)):
        queue.put(ask)
    queue.drop(Ask("b", 0))
    queue.drop(Ask("a", 1, long=True))
    queue.drop(Ask("nobody", 9))
    assert names(queue) == ["a0", "a1"]


def test_long_jobs_wait_for_each_other_and_short_ones_for_none_of_them() -> None:
    async def run() -> None:
        queue: FairQueue[Ask] = FairQueue(1)
        long = [Ask(party, 0, long=True) for party in "ab"]
        for job in long:
            queue.put(job)
        assert await queue.get() == long[0]
        waiting = asyncio.create_task(queue.get())
        await asyncio.sleep(0)
        assert not waiting.done()
        short = Ask("c", 0)
        queue.put(short)
        assert await waiting == short
        queue.done(short)
        waiting = asyncio.create_task(queue.get())
        await asyncio.sleep(0)
        assert not waiting.done()
        queue.done(long[0])
        assert await waiting == long[1]

    asyncio.run(run())


def test_long_and_short_jobs_alternate_when_both_may_go() -> None:
    async def run() -> list[bool]:
        queue: FairQueue[Ask] = FairQueue(9)
        for number in range(2):
            for long in (False, True):
                queue.put(Ask("a", number, long))
        return [(await queue.get()).long for _ in range(4)]

    assert asyncio.run(run()) == [False, True, False, True]


def test_within_a_turn_inner_parties_take_turns_too() -> None:
    """An address with ten tables has no more turns than one with a single table."""
    queue: FairQueue[Ask] = FairQueue(1)
    for table in "tuv":
        for number in range(2):
            queue.put(Ask(f"eve/one/{table}", number))
    queue.put(Ask("eve/two/w", 0))
    for number in range(3):
        queue.put(Ask("bob/bob/x", number))
    assert len(queue) == 10
    assert names(queue) == [
        "eve/one/t0",
        "bob/bob/x0",
        "eve/two/w0",
        "bob/bob/x1",
        "eve/one/u0",
        "bob/bob/x2",
        "eve/one/v0",
        "eve/one/t1",
        "eve/one/u1",
        "eve/one/v1",
    ]


def test_an_inner_party_whose_jobs_are_dropped_takes_no_turn() -> None:
    queue: FairQueue[Ask] = FairQueue(1)
    for who in ("eve/t", "eve/u", "bob/x"):
        queue.put(Ask(who, 0))
    queue.drop(Ask("eve/t", 0))
    queue.drop(Ask("eve/t", 0))
    queue.drop(Ask("bob/y", 0))
    assert names(queue) == ["eve/u0", "bob/x0"]
    queue.put(Ask("eve/t", 0))
    queue.drop(Ask("eve/t", 0))
    assert names(queue) == []
