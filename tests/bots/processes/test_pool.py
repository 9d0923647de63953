"""Bots at tables: their own choice when all is well, a legal one whatever they do."""

import asyncio
import os
import re
import signal
import time
from collections.abc import Iterator
from dataclasses import replace

import psutil
import pytest
import uvloop

from tests.bots.processes.pools import (
    BAD_BOTS,
    alive,
    end_within,
    is_legal,
    opened,
    some_view,
    with_pool,
)
from whistlestop import bots
from whistlestop.boards.load import board_names, load_board
from whistlestop.bots import BotError, bot_entry, bot_names, levels, make_bot
from whistlestop.bots.advice.advice import REASONS
from whistlestop.bots.advice.coach import counsel
from whistlestop.bots.evaluation import evaluate
from whistlestop.bots.processes.messages import HEADER, AdvisedAction, Question, packed, unpacked
from whistlestop.bots.processes.pool import BotPool, ChosenAction, PoolClosed, stand_in
from whistlestop.engine.game import Game
from whistlestop.engine.knowledge.view import View
from whistlestop.model.actions import parse_action

# Other tests may have registered bots of their own in this process.
SHIPPED = f"{bots.__name__}."


class Shared:
    """A pool with one worker for tests that leave it as it was."""

    def __init__(self, runner: asyncio.Runner) -> None:
        self._runner = runner
        self.pool = BotPool(1, BAD_BOTS)
        runner.run(self.pool.open())

    def choose(self, bot: str, view: View, seed: str = "s", seconds: float = 10.0) -> ChosenAction:
        return self._runner.run(self.pool.choose(bot, seed, view, seconds))

    def advise(self, view: View, seconds: float = 10.0) -> tuple[AdvisedAction, ...]:
        return self._runner.run(self.pool.advise(view, seconds))


@pytest.fixture(scope="module")
def shared() -> Iterator[Shared]:
    with asyncio.Runner() as runner:
        shared = Shared(runner)
        yield shared
        runner.run(shared.pool.close())


@pytest.mark.parametrize("board", board_names())
def test_a_bot_chooses_in_the_pool_what_it_chooses_here(shared: Shared, board: str) -> None:
    view = some_view(board)
    shipped = [
        bot_entry(name).at_tables
        for name in bot_names()
        if bot_entry(name).maker.__module__.startswith(SHIPPED)
    ]
    assert len(shipped) >= 5
    for bot in shipped:
        # What a bot thinks of until its time is up depends on the processor; its worlds do not.
        patient = re.sub(r"time=\d+s", "time=60s", bot)
        for seed in ("a", "b", "c"):
            expected = make_bot(patient, seed).choose(view)
            assert shared.choose(patient, view, seed, 90.0) == ChosenAction(str(expected), None)


@pytest.mark.parametrize("board", board_names())
def test_a_level_is_the_bot_that_the_board_has_for_it(shared: Shared, board: str) -> None:
    view = some_view(board)
    for number, level in enumerate(levels(board), 1):
        expected = make_bot(level.bot, "s").choose(view)
        assert shared.choose(f"level:{number}", view) == ChosenAction(str(expected), None)


@pytest.mark.parametrize("board", board_names())
def test_advice_is_the_three_best_actions_of_the_evaluation(shared: Shared, board: str) -> None:
    for plies in (0, 2, 9):
        view = some_view(board, plies)
        options = shared.advise(view)
        expected = counsel(view, evaluate(view), 3)
        assert [option.action for option in options] == [str(a.action) for a in expected]
        assert [option.value for option in options] == [a.value for a in expected]
        assert {option.reason for option in options} <= set(REASONS)
        assert len({option.action for option in options}) == min(3, len(view.legal))
        assert all(parse_action(option.action) in view.legal for option in options)


def test_a_board_of_somebodys_own_goes_along_with_the_view(shared: Shared) -> None:
    shipped = load_board("usa")
    game = Game(replace(shipped, id="mine", title="Mine"), 2, seed=3)
    view = game.view(0)
    assert shared.choose("greedy", view) == ChosenAction(str(make_bot("greedy").choose(view)), None)
    question = unpacked(packed(Question(view, 1.0))[HEADER.size :])
    assert isinstance(question, Question)
    assert question.view == view


