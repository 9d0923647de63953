"""Pools for tests, and what can be seen of their processes from outside."""

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import TypeVar

import psutil

from whistlestop.bots.processes.pool import BotPool, ChosenAction
from whistlestop.engine.game import Game
from whistlestop.engine.knowledge.view import View
from whistlestop.model.actions import parse_action

T = TypeVar("T")

BAD_BOTS = ("tests.bots.processes.bad_bots",)


@asynccontextmanager
async def opened(workers: int = 2) -> AsyncIterator[BotPool]:
    pool = BotPool(workers, BAD_BOTS)
    await pool.open()
    try:
        yield pool
    finally:
        await pool.close()


def with_pool(work: Callable[[BotPool], Awaitable[T]], workers: int = 2) -> T:
    """Run something that needs a pool."""

    async def run() -> T:
        async with opened(workers) as pool:
            return await work(pool)

    return asyncio.run(run())


def some_view(board: str = "usa", plies: int = 6, players: int = 2) -> View:
    """A view in the middle of a game, where there is something to choose from."""
    game = Game(board, players, seed=7)
    for _ in range(plies):
        game.play(game.legal[0])
    return game.view(game.turn)


def is_legal(choice: ChosenAction, view: View) -> bool:
    return parse_action(choice.action) in view.legal


def alive(pid: int) -> bool:
    try:
        return psutil.Process(pid).status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False


def end_within(pids: list[int], seconds: float) -> bool:
    """Whether processes end by themselves."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if not any(alive(pid) for pid in pids):
            return True
        time.sleep(0.02)
    return False
