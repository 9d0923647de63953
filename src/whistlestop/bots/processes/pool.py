"""A pool of processes that get views and answer with actions, so that event loops never wait.

A bot sees a pickled `View` and nothing else. Every decision gets a fresh bot made from name and
seed, so a restarted server decides the same. The pool knows no tables; parties, for which it thinks
in turn, are names to it. Invariant: the pool answers every question with a legal action. If a bot
hangs, raises, ends its process or answers nonsense, the pool answers with a random one and a short
text of what went wrong, which holds no secret. (It is a pool of our own because the usual ones
either cannot end a task that hangs or give up altogether when somebody kills an idle worker.)
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import time
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass

import msgspec

from whistlestop.bots.contract import BotError
from whistlestop.bots.evaluation.strength import Bots
from whistlestop.bots.processes.fair_queue import FairQueue, Party
from whistlestop.bots.processes.messages import (
    AdvisedAction,
    Answer,
    Question,
    ReviewQuestion,
    packed,
)
from whistlestop.bots.processes.process import BotProcess, WorkerLost
from whistlestop.bots.random import make_random
from whistlestop.bots.review.steps import ReviewTerms, Step
from whistlestop.engine.knowledge.view import View
from whistlestop.engine.state.rng import seeded
from whistlestop.model.actions import Action, parse_action
from whistlestop.model.errors import Refusal

log = logging.getLogger(__name__)

HINTS = 3  # actions in a piece of advice
LONGEST_FAILURE = 120  # characters
LONGEST_PAUSE = 8.0  # seconds between tries to start a worker that does not start
ABANDONED_SECONDS = 0.5  # for a thought that nobody waits for any more: a new worker takes as long
LONG_SECONDS = 0.25  # a bot that usually thinks longer leaves one worker to the others
SHORTEST_RETRY = 0.05  # seconds that must be left to ask again after a worker was lost

_decoder = msgspec.json.Decoder(Answer)


class PoolClosed(Exception):
    """The pool is closing: there is no answer, and the caller must not play anything instead."""


@dataclass(frozen=True, slots=True)
class ChosenAction:
    """A legal action; if it is not the bot's own, `failure` says why."""

    action: str
    failure: str | None


@dataclass(slots=True)
class PoolCounts:
    """What the pool has done so far, for metrics."""

    answers: int = 0
    failures: int = 0
    workers_started: int = 0
    workers_lost: int = 0
    failed_starts: int = 0


@dataclass(slots=True)
class _Job:
    """A question on its way, with the time left for it."""

    question: bytes
    seconds: float
    answer: asyncio.Future[Answer]
    party: Party
    long: bool
    bot: str
    lost: int = 0

    def deliver(self, answer: Answer) -> None:
        """Give the answer to whoever asked, unless they have given up."""
        if not self.answer.done():
            self.answer.set_result(answer)

    def is_worth_another(self, error: Exception) -> bool:
        """Whether to ask another worker: once, since somebody may have killed the first."""
        self.lost += 1
        hung = isinstance(error, TimeoutError)
        if not hung and self.lost == 1 and self.seconds > SHORTEST_RETRY:
            return True
        self.deliver(Answer(failure="hung" if hung else "ended its process"))
        return False