def test_a_restarted_pool_chooses_the_same(shared: Shared) -> None:
    view = some_view()

    async def ask(pool: BotPool) -> list[ChosenAction]:
        return [await pool.choose("random", str(i), view, 5.0) for i in range(10)]

    before = [shared.choose("random", view, str(i)) for i in range(10)]
    assert with_pool(ask) == before
    assert len({choice.action for choice in before}) > 1


@pytest.mark.parametrize("bot", ["sleeps", "spins", "stubborn"])
def test_a_hung_bot_is_ended_and_a_random_action_takes_its_place(bot: str) -> None:
    view = some_view()

    async def ask(pool: BotPool) -> None:
        before = set(pool.pids)
        started = time.monotonic()
        choice = await pool.choose(bot, "s", view, 0.3)
        assert time.monotonic() - started < 2.0
        assert choice == ChosenAction(str(stand_in(view, "s")), "hung")
        assert is_legal(choice, view)
        assert await pool.choose("greedy", "s", view, 5.0) == ChosenAction(greedy(view), None)
        assert pool.counts.workers_lost == 1
        assert end_within([pid for pid in before if pid not in pool.pids], 2.0)

    with_pool(ask, workers=1)


def greedy(view: View) -> str:
    return str(make_bot("greedy", 0).choose(view))


@pytest.mark.parametrize(
    ("bot", "failure"),
    [
        ("raises", "raised RuntimeError at bad_bots.py:"),
        ("leaves", "raised SystemExit at bad_bots.py:"),
        ("interrupts", "raised KeyboardInterrupt at bad_bots.py:"),
        ("unmade", "raised OSError at bad_bots.py:"),
        ("eats", "raised MemoryError at bad_bots.py:"),
        ("no-such-bot", "refused unknown_bot"),
        ("greedy:tickets=lots", "refused bad_value"),
        ("level:99", "refused unknown_level"),
        ("level:", "refused unknown_level"),
    ],
)
def test_a_bot_that_raises_is_replaced_and_its_worker_goes_on(
    shared: Shared, bot: str, failure: str
) -> None:
    view, pids, failures = some_view(), shared.pool.pids, shared.pool.counts.failures
    choice = shared.choose(bot, view)
    assert (choice.failure or "").startswith(failure)
    assert choice.action == str(stand_in(view, "s"))
    assert (shared.pool.pids, shared.pool.counts.failures) == (pids, failures + 1)


@pytest.mark.parametrize("bot", ["exits", "dies", "forges"])
def test_a_bot_that_ends_its_process_is_asked_twice_and_then_replaced(bot: str) -> None:
    view = some_view()

    async def ask(pool: BotPool) -> None:
        choice = await pool.choose(bot, "s", view, 5.0)
        assert choice == ChosenAction(str(stand_in(view, "s")), "ended its process")
        assert pool.counts.workers_lost == 2
        assert (await pool.choose("greedy", "s", view, 5.0)).failure is None

    with_pool(ask, workers=1)


@pytest.mark.parametrize(
    ("answer", "failure"),
    [
        ("nothing", "answered no action"),
        ("number", "answered no action"),
        ("text", "answered no action"),
        ("long", "answered no action"),
        ("list", "answered no action"),
        ("class", "answered no action"),
        ("card", "illegal draw"),
        ("claim", "illegal claim"),
    ],
)
def test_an_answer_that_is_not_legal_is_replaced_and_not_repeated(
    shared: Shared, answer: str, failure: str
) -> None:
    view = some_view()
    choice = shared.choose(f"answers:what={answer}", view)
    assert choice == ChosenAction(str(stand_in(view, "s")), failure)


@pytest.mark.parametrize("bot", ["raises", "leaves", "unmade", "answers:what=claim"])
def test_a_failure_tells_nothing_of_what_the_bot_has_seen(shared: Shared, bot: str) -> None:
    view = some_view()
    choice = shared.choose(bot, view)
    secrets = [*view.hand, *(str(t) for t in view.tickets), "hold", "secrets", "atlanta"]
    assert choice.failure
    assert not [word for word in secrets if word in choice.failure]
    assert len(choice.failure) <= 120


