"""Several processes on one PostgreSQL are one server: nothing forks, nothing is lost, and whatever
is killed is made good by those that are left."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from time import monotonic, sleep

import psutil
import pytest

from tests.server.faults.program import Program
from tests.server.faults.stubborn import Stubborn
from tests.server.faults.verdict import judge
from tests.server.processes.orphans import (
    leave_a_bot_to_the_others,
    leave_a_clock_running,
    until_attended,
)
from tests.server.processes.town import (
    BOARDS,
    PROCESSES,
    Crowd,
    Town,
    crowd_in,
    health_of,
    metrics_of,
    whereabouts,
)
from tests.server.soak import times
from whistlestop.server.game_clock import SKEW
from whistlestop.server.hub import DUE_EVERY, LEASE, POLL_EVERY
from whistlestop.server.table.entries import Did, Left
from whistlestop.server.table.to_store import BOT_LEASE
from whistlestop.server.watch.store_check import KEPT

pytestmark = pytest.mark.slow

GAMES = 4
KILLS = 10
RESTARTS = 5
LOST_HINTS = 2
MOVES_BETWEEN = 10  # at least, before the next thing that goes wrong
LISTENS_WITHIN = 10.0  # seconds until all processes listen again after an outage
BACK_WITHIN = 5.0  # seconds until somebody whose process was killed is shown the table again
CLOCK = 10  # seconds, the shortest there is
LATE = 3.0  # seconds that a crowded machine may add
# Milliseconds of the game clock after which nothing that is due still waits, even if the process
# that claimed it was the next to be killed.
LATEST = SKEW + LEASE + (DUE_EVERY + LATE) * 1000

MOVES = 'whistlestop_commands_total{kind="do",outcome="ok"}'
BOT_MOVES = "whistlestop_bot_moves_total"


@pytest.fixture(scope="module")
def town(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Town]:
    town = Town(tmp_path_factory.mktemp("town"))
    try:
        town.start()
        yield town
        town.stop()
    finally:
        town.throw_away()


def test_players_of_a_table_may_be_in_different_processes(town: Town) -> None:
    async def story() -> Sequence[Stubborn]:
        async with crowd_in(town, ["new-york"] * GAMES, people=3, thinks=0.0) as crowd:
            assert {whereabouts(player) for player in crowd.players} == set(town.addresses)
            await crowd.until_over()
            told = [await metrics_of(address) for address in town.addresses]
            assert all(process[MOVES] > 0 for process in told)
            assert sum(process[BOT_MOVES] > 0 for process in told) > 1
            return crowd.players

    for _ in times(1):
        players = asyncio.run(story())
        assert asyncio.run(judge(town.store, players)) > 100
        assert all(player.views and not player.back_after for player in players)
        for player in players:
            ends = {other.version for other in players if other.table == player.table}
            assert ends == {player.version}, "everybody was shown the same end"


def test_whoever_loses_a_process_goes_on_in_another(town: Town) -> None:
    async def story() -> Sequence[Stubborn]:
        bot_left = await leave_a_bot_to_the_others(town)
        async with crowd_in(town, BOARDS * 2, people=2, thinks=0.5) as crowd:
            clock_left = await leave_a_clock_running(town, first=1, seconds=CLOCK)
            await kill_in_turn(town, crowd)
            await crowd.until_all_tables_move()
            await assert_bot_was_moved(town, bot_left)
            await assert_clock_ran_out(town, clock_left)
            return crowd.players

    for _ in times(1):
        players = asyncio.run(story())
        assert asyncio.run(judge(town.store, players)) >= KILLS * MOVES_BETWEEN
        assert max(back for player in players for back in player.back_after) <= BACK_WITHIN


async def kill_in_turn(town: Town, crowd: Crowd) -> None:
    """Kill one process after the other; each comes back, and is killed again when its turn is."""
    starts: list[asyncio.Task[None]] = []
    for number in range(KILLS):
        # One that was killed may be on its way back when the next is; never two.
        await asyncio.gather(*starts[:-1])
        program = town.programs[(number + 1) % PROCESSES]
        await kill_and_wait(program, crowd)
        starts.append(asyncio.create_task(asyncio.to_thread(program.start)))
    await asyncio.gather(*starts)


async def kill_and_wait(program: Program, crowd: Crowd) -> None:
    """Kill a process, and let its people go elsewhere."""
    await crowd.until_moved(MOVES_BETWEEN)
    playing = crowd.still_playing
    there = [player for player in playing if whereabouts(player) == program.address]
    assert there, "somebody is disturbed each time"
    back = {player: len(player.back_after) for player in there}
    lost = {player: player.lost for player in playing if player not in there}
    await asyncio.to_thread(program.kill)
    await crowd.until(lambda: all(p.over or len(p.back_after) > n for p, n in back.items()))
    assert all(p.over or p.lost == n for p, n in lost.items()), "nobody else is"


async def assert_bot_was_moved(town: Town, table: str) -> None:
    (move,) = await until_attended(town, table, 1)
    assert isinstance(move.body, Did)
    assert move.who == "bot.1"
    assert BOT_LEASE <= move.seconds * 1000 <= BOT_LEASE + LATEST


async def assert_clock_ran_out(town: Town, table: str) -> None:
    """Both people were asked for the opening; both are late, once each."""
    late = await until_attended(town, table, 2)
    assert sorted(x.body.seat for x in late if isinstance(x.body, Left)) == [0, 1]
    for entry in late:
        assert CLOCK * 1000 <= entry.seconds * 1000 <= CLOCK * 1000 + LATEST


def test_a_database_that_is_restarted_costs_time_and_nothing_else(town: Town) -> None:
    async def story() -> Sequence[Stubborn]:
        async with crowd_in(town, BOARDS * 2, people=2, thinks=0.3) as crowd:
            for number in range(RESTARTS):
                await restart_and_wait(town, number, crowd)
            return crowd.players

    for _ in times(1):
        players = asyncio.run(story())
        assert asyncio.run(judge(town.store, players)) >= RESTARTS * MOVES_BETWEEN
        cut_off = {player.name: player.why_lost for player in players if player.back_after}
        assert not cut_off


async def restart_and_wait(town: Town, number: int, crowd: Crowd) -> None:
    """Take the database away, see that everything fails closed, and give it back."""
    await crowd.until_moved(MOVES_BETWEEN)
    await town.does(town.postgres.kill if number % 2 else town.postgres.stop)
    await asyncio.sleep(KEPT)  # for answers that are on their way, and what was found to be well
    acked, refused = crowd.acked, crowd.refused("store_unavailable")
    await crowd.until(lambda: crowd.refused("store_unavailable") >= refused + 3)
    assert [await health_of(address) for address in town.addresses] == [503] * PROCESSES
    assert crowd.acked == acked, "nobody was told that anything succeeded"
    await town.does(town.postgres.start)
    await crowd.until_all_tables_move()
    assert [await health_of(address) for address in town.addresses] == [200] * PROCESSES


def test_what_nobody_was_told_of_is_found_all_the_same(town: Town) -> None:
    async def story() -> Sequence[Stubborn]:
        async with crowd_in(town, BOARDS, people=3, thinks=0.3) as crowd:
            await crowd.until_moved(MOVES_BETWEEN)
            with deaf(town) as ears:
                for _ in range(LOST_HINTS):
                    assert await crowd.until_all_tables_move() <= POLL_EVERY + LATE
                assert all(ear.status() == psutil.STATUS_STOPPED for ear in ears)
            return crowd.players

    for _ in times(1):
        players = asyncio.run(story())
        assert asyncio.run(judge(town.store, players)) >= MOVES_BETWEEN
        assert not any(player.back_after for player in players)


@contextmanager
def deaf(town: Town) -> Iterator[list[psutil.Process]]:
    """Nobody hears a notification: what would pass them on is halted in the database server."""
    listening = "SELECT pid FROM pg_stat_activity WHERE query LIKE 'LISTEN%'"
    deadline = monotonic() + LISTENS_WITHIN
    while len(pids := town.postgres.sql(listening).split()) < PROCESSES:
        assert monotonic() < deadline, f"only {len(pids)} of {PROCESSES} listen"
        sleep(0.1)
    ears = [psutil.Process(int(pid)) for pid in pids]
    assert len(ears) == PROCESSES
    for ear in ears:
        ear.send_signal(signal.SIGSTOP)
    try:
        yield ears
    finally:
        for ear in ears:
            ear.send_signal(signal.SIGCONT)