class BotPool:
    """A fixed number of worker processes with one queue before them.

    Bots that think long never have all of them, unless there is only one.
    """

    def __init__(self, workers: int | None = None, modules: Sequence[str] = ()) -> None:
        """Every worker imports `modules`, for the bots they register."""
        self.size = default_workers() if workers is None else workers
        self.counts = PoolCounts()
        self._modules = tuple(modules)
        self._jobs: FairQueue[_Job] = FairQueue(max(1, self.size - 1))
        self._usual: dict[str, float] = {}  # how many seconds the bots usually think
        self._slots: list[asyncio.Task[None]] = []
        self._workers: dict[int, BotProcess] = {}
        self._open: set[asyncio.Future[Answer]] = set()
        self._closed = False
        self._cannot_start = False

    async def open(self) -> None:
        """Start the workers; returns when the first is ready."""
        try:
            first = await BotProcess.start(self._modules)
        except WorkerLost as error:
            raise BotError(
                "no_bot_workers", f"No process for bots could be started ({error})."
            ) from None
        self.counts.workers_started += 1
        self._workers[first.pid] = first
        for number in range(self.size):
            self._slots.append(asyncio.create_task(self._serve(None if number else first)))

    async def close(self) -> None:
        """Kill all workers, whatever they are doing; open questions raise PoolClosed."""
        if self._closed:
            return
        self._closed = True
        for slot in self._slots:
            slot.cancel()
        await asyncio.gather(*self._slots, return_exceptions=True)
        for worker in self._workers.values():  # of slots that have not come to life
            await worker.stop()
        for answer in self._open:
            if not answer.done():
                answer.set_exception(PoolClosed())

    @property
    def waiting(self) -> int:
        """How many questions wait for a worker."""
        return len(self._jobs)

    @property
    def living(self) -> int:
        """How many workers live."""
        return sum(worker.lives for worker in self._workers.values())

    @property
    def works(self) -> bool:
        """False while no worker lives because none can be started."""
        return not self._cannot_start or bool(self._workers)

    @property
    def pids(self) -> tuple[int, ...]:
        """The processes of the workers that are ready or busy."""
        return tuple(worker.pid for worker in self._workers.values())

    async def choose(
        self, bot: str, seed: str, view: View, seconds: float, party: Party = ("",)
    ) -> ChosenAction:
        """The bot's action for the seat of a view, or a random one and why the bot failed.

        `seconds` is how long the bot itself may think; waiting for a free worker comes on top, and
        for that parties take turns.
        """
        answer = await self._ask(Question(view, seconds, bot, seed), party)
        failure = answer.failure or _not_legal(answer.action, view)
        if not failure:
            return ChosenAction(answer.action, None)
        self.counts.failures += 1
        return ChosenAction(str(stand_in(view, seed)), failure[:LONGEST_FAILURE])

    async def advise(
        self, view: View, seconds: float, party: Party = ("",), bots: Bots = ()
    ) -> tuple[AdvisedAction, ...]:
        """The best actions with reason and value, best first; none if that fails."""
        return (await self.prospect(view, seconds, party, bots)).options

    async def prospect(
        self, view: View, seconds: float, party: Party = ("",), bots: Bots = ()
    ) -> Answer:
        """Advice, and how the seat stands; `failure` says so if that fails."""
        return await self._advised(Question(view, seconds, count=HINTS, bots=tuple(bots)), party)

    async def review_step(
        self, record: str, terms: ReviewTerms, step: Step, seconds: float, party: Party = ("",)
    ) -> Answer:
        """What a step of the review of a finished game found; `failure` says so if that fails."""
        answer = await self._ask(ReviewQuestion(record, terms, step, seconds), party)
        if answer.failure:
            self.counts.failures += 1
            log.warning("no_review", extra={"failure": answer.failure})
        return answer

    async def _advised(self, question: Question, party: Party) -> Answer:
        """An answer with only legal options; counts and logs a failure."""
        answer = await self._ask(question, party)
        options = tuple(o for o in answer.options if not _not_legal(o.action, question.view))
        if answer.failure or len(options) != len(answer.options):
            self.counts.failures += 1
            facts = {"failure": answer.failure or "illegal action"}
            log.warning("no_advice", extra=facts)
        return msgspec.structs.replace(answer, options=options[:HINTS])

    async def _ask(self, question: Question | ReviewQuestion, party: Party) -> Answer:
        if self._closed:
            raise PoolClosed
        answer: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self._open.add(answer)
        long = self._thinks_long(question)
        job = _Job(packed(question), question.seconds, answer, party, long, _name(question))
        try:
            self._jobs.put(job)
            return await answer
        finally:
            self._open.discard(answer)
            self._jobs.drop(job)  # if whoever asked is gone

    def _thinks_long(self, question: Question | ReviewQuestion) -> bool:
        """By what its bot has usually taken, and before that by what it may take."""
        usual = self._usual.get(_name(question), question.seconds / 10)
        return usual > LONG_SECONDS

    async def _serve(self, worker: BotProcess | None) -> None:
        """One slot of the pool: start a worker, let it work until it is lost, and so on."""
        while True:
            worker = worker or await self._started()
            self._workers[worker.pid] = worker
            try:
                await self._work(worker)
            finally:
                del self._workers[worker.pid]
                await worker.stop()
            worker = None

    async def _work(self, worker: BotProcess) -> None:
        """Give a worker job after job, until it is lost."""
        while True:
            job = await self._jobs.get()
            try:
                await self._ask_worker(worker, job)
            except (TimeoutError, WorkerLost) as error:
                self.counts.workers_lost += 1
                if job.is_worth_another(error):
                    self._jobs.put(job)
                return
            finally:
                self._jobs.done(job)

    async def _ask_worker(self, worker: BotProcess, job: _Job) -> None:
        started = time.monotonic()
        try:
            async with _while_wanted(job):
                answer = _decoder.decode(await worker.ask(job.question, job.seconds))
        except msgspec.DecodeError as error:
            raise WorkerLost("no answer") from error
        finally:
            took = time.monotonic() - started
            job.seconds -= took
            self._usual[job.bot] = (3 * self._usual.get(job.bot, took) + took) / 4
        self.counts.answers += 1
        job.deliver(answer)

    async def _started(self) -> BotProcess:
        """A new worker, however long that takes; with no other, questions fail meanwhile."""
        pause = 0.1
        while True:
            try:
                worker = await BotProcess.start(self._modules)
            except WorkerLost as error:
                log.error("no_bot_worker", extra={"failure": str(error)[:LONGEST_FAILURE]})
                self.counts.failed_starts += 1
                self._cannot_start = True
                if not self._workers:
                    self._answer_all(Answer(failure="no worker"))
                await asyncio.sleep(pause)
                pause = min(pause * 2, LONGEST_PAUSE)
            else:
                self.counts.workers_started += 1
                self._cannot_start = False
                return worker

    def _answer_all(self, answer: Answer) -> None:
        for job in self._jobs.drain():
            job.deliver(answer)