def test_what_a_bot_prints_is_seen_nowhere(capfd: pytest.CaptureFixture[str]) -> None:
    view = some_view()

    async def ask(pool: BotPool) -> ChosenAction:
        return await pool.choose("shouts", "s", view, 5.0)

    assert with_pool(ask, workers=1) == ChosenAction(str(view.legal[0]), None)
    assert capfd.readouterr() == ("", "")


def test_a_hung_bot_does_not_keep_other_tables_waiting() -> None:
    view = some_view()

    async def ask(pool: BotPool) -> None:
        while len(pool.pids) < 2:
            await asyncio.sleep(0.01)
        hung = asyncio.create_task(pool.choose("sleeps", "s", view, 3.0))
        started = time.monotonic()
        for _ in range(20):
            assert (await pool.choose("greedy", "s", view, 5.0)).failure is None
        assert time.monotonic() - started < 2.0
        assert not hung.done()
        assert (await hung).failure == "hung"

    with_pool(ask, workers=2)


def test_many_tables_asking_at_once_are_all_answered() -> None:
    view = some_view("new-york")

    async def ask(pool: BotPool) -> None:
        asked = [pool.choose("random", str(i), view, 5.0) for i in range(200)]
        answers = await asyncio.gather(*asked)
        assert all(choice.failure is None and is_legal(choice, view) for choice in answers)
        assert (pool.waiting, pool.counts.answers) == (0, 200)

    with_pool(ask)


def test_the_event_loop_goes_on_while_bots_think_hang_and_die() -> None:
    """The longest pause of the loop is far below a bot's thinking time."""
    view = some_view("europe", players=5)

    async def ask(pool: BotPool) -> float:
        worst = 0.0
        bots = ["slow:time=0.5", "spins", "exits", "slow:time=0.5", "eats", "greedy"]
        asked = asyncio.gather(*(pool.choose(bot, "s", view, 2.0) for bot in bots))
        while not asked.done():
            before = time.monotonic()
            await asyncio.sleep(0.002)
            worst = max(worst, time.monotonic() - before - 0.002)
        failures = [choice.failure for choice in await asked]
        assert [failures[i] for i in (0, 1, 3, 5)] == [None, "hung", None, None]
        return worst

    # A machine that does something else for a moment proves nothing: one try of three will do.
    assert any(with_pool(ask) < 0.25 for _ in range(3))


def test_a_worker_that_is_killed_while_idle_is_not_missed() -> None:
    view = some_view()

    async def ask(pool: BotPool) -> None:
        (pid,) = pool.pids
        os.kill(pid, signal.SIGKILL)
        assert end_within([pid], 2.0)
        choice = await pool.choose("greedy", "s", view, 5.0)
        assert choice == ChosenAction(greedy(view), None)
        assert pid not in pool.pids

    with_pool(ask, workers=1)


def test_a_worker_that_is_killed_while_its_bot_thinks_is_replaced_by_another() -> None:
    view = some_view()

    async def ask(pool: BotPool) -> None:
        (pid,) = pool.pids
        asked = asyncio.create_task(pool.choose("slow:time=0.5", "s", view, 5.0))
        await asyncio.sleep(0.2)
        os.kill(pid, signal.SIGKILL)
        assert await asked == ChosenAction(str(view.legal[0]), None)

    with_pool(ask, workers=1)


def test_the_memory_of_the_pool_is_flat_over_hundreds_of_decisions() -> None:
    view = some_view("europe", players=3)

    async def ask(pool: BotPool) -> None:
        async def decide(count: int) -> int:
            for i in range(count):
                await pool.choose("greedy", str(i), view, 5.0)
            processes = [psutil.Process(), *(psutil.Process(pid) for pid in pool.pids)]
            return sum(process.memory_info().rss for process in processes)

        settled = await decide(100)
        assert await decide(400) - settled < 3_000_000
        assert pool.counts.workers_started == 1

    with_pool(ask, workers=1)


