"""Bots at tables: their own choice when all is well, a legal one whatever they do."""

import asyncio
import os
import signal
import time

import psutil
import pytest
import uvloop

from tests.server.bots.pools import alive, end_within, is_legal, opened, some_view, with_pool
from whistlestop.bots import make_bot
from whistlestop.engine.view import View
from whistlestop.model.boardfile import board_names
from whistlestop.server.botpool import BotPool, Choice, PoolClosed, stand_in
from whistlestop.server.errors import StartupError


def choices(bot: str, count: int = 1, seconds: float = 5.0, workers: int = 2) -> list[Choice]:
    """What comes of asking a bot about the same view several times."""
    view = some_view()

    async def ask(pool: BotPool) -> list[Choice]:
        return [await pool.choose(bot, f"seed {i}", view, seconds) for i in range(count)]

    return with_pool(ask, workers)


@pytest.mark.parametrize("board", board_names())
def test_a_bot_chooses_in_the_pool_what_it_chooses_here(board: str) -> None:
    view = some_view(board)

    async def ask(pool: BotPool) -> None:
        for bot in ("greedy", "random", "uniform", "random:by=actions"):
            for seed in ("a", "b", "c"):
                expected = make_bot(bot, seed).choose(view)
                assert await pool.choose(bot, seed, view, 5.0) == Choice(str(expected), None)

    with_pool(ask)


def test_a_restarted_pool_chooses_the_same() -> None:
    assert choices("random", count=10) == choices("random", count=10, workers=1)
    assert len({choice.action for choice in choices("random", count=10)}) > 1


@pytest.mark.parametrize("bot", ["sleeps", "spins", "stubborn"])
def test_a_hung_bot_is_ended_and_a_random_action_takes_its_place(bot: str) -> None:
    view = some_view()

    async def ask(pool: BotPool) -> None:
        before = set(pool.pids)
        started = time.monotonic()
        choice = await pool.choose(bot, "s", view, 0.3)
        assert time.monotonic() - started < 2.0
        assert choice == Choice(str(stand_in(view, "s")), "hung")
        assert is_legal(choice, view)
        assert await pool.choose("greedy", "s", view, 5.0) == Choice(greedy(view), None)
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
def test_a_bot_that_raises_is_replaced_and_its_worker_goes_on(bot: str, failure: str) -> None:
    view = some_view()

    async def ask(pool: BotPool) -> None:
        pids = pool.pids
        choice = await pool.choose(bot, "s", view, 10.0)
        assert (choice.failure or "").startswith(failure)
        assert choice.action == str(stand_in(view, "s"))
        assert (pool.pids, pool.counts.failures, pool.counts.workers_lost) == (pids, 1, 0)

    with_pool(ask, workers=1)


@pytest.mark.parametrize("bot", ["exits", "dies", "forges"])
def test_a_bot_that_ends_its_process_is_asked_twice_and_then_replaced(bot: str) -> None:
    view = some_view()

    async def ask(pool: BotPool) -> None:
        choice = await pool.choose(bot, "s", view, 5.0)
        assert choice == Choice(str(stand_in(view, "s")), "ended its process")
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
    answer: str, failure: str
) -> None:
    (choice,) = choices(f"answers:what={answer}")
    assert choice == Choice(str(stand_in(some_view(), "seed 0")), failure)


@pytest.mark.parametrize("bot", ["raises", "leaves", "unmade", "answers:what=claim"])
def test_a_failure_tells_nothing_of_what_the_bot_has_seen(bot: str) -> None:
    view = some_view()
    (choice,) = choices(bot)
    secrets = [*view.hand, *(str(t) for t in view.tickets), "hold", "secrets", "atlanta"]
    assert choice.failure
    assert not [word for word in secrets if word in choice.failure]
    assert len(choice.failure) <= 120


def test_what_a_bot_prints_is_seen_nowhere(capfd: pytest.CaptureFixture[str]) -> None:
    assert choices("shouts")[0].failure is None
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
        bots = ["slow:time=0.7", "spins", "exits", "slow:time=0.7", "eats", "greedy"]
        asked = asyncio.gather(*(pool.choose(bot, "s", view, 1.0) for bot in bots))
        while not asked.done():
            before = time.monotonic()
            await asyncio.sleep(0.002)
            worst = max(worst, time.monotonic() - before - 0.002)
        failures = [choice.failure for choice in await asked]
        assert [failures[i] for i in (0, 1, 3, 5)] == [None, "hung", None, None]
        return worst

    assert with_pool(ask) < 0.25


def test_a_worker_that_is_killed_while_idle_is_not_missed() -> None:
    view = some_view()

    async def ask(pool: BotPool) -> None:
        (pid,) = pool.pids
        os.kill(pid, signal.SIGKILL)
        assert end_within([pid], 2.0)
        choice = await pool.choose("greedy", "s", view, 5.0)
        assert choice == Choice(greedy(view), None)
        assert pid not in pool.pids

    with_pool(ask, workers=1)


def test_a_worker_that_is_killed_while_its_bot_thinks_is_replaced_by_another() -> None:
    view = some_view()

    async def ask(pool: BotPool) -> None:
        (pid,) = pool.pids
        asked = asyncio.create_task(pool.choose("slow:time=0.5", "s", view, 5.0))
        await asyncio.sleep(0.2)
        os.kill(pid, signal.SIGKILL)
        assert await asked == Choice(str(view.legal[0]), None)

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


def test_a_worker_steps_back_behind_the_event_loop() -> None:
    async def ask(pool: BotPool) -> None:
        assert psutil.Process(pool.pids[0]).nice() > psutil.Process().nice()

    with_pool(ask, workers=1)


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
        assert await pool.choose("greedy", "s", view, 5.0) == Choice(greedy(view), None)
        assert pool.counts.workers_lost == 0

    with_pool(ask, workers=1)


def test_a_pool_that_cannot_start_says_so_in_a_sentence(
    capfd: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(StartupError) as raised:
        asyncio.run(BotPool(1, ["no_such_module"]).open())
    assert raised.value.code == "no_bot_workers"
    assert "no_such_module" in capfd.readouterr().err


def test_workers_that_stop_starting_keep_nobody_waiting(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    view = some_view()

    async def ask(pool: BotPool) -> None:
        monkeypatch.setattr("whistlestop.server.botprocess._PROGRAM", "raise SystemExit(1)")
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
