"""Where evenings are played: one event loop, one pool of bots, and a store file to start from.

Every evening has a server of its own, with a copy of the same empty file, so that it signs with the
same key. The bots' processes are started when the first bot is asked, and stay.
"""

from __future__ import annotations

import asyncio
import os
import shutil
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
import uvloop

from tests.server.house import House, captured_logs
from tests.server.secrecy.scripts import Eyes, Script
from tests.server.secrecy.stage import FixedSources, Stage, Told, deal_as
from tests.server.table.evening import MEMORY
from whistlestop.bots.processes.messages import AdvisedAction
from whistlestop.bots.processes.pool import BotPool
from whistlestop.engine.knowledge.view import View
from whistlestop.server.run import Settings, running
from whistlestop.server.sockets.limits import SocketLimits
from whistlestop.server.store.open import open_store
from whistlestop.server.table.talk.limits import TalkLimits

# Nothing here is about speed: nobody is too fast, and nobody is pinged.
LIMITS = SocketLimits(messages=1_000_000, ping_after=600, silent_after=1200)
TALK = TalkLimits(guest=1_000_000, address=1_000_000, table=1_000_000)
SECONDS = 120

Change = Callable[[pytest.MonkeyPatch], None]


class StandingPool(BotPool):
    """Bots that outlive a server, and come when they are asked for the first time."""

    def __init__(self) -> None:
        super().__init__(1)
        self._begun: asyncio.Task[None] | None = None

    async def open(self) -> None:
        pass

    async def close(self) -> None:
        pass

    async def advise(self, view: View, seconds: float, *more: Any) -> tuple[AdvisedAction, ...]:
        return await super().advise(view, SECONDS, *more)  # a clock that cuts gives other figures

    async def _ask(self, *question: Any) -> Any:
        if self._begun is None:
            self._begun = asyncio.create_task(super().open())
        await asyncio.shield(self._begun)
        return await super()._ask(*question)

    async def end(self) -> None:
        if self._begun is not None:
            await super().close()


class Theatre:
    """Plays scripts."""

    def __init__(self) -> None:
        self._folder = TemporaryDirectory(dir=MEMORY if os.access(MEMORY, os.W_OK) else None)
        self._runner = asyncio.Runner(loop_factory=uvloop.new_event_loop)
        self._pool = StandingPool()
        self._empty = Path(self._folder.name) / "empty.db"
        self._runner.run(self._make_empty())

    async def _make_empty(self) -> None:
        store = open_store(str(self._empty))
        await store.open()
        await store.close()

    def close(self) -> None:
        self._runner.run(self._pool.end())
        self._runner.close()
        self._folder.cleanup()

    def play(self, script: Script, watched: Eyes, change: Change | None = None) -> Told:
        """An evening; `change` may break the server beforehand."""
        house = House(Path(self._folder.name))
        with pytest.MonkeyPatch.context() as patch, captured_logs(house):
            deal_as(script.game, patch)
            patch.setattr("whistlestop.server.run.BotPool", lambda workers: self._pool)
            if change is not None:
                change(patch)
            told = self._runner.run(asyncio.wait_for(self._evening(script, watched), SECONDS))
        told.log = house.logged.getvalue()
        return told

    async def _evening(self, script: Script, watched: Eyes) -> Told:
        sources = FixedSources()
        with TemporaryDirectory(dir=self._folder.name) as place:
            store = str(shutil.copy(self._empty, Path(place) / "tables.db"))
            settings = Settings(
                store=store,
                port=0,
                bots=1,
                limits=LIMITS,
                talk=TALK,
                sources=sources,
                addresses=None,
            )
            async with running(settings) as server:
                return await Stage(server, script, sources, watched).play()