def test_a_worker_has_nothing_of_the_server_open() -> None:
    view = some_view()

    async def ask(pool: BotPool) -> None:
        server = await asyncio.start_server(lambda reader, writer: None, "127.0.0.1", 0)
        async with server:
            await pool.choose("exits", "s", view, 5.0)
            await pool.choose("greedy", "s", view, 5.0)
            (pid,) = pool.pids
            worker = psutil.Process(pid)
            assert worker.net_connections("tcp") == []
            # Its three standard streams and the channel.
            assert worker.num_fds() == 4

    with_pool(ask, workers=1)


def test_a_worker_steps_back_behind_the_event_loop(shared: Shared) -> None:
    assert psutil.Process(shared.pool.pids[0]).nice() > psutil.Process().nice()


def test_advice_that_takes_too_long_is_none() -> None:
    view = some_view()

    async def ask(pool: BotPool) -> None:
        assert await pool.advise(view, 1e-6) == ()
        assert len(await pool.advise(view, 10.0)) == 3

    with_pool(ask, workers=1)


def test_a_pool_that_is_closed_at_once_leaves_no_process() -> None:
    async def run() -> tuple[int, ...]:
        async with opened(3) as pool:
            return pool.pids

    assert not [pid for pid in asyncio.run(run()) if alive(pid)]


def test_closing_ends_bots_that_think_and_nothing_is_played_for_them() -> None:
    view = some_view()

    async def run() -> tuple[int, ...]:
        async with opened() as pool:
            while len(pool.pids) < 2:
                await asyncio.sleep(0.01)
            pids = pool.pids
            asked = [
                asyncio.create_task(pool.choose("stubborn", str(i), view, 60.0)) for i in range(5)
            ]
            await asyncio.sleep(0.1)
        answers = await asyncio.gather(*asked, return_exceptions=True)
        assert [type(answer) for answer in answers] == [PoolClosed] * 5
        with pytest.raises(PoolClosed):
            await pool.choose("greedy", "s", view, 1.0)
        return pids

    assert not [pid for pid in asyncio.run(run()) if alive(pid)]


def test_a_caller_that_goes_away_leaves_the_pool_in_order() -> None:
    view = some_view()

    async def ask(pool: BotPool) -> None:
        for _ in range(5):
            asked = asyncio.create_task(pool.choose("slow:time=0.05", "s", view, 5.0))
            await asyncio.sleep(0.01)
            asked.cancel()
        assert await pool.choose("greedy", "s", view, 5.0) == ChosenAction(greedy(view), None)
        assert pool.counts.workers_lost == 0

    with_pool(ask, workers=1)


def test_a_pool_that_cannot_start_says_so_in_a_sentence(
    capfd: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(BotError) as raised:
        asyncio.run(BotPool(1, ["no_such_module"]).open())
    assert raised.value.code == "no_bot_workers"
    assert "no_such_module" in capfd.readouterr().err


def test_workers_that_stop_starting_keep_nobody_waiting(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    view = some_view()

    async def ask(pool: BotPool) -> None:
        monkeypatch.setattr("whistlestop.bots.processes.process._PROGRAM", "raise SystemExit(1)")
        answers = await asyncio.gather(*(pool.choose("exits", str(i), view, 5.0) for i in range(4)))
        assert all(is_legal(choice, view) for choice in answers)
        assert {choice.failure for choice in answers} <= {"no worker", "ended its process"}
        monkeypatch.undo()
        assert (await pool.choose("greedy", "s", view, 5.0)).failure in (None, "no worker")

    with_pool(ask, workers=1)


def test_the_pool_works_the_same_under_uvloop() -> None:
    view = some_view()

    async def run() -> list[str | None]:
        async with opened() as pool:
            bots = ("greedy", "exits", "spins", "raises", "greedy")
            return [(await pool.choose(bot, "s", view, 0.5)).failure for bot in bots]

    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        first, second, third, fourth, last = runner.run(run())
    assert (first, second, third, last) == (None, "ended its process", "hung", None)
    assert fourth