@contextlib.asynccontextmanager
async def _while_wanted(job: _Job) -> AsyncIterator[None]:
    """Raise TimeoutError soon after the last who waits for a job's answer is gone."""
    thinking = True

    def hurry(_: asyncio.Future[Answer]) -> None:
        if thinking:
            limit.reschedule(asyncio.get_running_loop().time() + ABANDONED_SECONDS)

    async with asyncio.timeout(None) as limit:
        job.answer.add_done_callback(hurry)
        try:
            yield
        finally:
            thinking = False
            job.answer.remove_done_callback(hurry)


def _name(question: Question | ReviewQuestion) -> str:
    """What is thinking: a level, a bot whatever its parameters, the adviser or the reviewer."""
    if isinstance(question, ReviewQuestion):
        return "review"
    bot = question.bot or "advice"
    return bot if bot.startswith("level:") else bot.partition(":")[0]


def default_workers() -> int:
    """All processors but one, which is for the event loop; at least two, so that one may hang."""
    return max(2, (os.cpu_count() or 1) - 1)


def stand_in(view: View, seed: str) -> Action:
    """A random legal action instead of a bot's; the same for the same seed."""
    return make_random(seeded(seed, "stand-in")).choose(view)


def _not_legal(text: str, view: View) -> str:
    """Why a text is no legal action, or nothing. It names only the verb: the rest is secret."""
    try:
        action = parse_action(text)
    except Refusal:
        return "answered no action"
    return "" if action in view.legal else f"illegal {text.split()[0]}"
