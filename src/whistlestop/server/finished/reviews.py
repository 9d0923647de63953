"""Reviews of finished games: worked out in the background, kept in the store, read by everybody.

The bots' processes take the steps, one of a review at a time and in the turn of who asked first, so
a review is just one more question that waits its turn. Invariant: a game is worked out by a process
once however many ask, its work stops soon after the last has stopped asking, and what was found
until then waits a while for somebody to come back.
"""

from __future__ import annotations

import asyncio
import gzip
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field

import msgspec

from whistlestop.bots.processes.fair_queue import Party
from whistlestop.bots.processes.pool import BotPool, PoolClosed
from whistlestop.bots.review import ReviewTerms, Step, closer_steps, first_steps, tell
from whistlestop.bots.review.form import FORMAT
from whistlestop.bots.review.looks import most_steps
from whistlestop.bots.review.steps import Found, from_json
from whistlestop.engine.game import Game
from whistlestop.protocol.story import ReviewProgress
from whistlestop.record import Record
from whistlestop.server.aside import aside
from whistlestop.server.errors import ServerRefusal
from whistlestop.server.finished.kept import Packed, packed
from whistlestop.server.store.base import KeptReview, Store, StoreUnavailable
from whistlestop.server.table.caller import Caller

STEP_SECONDS = 30.0  # for one step; most take less than one
PATIENCE = 20.0  # seconds after which nobody seems to wait for a review any more
REMEMBERED = 16  # reviews in memory: finished ones, those that stopped halfway, those that failed
AT_ONCE = 64  # reviews that a process works on


@dataclass(slots=True)
class _Work:
    """A review on its way."""

    table: str
    game: Game
    party: Party
    asked: float
    bots: tuple[str | None, ...] = ()
    found: dict[Step, Found] = field(default_factory=dict)
    total: int = 0
    task: asyncio.Task[None] | None = None
    failure: ServerRefusal | None = None

    @property
    def progress(self) -> ReviewProgress:
        """How far it is."""
        return ReviewProgress(len(self.found), max(self.total, len(self.found) + 1))


class Reviews:
    """The reviews of one process."""

    def __init__(self, bots: BotPool, store: Store, clock: Callable[[], float]) -> None:
        """`clock` counts seconds, and never goes back."""
        self._bots = bots
        self._store = store
        self._clock = clock
        self._works: dict[str, _Work] = {}
        self._ready: dict[str, Packed] = {}

    @property
    def running(self) -> int:
        """How many reviews are being worked out."""
        return sum(work.task is not None for work in self._works.values())

    async def of(
        self, table: str, game: Game, caller: Caller, bots: tuple[str | None, ...] = ()
    ) -> Packed | ReviewProgress:
        """The review of a game that is over, or how far it is; asking begins it, and keeps it
        going. Raises ServerRefusal."""
        assert game.over, "a running game has secrets"
        kept = self._ready.get(table) or await self._kept(table)
        if kept is not None:
            return kept
        work = self._works.get(table)
        if work is None or work.task is None:
            work = self._begin(work or _Work(table, game, caller.party(table), 0.0, bots), caller)
        work.asked = self._clock()
        return work.progress

    def forget(self, table: str) -> None:
        """Keep no review of a table, and stop working one out."""
        self._ready.pop(table, None)
        work = self._works.pop(table, None)
        if work is not None and work.task is not None:
            work.task.cancel()

    async def _kept(self, table: str) -> Packed | None:
        """What the store has, if this program can read it."""
        try:
            found = await self._store.review(table)
        except StoreUnavailable:
            raise ServerRefusal("store_unavailable", 503) from None
        if found is None or found.format != FORMAT:
            return None
        body = await aside(lambda: gzip.decompress(found.body))
        return self._remember(table, Packed(body, found.body))

    def _remember(self, table: str, ready: Packed) -> Packed:
        self._ready[table] = ready
        while len(self._ready) > REMEMBERED:
            del self._ready[next(iter(self._ready))]
        return ready

    def _begin(self, work: _Work, caller: Caller) -> _Work:
        """Begin, or go on where the work stopped. Raises once what it failed with the last time."""
        if work.failure is not None:
            del self._works[work.table]
            raise work.failure
        if self.running >= AT_ONCE:
            raise ServerRefusal("busy", 503)
        caller.address.take("reviews")
        self._works[work.table] = work
        work.task = asyncio.create_task(self._run(work))
        return work

    async def _run(self, work: _Work) -> None:
        try:
            await self._work_out(work)
        except ServerRefusal as refusal:
            work.failure = refusal
        except PoolClosed:
            work.failure = ServerRefusal("restarting", 503)
        finally:
            work.task = None
            self._forget()

    def _forget(self) -> None:
        """Drop the oldest of those that nobody works on."""
        stopped = [table for table, work in self._works.items() if work.task is None]
        for table in stopped[:-REMEMBERED]:
            del self._works[table]

    async def _work_out(self, work: _Work) -> None:
        record, text = await aside(lambda: _written(work.game))
        steps = first_steps(record)
        work.total = len(steps) + most_steps(record)
        terms = ReviewTerms(bots=work.bots)
        if not await self._take(work, text, terms, steps):
            return
        while closer := closer_steps(record, work.found):
            if not await self._take(work, text, terms, closer):
                return
        made = await aside(lambda: _told(record, terms, work.found))
        # Without the store this process has it, and the next one works it out again.
        with suppress(StoreUnavailable):
            await self._store.keep_review(work.table, KeptReview(FORMAT, made.short))
        self._remember(work.table, made)
        self._works.pop(work.table, None)

    async def _take(self, work: _Work, text: str, terms: ReviewTerms, steps: list[Step]) -> bool:
        """Take steps that have not been taken; False as soon as nobody waits any more."""
        for step in steps:
            if step in work.found:
                continue
            if self._clock() - work.asked > PATIENCE:
                return False
            answer = await self._bots.review_step(text, terms, step, STEP_SECONDS, work.party)
            try:
                work.found[step] = from_json(step, answer.found.encode())
            except msgspec.DecodeError:
                raise ServerRefusal("no_review", 503) from None
        return True


def _written(game: Game) -> tuple[Record, str]:
    """The record of a game, and its text. That takes milliseconds, so not in the event loop."""
    record = game.record
    assert isinstance(record, Record)
    return record, record.dumps()


def _told(record: Record, terms: ReviewTerms, found: dict[Step, Found]) -> Packed:
    return packed(msgspec.json.encode(tell(record, terms, found).to_dict()))
