"""A server that ends in any way takes its bot workers with it."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.bots.processes.pools import alive, end_within

ROOT = Path(__file__).parents[3]

SERVER = """
import asyncio
from tests.bots.processes.pools import opened, some_view

async def main():
    async with opened() as pool:
        while len(pool.pids) < 2:
            await asyncio.sleep(0.01)
        view = some_view()
        asked = [asyncio.create_task(pool.choose(bot, "s", view, 60.0)) for bot in {bots}]
        await asyncio.sleep(0.3)
        print(*pool.pids, flush=True)
        await asyncio.sleep(60)

asyncio.run(main())
"""


def server(*bots: str) -> tuple[subprocess.Popen[str], list[int]]:
    """A process with a pool whose bots are thinking, and the workers of that pool."""
    process = subprocess.Popen(
        [sys.executable, "-c", SERVER.format(bots=list(bots))],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        cwd=ROOT,
        start_new_session=True,
    )
    assert process.stdout is not None
    pids = [int(pid) for pid in process.stdout.readline().split()]
    assert len(pids) == 2
    assert all(alive(pid) for pid in pids)
    return process, pids


@pytest.mark.parametrize("bots", [[], ["spins", "stubborn"]], ids=["idle", "busy"])
def test_workers_end_with_a_server_that_is_killed(bots: list[str]) -> None:
    process, pids = server(*bots)
    with process:
        process.kill()
        assert end_within(pids, 3.0)


def test_an_interrupt_from_the_keyboard_is_left_to_the_server() -> None:
    """The terminal sends it to the whole group; only the server acts on it."""
    process, pids = server("sleeps")
    with process:
        for pid in pids:
            os.kill(pid, signal.SIGINT)
        time.sleep(0.3)
        assert all(alive(pid) for pid in pids)
        os.killpg(process.pid, signal.SIGINT)
        assert process.wait(10) != 0
        assert not [pid for pid in pids if alive(pid)]
