"""A server that is killed loses nothing that it acknowledged."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from tests.server.faults.program import Program
from tests.server.faults.stubborn import Stubborn, gather_table
from tests.server.faults.verdict import judge
from tests.server.soak import times

KILLS = 20
TABLES = 4
MOVES_A_LIFE = 15  # at least, before the next kill


async def playing(players: list[Stubborn], until: asyncio.Event) -> None:
    """Let everybody play until told to stop; what goes wrong for one goes wrong for the test."""
    tasks = [asyncio.create_task(player.play()) for player in players]
    stop = asyncio.create_task(until.wait())
    done, _ = await asyncio.wait({stop, *tasks}, return_when=asyncio.FIRST_EXCEPTION)
    for task in (*tasks, stop):
        task.cancel()
    await asyncio.gather(*tasks, stop, return_exceptions=True)
    for player in players:
        await player.close()
    for task in done - {stop}:
        await task


async def moves(players: list[Stubborn], more: int) -> None:
    """Wait until so many more moves have been acknowledged, or every game is over."""
    wanted = sum(len(player.acked) for player in players) + more
    async with asyncio.timeout(60):
        while sum(len(player.acked) for player in players) < wanted:
            if all(player.over for player in players):
                return
            await asyncio.sleep(0.01)


@pytest.mark.slow
def test_nothing_acknowledged_is_lost_when_the_server_is_killed_again_and_again(
    tmp_path: Path,
) -> None:
    store = str(tmp_path / "tables.db")

    async def story(program: Program) -> list[Stubborn]:
        players: list[Stubborn] = []
        for number in range(TABLES):
            bot = number % 2 == 0
            board = ("usa", "europe", "new-york")[number % 3]
            players += await gather_table([program.address], number, 2, bot=bot, board=board)
        stop = asyncio.Event()
        crowd = asyncio.create_task(playing(players, stop))
        for _ in times(KILLS):
            await asyncio.wait(
                {crowd, asyncio.create_task(moves(players, MOVES_A_LIFE))},
                return_when=asyncio.FIRST_COMPLETED,
            )
            assert not crowd.done() or crowd.result() is None
            await asyncio.to_thread(program.kill)
            await asyncio.to_thread(program.start)
        await moves(players, MOVES_A_LIFE)
        stop.set()
        await crowd
        return players

    with Program(store, tmp_path) as program:
        program.start()
        players = asyncio.run(story(program))
        program.stop()
    acknowledged = asyncio.run(judge(store, players))
    assert acknowledged >= MOVES_A_LIFE * KILLS
    assert program.lives == len(times(KILLS)) + 1


@pytest.mark.slow
@pytest.mark.parametrize("place", ["before_commit", "after_commit"])
def test_a_move_cut_off_around_its_commit_is_made_exactly_once(tmp_path: Path, place: str) -> None:
    store = str(tmp_path / "tables.db")

    async def story(program: Program) -> list[Stubborn]:
        players = await gather_table([program.address], 0, 2, board="new-york")
        stop = asyncio.Event()
        crowd = asyncio.create_task(playing(players, stop))
        for count in (3, 1, 6):
            # Ends by itself, in the middle of a command, when the fault point is passed so often.
            await asyncio.to_thread(program.wait)
            await asyncio.to_thread(program.start, f"{place}:{count}:kill")
        await asyncio.to_thread(program.wait)
        await asyncio.to_thread(program.start)
        await moves(players, 5)
        stop.set()
        await crowd
        return players

    with Program(store, tmp_path) as program:
        # Making the table, sitting down and starting pass the fault point too.
        program.start(f"{place}:9:kill")
        players = asyncio.run(story(program))
        program.stop()
    assert asyncio.run(judge(store, players)) > 0
    assert program.lives == 5


@pytest.mark.slow
def test_a_store_that_fails_now_and_then_loses_and_doubles_nothing(tmp_path: Path) -> None:
    """A full disk, a read-only store, a commit of unknown outcome: refused, then made once."""
    store = str(tmp_path / "tables.db")
    faults = ",".join(
        f"{place}:{8 + 4 * i}:{what}"
        for i, (place, what) in enumerate(
            (place, what)
            for what in ("disk_full", "read_only", "unreachable", "unknown")
            for place in ("before_commit", "after_commit")
        )
    )

    async def story(program: Program) -> list[Stubborn]:
        players = await gather_table([program.address], 0, 3, board="usa")
        stop = asyncio.Event()
        crowd = asyncio.create_task(playing(players, stop))
        await moves(players, 60)
        stop.set()
        await crowd
        return players

    with Program(store, tmp_path) as program:
        program.start(faults)
        players = asyncio.run(story(program))
        program.stop()
    assert asyncio.run(judge(store, players)) >= 60
    refusals = [code for player in players for code in player.refusals]
    assert refusals.count("store_unavailable") >= 8
